//! `hako compare`: compares engines on the same levels.

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use hakooshi::Objective;
use hakooshi_lab::{Against, Contender, SUITES, Suite, Vary, split, vary};

use crate::args::LEVELS_HELP;
use crate::exit::{Failure, Outcome};
use crate::trials::{self, TrialArgs};

const EXAMPLES: &str = "\
Examples:
  hako compare levels.xsb --engines bfs,astar,'idastar(h=nearest,table=off)'
  hako compare levels.xsb --vary heuristic              astar with each heuristic
  hako compare levels.xsb --engines greedy --vary deadlocks --format markdown
  hako compare levels.xsb --engines bfs,astar --pivot expanded,time
  hako compare levels.xsb --engines bfs,astar --per-level --format csv -o runs.csv
  hako compare levels.xsb --suite sokokids              the comparison in the SokoKids report

Suites: sokokids (states without the hash table, without dead squares, with everything), kth (DFS
against A*), sokobot (move against push formulation), rolling-stone (its techniques, added one by
one). The figures of a report stand beside ours where the level is one of its own;
docs/documents.md explains them.

An unsolved level is not an error here. Sums are over all levels; the ratios nodes× and time× are
over the levels that every engine solved.";

/// Compare engines on the same levels
#[derive(Args, Debug)]
#[command(after_help = format!("{LEVELS_HELP}\n{EXAMPLES}"))]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    trials: TrialArgs,
    /// Engines to compare, separated by commas; commas within brackets belong to an engine
    #[arg(long, value_name = "SPECS", conflicts_with = "suite")]
    engines: Option<String>,
    /// Try every component of this kind in each engine (astar, if --engines is not given)
    #[arg(long, value_name = "KIND", conflicts_with = "suite")]
    vary: Option<Kind>,
    /// Repeat the comparison of a published report
    #[arg(long, value_name = "NAME",
          value_parser = PossibleValuesParser::new(SUITES.iter().map(|suite| suite.name)))]
    suite: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    Heuristic,
    Deadlocks,
    Space,
    Pruning,
}

impl Kind {
    fn vary(self) -> Vary {
        match self {
            Self::Heuristic => Vary::Heuristic,
            Self::Deadlocks => Vary::Deadlocks,
            Self::Space => Vary::Space,
            Self::Pruning => Vary::Pruning,
        }
    }
}

pub(crate) fn run(args: &CompareArgs) -> Outcome {
    let suite = args.suite.as_deref().and_then(Suite::find);
    let contenders = match suite {
        Some(suite) => suite
            .contenders(args.trials.goal)
            .map_err(|error| Failure::usage(format!("--suite: {error}")))?,
        None => engines(args, args.trials.goal)?,
    };
    trials::run(&args.trials, contenders, Against::FirstOfAll, suite)
}

/// The engines of `--engines` and `--vary`.
fn engines(args: &CompareArgs, goal: Objective) -> Outcome<Vec<Contender>> {
    let list = match (&args.engines, args.vary) {
        (Some(list), _) => split(list),
        (None, Some(_)) => vec!["astar"],
        (None, None) => {
            return Err(Failure::usage(
                "nothing to compare; give --engines A,B, --vary KIND or --suite NAME",
            ));
        }
    };
    let mut contenders = Vec::new();
    for spec in &list {
        let made = match args.vary {
            None => Contender::new(spec, goal).map(|contender| vec![contender]),
            Some(kind) => vary(spec, kind.vary(), goal),
        };
        let made = made.map_err(|error| Failure::usage(format!("--engines: {spec}: {error}")))?;
        let several = args.vary.is_some() && list.len() > 1;
        contenders.extend(made.into_iter().map(|contender| {
            let prefix = if several { format!("{spec} ") } else { String::new() };
            Contender { label: prefix + &contender.label, ..contender }
        }));
    }
    Ok(contenders)
}
