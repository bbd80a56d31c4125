//! `hako encode`: a level as a formula or a planning problem, for other programs.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use hakooshi::{Level, Objective, Options, Status, solve};
use hakooshi_board::compile;
use hakooshi_level::formats::Entry;
use hakooshi_plan::{Form, Target, encode, pddl};
use hakooshi_search::{Budget, Silent};

use crate::args::LEVELS_HELP;
use crate::exit::{Exit, Failure, Outcome};
use crate::input::{Item, LevelArgs};
use crate::machine;
use crate::output::Output;

/// How long to look for the fewest steps if no horizon is given.
const LOOK: Duration = Duration::from_secs(10);

const EXAMPLES: &str = "\
Formats:
  smt2-bv, smt2-lia   SMT-LIB 2, a plan of exactly N moves (or pushes), in bit-vectors or in
                      integers and arrays
  dimacs              clauses, a plan of at most N pushes; comments map variables to pushes
  pddl                a problem of the planning competitions' domain sokoban-sequential

Examples:
  hako encode small:1 --to dimacs --horizon 8 -o p.cnf; kissat p.cnf > model
  hako decode small:1 model --map p.cnf
  hako encode small:1 --to smt2-bv | z3 -in | hako decode small:1 -
  hako encode small:1 --to pddl --domain domain.pddl -o problem.pddl

Without --horizon the fewest steps are looked for first, for ten seconds.";

/// Write a level as a formula or planning problem
#[derive(Args, Debug)]
#[command(after_help = format!("{LEVELS_HELP}\n{EXAMPLES}"))]
pub(crate) struct EncodeArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// What to write
    #[arg(long, value_name = "FORMAT", value_parser = targets())]
    to: Target,
    /// Steps of the plan
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    horizon: Option<u32>,
    /// SMT: a step is a push with the walk to it, not a move
    #[arg(long)]
    pushes: bool,
    /// SMT: the rules only, with the player by coordinates, as in the report
    #[arg(long)]
    plain: bool,
    /// PDDL: write the domain to this file too
    #[arg(long, value_name = "FILE")]
    domain: Option<PathBuf>,
    /// File to write [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

fn targets() -> impl TypedValueParser<Value = Target> {
    PossibleValuesParser::new(Target::ALL.map(Target::name))
        .map(|name| Target::ALL.into_iter().find(|it| it.name() == name).unwrap_or(Target::Dimacs))
}

pub(crate) fn run(args: &EncodeArgs) -> Outcome {
    let mut claims = args.levels.claims()?;
    let mut output = Output::whole(args.output.as_deref(), &mut claims)?;
    let domain = args.domain.as_deref();
    let domain = domain.map(|path| Output::whole(Some(path), &mut claims)).transpose()?;
    let (item, entry) = one_level(&args.levels)?;
    let level = &entry.level;
    let (board, start) = compile(level).map_err(|error| Failure::input(error.to_string()))?;
    let horizon = match (args.horizon, args.to) {
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
    let text = encode(&board, &start, &name, args.to, form)
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
    let counts_pushes = args.pushes || args.to == Target::Dimacs;
    let objective = if counts_pushes { Objective::Pushes } else { Objective::Moves };
    let budget = Budget { time: Some(LOOK), ..Budget::default() };
    let options = Options { objective, budget, ..Options::default() };
    let report = solve(level, &options, &mut Silent);
    match report.map_err(|error| Failure::input(error.to_string()))?.status {
        Status::Solved(solution) => {
            let score = solution.score();
            Ok(if counts_pushes { score.pushes } else { score.moves } as usize)
        }
        _ => Err(Failure::usage("the fewest steps were not found; say how many with --horizon")),
    }
}

/// The level asked for, of which there must be one.
pub(super) fn one_level(levels: &LevelArgs) -> Outcome<(Item, Entry)> {
    let mut found = None;
    for item in levels.open()? {
        let item = item?;
        let entry = item.level.clone().map_err(|fault| Failure::Told(fault.code, fault.message))?;
        if found.replace((item, entry)).is_some() {
            return Err(Failure::usage("one level at a time, please: FILE:3 is the third"));
        }
    }
    found.ok_or_else(|| Failure::input("there is no level"))
}
