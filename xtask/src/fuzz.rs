//! The fuzz targets: that they compile, and real fuzzing by cargo-fuzz, which is installed into the
//! build folder. The compiler's instruments are unstable: without a nightly toolchain the usual one is
//! told to allow them. The same targets run on mutated inputs in the ordinary tests (`crates/fuzzing`).

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::setup;
use crate::shell::{self, command};
use crate::step::Outcome;

/// The targets, each a file of `fuzz/fuzz_targets`.
const TARGETS: [&str; 3] = ["level_text", "move_text", "engine_spec"];

/// The version of cargo-fuzz.
const CARGO_FUZZ: &str = "0.13.1";

/// Compiles the targets without the fuzzer itself, which is written in C++.
pub(crate) fn check() -> Outcome {
    let words = ["check", "--manifest-path", "fuzz/Cargo.toml", "--no-default-features"];
    let mut check = command("cargo", &words);
    // What the crates depend on is there already.
    check.env("CARGO_TARGET_DIR", shell::target());
    Outcome::of(shell::run(check))
}

/// The word that asks for the fewest inputs instead of more.
const MINIMISE: &str = "minimise";

/// `cargo xtask fuzz [SECONDS|minimise] [TARGET]`
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let (wish, targets) = parse(arguments)?;
    let program = setup::cargo_tool("cargo-fuzz", "cargo-fuzz", CARGO_FUZZ, &["--locked"])?;
    // The cargo that started this program is one toolchain's; rustup's own is on the path.
    let is_nightly = shell::works("/usr/bin/env", &["cargo", "+nightly", "--version"]);
    let seeds = ["run", "--quiet", "--package", "hakooshi-fuzzing", "--example", "seeds"];
    shell::cargo(&seeds)?;
    for target in targets {
        if wish == Wish::Minimise {
            let least = corpus(&format!("{target}.least"));
            let _ = fs::remove_dir_all(&least);
            fs::create_dir_all(&least).map_err(|error| error.to_string())?;
        }
        shell::run(fuzzer(&program, is_nightly, target, wish))?;
    }
    if wish == Wish::Minimise {
        shell::cargo(&[&seeds[..], &["--", "--keep"]].concat())?;
    }
    Ok(())
}

/// A folder of inputs.
fn corpus(name: &str) -> PathBuf {
    shell::root().join("fuzz").join("corpus").join(name)
}

fn fuzzer(program: &str, is_nightly: bool, target: &str, wish: Wish) -> Command {
    let mut fuzz = match wish {
        Wish::Seconds(seconds) => {
            let limit = format!("-max_total_time={seconds}");
            command(program, &["fuzz", "run", target, "--", &limit, "-max_len=4096", "-timeout=20"])
        }
        // Inputs that reach the same code in other ways, or more often, are left out.
        Wish::Minimise => {
            let merge = ["-set_cover_merge=1", "-use_counters=0", "-max_len=4096"];
            let [least, all] = [&format!("{target}.least"), target].map(corpus);
            let [least, all] = [least, all].map(|folder| folder.to_string_lossy().into_owned());
            let words = ["fuzz", "run", target, &least, &all, "--"];
            command(program, &[&words[..], &merge].concat())
        }
    };
    // Set by the cargo that runs this program, and in the way of the other toolchain.
    fuzz.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
    if is_nightly {
        fuzz.env("RUSTUP_TOOLCHAIN", "nightly");
    } else {
        fuzz.env("RUSTC_BOOTSTRAP", "1");
    }
    fuzz
}

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    /// Look for inputs this long.
    Seconds(u32),
    /// Keep the fewest of those found that reach the same code.
    Minimise,
}

fn parse(arguments: &[&str]) -> Result<(Wish, Vec<&'static str>), String> {
    let (mut wish, mut targets) = (Wish::Seconds(60), TARGETS.to_vec());
    for argument in arguments {
        if let Some(target) = TARGETS.into_iter().find(|target| target == argument) {
            targets = vec![target];
        } else if *argument == MINIMISE {
            wish = Wish::Minimise;
        } else if let Some(number) = argument.parse().ok().filter(|&number| number > 0) {
            wish = Wish::Seconds(number);
        } else {
            let known = TARGETS.join(", ");
            return Err(format!(
                "{argument:?} is neither seconds nor {MINIMISE:?} nor a target ({known})"
            ));
        }
    }
    Ok((wish, targets))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_come_in_any_order() {
        let seconds = Wish::Seconds;
        assert_eq!(parse(&[]), Ok((seconds(60), TARGETS.to_vec())));
        assert_eq!(parse(&["5"]), Ok((seconds(5), TARGETS.to_vec())));
        assert_eq!(parse(&["move_text", "5"]), Ok((seconds(5), vec!["move_text"])));
        assert_eq!(parse(&["move_text", MINIMISE]), Ok((Wish::Minimise, vec!["move_text"])));
        assert!(parse(&["0"]).is_err());
        assert!(parse(&["mvoe_text"]).is_err_and(|error| error.contains("move_text")));
    }

    #[test]
    fn every_target_has_its_file() {
        let folder = shell::root().join("fuzz").join("fuzz_targets");
        for target in TARGETS {
            assert!(folder.join(target).with_extension("rs").is_file(), "{target}");
        }
    }
}
