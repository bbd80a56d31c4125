//! `hako solve`: solves levels, one record per level.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use hakooshi::unstable::{Keeper, Options};
use hakooshi::{Cancel, Objective, Polish, Record};

use crate::args::{EngineArgs, LEVELS_HELP};
use crate::batch::{Batch, Limits, Lost, Onlooker};
use crate::claims::{Claims, is_same, is_stdout};
use crate::exit::{Exit, Failure, Outcome};
use crate::form::{Form, forms};
use crate::input::{LevelArgs, Levels};
use crate::interrupt::Interrupt;
use crate::kept;
use crate::limits::LimitArgs;
use crate::machine;
use crate::output::Output;
use crate::progress::Progress;
use crate::proof::Proof;
use crate::resume::{Dialect, Resume, repair};
use crate::say;
use crate::sinks::{FORMS, Sink};
use crate::units::{self, plural, plural_of, show_time};

/// The default time limit for a level.
const TIME: Duration = Duration::from_secs(60);

const TIME_HELP: &str = "Time limit per level: seconds, or 500ms, 2m, 1h; 0 for none [default: 60]";
const NODES_HELP: &str =
    "Limit on positions expanded per level, by all searches of a portfolio together";
const JOBS_HELP: &str =
    "Levels to solve at the same time; 0 for one per core [default: one per core]";

const EXAMPLES: &str = "\
Examples:
  hako solve levels.xsb                          a table
  hako solve levels.xsb:7 --goal pushes          fewest pushes, proved
  hako solve levels.xsb --engine 'wastar(weight=3)' --time 10 --jobs 2
  hako solve - --format lurd < levels.xsb        only the moves
  hako solve levels.xsb --format csv -o results.csv
  hako solve levels.xsb:7 --engine sat --goal pushes --proof 7.lrat
                                                 also write a proof that others can check
  hako solve big.txt --format jsonl -o out.jsonl --resume out.jsonl
                                                 start a run, or continue an interrupted one

Ctrl-C stops the running searches, writes what is known and exits with 130; a second Ctrl-C quits
at once. `hako help exit-codes` lists the other codes.";

/// Solve levels; every solution is replayed before it is printed
#[derive(Args, Debug)]
#[command(after_help = format!("{LEVELS_HELP}\n{EXAMPLES}"))]
#[command(mut_arg("time", |it| it.help(TIME_HELP)), mut_arg("nodes", |it| it.help(NODES_HELP)))]
#[command(mut_arg("jobs", |it| it.help(JOBS_HELP)))]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Threads that --engine auto may use per level; with --goal it uses two at most
    /// [default: all cores for a single level, 1 for several]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Print solutions as the engine found them. By default, --engine auto without --goal also
    /// shortens them, with a fifth of the work of the search
    #[arg(long, conflicts_with = "polish")]
    no_polish: bool,
    /// Shorten solutions for up to this long, whatever engine found them; --time limits search
    /// and polish together
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    polish: Option<Duration>,
    /// Also write a proof that no solution has fewer pushes, for one level: LRAT, or DRAT if FILE
    /// ends in .drat; the formula goes to FILE.cnf
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Keep the search for an optimum in this file, for one level: every two minutes, and when it is
    /// stopped. If the file is there, go on from it; the same command thus continues after a kill
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Time between two writes of --checkpoint
    #[arg(long, value_name = "TIME", value_parser = units::time, requires = "checkpoint",
          default_value = "2m")]
    checkpoint_interval: Duration,
    /// Output format; jsonl is written as levels finish, the others in the order of the input
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = forms(FORMS))]
    format: Form,
    /// Skip the levels that this file of JSON lines already has
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Write to this file instead of standard output; with --resume and the same file, append
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &SolveArgs) -> Outcome {
    let mut limits = args.limits.limits(TIME)?;
    let engine = args.engine.clone();
    let unpolished = if args.no_polish { Polish::Never } else { Polish::Usual };
    let polish = args.polish.map_or(unpolished, Polish::Time);
    engine.choose()?;
    let mut claims = args.levels.claims()?;
    let proof = args.proof.as_deref().map(|path| Proof::begin(path, &mut claims)).transpose()?;
    let proved = args.proof.as_ref().map(|_| args.levels.one()).transpose()?;
    let keeper = args.checkpoint.as_deref().map(|path| keeper(args, path, &mut claims));
    let keeper = keeper.transpose()?;
    let levels = args.levels.open()?;
    let is_single = levels.count_ahead() == Some(1);
    if !args.limits.says_jobs() && !is_single {
        limits.jobs = machine::cores();
    }
    let usual = if is_single { machine::cores() } else { 1 };
    let threads = args.threads.map_or(usual, |threads| threads as usize);
    let dialect = Dialect::solve();
    let resume = args.resume.as_deref().map(|path| Resume::read(path, &dialect)).transpose()?;
    let resume = resume.unwrap_or_default();
    let output = output(args, &mut claims)?;
    let budget = limits.budget(Cancel::new());
    let smt_solver = args.limits.smt_solver.clone();
    let run =
        Run { engine, limits, threads, smt_solver, polish, resume, keeper, form: args.format };
    let summary = solve(levels, run, output)?;
    match (proof, proved, summary.pushes) {
        (Some(proof), Some((_, entry)), Some(pushes)) => {
            Ok(summary.code.max(proof.write(&entry.level, pushes, &budget)?))
        }
        (Some(_), _, None) => {
            say::error("no proof: the level was not solved");
            Ok(summary.code)
        }
        _ => Ok(summary.code),
    }
}

/// The engines that can be continued.
const KEPT: [&str; 5] = ["optimal", "astar", "wastar", "greedy", "ucs"];

/// Where the search is kept.
fn keeper(args: &SolveArgs, path: &Path, claims: &mut Claims) -> Outcome<Keeper> {
    args.levels.one()?;
    if args.engine.goal == Objective::Any {
        return Err(Failure::usage("--checkpoint keeps searches for an optimum: it needs --goal"));
    }
    let name = args.engine.choose()?.1.search.entry.name;
    if !KEPT.contains(&name) {
        let message = format!("{name} cannot be kept in a file; {} can", KEPT.join(", "));
        return Err(Failure::usage(message));
    }
    claims.write(path)?;
    Ok(kept::keeper(path, args.checkpoint_interval))
}

/// Where the results go: on in the file of the earlier run if it is the same, whatever its name.
fn output(args: &SolveArgs, claims: &mut Claims) -> Outcome<Output> {
    let path = args.output.as_deref();
    let Some(old) = args.resume.as_deref() else { return Output::stream(path, claims) };
    if !path.map_or_else(|| is_stdout(old), |path| is_same(old, path)) {
        claims.read(old);
        return Output::stream(path, claims);
    }
    if args.format != Form::Jsonl {
        let message = "--resume can append to the same file only with --format jsonl";
        return Err(Failure::usage(message));
    }
    repair(path.unwrap_or(old), &Dialect::solve())?;
    path.map_or_else(|| Ok(Output::stdout()), |path| Output::append(path, claims))
}

/// What a batch came to.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    pub(crate) code: Exit,
    pub(crate) levels: usize,
    pub(crate) solved: usize,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    /// Pushes and moves that polish has saved.
    saved: (u64, u64),
    /// Pushes of the last solution.
    pub(crate) pushes: Option<u32>,
}

impl Summary {
    fn count(&mut self, record: &Record, code: Exit) {
        self.code = self.code.max(code);
        self.levels += 1;
        self.solved += usize::from(record.is_solved());
        self.nodes += record.expanded;
        let less = |found: Option<u32>, now: Option<u32>| {
            u64::from(found.zip(now).map_or(0, |(found, now)| found.saturating_sub(now)))
        };
        self.saved.0 += less(record.found_pushes, record.counts.pushes);
        self.saved.1 += less(record.found_moves, record.counts.moves);
        self.pushes = record.counts.pushes;
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} of {} solved in {}, {} expanded",
            self.solved,
            plural(self.levels, "level"),
            show_time(self.time.as_secs_f64()),
            plural(self.nodes as usize, "position")
        )?;
        match self.saved {
            (0, 0) => Ok(()),
            (pushes, moves) => write!(
                f,
                "; polish saved {} and {}",
                plural_of(pushes as usize, "push", "pushes"),
                plural(moves as usize, "move")
            ),
        }
    }
}

/// How levels are to be solved.
pub(crate) struct Run {
    pub(crate) engine: EngineArgs,
    pub(crate) limits: Limits,
    pub(crate) smt_solver: Option<String>,
    pub(crate) polish: Polish,
    /// For one level.
    pub(crate) threads: usize,
    pub(crate) resume: Resume,
    /// Where the search of the only level is kept.
    pub(crate) keeper: Option<Keeper>,
    pub(crate) form: Form,
}

/// Solves `levels` and writes what comes of them.
pub(crate) fn solve(levels: Levels, run: Run, output: Output) -> Outcome<Summary> {
    let Run { engine, limits, threads, smt_solver, polish, resume, keeper, form } = run;
    let (chosen, plan) = engine.choose()?;
    let guarantee = plan.guarantee(engine.goal);
    if Progress::is_visible() && guarantee != engine.goal && engine.goal != Objective::Any {
        let goal = engine.goal.name();
        say::warn(match guarantee {
            Objective::Any => format!("{plan} does not minimise {goal}"),
            other => format!("{plan} minimises {}, not {goal}", other.name()),
        });
    }
    let objective = engine.goal;
    let engine = chosen;
    let options =
        Options { objective, engine, threads, smt_solver, polish, keeper, ..Options::default() };
    let total = if Progress::is_visible() { levels.count_ahead() } else { None };
    let progress = Progress::new(total, "levels", limits.jobs);
    let mut sink = Sink::new(form, output, levels.has_several_sources())?;
    let interrupt = Interrupt::listen();
    let started = machine::now();
    let mut summary = Summary::default();

    let levels = levels.filter(move |item| !item.as_ref().is_ok_and(|item| resume.has(item)));
    let watch = Onlooker {
        interrupt: Arc::clone(&interrupt),
        progress: progress.clone(),
        names_engines: false,
        pinned: None,
    };
    let batch = Batch::start(levels, options, &limits, watch);
    for result in batch {
        progress.suspend(|| match result {
            Ok(done) => {
                if let Err(fault) = &done.item.level {
                    say::error(&fault.message);
                } else if let Some(error) = &done.record.error {
                    say::error(format_args!("{}: {error}", done.item.name()));
                }
                if done.item.index == 0 {
                    // A file without levels has no record.
                    summary.code = summary.code.max(done.code);
                    return sink.skip(done.order);
                }
                summary.count(&done.record, done.code);
                sink.add(done)
            }
            Err(Lost { order, failure }) => {
                summary.code = summary.code.max(failure.report());
                sink.skip(order)
            }
        })?;
        progress.advance(summary.solved);
    }
    progress.clear();
    summary.time = started.elapsed();
    sink.end(&summary)?;
    if interrupt.is_raised() {
        summary.code = Exit::Interrupted;
    }
    Ok(summary)
}
