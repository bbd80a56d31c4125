//! `hako lab run`: every competitor on every level, one record each.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use hakooshi::unstable::Options;
use hakooshi::{Cancel, ErrorKind, Objective, Stop};
use hakooshi_lab::{Competitor, Done, Experiment, compete, hush_panics};

use super::about::{About, keep};
use super::competitors::{Told, competitors};
use super::sets::{self, Place};
use crate::args::{LEVELS_HELP, objectives};
use crate::batch::{Limits, Onlooker, code_of};
use crate::exit::{Exit, Failure, Outcome};
use crate::form::Form;
use crate::input::LevelArgs;
use crate::interrupt::Interrupt;
use crate::limits::LimitArgs;
use crate::machine;
use crate::output::Output;
use crate::progress::Progress;
use crate::records::Records;
use crate::resume::Resume;
use crate::say;
use crate::timing::Timing;
use crate::units::{plural, show_time};

/// The default time limit for each trial.
const TIME: Duration = Duration::from_secs(10);

/// The file of records in the folder of a run.
pub(super) const RECORDS: &str = "records.jsonl";

const EXAMPLES: &str = "\
Examples:
  hako lab run bench/suites/microban.toml --out runs/today
  hako lab run levels.xsb --engines auto,fess --time 10 --jobs 2 --out runs/today
  hako lab run levels.xsb --engines auto --solver festival --solver mine.toml --out runs/today
  hako lab run bench/suites/microban.toml --out runs/today --resume    after an interruption

A suite is a TOML file with sets of levels, engines and limits; options override it. Competitors
take turns on each level, so that all of them share the noise of the machine. Records go to
OUT/records.jsonl as trials end; Ctrl-C and even kill -9 lose only the trials under way.";

/// Run engines and other solvers on levels, one record for each pair
#[derive(Args, Debug)]
#[command(after_help = format!("{LEVELS_HELP}\n{EXAMPLES}"))]
pub(crate) struct RunArgs {
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Engines, separated by commas; commas within brackets belong to an engine [default: those of
    /// the suite, or auto]
    #[arg(long, value_name = "SPECS")]
    engines: Option<String>,
    /// Another solver: an adapter file, or the name of one that comes along (`hako lab adapters`);
    /// may be given several times
    #[arg(long, value_name = "ADAPTER")]
    solver: Vec<String>,
    /// What to minimise [default: that of the suite, or any]
    #[arg(long, value_name = "WHAT", value_parser = objectives())]
    goal: Option<Objective>,
    /// Threads for each trial [default: that of the suite, or 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Which competitor begins at each level, and {seed} of other solvers
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Do not keep each job on cores of its own, which is done if there are enough
    #[arg(long)]
    no_pin: bool,
    /// The folder for the records
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// Continue a run: keep the records in the folder and skip their trials
    #[arg(long)]
    resume: bool,
}

pub(crate) fn run(args: &RunArgs) -> Outcome {
    let read = sets::experiment(&args.levels)?;
    let mut claims = crate::claims::Claims::default();
    let (experiment, folder) = read.unwrap_or_default();
    let is_suite = !experiment.sets.is_empty();
    let limits = args.limits.or(&experiment)?.limits(TIME)?;
    let (places, code) = if is_suite {
        sets::of_experiment(&experiment, &folder, &mut claims)?
    } else {
        claims = args.levels.claims()?;
        sets::of_words(&args.levels)?
    };
    let told = Told {
        goal: goal(args, &experiment)?,
        threads: threads(args, &experiment),
        seed: args.seed,
    };
    let engines = match &args.engines {
        Some(list) => vec![list.clone()],
        None if experiment.engines.is_empty() && args.solver.is_empty() => vec!["auto".to_owned()],
        None => experiment.engines.clone(),
    };
    let solvers = if args.solver.is_empty() { &experiment.solvers } else { &args.solver };
    if limits.timing != Timing::Wall && !solvers.is_empty() {
        let message = "--clock processor does not count the time of outside solvers; leave it out";
        return Err(Failure::usage(message));
    }
    let competitors = competitors(&engines, solvers, is_suite.then_some(&*folder), told)?;
    if places.is_empty() {
        return Ok(code.max(Exit::BadInput));
    }
    let about = About::new(&limits, told, !args.no_pin);
    let kept = keep(&args.out)?;
    let path = args.out.join(RECORDS);
    let done = about.earlier(&path, args.resume)?;
    let order = order(&places, &competitors, args.seed, &done);
    let skipped = places.len() * competitors.len() - order.len();
    if skipped > 0 {
        say::note(format!("{} done in an earlier run", plural(skipped, "trial")));
    }
    let output = Output::append(&path, &mut claims)?;
    let options = Options {
        objective: told.goal,
        threads: told.threads,
        budget: limits.budget(Cancel::new()),
        smt_solver: args.limits.smt_solver.clone(),
        ..Options::default()
    };
    let work = Work { places, competitors, order, about, options };
    let ended = work.run(&limits, output)?;
    drop(kept);
    Ok(code.max(ended))
}

fn goal(args: &RunArgs, experiment: &Experiment) -> Outcome<Objective> {
    let named = experiment.goal.as_deref().map(|name| {
        Objective::from_name(name)
            .ok_or_else(|| Failure::input(format!("there is no goal {name:?}")))
    });
    Ok(args.goal.or(named.transpose()?).unwrap_or(Objective::Any))
}

fn threads(args: &RunArgs, experiment: &Experiment) -> usize {
    args.threads.or(experiment.threads).unwrap_or(1).max(1) as usize
}

/// The pairs to be run: level by level, beginning with another competitor at each.
fn order(
    places: &[Place],
    competitors: &[Arc<Competitor>],
    seed: u64,
    done: &Resume,
) -> Vec<(usize, usize)> {
    let count = competitors.len();
    let turn = (seed % count as u64) as usize;
    let pairs = (0..places.len())
        .flat_map(|place| (0..count).map(move |turn_in| (place, (place + turn + turn_in) % count)));
    let is_open = |&(place, competitor): &(usize, usize)| {
        !done.has_trial(&places[place].subject, competitors[competitor].label())
    };
    pairs.filter(is_open).collect()
}

/// A run that is ready.
struct Work {
    places: Vec<Place>,
    competitors: Vec<Arc<Competitor>>,
    order: Vec<(usize, usize)>,
    about: About,
    options: Options,
}

impl Work {
    fn run(self, limits: &Limits, output: Output) -> Outcome {
        hush_panics();
        let started = machine::now();
        let total = self.order.len();
        let watch = Arc::new(Onlooker {
            interrupt: Interrupt::listen(),
            progress: Progress::new(Some(total), "trials", limits.jobs),
            names_engines: true,
            pinned: self.about.limits.pinned.then_some(self.about.limits.threads),
        });
        let pairs: Vec<_> = self
            .order
            .iter()
            .map(|&(place, competitor)| {
                (Arc::clone(&self.places[place].subject), Arc::clone(&self.competitors[competitor]))
            })
            .collect();
        let pool = compete(pairs.into_iter(), &self.options, limits.jobs, &watch);
        let mut records = Records::new(output, Form::Jsonl);
        let (mut solved, mut ended, mut code) = (0, 0, Exit::Ok);
        let is_given_up = || watch.interrupt.is_raised() && watch.interrupt.is_idle();
        while let Some(Done { place, result }) = pool.next(is_given_up) {
            let Some(&(at, competitor)) = place.and_then(|place| self.order.get(place)) else {
                continue;
            };
            let (set, label) = (&self.places[at].set, self.competitors[competitor].label());
            let record = match result {
                // It is run again when the run is continued.
                Ok(record) if record.stop == Some(Stop::Cancelled) => continue,
                Ok(record) => record,
                Err(crash) => {
                    watch.progress.suspend(|| say::error(format!("{label} crashed: {crash}")));
                    code = code.max(Exit::Fault);
                    continue;
                }
            };
            if let Some(kind) = record.error_kind {
                let told = record.error.as_deref().unwrap_or_default();
                let line = format!("{}, {label}: {told}", record.name());
                watch.progress.suspend(|| say::warn(line));
                if kind == ErrorKind::Fault {
                    code = code.max(code_of(&record));
                }
            }
            solved += usize::from(record.is_solved());
            ended += 1;
            records.add(&self.about.trial(set, competitor + 1, record))?;
            watch.progress.advance(solved);
        }
        watch.progress.clear();
        records.finish()?;
        let time = show_time(started.elapsed().as_secs_f64());
        say::note(format!("{solved} of {} solved in {time}", plural(ended, "trial")));
        if watch.interrupt.is_raised() {
            say::note("continue with the same command and --resume");
            code = Exit::Interrupted;
        }
        Ok(code)
    }
}
