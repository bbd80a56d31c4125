//! `cargo xtask`: the project's tasks as one program that needs only the Rust toolchain. It prints the
//! commands it runs, so that they can also be typed by hand.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this program talks to people")]

mod browser;
mod dependencies;
mod direction;
mod fuzz;
mod memory;
mod packages;
mod page;
mod program;
mod promises;
mod python;
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

  setup                       install what the tests need; `test` does this too
  test [--quick] [STEP...]    run all checks, or only the given steps; --quick skips slow ones
  nightly [STEP...]           run the checks that take too long for every change
  bench [ARGUMENTS...]        run the benchmarks; arguments are passed on, such as a name to match
  attack [--minutes N] [--answers N] [--seed N]
                              compare random searches on random levels with the oracle; wrong
                              answers are shrunk and saved in levels/regressions
  fuzz [SECONDS|minimise] [TARGET]
                              fuzz each target for this long (60 seconds), guided by coverage,
                              or keep the fewest inputs that reach the same code;
                              installs cargo-fuzz into the build folder, needs a C++ compiler
  memory [MB SECONDS [NAME...]]
                              print the peak memory of searches against --memory
  results                     write the results of the newest run into the documents
  page                        make the page as a folder for any static host, in target/page
  screenshots                 regenerate the screenshots of the README in a browser
  doc                         build the documentation of the crates
  help                        print this text

";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if let Some(cargo) = std::env::var_os(python::AS_CARGO) {
        return python::as_cargo(&cargo, &words);
    }
    let done = match words[..] {
        ["setup"] => setup::run(),
        ["test", ref rest @ ..] => test(rest, steps::ALL, &steps::LANES),
        ["nightly", ref rest @ ..] => test(rest, steps::NIGHTLY, &step::Lanes::default()),
        ["bench", ref rest @ ..] => {
            shell::cargo(&[&["bench", "--workspace", "--benches", "--"], rest].concat())
        }
        ["attack", ref rest @ ..] => attack(rest),
        ["fuzz", ref rest @ ..] => fuzz::run(rest),
        ["memory", ref rest @ ..] => memory::run(rest),
        ["results"] => results::write(),
        ["page"] => page::run(),
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

/// Runs the attack of the fuzzing crate, built for release.
fn attack(words: &[&str]) -> Result<(), String> {
    let run = ["run", "--release", "--package", "hakooshi-fuzzing", "--bin", "attack", "--"];
    shell::cargo(&[&run[..], words].concat())
}

/// Runs the steps asked for. The counts are the last line printed, for programs that look
/// there, so a failure has an empty message.
fn test(arguments: &[&str], steps: &[step::Step], lanes: &step::Lanes) -> Result<(), String> {
    let selection = Selection::parse(arguments, steps)?;
    let results = step::run_all(steps, lanes, &selection);
    step::summarise(&results);
    if results.iter().any(|result| matches!(result.outcome, Outcome::Failed(_))) {
        return Err(String::new());
    }
    Ok(())
}
