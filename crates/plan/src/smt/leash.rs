//! A leash for a solver: whatever it starts ends with the question, and with this process however
//! that ends.
//!
//! A shell waits at the end of a pipe whose other end only this process holds. The system closes
//! that end even for a process killed by SIGKILL, which can run no code of its own; the shell then
//! kills the process group that it leads and the solver has joined. A solver that leaves the group
//! is found by a word in its environment, which its children inherit. The alternatives cover less:
//! `setpriv --pdeathsig` reaches the solver but not what a wrapper script starts, and a
//! `PR_SET_CHILD_SUBREAPER` process needs code between fork and exec, hence `unsafe`.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::locate::Program;

/// The word in the environment: the number of the watching shell.
#[cfg(unix)]
const VARIABLE: &str = "HAKOOSHI_LEASH";

/// Waits for the pipe to close, kills what has left the group, then the group and itself. Three
/// rounds, since what is being killed may start more.
#[cfg(unix)]
const WATCH: &str = r#"
trap '' HUP INT TERM
read -r _
for round in 1 2 3; do
    found=$(grep -lsF "HAKOOSHI_LEASH=$$." /proc/[0-9]*/environ)
    [ -n "$found" ] || break
    for file in $found; do
        file=${file#/proc/}
        kill -KILL "${file%/environ}"
    done
done
kill -KILL 0
"#;

/// Limits the memory of a process and of what it starts, then becomes the solver. Of the limits
/// that a process can have, this is the one on private memory that can be written to; address
/// space that is only reserved does not count.
#[cfg(unix)]
const LIMITED: &str = r#"ulimit -d "$0" 2>/dev/null; exec "$@""#;

/// How often the end of the shell is looked for, which on a busy machine may be late with its work,
/// and that of a solver that has closed its output.
const PATIENT: u32 = 4000;
const BRIEF: u32 = 20;

/// Time between two looks.
const LOOK: Duration = Duration::from_millis(5);

/// A solver and all that it starts, killed when dropped.
#[derive(Debug)]
pub(super) struct Leash {
    /// The shell that leads the group; `None` where there are no process groups.
    watcher: Option<Child>,
    /// The solver.
    pub(super) child: Child,
}

impl Leash {
    /// Starts `program`. Each of its processes may have so many bytes of memory.
    pub(super) fn start(program: &Program, bytes: Option<usize>) -> std::io::Result<Self> {
        let watcher = watcher()?;
        let mut command = solver(program, watcher.as_ref(), bytes);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        match command.spawn() {
            Ok(child) => Ok(Self { watcher, child }),
            Err(error) => {
                watcher.into_iter().for_each(end);
                Err(error)
            }
        }
    }

    /// Bytes of memory that the processes of the group hold, where the system tells.
    pub(super) fn resident(&self) -> usize {
        let Some(group) = self.watcher.as_ref().map(Child::id) else { return 0 };
        let Ok(processes) = std::fs::read_dir("/proc") else { return 0 };
        let numbered = processes.flatten().filter(|entry| {
            entry.file_name().as_encoded_bytes().first().is_some_and(u8::is_ascii_digit)
        });
        let stat = |entry: std::fs::DirEntry| std::fs::read_to_string(entry.path().join("stat"));
        numbered.filter_map(|entry| resident(&stat(entry).ok()?, group)).sum()
    }

    /// How the solver ended, if it has.
    pub(super) fn ended(&mut self) -> Option<std::process::ExitStatus> {
        look(&mut self.child, BRIEF)
    }
}

impl Drop for Leash {
    fn drop(&mut self) {
        // The shell has not been waited for, so the number of the group is still its own.
        self.watcher.take().into_iter().for_each(end);
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The shell that leads a new group.
#[cfg(unix)]
fn watcher() -> std::io::Result<Option<Child>> {
    use std::os::unix::process::CommandExt as _;
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", WATCH]).process_group(0);
    shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    shell.spawn().map(Some)
}

#[cfg(not(unix))]
fn watcher() -> std::io::Result<Option<Child>> {
    Ok(None)
}

/// The command that starts the solver within the group.
#[cfg(unix)]
fn solver(program: &Program, watcher: Option<&Child>, bytes: Option<usize>) -> Command {
    use std::os::unix::process::CommandExt as _;
    let mut command = match bytes {
        Some(bytes) => {
            let mut shell = Command::new("/bin/sh");
            shell.args(["-c", LIMITED, &(bytes / 1024).to_string()]).arg(program.path());
            shell
        }
        None => Command::new(program.path()),
    };
    command.args(program.arguments());
    if let Some(group) = watcher.map(Child::id) {
        command.env(VARIABLE, format!("{group}.")).process_group(group.cast_signed());
    }
    command
}

#[cfg(not(unix))]
fn solver(program: &Program, _: Option<&Child>, _: Option<usize>) -> Command {
    let mut command = Command::new(program.path());
    command.args(program.arguments());
    command
}

/// Lets the shell go about its work by closing its pipe, and buries it.
fn end(mut watcher: Child) {
    drop(watcher.stdin.take());
    if look(&mut watcher, PATIENT).is_none() {
        // Something keeps it from working; nothing more can be done about its group.
        let _ = watcher.kill();
        let _ = watcher.wait();
    }
}

/// How a process ended, if it does within so many looks.
fn look(child: &mut Child, looks: u32) -> Option<std::process::ExitStatus> {
    for _ in 0..looks {
        match child.try_wait() {
            Ok(None) => std::thread::sleep(LOOK),
            Ok(ended) => return ended,
            Err(_) => return None,
        }
    }
    None
}

/// The resident bytes in a line of `/proc/PID/stat`, if the process is of this group.
fn resident(stat: &str, group: u32) -> Option<usize> {
    // The second field is the name in brackets, which may contain anything.
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut fields = rest.split_whitespace().skip(2);
    if fields.next()?.parse() != Ok(group) {
        return None;
    }
    Some(fields.nth(18)?.parse::<usize>().ok()? * 4096)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_group() {
        let stat = "77 (a) b) S 1 42 42 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 5 9999 321 0";
        assert_eq!(resident(stat, 42), Some(321 * 4096));
        assert_eq!(resident(stat, 4), None);
        assert_eq!(resident("77 (a", 42), None);
    }
}
