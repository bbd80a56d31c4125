//! The Python package: built as a wheel, installed into an environment of its own in the build
//! folder, and tested there with versions that are fixed here.

use std::path::{Path, PathBuf};

use crate::shell::{self, command};
use crate::step::Outcome;

/// What the tests need from the Python package index.
const PACKAGES: &[&str] =
    &["gymnasium==1.4.0", "maturin==1.16.0", "mypy==2.4.1", "numpy==2.4.6", "pytest==9.2.0"];

/// What the tests of the cluster need in addition.
const CLUSTER: &[&str] = &["pyarrow==26.0.1", "ray==2.60.0"];

const CRATE: &str = "crates/python";

fn folder() -> PathBuf {
    shell::target().join("python")
}

/// Installs the tools of the tests.
pub(crate) fn setup() -> Outcome {
    missing().unwrap_or_else(|| Outcome::of(prepare(PACKAGES).map(drop)))
}

/// Builds and tests the wheel.
pub(crate) fn step() -> Outcome {
    run(PACKAGES, &["-m", "not cluster"])
}

/// Tests labelling on a Ray cluster of two nodes.
pub(crate) fn cluster() -> Outcome {
    run(&[PACKAGES, CLUSTER].concat(), &["-m", "cluster"])
}

/// Without Python the tests are skipped, except on the machine that decides.
fn missing() -> Option<Outcome> {
    let why = "no python3 with venv (on Debian: apt-get install python3-venv)".to_owned();
    let is_there = shell::works("python3", &["-m", "venv", "--help"]);
    (!is_there).then(|| match std::env::var_os("CI") {
        Some(_) => Outcome::Failed(why),
        None => Outcome::Skipped(why),
    })
}

fn run(packages: &[&str], selection: &[&str]) -> Outcome {
    if let Some(outcome) = missing() {
        return outcome;
    }
    Outcome::of(prepare(packages).and_then(|python| {
        let python = python.to_string_lossy().into_owned();
        install(&python)?;
        let home = shell::root().join(CRATE);
        // Away from the sources, lest Python import the package from there without its compiled part.
        let within = |words: &[&str]| {
            let mut command = command(&python, words);
            command.current_dir(&home);
            shell::run(command)
        };
        within(&["-m", "mypy", "--strict", "-p", "hakooshi"])?;
        within(&["-m", "mypy.stubtest", "hakooshi._hakooshi"])?;
        within(&[&["-m", "pytest"], selection].concat())
    }))
}

/// The interpreter of the environment, which has these packages.
fn prepare(packages: &[&str]) -> Result<PathBuf, String> {
    let path = folder();
    let python = path.join("bin").join("python3");
    let note = path.join("packages");
    let wanted = packages.join("\n");
    let has = std::fs::read_to_string(&note).unwrap_or_default();
    if packages.iter().all(|package| has.lines().any(|line| line == *package)) && python.is_file() {
        return Ok(python);
    }
    shell::run(command("python3", &["-m", "venv", &path.to_string_lossy()]))?;
    let words = [&["-m", "pip", "install", "--quiet"], packages].concat();
    shell::run(command(&python.to_string_lossy(), &words))?;
    std::fs::write(&note, wanted).map_err(|error| error.to_string())?;
    Ok(python)
}

/// Builds the wheel and installs it.
fn install(python: &str) -> Result<(), String> {
    let wheels = folder().join("wheels");
    let _ = std::fs::remove_dir_all(&wheels);
    let out = wheels.to_string_lossy().into_owned();
    let manifest = Path::new(CRATE).join("Cargo.toml");
    let manifest = manifest.to_string_lossy();
    // Not optimised for release: the tests' own profile shares what they have compiled.
    let build = ["-m", "maturin", "build", "--manifest-path", &manifest, "--out", &out];
    shell::run(command(python, &[&build[..], &["--interpreter", python]].concat()))?;
    let made = std::fs::read_dir(&wheels).map_err(|error| error.to_string())?.next();
    let wheel = made.and_then(Result::ok).ok_or("maturin made no wheel")?.path();
    let words = ["-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"];
    shell::run(command(python, &[&words[..], &[&wheel.to_string_lossy()]].concat()))
}
