//! `hako` without a command: solves the bundled levels.

use std::fmt::Write as _;
use std::time::Duration;

use hakooshi::{Objective, Polish};

use crate::args::EngineArgs;
use crate::batch::Limits;
use crate::collections;
use crate::commands::solve::{Run, solve};
use crate::exit::{Exit, Failure, Outcome};
use crate::form::Form;
use crate::input::Levels;
use crate::machine;
use crate::output::Output;
use crate::render::Paint;
use crate::resume::Resume;
use crate::timing::Timing;

/// Time for each level; the whole is to stay well under a minute.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) fn run() -> Outcome {
    let bundled = collections::bundled();
    let Some(first) = bundled.first().map(|named| named.name.clone()) else {
        return Err(Failure::input("this build has no bundled levels; try `hako solve FILE`"));
    };
    let paint = Paint::stdout();
    let mut out = Output::stdout();
    let names: Vec<&str> = bundled.iter().map(|named| named.name.as_str()).collect();
    let jobs = machine::cores();
    out.put(&format!(
        "{}: solving the bundled levels ({}), {jobs} at a time; every solution is replayed.\n\n",
        paint.bold("Hakooshi"),
        names.join(", "),
    ))?;
    let engine = EngineArgs { engine: "auto".to_owned(), goal: Objective::Any };
    let (memory, timing) = (machine::memory() / 2, Timing::Wall);
    let limits = Limits { time: Some(PATIENCE), nodes: None, memory, jobs, timing };
    let levels = Levels::of(bundled);
    let run = Run {
        engine,
        limits,
        smt_solver: None,
        keeper: None,
        polish: Polish::Usual,
        threads: 1,
        resume: Resume::default(),
        form: Form::Table,
    };
    let summary = solve(levels, run, Output::stdout())?;
    if summary.code == Exit::Interrupted {
        return Ok(summary.code);
    }
    out.put(&format!("\nWhat to try next:\n{}", next(&first)))?;
    Ok(summary.code)
}

fn next(first: &str) -> String {
    let tries = [
        (format!("hako solve {first}:1 --goal pushes"), "fewest pushes, proved"),
        (format!("hako solve {first}:1 --format lurd"), "the moves themselves"),
        (format!("hako info {first}:1"), "size, dead squares, lower bound"),
        ("hako solve FILE".to_owned(), "your own levels, in any common format"),
        ("hako list".to_owned(), "collections, engines, formats"),
        ("hako help solve".to_owned(), "limits, engines, output formats"),
    ];
    let mut text = String::new();
    for (command, why) in tries {
        let _ = writeln!(text, "  {command:<40} {why}");
    }
    text + "In a clone, run `cargo run --release --` instead of `hako`.\n"
}
