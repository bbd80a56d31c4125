//! `cargo xtask`: everything that is done to this repository, as one program that needs
//! nothing but the Rust toolchain. Each subcommand is a list of commands with names, so that
//! a person can also type them.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this program talks to people")]

mod browser;
mod dependencies;
mod direction;
mod fuzz;
mod packages;
mod promises;
mod results;
mod rooms;
mod setup;
mod shell;
mod smoke;
mod solvers;
mod sources;
mod step;
mod steps;
mod tools;

use std::process::ExitCode;

use crate::step::{Outcome, Selection};

const HELP: &str = "\
Usage: cargo xtask COMMAND

  setup                       installs what the tests need; `test` does it too
  test [--quick] [STEP...]    everything that must pass, or only the steps named
  nightly [STEP...]           what takes too long for every change
  bench [ARGUMENTS...]        the benchmarks; arguments go to them, such as a name to look for
  attack [--minutes N] [--answers N] [--seed N]
                              random searches on random levels against the oracle; what is
                              false is made small and kept in levels/regressions
  fuzz [SECONDS] [TARGET]     coverage-guided fuzzing of each target for so long (60 seconds);
                              needs a nightly toolchain and cargo-fuzz
  results                     writes the table of results of the newest run into the documents
  screenshots                 takes the pictures of the README anew, in a browser
  doc                         builds the documentation of the crates
  help                        this text

";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["setup"] => setup::run(),
        ["test", ref rest @ ..] => test(rest, steps::ALL),
        ["nightly", ref rest @ ..] => test(rest, steps::NIGHTLY),
        ["bench", ref rest @ ..] => {
            shell::cargo(&[&["bench", "--workspace", "--benches", "--"], rest].concat())
        }
        ["attack", ref rest @ ..] => attack(rest),
        ["fuzz", ref rest @ ..] => fuzz::run(rest),
        ["results"] => results::write(),
        ["screenshots"] => browser::screenshots(),
        ["doc"] => shell::cargo(&["doc", "--workspace", "--lib", "--no-deps"]),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}{}", steps::help());
            Ok(())
        }
        [other, ..] => Err(format!("there is no command {other:?}; see cargo xtask --help")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // Nothing may follow the counts of a test run.
            if !message.is_empty() {
                eprintln!("{message}");
            }
            ExitCode::FAILURE
        }
    }
}

/// Attacks the searches with what the words say, built for release.
fn attack(words: &[&str]) -> Result<(), String> {
    let run = ["run", "--release", "--package", "hakooshi-fuzzing", "--bin", "attack", "--"];
    shell::cargo(&[&run[..], words].concat())
}

/// Runs the steps asked for. The counts are the last line printed, for programs that look
/// there, so a failure has an empty message.
fn test(arguments: &[&str], steps: &[step::Step]) -> Result<(), String> {
    let selection = Selection::parse(arguments, steps)?;
    let results = step::run_all(steps, &selection);
    step::summarise(&results);
    if results.iter().any(|result| matches!(result.outcome, Outcome::Failed(_))) {
        return Err(String::new());
    }
    Ok(())
}
