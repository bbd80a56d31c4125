//! `cargo xtask attack`: random searches on random levels against the oracle, for so many answers
//! or so many minutes. What is false is made small and kept in `levels/regressions`.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this program talks to people")]

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use hakooshi_fuzzing::attack;

const USAGE: &str = "Usage: attack [--seed N] [--answers N] [--minutes N] [--threads N]";

/// What is asked for; without answers or minutes, one minute.
#[derive(Clone, Copy, Debug)]
struct Wish {
    seed: u64,
    answers: u64,
    minutes: u64,
    threads: usize,
}

fn parse(arguments: &[String]) -> Option<Wish> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut wish = Wish { seed: 1, answers: u64::MAX, minutes: u64::MAX, threads };
    for pair in arguments.chunks(2) {
        let value: u64 = pair.get(1)?.parse().ok()?;
        match pair[0].as_str() {
            "--seed" => wish.seed = value,
            "--answers" => wish.answers = value,
            "--minutes" => wish.minutes = value,
            "--threads" => wish.threads = usize::try_from(value).ok()?,
            _ => return None,
        }
    }
    if wish.answers == u64::MAX && wish.minutes == u64::MAX {
        wish.minutes = 1;
    }
    Some(wish)
}

#[expect(clippy::disallowed_methods, reason = "a run of so many minutes")]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(wish) = parse(&arguments) else {
        eprintln!("{USAGE}");
        return ExitCode::FAILURE;
    };
    let begun = Instant::now();
    let most = Duration::from_secs(wish.minutes.saturating_mul(60));
    let enough = |answers| answers >= wish.answers || begun.elapsed() >= most;
    match attack(wish.seed, wish.threads, enough) {
        Ok(summary) => {
            println!("{summary} in {} s, seed {}", begun.elapsed().as_secs(), wish.seed);
            ExitCode::SUCCESS
        }
        Err(falsehood) => {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels/regressions");
            println!("{}\n{}", falsehood.cause, falsehood.level);
            match falsehood.keep(&folder) {
                Ok(path) => println!("seed {}, kept in {}", falsehood.seed, path.display()),
                Err(error) => eprintln!("seed {}, not kept: {error}", falsehood.seed),
            }
            ExitCode::FAILURE
        }
    }
}
