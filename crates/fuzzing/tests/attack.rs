//! A fixed slice of the attack, the same in every run, and the levels that once failed.

use std::path::{Path, PathBuf};

use hakooshi_fuzzing::{Verdict, attack, attack_on};
use hakooshi_testkit::collection::regressions;

/// Answers of the slice; `cargo xtask nightly` asks for ten million.
const ANSWERS: u64 = 200_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels/regressions")
}

#[test]
fn nothing_false_is_said() {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    match attack(0x4A0_0517, threads, |answers| answers >= ANSWERS) {
        Ok(summary) => {
            assert!(summary.answers >= ANSWERS);
            let told = |verdict| summary.count(verdict);
            assert!(told(Verdict::Optimal) > ANSWERS / 10, "{summary}");
            assert!(told(Verdict::Unsolvable) > ANSWERS / 20, "{summary}");
            assert!(told(Verdict::Stopped) > ANSWERS / 50, "{summary}");
        }
        Err(falsehood) => {
            let place = falsehood.keep(&folder());
            panic!("{}\n{}kept in {place:?}", falsehood.cause, falsehood.level);
        }
    }
}

/// Searches that few states make forgetful are asked about each level that once fooled one.
#[test]
fn what_failed_once_does_not_fail_again() {
    let levels = regressions().expect("levels/regressions");
    assert!(levels.len() > 2, "{} levels", levels.len());
    for (name, level) in levels {
        let asked = attack_on(&level, 1, 3000);
        match asked {
            Ok(summary) => assert!(summary.answers == 3000, "{name}: {summary}"),
            Err(falsehood) => panic!("{name}: {}\n{}", falsehood.cause, falsehood.level),
        }
    }
}
