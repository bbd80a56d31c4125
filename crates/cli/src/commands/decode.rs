//! `hako decode`: turns the answer of another program into moves and replays them on the level.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::Args;
use hakooshi_board::compile;
use hakooshi_level::formats::Game;
use hakooshi_plan::{Decoded, decode};

use crate::args::LEVEL_HELP;
use crate::commands::verify;
use crate::exit::{Exit, Failure, Outcome};
use crate::form::{Form, forms};
use crate::input::LevelArg;
use crate::output::Output;
use crate::say;

const EXAMPLES: &str = "\
Answers can be models of SMT solvers (get-value or get-model), models of SAT solvers (`v` lines;
--map names the DIMACS file), or plans (one action in brackets per line).

Examples:
  z3 p.smt2 | hako decode small:1 -
  cadical p.cnf | hako decode small:1 - --map p.cnf
  hako decode small:1 sas_plan
  hako decode small:1 sas_plan --format json     the record that `hako verify` writes

If the answer solves the level, its moves are printed and the exit code is 0. The code is 1 if it
does not, and 11 if the answer says that there is no plan.";

/// Turn a model or plan of another program into verified moves
#[derive(Args, Debug)]
#[command(after_help = format!("{LEVEL_HELP}\n{EXAMPLES}"))]
pub(crate) struct DecodeArgs {
    #[command(flatten)]
    level: LevelArg,
    /// File with the answer, or - for standard input
    #[arg(value_name = "ANSWER")]
    answer: String,
    /// The DIMACS file that a SAT solver's model belongs to
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "lurd", value_parser = forms(FORMS))]
    format: Form,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

const FORMS: &[Form] = &[Form::Lurd, Form::Table, Form::Json, Form::Jsonl, Form::Csv];

pub(crate) fn run(args: &DecodeArgs) -> Outcome {
    if args.answer == "-" && args.level.levels().reads_stdin() {
        return Err(Failure::usage("standard input (-) can be read only once"));
    }
    let mut claims = args.level.levels().claims()?;
    if args.answer != "-" {
        claims.read(Path::new(&args.answer));
    }
    if let Some(map) = &args.map {
        claims.read(map);
    }
    let mut output = Output::whole(args.output.as_deref(), &mut claims)?;
    let (item, entry) = args.level.read()?;
    let read = |path: &str| {
        let bytes = fs::read(path)
            .map_err(|error| Failure::io(format_args!("cannot read {path}"), &error))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    let text = if args.answer == "-" {
        let mut bytes = Vec::new();
        let done = std::io::stdin().read_to_end(&mut bytes);
        done.map_err(|error| Failure::io("cannot read standard input", &error))?;
        String::from_utf8_lossy(&bytes).into_owned()
    } else {
        read(&args.answer)?
    };
    let map = args.map.as_ref().map(|path| read(&path.to_string_lossy())).transpose()?;
    let (board, start) =
        compile(&entry.level).map_err(|error| Failure::input(error.to_string()))?;
    let decoded = decode(&board, &start, &text, map.as_deref())
        .map_err(|reason| Failure::input(format!("{}: {reason}", args.answer)))?;
    let Decoded::Moves(moves) = decoded else {
        say::note(format_args!("{}: the answer says that there is no such plan", item.name()));
        return Ok(Exit::GaveUp);
    };
    let game = Game { moves: moves.to_string(), ..Game::default() };
    let verdict = verify::judge(&item, &entry, &game);
    if let Some(error) = &verdict.error {
        say::error(format_args!("{}: the plan does not solve it: {error}", item.name()));
    }
    let code = if verdict.solved { Exit::Ok } else { Exit::Refuted };
    match (args.format, &verdict.lurd) {
        (Form::Lurd, Some(moves)) => {
            output.put(&format!("{moves}\n"))?;
            output.finish()?;
        }
        (Form::Lurd, None) => {}
        (form, _) => verify::write(&[verdict], form, output)?,
    }
    Ok(code)
}
