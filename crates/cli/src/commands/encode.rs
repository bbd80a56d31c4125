//! `hako encode`: writes a level as a formula or a planning problem for other programs.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use hakooshi::unstable::{Options, solve};
use hakooshi::{Level, Objective, Status};
use hakooshi_board::compile;
use hakooshi_plan::{Form, Target, encode, pddl};
use hakooshi_search::Silent;

use crate::args::LEVEL_HELP;
use crate::exit::{Exit, Failure, Outcome};
use crate::input::LevelArg;
use crate::limits::{check_tables, usual_budget};
use crate::machine;
use crate::output::Output;

/// How long to look for the fewest steps if no horizon is given.
const LOOK: Duration = Duration::from_secs(10);

const EXAMPLES: &str = "\
Formats:
  smt2-bv, smt2-lia   SMT-LIB 2: a plan of exactly N moves (or pushes), in bit-vectors or in
                      integers and arrays
  dimacs              clauses: a plan of at most N pushes; comments map variables to pushes
  pddl                a problem for the planning competitions' domain sokoban-sequential

Examples:
  hako encode small:1 --to dimacs --horizon 8 -o p.cnf; kissat p.cnf > model
  hako decode small:1 model --map p.cnf
  hako encode small:1 --to smt2-bv | z3 -in | hako decode small:1 -
  hako encode small:1 --to pddl --domain domain.pddl -o problem.pddl

Without --horizon, the optimal number of steps is searched for first, for ten seconds.";

/// Write a level as a SAT or SMT formula, or as a planning problem
#[derive(Args, Debug)]
#[command(after_help = format!("{LEVEL_HELP}\n{EXAMPLES}"))]
pub(crate) struct EncodeArgs {
    #[command(flatten)]
    level: LevelArg,
    /// Output format
    #[arg(long, visible_alias = "to", value_name = "FORMAT", value_parser = targets())]
    format: Target,
    /// Length of the plan in steps [default: the optimum, searched for up to ten seconds]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    horizon: Option<u32>,
    /// SMT: a step is a push and the walk to it, not a single move
    #[arg(long)]
    pushes: bool,
    /// SMT: only the rules of the game, with the player's coordinates, as in Banković's report
    #[arg(long)]
    plain: bool,
    /// PDDL: also write the domain to this file
    #[arg(long, value_name = "FILE")]
    domain: Option<PathBuf>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

fn targets() -> impl TypedValueParser<Value = Target> {
    PossibleValuesParser::new(Target::ALL.map(Target::name))
        .map(|name| Target::ALL.into_iter().find(|it| it.name() == name).unwrap_or(Target::Dimacs))
}

pub(crate) fn run(args: &EncodeArgs) -> Outcome {
    let mut claims = args.level.claims()?;
    let mut output = Output::whole(args.output.as_deref(), &mut claims)?;
    let domain = args.domain.as_deref();
    let domain = domain.map(|path| Output::whole(Some(path), &mut claims)).transpose()?;
    let (item, entry) = args.level.read()?;
    let level = &entry.level;
    let (board, start) = compile(level).map_err(|error| Failure::input(error.to_string()))?;
    if args.format != Target::Pddl {
        check_tables(&board).map_err(|failure| failure.of(&item.name()))?;
    }
    let horizon = match (args.horizon, args.format) {
        (_, Target::Pddl) => 0,
        (Some(horizon), _) => horizon as usize,
        (None, _) => fewest(level, args)?,
    };
    let form = Form {
        horizon,
        pushes: args.pushes,
        extras: !args.plain,
        most_bytes: usize::try_from(machine::memory() / 4).unwrap_or(usize::MAX),
    };
    let name = level.title.clone().unwrap_or_else(|| item.name());
    let text = encode(&board, &start, &name, args.format, form)
        .map_err(|error| Failure::input(format!("{}: {error}", item.name())))?;
    output.put(&text)?;
    if let Some(mut domain) = domain {
        domain.put(pddl::DOMAIN)?;
        domain.finish()?;
    }
    output.finish()?;
    Ok(Exit::Ok)
}

/// The fewest steps of a plan.
fn fewest(level: &Level, args: &EncodeArgs) -> Outcome<usize> {
    let counts_pushes = args.pushes || args.format == Target::Dimacs;
    let objective = if counts_pushes { Objective::Pushes } else { Objective::Moves };
    let budget = usual_budget(LOOK);
    let options = Options { objective, budget, ..Options::default() };
    let report = solve(level, &options, &mut Silent);
    match report.map_err(|error| Failure::input(error.to_string()))?.status {
        Status::Solved(solution) => {
            let score = solution.score();
            Ok(if counts_pushes { score.pushes } else { score.moves } as usize)
        }
        _ => Err(Failure::usage(
            "no optimal plan was found in ten seconds; give the number of steps with --horizon",
        )),
    }
}
