//! Runs commands, prints them, and reads their output.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, PipeReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::solvers;

thread_local! {
    /// What this thread has to say, if that is held back.
    static HELD: RefCell<Option<Vec<u8>>> = const { RefCell::new(None) };
}

/// From now on, holds back what this thread and its commands print, until [`let_out`].
pub(crate) fn hold_back() {
    HELD.with_borrow_mut(|held| *held = Some(Vec::new()));
}

/// Prints what was held back, in one piece.
pub(crate) fn let_out() {
    let text = HELD.with_borrow_mut(|held| held.as_mut().map(std::mem::take));
    // A closed output is noticed by whoever reads it.
    let _ = std::io::stdout().write_all(&text.unwrap_or_default());
}

/// Prints a line, or holds it back.
pub(crate) fn say(line: &str) {
    HELD.with_borrow_mut(|held| match held {
        Some(text) => text.extend_from_slice(format!("{line}\n").as_bytes()),
        None => println!("{line}"),
    });
}

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// The folder that holds `levels` for the tests that want more levels than are bundled: the
/// one the environment names, or `shared` beside the checkout.
pub(crate) fn shared() -> Option<PathBuf> {
    let named = std::env::var_os("HAKOOSHI_SHARED").map(PathBuf::from);
    let beside = root().parent().map(|above| above.join("shared"));
    named.into_iter().chain(beside).find(|folder| folder.join("levels").is_dir())
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    let named = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    root().join(named.unwrap_or_else(|| "target".into()))
}

/// A command to be run in the workspace, with the shared levels in its environment.
pub(crate) fn command(program: &str, arguments: &[&str]) -> Command {
    // Cargo as this program was started by it, or whatever is on the path.
    let program = match program {
        "cargo" => std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()),
        other => other.into(),
    };
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root()).stdin(Stdio::null());
    if let Some(folder) = shared() {
        command.env("HAKOOSHI_SHARED", folder);
    }
    if let Some(z3) = solvers::z3().filter(|_| std::env::var_os("HAKOOSHI_SMT_SOLVER").is_none()) {
        command.env("HAKOOSHI_SMT_SOLVER", z3);
    }
    if let Some(cvc5) = solvers::cvc5() {
        command.env("HAKOOSHI_SECOND_SMT_SOLVER", cvc5);
    }
    if let Some(python) = solvers::python() {
        command.env("HAKOOSHI_PLANNER_PYTHON", python);
    }
    command
}

/// Runs a command with its output shown.
pub(crate) fn run(mut command: Command) -> Result<(), String> {
    if HELD.with_borrow(Option::is_some) {
        return run_heard(command, |_| {});
    }
    let shown = show(&command);
    println!("$ {shown}");
    let status = command.status().map_err(|error| format!("cannot start {shown}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{shown}: {status}")) }
}

/// Runs cargo with its output shown.
pub(crate) fn cargo(arguments: &[&str]) -> Result<(), String> {
    run(command("cargo", arguments))
}

/// Runs a command with its output shown, and hands each line over: of its standard output and, if
/// the output is held back, of its standard error too.
pub(crate) fn run_heard(command: Command, mut hear: impl FnMut(&str)) -> Result<(), String> {
    let shown = show(&command);
    say(&format!("$ {shown}"));
    let failed = |error| format!("cannot run {shown}: {error}");
    let (mut child, output) = start(command).map_err(failed)?;
    for line in BufReader::new(output).split(b'\n') {
        let line = line.map_err(failed)?;
        let line = String::from_utf8_lossy(&line);
        say(&line);
        hear(&line);
    }
    let status = child.wait().map_err(failed)?;
    if status.success() { Ok(()) } else { Err(format!("{shown}: {status}")) }
}

/// Starts a command with its output in a pipe. The command is dropped, and with it our copy of the
/// writing end, without which the pipe would never end.
fn start(mut command: Command) -> std::io::Result<(Child, PipeReader)> {
    let (reader, writer) = std::io::pipe()?;
    if HELD.with_borrow(Option::is_some) {
        command.stderr(writer.try_clone()?);
    }
    Ok((command.stdout(writer).spawn()?, reader))
}

/// Runs a command silently and gives its standard output.
pub(crate) fn output(mut command: Command) -> Result<String, String> {
    let shown = show(&command);
    let output = command.output().map_err(|error| format!("cannot start {shown}: {error}"))?;
    if !output.status.success() {
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("{shown}: {}\n{complaint}", output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether a command can be started and succeeds.
pub(crate) fn works(program: &str, arguments: &[&str]) -> bool {
    output(command(program, arguments)).is_ok()
}

fn show(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let program = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy();
    let words = command.get_args().map(|word| word.to_string_lossy().into_owned());
    std::iter::once(program.into_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_shown_as_one_would_type_them() {
        assert_eq!(show(&command("/usr/bin/env", &["a", "b"])), "env a b");
    }

    #[test]
    fn output_is_held_back_until_a_step_ends() {
        hold_back();
        run(command("sh", &["-c", "echo out; echo err >&2"])).expect("a shell");
        let text = HELD.with_borrow_mut(Option::take).expect("held back");
        assert_eq!(String::from_utf8_lossy(&text), "$ sh -c echo out; echo err >&2\nout\nerr\n");
    }

    #[test]
    fn what_cannot_be_started_is_an_error() {
        assert!(!works("no-such-program-here", &[]));
        assert!(run(command("no-such-program-here", &[])).is_err());
        assert!(root().join("Cargo.toml").is_file());
    }
}
