//! `hako ablate`: measures what each part of an engine contributes.

use clap::Args;
use hakooshi_lab::{Against, ablate, cumulate};

use crate::args::LEVELS_HELP;
use crate::exit::{Failure, Outcome};
use crate::trials::{self, TrialArgs};

const EXAMPLES: &str = "\
Examples:
  hako ablate levels.xsb --engine sokokids
  hako ablate levels.xsb --engine 'astar(deadlocks=[dead_squares,freeze,corral])' --pivot expanded
  hako ablate levels.xsb --engine 'idastar(pruning=[tunnels,goal_macros])' --cumulative

The heuristic is replaced by zero; the other parts are the algorithm's switches (table,
inertia, …), dead_squares, each deadlock test and each pruning rule.";

/// Measure what each part of an engine contributes, by switching it off
#[derive(Args, Debug)]
#[command(after_help = format!("{LEVELS_HELP}\n{EXAMPLES}"))]
pub(crate) struct AblateArgs {
    #[command(flatten)]
    trials: TrialArgs,
    /// Engine whose parts to switch off
    #[arg(long, value_name = "SPEC", default_value = "auto")]
    engine: String,
    /// Start with the bare algorithm and add the parts one by one
    #[arg(long)]
    cumulative: bool,
}

pub(crate) fn run(args: &AblateArgs) -> Outcome {
    let (contenders, against) = if args.cumulative {
        (cumulate(&args.engine, args.trials.goal), Against::Previous)
    } else {
        (ablate(&args.engine, args.trials.goal), Against::First)
    };
    let contenders = contenders.map_err(|error| Failure::usage(format!("--engine: {error}")))?;
    trials::run(&args.trials, contenders, against, None)
}
