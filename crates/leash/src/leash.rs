//! A leash for a program: whatever it starts ends with the leash, and with this process however
//! that ends.
//!
//! A shell waits at the end of a pipe whose other end only this process holds. The system closes
//! that end even for a process killed by SIGKILL, which can run no code of its own; the shell then
//! kills the process group that it leads and the program has joined. A program that leaves the group
//! is found by a word in its environment, which its children inherit. The alternatives cover less:
//! `setpriv --pdeathsig` reaches the program but not what a wrapper script starts, and a
//! `PR_SET_CHILD_SUBREAPER` process needs code between fork and exec, hence `unsafe`.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use crate::memory::page;
use crate::pipes::{self, Gathered, Keep};

/// The word in the environment: the number of the watching shell.
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

/// Limits the memory of a process and of what it starts, then becomes the program. Of the limits
/// that a process can have, this is the one on private memory that can be written to; address
/// space that is only reserved does not count.
#[cfg(unix)]
const LIMITED: &str = r#"ulimit -d "$0" 2>/dev/null; exec "$@""#;

/// How often the end of the shell is looked for, which on a busy machine may be late with its work,
/// and that of a program that has closed its output.
const PATIENT: u32 = 4000;
const BRIEF: u32 = 20;

/// Time between two looks.
const LOOK: Duration = Duration::from_millis(5);

/// A program to be started.
#[derive(Clone, Debug)]
pub struct Order {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The folder it works in, if not that of this process.
    pub folder: Option<PathBuf>,
    /// Bytes of memory that each of its processes may have.
    pub bytes: Option<usize>,
}

impl Order {
    /// A program without arguments or limits.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), arguments: Vec::new(), folder: None, bytes: None }
    }
}

/// A program and all that it starts, killed when dropped.
#[derive(Debug)]
pub struct Leash {
    /// The shell that leads the group; `None` where there are no process groups.
    watcher: Option<Child>,
    child: Child,
}

impl Leash {
    /// Starts a program.
    pub fn start(order: &Order) -> std::io::Result<Self> {
        let watcher = watcher()?;
        let mut command = command(order, watcher.as_ref());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &order.folder {
            command.current_dir(folder);
        }
        match command.spawn() {
            Ok(child) => Ok(Self { watcher, child }),
            Err(error) => {
                watcher.into_iter().for_each(end);
                Err(error)
            }
        }
    }

    /// Writes to its standard input, and closes it.
    pub fn feed(&mut self, input: Vec<u8>) {
        pipes::feed(self.child.stdin.take(), input);
    }

    /// What it writes to its standard output. To be asked for once.
    pub fn output(&mut self, most: usize, keep: Keep) -> Gathered {
        Gathered::read(self.child.stdout.take(), most, keep)
    }

    /// What it writes to standard error. To be asked for once.
    pub fn complaint(&mut self, most: usize, keep: Keep) -> Gathered {
        Gathered::read(self.child.stderr.take(), most, keep)
    }

    /// Bytes of memory that the processes of the group hold, where the system tells.
    pub fn resident(&self) -> usize {
        self.sum(|stat, _, group| resident(stat, |it| it == group))
    }

    /// Bytes of memory that processes hold which have left the group.
    pub fn strays(&self) -> usize {
        self.sum(|stat, folder, group| {
            let bytes = resident(stat, |it| it != group)?;
            let environment = std::fs::read(folder.join("environ")).ok()?;
            let word = mark(group);
            let is_ours = environment.split(|&byte| byte == 0).any(|it| it == word.as_bytes());
            is_ours.then_some(bytes)
        })
    }

    /// Adds up what is found in the folders of `/proc`.
    fn sum(&self, bytes: impl Fn(&str, &std::path::Path, u32) -> Option<usize>) -> usize {
        let Some(group) = self.watcher.as_ref().map(Child::id) else { return 0 };
        let Ok(processes) = std::fs::read_dir("/proc") else { return 0 };
        let numbered = processes.flatten().filter(|entry| {
            entry.file_name().as_encoded_bytes().first().is_some_and(u8::is_ascii_digit)
        });
        let of_one = |entry: std::fs::DirEntry| {
            let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
            bytes(&stat, &entry.path(), group)
        };
        numbered.filter_map(of_one).sum()
    }

    /// How the program ended, if it has by now.
    pub fn has_ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// How the program ended, if it does within a moment.
    pub fn ended(&mut self) -> Option<ExitStatus> {
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

/// The word in the environment of what a shell watches.
fn mark(group: u32) -> String {
    format!("{VARIABLE}={group}.")
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

/// The command that starts the program within the group.
#[cfg(unix)]
fn command(order: &Order, watcher: Option<&Child>) -> Command {
    use std::os::unix::process::CommandExt as _;
    let program: &OsStr = order.program.as_os_str();
    let mut command = match order.bytes {
        Some(bytes) => {
            let mut shell = Command::new("/bin/sh");
            shell.args(["-c", LIMITED, &(bytes / 1024).to_string()]).arg(program);
            shell
        }
        None => Command::new(program),
    };
    command.args(&order.arguments);
    if let Some(group) = watcher.map(Child::id) {
        command.env(VARIABLE, format!("{group}.")).process_group(group.cast_signed());
    }
    command
}

#[cfg(not(unix))]
fn command(order: &Order, _: Option<&Child>) -> Command {
    let program: &OsStr = order.program.as_os_str();
    let mut command = Command::new(program);
    command.args(&order.arguments);
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

/// The resident bytes in a line of `/proc/PID/stat`, if the group of the process is wanted.
fn resident(stat: &str, wanted: impl Fn(u32) -> bool) -> Option<usize> {
    // The second field is the name in brackets, which may contain anything.
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut fields = rest.split_whitespace().skip(2);
    if !wanted(fields.next()?.parse().ok()?) {
        return None;
    }
    Some(fields.nth(18)?.parse::<usize>().ok()? * page())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_group() {
        let stat = "77 (a) b) S 1 42 42 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 5 9999 321 0";
        assert_eq!(resident(stat, |group| group == 42), Some(321 * page()));
        assert_eq!(resident(stat, |group| group == 4), None);
        assert_eq!(resident("77 (a", |_| true), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_child_that_leaves_its_group_is_counted_and_ends_too() {
        let mut order = Order::new("/bin/sh");
        order.arguments = ["-c", "setsid sleep 1000 & echo $!; sleep 1000"].map(Into::into).into();
        let mut leash = Leash::start(&order).expect("started");
        let said = leash.output(64, Keep::Last);
        let number = (0..400).find_map(|_| {
            std::thread::sleep(LOOK);
            said.text().trim().parse::<u32>().ok()
        });
        let number = number.expect("a number");
        let is_there = || {
            std::fs::read_to_string(format!("/proc/{number}/stat"))
                .is_ok_and(|stat| !stat.contains(") Z "))
        };
        let counted = (0..400).any(|_| {
            std::thread::sleep(LOOK);
            leash.strays() > 0
        });
        assert!(counted && leash.resident() > 0 && is_there());
        drop(leash);
        // A process that was killed is still there for a moment.
        let is_gone = (0..400).any(|_| {
            std::thread::sleep(LOOK);
            !is_there()
        });
        assert!(is_gone, "it has outlived its leash");
    }
}
