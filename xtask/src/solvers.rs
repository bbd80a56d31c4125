//! External programs used by some tests: two SMT solvers, a planner, and a proof checker. They are
//! installed into the build folder.

use std::path::{Path, PathBuf};

use crate::step::Outcome;
use crate::{setup, shell};

/// What is fetched from the Python package index. The first two bring real programs, the last a
/// library, for which [`CVC5`] is the program.
const PACKAGES: &[&str] = &[
    "z3-solver==5.4.0.0",
    "up-fast-downward==1.0.0",
    "fast-downward-translate==26.6.0",
    "cvc5==1.4.2",
];

/// Reads a script from its input and answers it, as the program cvc5 does.
const CVC5: &str = "\
import sys, cvc5
solver = cvc5.Solver()
symbols = cvc5.SymbolManager(solver)
parser = cvc5.InputParser(solver, symbols)
parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, sys.stdin.read(), 'input')
while not (command := parser.nextCommand()).isNull():
    print(command.invoke(solver, symbols), end='', flush=True)
";

/// The folder of the Python environment.
fn folder() -> PathBuf {
    shell::target().join("solvers")
}

/// A program of that environment, if it is there.
fn program(name: &str) -> Option<PathBuf> {
    Some(folder().join("bin").join(name)).filter(|path| path.is_file())
}

/// The SMT solver that was fetched.
pub(crate) fn z3() -> Option<PathBuf> {
    program("z3")
}

/// The second SMT solver.
pub(crate) fn cvc5() -> Option<PathBuf> {
    program("cvc5")
}

/// The Python that finds the planner.
pub(crate) fn python() -> Option<PathBuf> {
    program("python3").filter(|_| folder().join("complete").is_file())
}

/// Has the DRAT proofs that we write checked by rate, a program of others. It must be compiled first,
/// so this is for the nightly run.
pub(crate) fn proofs() -> Outcome {
    Outcome::of(setup::cargo_tool("rate", "rate", "0.3.0", &["--locked"]).and_then(|checker| {
        let words = ["test", "-p", "hakooshi-plan", "--test", "all", "proof::"];
        let mut test = shell::command("cargo", &words);
        test.env("HAKOOSHI_DRAT_CHECKER", checker);
        shell::run(test)
    }))
}

/// Fetches what is missing.
pub(crate) fn step() -> Outcome {
    if [python(), z3(), cvc5()].iter().all(Option::is_some) {
        return Outcome::Passed(Vec::new());
    }
    if !shell::works("python3", &["-m", "venv", "--help"]) {
        let why = "no python3 with venv (on Debian: apt-get install python3-venv): the tests of \
                   the SMT planners use a solver that is installed, or say that they are skipped";
        // A person without Python may go without; the machine that decides may not.
        return match std::env::var_os("CI") {
            Some(_) => Outcome::Failed(why.to_owned()),
            None => Outcome::Skipped(why.to_owned()),
        };
    }
    match fetch() {
        Ok(()) => Outcome::Passed(vec![format!("fetched {}", PACKAGES.join(", "))]),
        Err(message) => Outcome::Failed(message),
    }
}

fn fetch() -> Result<(), String> {
    let path = folder();
    shell::run(shell::command("python3", &["-m", "venv", &path.to_string_lossy()]))?;
    let python = path.join("bin").join("python3");
    let words = [&["-m", "pip", "install", "--quiet"], PACKAGES].concat();
    shell::run(shell::command(&python.to_string_lossy(), &words))?;
    script(&path.join("bin").join("cvc5"), &format!("#!{}\n{CVC5}", python.display()))
        .map_err(|error| error.to_string())?;
    std::fs::write(path.join("complete"), PACKAGES.join("\n")).map_err(|error| error.to_string())
}

#[cfg(unix)]
fn script(path: &Path, text: &str) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::write(path, text)?;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

/// Elsewhere the first line of a script does not say what runs it, and there is one solver.
#[cfg(not(unix))]
fn script(_: &Path, _: &str) -> std::io::Result<()> {
    Ok(())
}
