//! `hako improve`: improves solutions for as long as there is time.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use hakooshi::unstable::{
    Front, ImproveObserver, ImproveOptions, Improved, Improvement, Options, improve_front,
    improve_observed, solve,
};
use hakooshi::{Cancel, Metric, Ranking, Score, Status, Stop, VerifiedSolution};
use hakooshi_level::LevelId;
use hakooshi_level::formats::Entry;
use hakooshi_polish::methods;
use hakooshi_search::{Budget, Silent};

use crate::args::LEVELS_HELP;
use crate::checkpoint::{Checkpoint, Saved};
use crate::exit::{Exit, Failure, Outcome};
use crate::form::{Form, forms};
use crate::front::Fronts;
use crate::improvements::{FORMS, Result, Sink};
use crate::input::{Item, LevelArgs};
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::solutions::Solutions;
use crate::timing::Timing;
use crate::units::{self, show_time};
use crate::{batch, machine, say};

const EXAMPLES: &str = "\
Without --solutions, the solutions in the level file are improved; a level that has none is
solved first. If a level has several, the best is improved, using parts of the others where they
are better.

Examples:
  hako improve levels.sok                      fewer moves, then fewer pushes, a minute each
  hako improve levels.xsb:7 --solutions 7.lurd --goal pushes,moves --time 1h
  hako improve levels.xsb --solutions solved.jsonl --goal lines,moves --format sok -o better.sok
  hako improve levels.xsb:7 --part 120-480     only moves 120 to 480 may change
  hako improve levels.xsb:7 --pareto --plot 7.svg
                                               fewest moves for every number of pushes
  hako improve levels.xsb --time 1d --checkpoint run.checkpoint
                                               start a run, or continue an interrupted one

Better solutions are reported on standard error as they are found; the best is written at the end.
Ctrl-C stops, keeps the best so far and exits with 130; a second Ctrl-C quits at once. Every
solution has been replayed, and `at least` is a proved lower bound.";

/// Improve solutions: fewer moves, fewer pushes, or any order of the six metrics
#[derive(Args, Debug)]
#[command(after_help = format!("{LEVELS_HELP}\n{EXAMPLES}"))]
pub(crate) struct ImproveArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// Solutions to start from: a .sok file, a file with one line of moves per level, JSON lines
    /// from `solve`, or a single game; - for standard input
    #[arg(long, value_name = "FILE")]
    solutions: Option<String>,
    /// What to minimise, the most important first: any of moves, pushes, lines, changes,
    /// sessions, player-lines, separated by commas
    #[arg(long, value_name = "METRICS", default_value = "moves,pushes")]
    goal: Ranking,
    /// Change only these moves of the solution, such as 120-480
    #[arg(long, value_name = "FIRST-LAST", value_parser = part)]
    part: Option<(usize, usize)>,
    /// Time per level: seconds, or 500ms, 2m, 1h, 1d; 0 for no limit
    #[arg(long, value_name = "TIME", default_value = "60", value_parser = units::time)]
    time: Duration,
    /// What --time counts: the time that passes, or processor time, for measurements on a busy machine
    #[arg(long, value_name = "CLOCK", default_value = "wall")]
    clock: Timing,
    /// Memory limit for the whole program: 500M, 2G, 1GiB [default: half of the machine's memory]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    memory: Option<u64>,
    /// Threads per level
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Methods to use, separated by commas (`hako list methods`) [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    methods: Vec<String>,
    /// Save progress to this file; if it exists, continue from it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Spend no time on a lower bound
    #[arg(long)]
    no_bound: bool,
    /// Find the Pareto front of moves and pushes: the solutions that cannot have fewer of one
    /// without more of the other, as far as found
    #[arg(long, conflicts_with_all = ["goal", "part", "checkpoint"])]
    pareto: bool,
    /// Plot the front to this SVG file
    #[arg(long, value_name = "FILE", requires = "pareto")]
    plot: Option<PathBuf>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = forms(FORMS))]
    format: Form,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// Reads `120-480`, moves counted from one.
fn part(text: &str) -> std::result::Result<(usize, usize), String> {
    let wanted =
        || format!("{text:?} is not a range of moves; expected two numbers, such as 120-480");
    let (first, last) = text.split_once('-').ok_or_else(wanted)?;
    let first: usize = first.trim().parse().map_err(|_| wanted())?;
    let last: usize = last.trim().parse().map_err(|_| wanted())?;
    if first == 0 || first > last { Err(wanted()) } else { Ok((first, last)) }
}

pub(crate) fn run(args: &ImproveArgs) -> Outcome {
    let options = options(args)?;
    let mut claims = args.levels.claims()?;
    let mut checkpoint = args.checkpoint.as_deref().map(Checkpoint::open).transpose()?;
    if let Some(path) = &args.checkpoint {
        claims.write(path)?;
    }
    let mut code = Exit::Ok;
    let mut items = Vec::new();
    for item in args.levels.open()? {
        match item {
            Ok(Item { level: Err(fault), .. }) => {
                say::error(&fault.message);
                code = code.max(fault.code);
            }
            Ok(item) => items.push(item),
            Err(failure) => code = code.max(failure.report()),
        }
    }
    let solutions = match &args.solutions {
        None => Solutions::InLevels,
        Some(word) => Solutions::read(word, items.len(), args.levels.reads_stdin())?,
    };
    let out = Output::whole(args.output.as_deref(), &mut claims)?;
    let interrupt = Interrupt::listen();
    if args.pareto {
        let mut fronts = Fronts::default();
        for (place, item) in items.iter().enumerate() {
            let Ok(entry) = &item.level else { continue };
            let (given, _) = solutions.of(place, entry);
            let work = Work { item, entry, checkpoint: None, failure: None };
            let cancel = interrupt.begin(0);
            match work.front(given, &options, cancel)? {
                Ok(front) => fronts.add(item, entry, front),
                Err(unsolved) => code = code.max(unsolved),
            }
            interrupt.end(0);
        }
        fronts.end(args.format, out, args.plot.as_deref(), &mut claims)?;
        return Ok(if interrupt.is_raised() { Exit::Interrupted } else { code });
    }
    let mut sink = Sink::new(args.format, out, &options.ranking)?;
    for (place, item) in items.iter().enumerate() {
        let Ok(entry) = &item.level else { continue };
        if interrupt.is_raised() {
            break;
        }
        let (given, wrong) = solutions.of(place, entry);
        for why in wrong {
            say::error(format_args!("{}: a solution is left out: {why}", item.name()));
            code = code.max(Exit::BadInput);
        }
        let mut work = Work { item, entry, checkpoint: checkpoint.as_mut(), failure: None };
        match work.run(given, &options, &interrupt)? {
            Ok(result) => sink.add(item, entry, &result)?,
            Err(unsolved) => {
                sink.skip(item)?;
                code = code.max(unsolved);
            }
        }
    }
    sink.end()?;
    Ok(if interrupt.is_raised() { Exit::Interrupted } else { code })
}

fn options(args: &ImproveArgs) -> Outcome<ImproveOptions> {
    let memory = args.memory.unwrap_or_else(|| machine::memory() / 2);
    if memory < batch::Limits::LEAST_MEMORY {
        return Err(Failure::usage(format!(
            "--memory: at least {} is needed",
            units::show_size(batch::Limits::LEAST_MEMORY as usize)
        )));
    }
    let time = Some(args.time).filter(|time| !time.is_zero());
    let limits = batch::Limits { time, nodes: None, memory, jobs: 1, timing: args.clock };
    let mut chosen = Vec::new();
    for name in &args.methods {
        let names = || methods::ALL.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ");
        let unknown = || format!("--methods: no method is called {name:?}; there are {}", names());
        chosen.push(methods::by_name(name).ok_or_else(|| Failure::usage(unknown()))?);
    }
    let defaults = ImproveOptions::default();
    Ok(ImproveOptions {
        ranking: args.goal.clone(),
        budget: limits.budget(Cancel::new()),
        methods: if chosen.is_empty() { defaults.methods } else { chosen },
        moves: args.part.map(|(first, last)| first - 1..last),
        bound_share: if args.no_bound { 0.0 } else { defaults.bound_share },
        threads: args.threads as usize,
        ..ImproveOptions::default()
    })
}

/// The work on one level.
struct Work<'a> {
    item: &'a Item,
    entry: &'a Entry,
    checkpoint: Option<&'a mut Checkpoint>,
    /// A checkpoint that could not be written.
    failure: Option<Failure>,
}

/// Seconds between checkpoints when nothing was gained.
const SAVE_EVERY: f64 = 5.0;

impl Work<'_> {
    /// Improves the best of `given`, or what the engines find; the inner error is the code of a
    /// level that was not solved.
    fn run(
        &mut self,
        given: Vec<VerifiedSolution>,
        options: &ImproveOptions,
        interrupt: &Arc<Interrupt>,
    ) -> Outcome<std::result::Result<Result, Exit>> {
        let cancel = interrupt.begin(0);
        let done = self.improve(given, options, cancel);
        interrupt.end(0);
        match self.failure.take() {
            Some(failure) => Err(failure),
            None => done,
        }
    }

    fn improve(
        &mut self,
        mut given: Vec<VerifiedSolution>,
        options: &ImproveOptions,
        cancel: Cancel,
    ) -> Outcome<std::result::Result<Result, Exit>> {
        let level = &self.entry.level;
        let (id, goal) = (LevelId::of(level).to_string(), options.ranking.to_string());
        let saved = self.checkpoint.as_ref().and_then(|it| it.get(&id, &goal)).cloned();
        let saved = saved.unwrap_or_default();
        // A checkpoint is only believed as far as it can be replayed.
        given.extend(
            super::verify::check(level, &saved.lurd).ok().filter(|_| !saved.lurd.is_empty()),
        );
        let mut budget = Budget { cancel, ..options.budget.clone() };
        if given.is_empty() {
            match self.solve(&budget)? {
                Ok(solution) => given.push(solution),
                Err(code) => return Ok(Err(code)),
            }
        }
        let by_rank = |a: &VerifiedSolution, b: &VerifiedSolution| {
            options.ranking.compare(&a.score(), &b.score())
        };
        given.sort_by(by_rank);
        let first = given.remove(0);
        let spent = Duration::try_from_secs_f64(saved.time_s).unwrap_or_default();
        budget.time = budget.time.map(|time| time.saturating_sub(spent));
        let before = given.last().filter(|_| !saved.lurd.is_empty()).unwrap_or(&first).score();
        let options =
            ImproveOptions { budget, others: given, level: saved.level, ..options.clone() };
        let mut live = Live {
            name: self.item.name(),
            ranking: &options.ranking,
            saved: Saved { id, goal, lurd: first.moves().to_string(), ..saved },
            spent: spent.as_secs_f64(),
            checkpoint: self.checkpoint.as_deref_mut(),
            written: f64::NEG_INFINITY,
            failure: None,
        };
        let improved = improve_observed(level, &first, &options, &mut live);
        let improved = improved.map_err(|error| {
            Failure::Told(Exit::GaveUp, format!("{}: {error}", self.item.name()))
        })?;
        live.end(&improved);
        self.failure = live.failure.take();
        let time = improved.time + spent;
        Ok(Ok(Result { before, improved, time }))
    }

    /// The front of moves and pushes.
    fn front(
        &self,
        mut given: Vec<VerifiedSolution>,
        options: &ImproveOptions,
        cancel: Cancel,
    ) -> Outcome<std::result::Result<Front, Exit>> {
        let budget = Budget { cancel, ..options.budget.clone() };
        if given.is_empty() {
            match self.solve(&budget)? {
                Ok(solution) => given.push(solution),
                Err(code) => return Ok(Err(code)),
            }
        }
        let first = given.remove(0);
        let options = ImproveOptions { budget, others: given, ..options.clone() };
        let name = self.item.name();
        let mut live = |improvement: &Improvement<'_>| {
            let time = show_time(improvement.time.as_secs_f64());
            let shown = shown(&improvement.solution.score(), None);
            say::progress(format_args!("{name}  {time:>8}  {shown}  {}", improvement.method));
        };
        let front = improve_front(&self.entry.level, &first, &options, &mut live);
        let told = |error| Failure::Told(Exit::GaveUp, format!("{name}: {error}"));
        front.map(Ok).map_err(told)
    }

    /// A solution to begin with.
    fn solve(&self, budget: &Budget) -> Outcome<std::result::Result<VerifiedSolution, Exit>> {
        let name = self.item.name();
        let options = Options { budget: budget.clone(), ..Options::default() };
        let report = solve(&self.entry.level, &options, &mut Silent)
            .map_err(|error| Failure::Told(Exit::GaveUp, format!("{name}: {error}")))?;
        let code = match report.status {
            Status::Solved(solution) => {
                let found = solution.score();
                let time = show_time(report.time.as_secs_f64());
                say::progress(format_args!("{name}  {time:>8}  {}  solved", shown(&found, None)));
                return Ok(Ok(solution));
            }
            Status::Unsolvable => Exit::Unsolvable,
            Status::Unknown(Some(Stop::Time)) => Exit::Time,
            Status::Unknown(Some(Stop::Memory)) => Exit::Memory,
            Status::Unknown(Some(Stop::Cancelled)) => Exit::Interrupted,
            Status::Unknown(_) => Exit::GaveUp,
        };
        say::error(format_args!("{name}: there is no solution to improve, and none was found"));
        Ok(Err(code))
    }
}

/// Reports improvements as they come and keeps the checkpoint.
struct Live<'a> {
    name: String,
    ranking: &'a Ranking,
    saved: Saved,
    /// Seconds of earlier runs.
    spent: f64,
    checkpoint: Option<&'a mut Checkpoint>,
    written: f64,
    failure: Option<Failure>,
}

impl Live<'_> {
    fn save(&mut self, time: Duration) {
        let seconds = time.as_secs_f64();
        self.saved.time_s = self.spent + seconds;
        self.written = seconds;
        if let Some(checkpoint) = &mut self.checkpoint
            && let Err(failure) = checkpoint.put(self.saved.clone())
        {
            self.failure = Some(failure);
        }
    }

    fn end(&mut self, improved: &Improved) {
        self.saved.lurd = improved.solution.moves().to_string();
        self.saved.level = improved.level;
        self.saved.done = improved.stop.is_none();
        self.save(improved.time);
    }
}

impl ImproveObserver for Live<'_> {
    fn improved(&mut self, improvement: &Improvement<'_>) {
        let Improvement { solution, before, method, time, bound, level } = improvement;
        let score = solution.score();
        let first = self.ranking.metrics().iter().find(|&&it| score.get(it) != before.get(it));
        let gain = first.map_or(String::new(), |&metric| {
            format!(
                "{:>6} {}",
                i64::from(score.get(metric)) - i64::from(before.get(metric)),
                metric.name()
            )
        });
        let bound = bound.map_or(String::new(), |bound| {
            format!("  at least {bound} {}", self.ranking.first().name())
        });
        let shown = shown(&score, Some(self.ranking));
        let time = show_time(self.spent + time.as_secs_f64());
        let name = &self.name;
        say::progress(format_args!("{name}  {time:>8}  {shown}  {gain}  {method}{bound}"));
        self.saved.lurd = solution.moves().to_string();
        self.saved.level = *level;
        self.save(improvement.time);
    }

    fn worked(&mut self, time: Duration, level: u32, _: Option<u32>) {
        self.saved.level = level;
        if time.as_secs_f64() - self.written >= SAVE_EVERY {
            self.save(time);
        }
    }
}

/// Moves and pushes, and whatever else is counted.
fn shown(score: &Score, ranking: Option<&Ranking>) -> String {
    let named = ranking.map_or(&[][..], Ranking::metrics).iter().copied();
    let all: Vec<Metric> = [Metric::Moves, Metric::Pushes].into_iter().chain(named).collect();
    let all = Ranking::new(&all);
    let parts = all.metrics().iter().map(|it| format!("{} {}", score.get(*it), it.name()));
    parts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_from_one() {
        assert_eq!(part("120-480"), Ok((120, 480)));
        for wrong in ["", "5", "0-3", "9-2", "a-b", "-3"] {
            assert!(part(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_counts_is_shown_once() {
        let score = Score { moves: 9, pushes: 4, box_lines: 3, ..Score::default() };
        let ranking: Ranking = "lines,moves".parse().expect("a ranking");
        assert_eq!(shown(&score, Some(&ranking)), "9 moves, 4 pushes, 3 lines");
        assert_eq!(shown(&score, None), "9 moves, 4 pushes");
    }
}
