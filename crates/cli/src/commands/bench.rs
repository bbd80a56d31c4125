//! `hako bench`: counts and speeds of the parts, on levels of one's own.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use hakooshi::{Options, Polish};
use hakooshi_board::movegen::{perft_pulls, perft_pushes, perft_steps};
use hakooshi_board::{Board, Position, compile};
use hakooshi_lab::signature;
use hakooshi_level::Level;
use hakooshi_search::{Budget, Silent};

use crate::args::EngineArgs;
use crate::claims::Claims;
use crate::exit::{Exit, Failure, Outcome, tell};
use crate::input::{Item, LevelArgs};
use crate::machine;
use crate::output::Output;
use crate::render::{Paint, table};
use crate::units::{show_count, show_time};

/// Measure the parts: action trees, and positions expanded per second
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hako bench perft levels.xsb:1 --depth 4
  hako bench expand levels.xsb:1-3 --engine astar --goal pushes --nodes 200000
  hako bench signature --check      whether every engine still expands what it did

Counts are the same on every machine; speeds are not, and a debug build is many times slower.")]
#[command(args_conflicts_with_subcommands = true, arg_required_else_help = true)]
pub(crate) struct BenchArgs {
    #[command(subcommand)]
    what: Option<What>,
    /// The same as `hako bench signature`
    #[arg(long)]
    signature: bool,
}

/// The file that keeps the signature, in the folder of the sources.
const KEPT: &str = "bench/signature.toml";

#[derive(Debug, Subcommand)]
enum What {
    /// Count the leaves of the trees of pushes, pulls and steps
    Perft {
        #[command(flatten)]
        levels: LevelArgs,
        /// Depth of the tree
        #[arg(long, value_name = "N", default_value_t = 3)]
        depth: u32,
        /// Only this kind of action
        #[arg(long)]
        kind: Option<Kind>,
    },
    /// Let an engine expand so many positions and tell how fast it was
    Expand {
        #[command(flatten)]
        levels: LevelArgs,
        #[command(flatten)]
        engine: EngineArgs,
        /// Positions to expand for each level
        #[arg(long, value_name = "N", default_value_t = 100_000)]
        nodes: u64,
        /// Seconds for each level at most
        #[arg(long, value_name = "TIME", default_value = "60", value_parser = crate::units::time)]
        time: Duration,
    },
    /// Print how many positions every engine expands on fixed bundled levels
    Signature {
        /// Compare with this file, and return 1 if anything differs
        #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = KEPT)]
        check: Option<PathBuf>,
        /// Write this file anew
        #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = KEPT,
              conflicts_with = "check")]
        write: Option<PathBuf>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    Push,
    Pull,
    Step,
}

pub(crate) fn run(args: &BenchArgs) -> Outcome {
    let Some(what) = &args.what else { return sign(None, None) };
    match what {
        What::Signature { check, write } => sign(check.as_deref(), write.as_deref()),
        What::Perft { levels, depth, kind } => {
            let headings = ["level", "kind", ">depth", ">leaves", ">time", ">leaves/s"];
            let kinds = kind.map_or_else(|| Kind::value_variants().to_vec(), |kind| vec![kind]);
            measure(levels, &headings, |item, level| {
                let (board, start) =
                    compile(level).map_err(|error| Failure::input(error.to_string()))?;
                Ok(kinds.iter().map(|&kind| perft(item, &board, &start, kind, *depth)).collect())
            })
        }
        What::Expand { levels, engine, nodes, time } => {
            let (chosen, _) = engine.choose()?;
            let budget = Budget { nodes: Some(*nodes), time: Some(*time), ..Budget::default() };
            let options = Options {
                objective: engine.goal,
                engine: chosen,
                budget,
                polish: Polish::Never,
                ..Options::default()
            };
            let headings = ["level", "end", ">expanded", ">generated", ">time", ">expanded/s"];
            measure(levels, &headings, |item, level| Ok(vec![expand(item, level, &options)?]))
        }
    }
}

/// Measures the signature and prints, compares or writes it.
fn sign(check: Option<&Path>, write: Option<&Path>) -> Outcome {
    let mut output = Output::whole(write, &mut Claims::default())?;
    let measured = signature::measure().map_err(|error| Failure::usage(error.to_string()))?;
    let text = signature::render(&measured);
    let Some(path) = check else {
        output.put(&text)?;
        return output.finish().map(|()| Exit::Ok);
    };
    let kept = std::fs::read_to_string(path)
        .map_err(|error| Failure::io(format_args!("cannot read {}", path.display()), &error))?;
    let differences = signature::differences(&kept, &measured);
    if differences.is_empty() {
        return Ok(Exit::Ok);
    }
    output.put(&(differences.join("\n") + "\n"))?;
    tell(format_args!("if that is meant: {}", signature::UPDATE));
    Ok(Exit::Refuted)
}

/// A table of what `rows` gives for each level.
fn measure(
    levels: &LevelArgs,
    headings: &[&str],
    rows: impl Fn(&Item, &Level) -> Outcome<Vec<[String; 6]>>,
) -> Outcome {
    let mut code = Exit::Ok;
    let mut table = table(headings, Paint::stdout());
    for item in levels.open()? {
        match item {
            Ok(item) => match &item.level {
                Ok(entry) => match rows(&item, &entry.level) {
                    Ok(rows) => _ = table.add_rows(rows),
                    Err(failure) => code = code.max(failure.report()),
                },
                Err(fault) => {
                    tell(&fault.message);
                    code = code.max(fault.code);
                }
            },
            Err(failure) => code = code.max(failure.report()),
        }
    }
    Output::stdout().put(&format!("{}\n", table.trim_fmt()))?;
    Ok(code)
}

fn perft(item: &Item, board: &Board, start: &Position, kind: Kind, depth: u32) -> [String; 6] {
    let mut position = start.clone();
    let (name, count): (_, fn(&Board, &mut Position, u32) -> u64) = match kind {
        Kind::Push => ("push", perft_pushes),
        Kind::Pull => ("pull", perft_pulls),
        Kind::Step => ("step", perft_steps),
    };
    let started = machine::now();
    let leaves = count(board, &mut position, depth);
    let seconds = started.elapsed().as_secs_f64();
    [
        item.name(),
        name.to_owned(),
        depth.to_string(),
        show_count(leaves),
        show_time(seconds),
        rate(leaves, seconds),
    ]
}

fn expand(item: &Item, level: &Level, options: &Options) -> Outcome<[String; 6]> {
    let report = hakooshi::solve(level, options, &mut Silent)
        .map_err(|error| Failure::Told(Exit::Fault, error.to_string()))?;
    let record = hakooshi::Record::new(&report);
    Ok([
        item.name(),
        record.result(),
        show_count(record.expanded),
        show_count(record.generated),
        show_time(record.time_s),
        rate(record.expanded, record.time_s),
    ])
}

fn rate(count: u64, seconds: f64) -> String {
    show_count((count as f64 / seconds.max(1e-9)) as u64)
}
