//! Tools that the steps need besides cargo. A missing tool is installed and reported; if that fails, the
//! step fails with the command to type.

use crate::shell;
use crate::step::Outcome;

/// A tool that some step needs.
#[derive(Debug)]
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    /// A command that succeeds when the tool is there.
    pub(crate) probe: &'static [&'static str],
    /// The command that installs it.
    pub(crate) install: &'static [&'static str],
}

/// The tools, in the order of installing. The linker is not among them: without one this
/// program could not have been built.
const TOOLS: &[Tool] = &[
    Tool {
        name: "rustfmt",
        probe: &["cargo", "fmt", "--version"],
        install: &["rustup", "component", "add", "rustfmt"],
    },
    Tool {
        name: "clippy",
        probe: &["cargo", "clippy", "--version"],
        install: &["rustup", "component", "add", "clippy"],
    },
];

/// Makes sure that every tool is there.
pub(crate) fn step() -> Outcome {
    match ensure(TOOLS) {
        Ok(notes) => Outcome::Passed(notes),
        Err(faults) => Outcome::Failed(faults),
    }
}

/// Installs what is missing of `tools`; tells what it installed, or what could not be.
pub(crate) fn ensure(tools: &[Tool]) -> Result<Vec<String>, String> {
    let mut notes = Vec::new();
    let mut faults = Vec::new();
    for tool in tools {
        if works(tool.probe) {
            continue;
        }
        shell::say(&format!("{} is missing; installing it: {}", tool.name, tool.install.join(" ")));
        let installed = match tool.install {
            [program, rest @ ..] => shell::run(shell::command(program, rest)),
            [] => Err("nothing is known to install it".to_owned()),
        };
        match installed {
            Ok(()) if works(tool.probe) => {
                notes.push(format!("installed {} ({})", tool.name, tool.install.join(" ")));
            }
            Ok(()) => faults.push(format!("{} was installed but does not run", tool.name)),
            Err(error) => faults.push(format!("{} is missing: {error}", tool.name)),
        }
    }
    if faults.is_empty() { Ok(notes) } else { Err(faults.join("\n")) }
}

fn works(command: &[&str]) -> bool {
    matches!(command, [program, rest @ ..] if shell::works(program, rest))
}
