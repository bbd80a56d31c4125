//! `cargo xtask setup`: installs what the tests need besides the toolchain, in versions that are
//! fixed here and in the files named below. `cargo xtask test` calls it first and repeats what it did.
//!
//! | | version | where it goes |
//! |---|---|---|
//! | rustfmt, clippy | the toolchain's | the toolchain |
//! | Node.js, Chromium | the distribution's | the system, through apt-get |
//! | the browser's driver | `browser.rs` | the build folder |
//! | Z3, cvc5, Fast Downward | `solvers.rs` | the build folder |
//! | the Python package's test tools | `python.rs` | the build folder |
//!
//! What only `cargo xtask nightly` or `cargo xtask page` uses is installed by the step that uses it:
//! cargo-deny takes minutes to compile.

use crate::step::Outcome;
use crate::{browser, python, shell, solvers, tools};

/// One thing to install.
struct Part {
    name: &'static str,
    ensure: fn() -> Outcome,
}

const PARTS: &[Part] = &[
    Part { name: "toolchain", ensure: tools::step },
    Part { name: "browser", ensure: browser::setup },
    Part { name: "solvers", ensure: solvers::step },
    Part { name: "python", ensure: python::setup },
];

/// Installs what is missing besides the toolchain, which has a step of its own, and says what that was.
pub(crate) fn step() -> Outcome {
    gather(&PARTS[1..])
}

fn gather(parts: &[Part]) -> Outcome {
    let (mut notes, mut faults) = (Vec::new(), Vec::new());
    for Part { name, ensure } in parts {
        match ensure() {
            Outcome::Passed(done) => {
                notes.extend(done.into_iter().map(|note| format!("{name}: {note}")));
            }
            Outcome::Skipped(why) => notes.push(format!("{name}: skipped: {why}")),
            Outcome::Failed(why) => faults.push(format!("{name}: {why}")),
        }
    }
    if faults.is_empty() { Outcome::Passed(notes) } else { Outcome::Failed(faults.join("\n")) }
}

/// `cargo xtask setup`
pub(crate) fn run() -> Result<(), String> {
    match gather(PARTS) {
        Outcome::Passed(notes) => {
            for note in notes {
                shell::say(&note);
            }
            Ok(())
        }
        Outcome::Failed(message) | Outcome::Skipped(message) => Err(message),
    }
}

/// A program that cargo installs, in a version that is fixed, into the build folder.
pub(crate) fn cargo_tool(
    package: &str,
    program: &str,
    version: &str,
    options: &[&str],
) -> Result<String, String> {
    let root = shell::target().join("tools").join(format!("{package}-{version}"));
    let path = root.join("bin").join(format!("{program}{}", std::env::consts::EXE_SUFFIX));
    if !path.is_file() {
        shell::say(&format!("{package} {version} is missing; installing it"));
        let root = root.to_string_lossy();
        let words = ["install", "--quiet", "--version", version, "--root", &root, package];
        shell::cargo(&[&words[..], options].concat())?;
    }
    Ok(path.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_fault_does_not_hide_another() {
        let parts = [
            Part { name: "a", ensure: || Outcome::Failed("broken".to_owned()) },
            Part { name: "b", ensure: || Outcome::Passed(vec!["installed".to_owned()]) },
            Part { name: "c", ensure: || Outcome::Failed("gone".to_owned()) },
        ];
        let told = |outcome| match outcome {
            Outcome::Failed(message) | Outcome::Skipped(message) => message,
            Outcome::Passed(notes) => notes.join("\n"),
        };
        assert_eq!(told(gather(&parts)), "a: broken\nc: gone");
        assert_eq!(told(gather(&parts[1..2])), "b: installed");
    }
}
