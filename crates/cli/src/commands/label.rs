//! `hako label`: exact labels for whole collections, one row per level.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use hakooshi::{Cancel, SolveError};
use hakooshi_lab::{Done as Ended, Pool, hush_panics};
use hakooshi_label::{LABELS, Label, What, label};
use hakooshi_level::LevelId;
use hakooshi_search::{Budget, Stop};

use crate::args::LEVELS_HELP;
use crate::exit::{Exit, Failure, Outcome};
use crate::form::{Form, forms};
use crate::input::{Item, LevelArgs};
use crate::interrupt::Interrupt;
use crate::labels::{Labels, Shard};
use crate::limits::LimitArgs;
use crate::progress::Progress;
use crate::units::{plural, show_time};
use crate::{machine, say};

/// The default time limit of a search.
const TIME: Duration = Duration::from_secs(60);

const TIME_HELP: &str =
    "Time limit per search, of which a level has up to a dozen; 0 for none [default: 60]";
const JOBS_HELP: &str =
    "Levels to label at the same time; 0 for one per core [default: one per core]";

const EXAMPLES: &str = "\
Examples:
  hako label levels.xsb                              the fewest pushes, as CSV
  hako label levels.xsb --what both,first-actions --format jsonl -o labels.jsonl
  hako label big.txt --what moves --format jsonl -o labels.jsonl --resume
                                                     start a run, or continue an interrupted one
  hako label levels.xsb --what both --format parquet -o labels.parquet
  hako label big.txt --shard 3/16 -o labels-3.csv    the third of sixteen parts, for many machines

A row has the file, the place in it, the level's id, whether the level is solvable and the labels;
empty fields are unknown (stop says which limit was met) or do not exist.";

/// Label levels with proved optima, for learning: fewest pushes, moves, best first actions
#[derive(Args, Debug)]
#[command(after_help = format!("{LEVELS_HELP}\n{}\n{EXAMPLES}", labels_help()))]
#[command(mut_arg("time", |it| it.help(TIME_HELP)), mut_arg("jobs", |it| it.help(JOBS_HELP)))]
// No label is searched for by a planner.
#[command(mut_arg("smt_solver", |it| it.hide(true)))]
pub(crate) struct LabelArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// The labels, separated by commas
    #[arg(long, value_name = "LABELS", default_value = "pushes", value_parser = what)]
    what: What,
    #[command(flatten)]
    limits: LimitArgs,
    /// Output format; rows are written as levels finish, for Parquet to OUT.part until all are there
    #[arg(long, value_name = "FORMAT", default_value = "csv", value_parser = forms(FORMS))]
    format: Form,
    /// Only every N-th level, beginning with the I-th
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = Shard::parse)]
    shard: Shard,
    /// Continue the run that wrote OUT
    #[arg(long, requires = "output")]
    resume: bool,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

const FORMS: &[Form] = &[Form::Csv, Form::Jsonl, Form::Parquet];

fn what(text: &str) -> Result<What, String> {
    text.parse().map_err(|error: hakooshi_label::UnknownLabel| error.to_string())
}

fn labels_help() -> String {
    let rows = LABELS.iter().map(|(name, title)| format!("  {name:<14}  {title}\n"));
    format!("Labels:\n{}", rows.collect::<String>())
}

/// What came of a level.
type Labelled = Result<(Item, String, Result<Label, SolveError>), Failure>;

pub(crate) fn run(args: &LabelArgs) -> Outcome {
    let LabelArgs { what, shard, .. } = *args;
    let mut limits = args.limits.limits(TIME)?;
    if !args.limits.says_jobs() {
        limits.jobs = machine::cores();
    }
    let mut claims = args.levels.claims()?;
    let levels = args.levels.open()?;
    let path = args.output.as_deref();
    let (mut labels, resume) =
        Labels::open(args.format, path, (what, shard), args.resume, &mut claims)?;
    let total = if Progress::is_visible() { levels.count_ahead() } else { None };
    let progress = Progress::new(total.map(|it| it / shard.of), "levels", limits.jobs);
    let interrupt = Interrupt::listen();
    let started = machine::now();
    hush_panics();

    let levels = levels.enumerate().filter(move |(place, item)| {
        shard.has(*place) && !item.as_ref().is_ok_and(|item| resume.has(item))
    });
    let (budget, jobs) = (limits.budget(Cancel::new()), limits.jobs);
    let running = Arc::clone(&interrupt);
    let work = move |worker: usize, (_, item): (usize, Outcome<Item>)| -> Labelled {
        let item = item?;
        let entry = match &item.level {
            Ok(entry) => entry,
            Err(fault) => return Err(Failure::Told(fault.code, fault.message.clone())),
        };
        let budget = Budget { cancel: running.begin(worker), ..budget.clone() };
        let label = label(&entry.level, what, &budget);
        running.end(worker);
        let id = LevelId::of(&entry.level).to_string();
        Ok((item, id, label))
    };
    let over = Arc::clone(&interrupt);
    let pool = Pool::start(levels, jobs, work, move || over.is_raised());
    let (mut code, mut done, mut unknown) = (Exit::Ok, 0, 0);
    while let Some(Ended { result, .. }) =
        pool.next(|| interrupt.is_raised() && interrupt.is_idle())
    {
        let labelled = result.unwrap_or_else(|crash| {
            Err(Failure::Told(Exit::Fault, format!("labelling crashed: {crash}")))
        });
        progress.suspend(|| match labelled {
            Ok((item, id, Ok(label))) => {
                code = code.max(code_of(label.stop));
                done += 1;
                unknown += usize::from(label.stop.is_some());
                labels.add(&item, &id, &label)
            }
            Ok((item, _, Err(error))) => {
                say::error(format_args!("{}: {error}", item.name()));
                code = code.max(Exit::Fault);
                Ok(())
            }
            Err(failure) => {
                code = code.max(failure.report());
                Ok(())
            }
        })?;
        progress.advance(done);
    }
    progress.clear();
    if interrupt.is_raised() {
        // What is written can be continued.
        return Ok(Exit::Interrupted);
    }
    labels.finish()?;
    if args.output.is_some() {
        let left = if unknown > 0 { format!(", {unknown} of them in part") } else { String::new() };
        let time = show_time(started.elapsed().as_secs_f64());
        say::note(format_args!("{} labelled in {time}{left}", plural(done, "level")));
    }
    Ok(code)
}

/// The code that a limit deserves.
fn code_of(stop: Option<Stop>) -> Exit {
    match stop {
        None => Exit::Ok,
        Some(Stop::Time) => Exit::Time,
        Some(Stop::Nodes) => Exit::Nodes,
        Some(Stop::Memory) => Exit::Memory,
        Some(Stop::Cancelled) => Exit::Interrupted,
        Some(Stop::Horizon) => Exit::GaveUp,
    }
}
