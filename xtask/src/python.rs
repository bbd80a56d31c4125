//! The Python package: built as a wheel, installed into an environment of its own in the build
//! folder, and tested there with versions that are fixed here.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::program;
use crate::shell::{self, command};
use crate::step::Outcome;

/// What the tests need from the Python package index.
const PACKAGES: &[&str] =
    &["gymnasium==1.4.0", "maturin==1.16.0", "mypy==2.4.1", "numpy==2.4.6", "pytest==9.2.0"];

/// What the tests of the cluster need in addition.
const CLUSTER: &[&str] = &["pyarrow==26.0.1", "ray==2.60.0"];

/// gym-sokoban and what it runs on: the oldest `NumPy` that the package admits, since it knows no
/// newer one.
const ORACLE: &[&str] = &[
    "gym==0.26.2",
    "gym-sokoban==0.0.6",
    "gymnasium==1.4.0",
    "maturin==1.16.0",
    "numpy==1.26.4",
    "pytest==9.2.0",
];

/// Names the true cargo to this program when it is called as cargo; see [`as_cargo`].
pub(crate) const AS_CARGO: &str = "HAKOOSHI_CARGO";

const CRATE: &str = "crates/python";

/// An environment of its own in the build folder.
struct Environment {
    name: &'static str,
    packages: Vec<&'static str>,
}

impl Environment {
    fn of_tests() -> Self {
        Self { name: "python", packages: PACKAGES.to_vec() }
    }

    fn folder(&self) -> PathBuf {
        shell::target().join(self.name)
    }
}

/// Installs the tools of the tests.
pub(crate) fn setup() -> Outcome {
    missing().unwrap_or_else(|| Outcome::of(prepare(&Environment::of_tests()).map(drop)))
}

/// Builds and tests the wheel.
pub(crate) fn step() -> Outcome {
    run(&Environment::of_tests(), |python| {
        install(python, Profile::Tests)?;
        within(&python.interpreter, &["-m", "mypy", "--strict", "-p", "hakooshi"])?;
        within(&python.interpreter, &["-m", "mypy.stubtest", "hakooshi._hakooshi"])?;
        pytest(python, "not cluster and not oracle")
    })
}

/// Tests labelling on a Ray cluster of two nodes.
pub(crate) fn cluster() -> Outcome {
    let packages = [PACKAGES, CLUSTER].concat();
    run(&Environment { name: "python", packages }, |python| {
        install(python, Profile::Tests)?;
        pytest(python, "cluster")
    })
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

/// Tests the wheel as it is given to others: built for release, with the oldest `NumPy`, and against
/// gym-sokoban.
pub(crate) fn oracle() -> Outcome {
    run(&Environment { name: "python-oracle", packages: ORACLE.to_vec() }, |python| {
        let wheel = install(python, Profile::Release)?;
        let size = std::fs::metadata(&wheel).map_err(|error| error.to_string())?.len();
        if size > MOST_BYTES {
            return Err(format!("the wheel has {size} bytes; at most {MOST_BYTES} are promised"));
        }
        pytest(python, "not cluster")
    })
}

/// What docs/python.md promises.
const MOST_BYTES: u64 = 10_000_000;

/// An environment that is ready.
struct Python {
    interpreter: String,
    folder: PathBuf,
}

fn run(environment: &Environment, work: impl FnOnce(&Python) -> Result<(), String>) -> Outcome {
    if let Some(outcome) = missing() {
        return outcome;
    }
    Outcome::of(prepare(environment).and_then(|interpreter| {
        let interpreter = interpreter.to_string_lossy().into_owned();
        work(&Python { interpreter, folder: environment.folder() })
    }))
}

/// Runs Python away from the sources, lest it import the package from there without its compiled part.
fn within(interpreter: &str, words: &[&str]) -> Result<(), String> {
    let mut command = command(interpreter, words);
    command.current_dir(shell::root().join(CRATE));
    shell::run(command)
}

fn pytest(python: &Python, selection: &str) -> Result<(), String> {
    within(&python.interpreter, &["-m", "pytest", "-m", selection])
}

/// The interpreter of the environment, which has these packages.
fn prepare(environment: &Environment) -> Result<PathBuf, String> {
    let (path, packages) = (environment.folder(), &environment.packages);
    let python = path.join("bin").join("python3");
    let note = path.join("packages");
    let wanted = packages.join("\n");
    let has = std::fs::read_to_string(&note).unwrap_or_default();
    if packages.iter().all(|package| has.lines().any(|line| line == *package)) && python.is_file() {
        return Ok(python);
    }
    shell::run(command("python3", &["-m", "venv", &path.to_string_lossy()]))?;
    // Compiling every module of every package takes as long as unpacking them; few are imported.
    let pip = ["-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check"];
    let words = [&pip[..], packages].concat();
    shell::run(command(&python.to_string_lossy(), &words))?;
    std::fs::write(&note, wanted).map_err(|error| error.to_string())?;
    Ok(python)
}

/// How the compiled part is built.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Profile {
    /// Not optimised for release; with what the tests have compiled, if they were run before, and so
    /// with the planner that needs C++.
    Tests,
    /// As it is given to others.
    Release,
}

/// Builds the wheel and installs it; its path.
fn install(python: &Python, profile: Profile) -> Result<PathBuf, String> {
    let wheels = python.folder.join("wheels");
    let _ = std::fs::remove_dir_all(&wheels);
    let out = wheels.to_string_lossy().into_owned();
    let manifest = Path::new(CRATE).join("Cargo.toml");
    let manifest = manifest.to_string_lossy();
    let build = ["-m", "maturin", "build", "--manifest-path", &manifest, "--out", &out];
    let interpreter = ["--interpreter", &python.interpreter];
    let release: &[&str] = if profile == Profile::Release { &["--release"] } else { &[] };
    let words = [&build[..], &interpreter, release].concat();
    let mut maturin = command(&python.interpreter, &words);
    if profile == Profile::Tests && program::has_tests() {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let here = std::env::current_exe().map_err(|error| error.to_string())?;
        maturin.env(AS_CARGO, cargo).env("CARGO", here);
    }
    shell::run(maturin)?;
    let made = std::fs::read_dir(&wheels).map_err(|error| error.to_string())?.next();
    let wheel = made.and_then(Result::ok).ok_or("maturin made no wheel")?.path();
    let words = ["-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"];
    let wheel_word = wheel.to_string_lossy();
    shell::run(command(&python.interpreter, &[&words[..], &[&wheel_word]].concat()))?;
    Ok(wheel)
}

/// Stands in for cargo while maturin builds the wheel of the tests.
///
/// Maturin builds the one crate, for which cargo chooses other features of shared dependencies than for
/// all tests together, so that two minutes of processor time would go into compiling nearly everything
/// again. Told to build what the tests have built, cargo adds the compiled part of the package and
/// nothing else. Maturin finds it in cargo's messages as usual.
pub(crate) fn as_cargo(cargo: &OsStr, words: &[&str]) -> ExitCode {
    let mut command = Command::new(cargo);
    command.env_remove(AS_CARGO).env_remove("CARGO");
    if words.first() == Some(&"rustc") {
        let format = words.windows(2).find(|pair| pair[0] == "--message-format");
        command.args(["build", "--workspace", "--lib", "--tests"]);
        command.args(format.into_iter().flatten());
        // The limited interface needs no interpreter, and these would be another configuration.
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("PYO3_") {
                command.env_remove(name);
            }
        }
    } else {
        command.args(words);
    }
    match command.status() {
        Ok(status) => ExitCode::from(status.code().map_or(1, |code| code as u8)),
        Err(_) => ExitCode::FAILURE,
    }
}
