//! `hako bench`: move generation, speed of expansion and the signature.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use hakooshi::unstable::Options;
use hakooshi::{Polish, Record};
use hakooshi_board::movegen::{perft_pulls, perft_pushes, perft_steps};
use hakooshi_board::{Board, Position, compile};
use hakooshi_lab::signature;
use hakooshi_level::Level;
use hakooshi_search::{Budget, Silent};
use serde::Serialize;

use crate::args::EngineArgs;
use crate::claims::Claims;
use crate::exit::{Exit, Failure, Outcome};
use crate::form::{Form, forms};
use crate::input::{Item, LevelArgs};
use crate::machine;
use crate::output::Output;
use crate::records::Records;
use crate::render::{Paint, table};
use crate::say;
use crate::units::{show_count, show_time};

/// Measure move generation and expansions per second; check the node counts of engines
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hako bench perft levels.xsb:1 --depth 4
  hako bench expand levels.xsb:1-3 --engine astar --goal pushes --nodes 200000
  hako bench signature --check      compare node counts with bench/signature.toml

Counts are the same on every machine; speeds are not, and a debug build is many times slower.")]
#[command(args_conflicts_with_subcommands = true, arg_required_else_help = true)]
pub(crate) struct BenchArgs {
    #[command(subcommand)]
    what: Option<What>,
    /// The same as `hako bench signature`
    #[arg(long)]
    signature: bool,
}

/// The file with the signature, relative to the root of the repository.
const KEPT: &str = "bench/signature.toml";

#[derive(Debug, Subcommand)]
enum What {
    /// Count the sequences of pushes, pulls and moves of a given length (perft)
    Perft {
        #[command(flatten)]
        levels: LevelArgs,
        /// Depth of the tree
        #[arg(long, value_name = "N", default_value_t = 3)]
        depth: u32,
        /// Only this kind of action
        #[arg(long)]
        kind: Option<Kind>,
        /// Output format
        #[arg(long, value_name = "FORMAT", default_value = "table",
              value_parser = forms(Form::RECORDS))]
        format: Form,
    },
    /// Measure how fast an engine expands positions
    Expand {
        #[command(flatten)]
        levels: LevelArgs,
        #[command(flatten)]
        engine: EngineArgs,
        /// Positions to expand per level
        #[arg(long, value_name = "N", default_value_t = 100_000)]
        nodes: u64,
        /// Longest time per level
        #[arg(long, value_name = "TIME", default_value = "60", value_parser = crate::units::time)]
        time: Duration,
        /// Output format
        #[arg(long, value_name = "FORMAT", default_value = "table",
              value_parser = forms(Form::RECORDS))]
        format: Form,
    },
    /// Print how many positions every engine expands on fixed bundled levels
    Signature {
        /// Compare with this file; the exit code is 1 if anything differs
        #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = KEPT)]
        check: Option<PathBuf>,
        /// Write this file
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
        What::Perft { levels, depth, kind, format } => {
            let headings = ["level", "kind", ">depth", ">leaves", ">time", ">leaves/s"];
            let kinds = kind.map_or_else(|| Kind::value_variants().to_vec(), |kind| vec![kind]);
            measure(levels, &headings, *format, |item, level| {
                let (board, start) =
                    compile(level).map_err(|error| Failure::input(error.to_string()))?;
                Ok(kinds.iter().map(|&kind| perft(item, &board, &start, kind, *depth)).collect())
            })
        }
        What::Expand { levels, engine, nodes, time, format } => {
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
            measure(levels, &headings, *format, |item, level| {
                Ok(vec![expand(item, level, &options)?])
            })
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
    say::note(format_args!("if the change is intended: {}", signature::UPDATE));
    Ok(Exit::Refuted)
}

/// What was measured on one level: a record for programs, and a row of a table.
trait Measured: Serialize {
    fn row(&self) -> [String; 6];
}

/// Writes what `rows` gives for each level.
fn measure<T: Measured>(
    levels: &LevelArgs,
    headings: &[&str],
    form: Form,
    rows: impl Fn(&Item, &Level) -> Outcome<Vec<T>>,
) -> Outcome {
    let (mut code, mut measured) = (Exit::Ok, Vec::new());
    for item in levels.open()? {
        match item {
            Ok(item) => match &item.level {
                Ok(entry) => match rows(&item, &entry.level) {
                    Ok(rows) => measured.extend(rows),
                    Err(failure) => code = code.max(failure.report()),
                },
                Err(fault) => {
                    say::error(&fault.message);
                    code = code.max(fault.code);
                }
            },
            Err(failure) => code = code.max(failure.report()),
        }
    }
    if form != Form::Table {
        let mut records = Records::new(Output::stdout(), form);
        for record in &measured {
            records.add(record)?;
        }
        return records.finish().map(|()| code);
    }
    let mut table = table(headings, Paint::stdout());
    table.add_rows(measured.iter().map(Measured::row));
    Output::stdout().put(&format!("{}\n", table.trim_fmt()))?;
    Ok(code)
}

/// The leaves of a tree.
#[derive(Serialize)]
struct Perft {
    file: String,
    index: usize,
    kind: &'static str,
    depth: u32,
    leaves: u64,
    time_s: f64,
}

impl Measured for Perft {
    fn row(&self) -> [String; 6] {
        [
            format!("{}:{}", self.file, self.index),
            self.kind.to_owned(),
            self.depth.to_string(),
            show_count(self.leaves),
            show_time(self.time_s),
            rate(self.leaves, self.time_s),
        ]
    }
}

impl Measured for Record {
    fn row(&self) -> [String; 6] {
        [
            self.name(),
            self.result(),
            show_count(self.expanded),
            show_count(self.generated),
            show_time(self.time_s),
            rate(self.expanded, self.time_s),
        ]
    }
}

fn perft(item: &Item, board: &Board, start: &Position, kind: Kind, depth: u32) -> Perft {
    let mut position = start.clone();
    let (name, count): (_, fn(&Board, &mut Position, u32) -> u64) = match kind {
        Kind::Push => ("push", perft_pushes),
        Kind::Pull => ("pull", perft_pulls),
        Kind::Step => ("step", perft_steps),
    };
    let started = machine::now();
    let leaves = count(board, &mut position, depth);
    let seconds = started.elapsed().as_secs_f64();
    let (file, index) = (item.file.to_string(), item.index);
    Perft { file, index, kind: name, depth, leaves, time_s: seconds }
}

fn expand(item: &Item, level: &Level, options: &Options) -> Outcome<Record> {
    let report = hakooshi::unstable::solve(level, options, &mut Silent)
        .map_err(|error| Failure::Told(Exit::Fault, error.to_string()))?;
    let (file, index) = (item.file.to_string(), item.index);
    Ok(Record { file, index, ..Record::new(&report).of_level(level) })
}

fn rate(count: u64, seconds: f64) -> String {
    show_count((count as f64 / seconds.max(1e-9)) as u64)
}
