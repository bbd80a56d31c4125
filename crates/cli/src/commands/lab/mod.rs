//! `hako lab`: benchmark runs, their reports and comparisons.

mod about;
mod adapters;
mod compare;
mod competitors;
mod report;
mod run;
mod sets;

use clap::{Args, Subcommand};

pub(crate) use self::competitors::solver;
use crate::exit::Outcome;

/// Run benchmarks that can be resumed, report and compare them
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hako lab run bench/suites/microban.toml --out runs/today
  hako lab run levels.xsb --engines auto,fess,'astar(h=nearest)' --time 10 --out runs/today
  hako lab run levels.xsb --engines auto --solver festival --out runs/today --resume
  hako lab report runs/today --html report.html
  hako lab compare runs/yesterday runs/today

docs/lab.md explains the files.")]
pub(crate) struct LabArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Run(run::RunArgs),
    Report(report::ReportArgs),
    Compare(compare::CompareArgs),
    Adapters(adapters::AdaptersArgs),
}

pub(crate) fn run(args: &LabArgs) -> Outcome {
    match &args.what {
        What::Run(args) => run::run(args),
        What::Report(args) => report::run(args),
        What::Compare(args) => compare::run(args),
        What::Adapters(args) => adapters::run(args),
    }
}
