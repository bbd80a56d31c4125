//! The fuzz targets: that they compile, and real fuzzing by cargo-fuzz, which is installed into the
//! build folder. The compiler's instruments are unstable: without a nightly toolchain the usual one is
//! told to allow them. The same targets run on mutated inputs in the ordinary tests (`crates/fuzzing`).

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

/// `cargo xtask fuzz [SECONDS] [TARGET]`
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let (seconds, targets) = parse(arguments)?;
    let program = setup::cargo_tool("cargo-fuzz", "cargo-fuzz", CARGO_FUZZ, &["--locked"])?;
    // The cargo that started this program is one toolchain's; rustup's own is on the path.
    let is_nightly = shell::works("/usr/bin/env", &["cargo", "+nightly", "--version"]);
    shell::cargo(&["run", "--quiet", "--package", "hakooshi-fuzzing", "--example", "seeds"])?;
    for target in targets {
        shell::run(fuzzer(&program, is_nightly, target, seconds))?;
    }
    Ok(())
}

fn fuzzer(program: &str, is_nightly: bool, target: &str, seconds: u32) -> Command {
    let limit = format!("-max_total_time={seconds}");
    let words = ["fuzz", "run", target, "--", &limit, "-max_len=4096", "-timeout=20"];
    let mut fuzz = command(program, &words);
    // Set by the cargo that runs this program, and in the way of the other toolchain.
    fuzz.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
    if is_nightly {
        fuzz.env("RUSTUP_TOOLCHAIN", "nightly");
    } else {
        fuzz.env("RUSTC_BOOTSTRAP", "1");
    }
    fuzz
}

fn parse(arguments: &[&str]) -> Result<(u32, Vec<&'static str>), String> {
    let (mut seconds, mut targets) = (60, TARGETS.to_vec());
    for argument in arguments {
        if let Some(target) = TARGETS.into_iter().find(|target| target == argument) {
            targets = vec![target];
        } else if let Some(number) = argument.parse().ok().filter(|&number| number > 0) {
            seconds = number;
        } else {
            let known = TARGETS.join(", ");
            return Err(format!("{argument:?} is neither seconds nor a target ({known})"));
        }
    }
    Ok((seconds, targets))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_come_in_any_order() {
        assert_eq!(parse(&[]), Ok((60, TARGETS.to_vec())));
        assert_eq!(parse(&["5"]), Ok((5, TARGETS.to_vec())));
        assert_eq!(parse(&["move_text", "5"]), Ok((5, vec!["move_text"])));
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
