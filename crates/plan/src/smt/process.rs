//! A solver as a child process: the script goes in, the answer comes out, and whatever happens
//! the child is gone afterwards.
//!
//! Pipes are served by threads, so that a solver that does not read, writes without end or
//! says nothing cannot hold up the thread that watches the budget.

use std::io::{Read, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use hakooshi_search::{Context, Cost, Reservation, Stop};

use super::locate::Program;
use crate::PlanError;
use crate::error::NoAnswer;

/// Time between two looks at the budget.
const POLL: Duration = Duration::from_millis(10);

/// The longest answer that is read; that of a plan of a million steps is shorter.
const LONGEST: u64 = 64 << 20;

/// Kills the child when dropped, and whatever the child has started.
struct KillOnDrop {
    child: Child,
    /// Whether all that it had to say was heard.
    heard: bool,
}

impl Drop for KillOnDrop {
    fn drop(&mut self) {
        if !self.heard && cfg!(unix) {
            // A solver may be a script that starts another; they are one process group. The
            // child has not been waited for, so the number is still its own.
            let line = format!("kill -KILL -{}", self.child.id());
            let _ = Command::new("sh").args(["-c", &line]).stderr(Stdio::null()).status();
        }
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a solver wrote to its standard output and to standard error.
struct Said {
    output: String,
    complaint: String,
}

/// Runs `program` on `script`: the answer's text after the word `sat`, or `None` for `unsat`.
/// `memory` is of the script, and of the solver while it runs.
pub(super) fn ask(
    program: &Program,
    script: String,
    horizon: u32,
    memory: &mut Reservation,
    context: &mut Context<'_>,
) -> Result<Option<String>, NoAnswer> {
    let name = program.name();
    let failed = |reason: &str| NoAnswer::Failed(PlanError::Solver(format!("{name} {reason}")));
    let script_bytes = script.len();
    let mut command = program.command();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().map_err(|error| failed(&format!("cannot be started: {error}")))?;
    let mut solver = KillOnDrop { child, heard: false };
    let said = listen(&mut solver.child, script);
    let Said { output, complaint } = loop {
        match said.recv_timeout(POLL) {
            Ok(said) => break said,
            Err(RecvTimeoutError::Disconnected) => return Err(failed("cannot be listened to")),
            Err(RecvTimeoutError::Timeout) => {
                memory.resize(script_bytes + resident(solver.child.id()))?;
                context.poll(Cost::new(horizon, 0), 0)?;
            }
        }
    };
    solver.heard = true;
    let (word, rest) = output.trim_start().split_once('\n').unwrap_or((output.trim(), ""));
    match word.trim() {
        "sat" => Ok(Some(rest.to_owned())),
        "unsat" => Ok(None),
        "unknown" | "timeout" => Err(failed("does not know whether there is a plan")),
        _ if output.contains("out of memory") || complaint.contains("out of memory") => {
            Err(NoAnswer::Stopped(Stop::Memory))
        }
        other => {
            let ended =
                solver.child.wait().map_or_else(|error| error.to_string(), |it| it.to_string());
            let told = if other.is_empty() { complaint.trim() } else { other };
            let told: String = told.lines().next().unwrap_or("").chars().take(200).collect();
            let told = if told.is_empty() { "nothing".to_owned() } else { format!("{told:?}") };
            Err(failed(&format!("ended ({ended}) and said {told} instead of sat or unsat")))
        }
    }
}

/// Feeds the script and gathers what is said until the child closes its output.
fn listen(child: &mut Child, script: String) -> Receiver<Said> {
    let (sender, said) = channel();
    if let Some(mut input) = child.stdin.take() {
        std::thread::spawn(move || {
            // A solver that is done need not have read everything.
            let _ = input.write_all(script.as_bytes());
        });
    }
    let errors = child.stderr.take();
    let errors = std::thread::spawn(move || errors.map(read).unwrap_or_default());
    if let Some(output) = child.stdout.take() {
        std::thread::spawn(move || {
            let output = read(output);
            let complaint = errors.join().unwrap_or_default();
            // Nobody may be waiting any more.
            let _ = sender.send(Said { output, complaint });
        });
    }
    said
}

fn read(pipe: impl Read) -> String {
    let mut bytes = Vec::new();
    // What was read before a failure is told all the same.
    let _ = pipe.take(LONGEST).read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Bytes of memory that a process holds, where the system tells.
fn resident(process: u32) -> usize {
    let Ok(text) = std::fs::read_to_string(format!("/proc/{process}/statm")) else { return 0 };
    let pages = text.split_whitespace().nth(1).and_then(|pages| pages.parse::<usize>().ok());
    pages.unwrap_or(0) * 4096
}
