//! The steps of `cargo xtask test` in order, cheap ones first. A new kind of check is one more row.

use crate::shell::{self, cargo, command};
use crate::step::{Lanes, Outcome, Step};
use crate::{
    browser, dependencies, direction, fuzz, memory, packages, page, program, promises, python,
    results, rooms, setup, smoke, solvers, sources, tools,
};

/// How the steps below share the machine.
pub(crate) const LANES: Lanes = Lanes {
    second: &["setup", "page", "browser", "python"],
    after: &[("tests", "setup"), ("browser", "build"), ("python", "build")],
};

/// Everything that must pass.
pub(crate) const ALL: &[Step] = &[
    Step {
        name: "toolchain",
        title: "rustfmt and clippy are installed",
        slow: false,
        by_hand: None,
        run: tools::step,
    },
    Step {
        name: "setup",
        title: "tools for the other steps are installed",
        slow: false,
        by_hand: Some("cargo xtask setup"),
        run: setup::step,
    },
    Step {
        name: "format",
        title: "the code is formatted",
        slow: false,
        by_hand: Some("cargo fmt --all --check"),
        run: || Outcome::of(cargo(&["fmt", "--all", "--check"])),
    },
    Step {
        name: "sources",
        title: "no loose ends, machine-specific paths or broken links in the files",
        slow: false,
        by_hand: None,
        run: sources::step,
    },
    Step {
        name: "direction",
        title: "crates depend downwards only",
        slow: false,
        by_hand: None,
        run: direction::step,
    },
    Step {
        name: "rooms",
        title: "folders within a crate depend downwards only",
        slow: false,
        by_hand: None,
        run: rooms::step,
    },
    Step {
        name: "results",
        title: "the documents show the results of the newest run",
        slow: false,
        by_hand: Some("cargo xtask results"),
        run: results::step,
    },
    Step {
        name: "promises",
        title: "no unsafe code; no threads, clocks, files or processes in the lower crates",
        slow: false,
        by_hand: None,
        run: promises::step,
    },
    Step {
        name: "licences",
        title: "the dependencies' licences, sources and Rust versions",
        slow: false,
        by_hand: None,
        run: dependencies::step,
    },
    Step {
        name: "lints",
        title: "no warnings from clippy",
        slow: false,
        by_hand: Some("cargo clippy --workspace --all-targets -- -D warnings"),
        run: || {
            let words = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
            Outcome::of(cargo(&words))
        },
    },
    Step {
        name: "shared",
        title: "levels beyond the bundled ones, for the tests that use them",
        slow: false,
        by_hand: None,
        run: shared_levels,
    },
    Step {
        name: "build",
        title: "the tests compile",
        slow: false,
        by_hand: Some("cargo test --workspace --lib --bins --tests --no-run"),
        run: program::build_tests,
    },
    Step {
        name: "tests",
        title: "unit, integration and property tests, including mutated inputs",
        slow: false,
        by_hand: Some("cargo test --workspace --lib --bins --tests"),
        run: tests,
    },
    Step {
        name: "page",
        title: "the page's modules are well typed and pass their tests",
        slow: true,
        by_hand: None,
        run: browser::modules,
    },
    Step {
        name: "browser",
        title: "the page works in a real browser",
        slow: true,
        by_hand: None,
        run: browser::step,
    },
    Step {
        name: "python",
        title: "the Python package: built, type-checked and tested",
        slow: true,
        by_hand: None,
        run: python::step,
    },
    Step {
        name: "doctests",
        title: "the examples in the documentation run",
        slow: true,
        by_hand: Some("cargo test --workspace --doc"),
        run: || Outcome::of(cargo(&["test", "--workspace", "--doc"])),
    },
    Step {
        name: "features",
        title: "the library builds without C++, clock and serde, and the page's without a server",
        slow: true,
        by_hand: Some("cargo check -p hakooshi --lib --no-default-features"),
        run: || {
            let library = ["check", "-p", "hakooshi", "--lib", "--no-default-features"];
            let page = ["check", "-p", "hakooshi-wasm", "--lib"];
            Outcome::of(cargo(&library).and_then(|()| cargo(&page)))
        },
    },
    Step {
        name: "packages",
        title: "every crate can be packaged with all the files it needs",
        slow: true,
        by_hand: None,
        run: packages::step,
    },
    Step {
        name: "docs",
        // The help texts of the programs are no markdown, so only libraries are documented.
        title: "the documentation builds without a warning",
        slow: true,
        by_hand: Some("RUSTDOCFLAGS=-Dwarnings cargo doc --workspace --lib --no-deps"),
        run: || {
            let mut doc = command("cargo", &["doc", "--workspace", "--lib", "--no-deps"]);
            doc.env("RUSTDOCFLAGS", "-Dwarnings");
            Outcome::of(shell::run(doc))
        },
    },
    Step {
        name: "smoke",
        title: "hako, run without arguments, solves the bundled levels",
        slow: true,
        by_hand: None,
        run: smoke::step,
    },
];

/// What takes too long for every change: run before a release, or at night.
pub(crate) const NIGHTLY: &[Step] = &[
    Step {
        name: "release",
        title: "hako built for release, run without arguments, solves the bundled levels",
        slow: true,
        by_hand: Some("cargo run --release"),
        run: smoke::release,
    },
    Step {
        name: "page",
        title: "the page without a server works in a real browser",
        slow: true,
        by_hand: Some("cargo xtask page"),
        run: page::step,
    },
    Step {
        name: "fuzz",
        // The bodies are tested above; only the dozen lines around them are of their own.
        title: "the fuzz targets compile",
        slow: true,
        by_hand: Some("cargo check --manifest-path fuzz/Cargo.toml --no-default-features"),
        run: fuzz::check,
    },
    Step {
        name: "deny",
        title: "no dependency with a known vulnerability (cargo-deny)",
        slow: true,
        by_hand: Some("cargo deny check"),
        run: dependencies::deny,
    },
    Step {
        name: "proofs",
        title: "DRAT proofs, checked by rate",
        slow: true,
        by_hand: None,
        run: solvers::proofs,
    },
    Step {
        name: "packages",
        title: "every crate builds from its package",
        slow: true,
        by_hand: None,
        run: packages::verify,
    },
    Step {
        name: "attack",
        title: "ten million answers of random searches agree with the oracle",
        slow: true,
        by_hand: Some("cargo xtask attack --answers 10000000"),
        run: || Outcome::of(crate::attack(&["--answers", "10000000"])),
    },
    Step {
        name: "memory",
        title: "every search keeps --memory at 100 MB, 500 MB and 2 GB, within 5 %",
        slow: true,
        by_hand: Some("cargo xtask memory"),
        run: memory::step,
    },
    Step {
        name: "looks",
        title: "every search looks at the clock in time, on boards up to 100 x 100",
        slow: true,
        by_hand: Some("cargo run --release --package hakooshi-fuzzing --bin looks"),
        run: || {
            let run = ["run", "--release", "--package", "hakooshi-fuzzing", "--bin", "looks"];
            Outcome::of(shell::cargo(&run))
        },
    },
    Step {
        name: "cluster",
        title: "labels on a Ray cluster of two nodes, with a worker killed",
        slow: true,
        by_hand: None,
        run: python::cluster,
    },
    Step {
        name: "oracle",
        title: "the released wheel agrees with gym-sokoban step by step, and works with NumPy 1",
        slow: true,
        by_hand: None,
        run: python::oracle,
    },
    Step {
        name: "kills",
        title: "a thousand runs are killed and resumed, and nothing is lost or doubled",
        slow: true,
        by_hand: Some("HAKOOSHI_KILLS=1000 cargo test --package hakooshi-cli --test all killed"),
        run: || {
            let words = ["test", "--package", "hakooshi-cli", "--test", "all", "killed"];
            let mut kills = command("cargo", &words);
            kills.env("HAKOOSHI_KILLS", "1000");
            Outcome::of(shell::run(kills))
        },
    },
];

/// The steps for the help.
pub(crate) fn help() -> String {
    let row = |step: &Step| {
        let slow = if step.slow { " (not with --quick)" } else { "" };
        format!("  {:<10} {}{slow}\n", step.name, step.title)
    };
    let list = |steps: &[Step]| steps.iter().map(row).collect::<String>();
    format!(
        "Steps of cargo xtask test:\n{}\nSteps of cargo xtask nightly:\n{}",
        list(ALL),
        list(NIGHTLY)
    )
}

fn shared_levels() -> Outcome {
    match shell::shared() {
        Some(_) => Outcome::Passed(vec!["found; the tests read them".to_owned()]),
        None => Outcome::Skipped(
            "no shared/levels beside the checkout and no HAKOOSHI_SHARED: tests on published \
             collections have nothing to read"
                .to_owned(),
        ),
    }
}

/// Runs the tests and collects the lines that start with `skipped`.
fn tests() -> Outcome {
    let words = [&program::TESTS[..], &["--no-fail-fast", "--", "--show-output"]].concat();
    let (mut passed, mut notes) = (0, Vec::new());
    let result = shell::run_heard(command("cargo", &words), |line| {
        if let Some(rest) = line.strip_prefix("test result: ") {
            passed += count(rest, "passed");
        } else if line.starts_with("skipped") {
            notes.push(line.to_owned());
        }
    });
    notes.sort();
    notes.dedup();
    notes.insert(0, format!("{passed} tests"));
    match result {
        Ok(()) => Outcome::Passed(notes),
        Err(message) => Outcome::Failed(message),
    }
}

/// The number before `word` in a line such as `ok. 12 passed; 0 failed`.
fn count(line: &str, word: &str) -> usize {
    let words: Vec<&str> = line.split([' ', ';']).filter(|it| !it.is_empty()).collect();
    let pair = words.windows(2).find(|pair| pair[1] == word);
    pair.and_then(|pair| pair[0].parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_single_words_and_unique() {
        for (index, step) in ALL.iter().enumerate() {
            assert!(step.name.chars().all(|glyph| glyph.is_ascii_lowercase()), "{}", step.name);
            assert!(ALL[..index].iter().all(|other| other.name != step.name), "{}", step.name);
        }
    }

    #[test]
    fn counts_are_read_from_the_test_harness() {
        let line = "ok. 12 passed; 0 failed; 3 ignored; 0 measured; finished in 0.01s";
        assert_eq!((count(line, "passed"), count(line, "ignored")), (12, 3));
        assert_eq!(count("nonsense", "passed"), 0);
    }
}
