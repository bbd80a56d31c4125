//! `hako` for the steps that run it.
//!
//! `cargo build --bin hako` enables other features of shared dependencies than `cargo test
//! --workspace` does (`rustix/fs`, and `default` in three crates of ours), so after the tests it would
//! compile 17 units again, eight of our own crates among them. The tests have already built the same
//! sources as a program of their own, so a run that includes them uses that one.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::shell;
use crate::step::Outcome;

/// What `cargo test` is given to build and run every test but those in the documentation.
pub(crate) const TESTS: [&str; 5] = ["test", "--workspace", "--lib", "--bins", "--tests"];

/// Whether this run has built the tests, or tried to.
static TESTED: AtomicBool = AtomicBool::new(false);

/// Builds every test but those in the documentation.
pub(crate) fn build_tests() -> Outcome {
    let built = shell::cargo(&[&TESTS[..], &["--no-run"]].concat());
    TESTED.store(true, Ordering::Relaxed);
    Outcome::of(built)
}

/// Whether the tests have been built in this run, so that what shares their features is there.
pub(crate) fn has_tests() -> bool {
    TESTED.load(Ordering::Relaxed)
}

/// Builds `hako` in the dev profile, unless the tests have, and returns its path.
pub(crate) fn dev() -> Result<PathBuf, String> {
    // After a fresh build cargo only puts the program back in its place, in case a `cargo build` has
    // replaced it. If a test does not compile, the program may still.
    let is_built =
        has_tests() && shell::cargo(&[&TESTS[..], &["--no-run", "--quiet"]].concat()).is_ok();
    if is_built { Ok(path("debug")) } else { built("dev", "debug") }
}

/// Builds `hako` for release and returns its path.
pub(crate) fn release() -> Result<PathBuf, String> {
    built("release", "release")
}

fn built(profile: &str, folder: &str) -> Result<PathBuf, String> {
    shell::cargo(&["build", "--profile", profile, "--bin", "hako"])?;
    Ok(path(folder))
}

fn path(folder: &str) -> PathBuf {
    shell::target().join(folder).join(format!("hako{}", std::env::consts::EXE_SUFFIX))
}
