//! A solver as a child process: the script goes in, the answer comes out, and whatever happens
//! the child is gone afterwards.
//!
//! Pipes are served by threads, so that a solver that does not read, writes without end or
//! says nothing cannot hold up the thread that watches the budget.

use std::io::{Read, Write as _};
use std::process::Child;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use hakooshi_search::{Context, Cost, Reservation, Stop};

use super::leash::Leash;
use super::locate::Program;
use crate::PlanError;
use crate::error::NoAnswer;

/// Time between two looks at the budget.
const POLL: Duration = Duration::from_millis(10);

/// Looks at the budget for each look at the memory of the solver.
const LOOKS: u32 = 4;

/// The most of a complaint that is kept, and what an answer may have beside its values.
const SHORT: usize = 64 << 10;

/// How long a complaint may come after the end of an answer.
const LATE: Duration = Duration::from_millis(500);

/// What a solver writes to its standard output and to standard error.
struct Said {
    output: Receiver<String>,
    complaint: Receiver<String>,
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
    // The values asked for are fewer and no longer than what the script says about them, so an
    // answer is no longer than the script; reading may double what it holds.
    let longest = script.len() + SHORT;
    let held = script.len() + 2 * (longest + SHORT);
    memory.resize(held)?;
    let started = Leash::start(program, memory.memory().left());
    let mut solver = started.map_err(|error| failed(&format!("cannot be started: {error}")))?;
    let said = listen(&mut solver.child, script, longest);
    let mut looks = 0;
    let output = loop {
        match said.output.recv_timeout(POLL) {
            Ok(output) => break output,
            Err(RecvTimeoutError::Disconnected) => return Err(failed("cannot be listened to")),
            Err(RecvTimeoutError::Timeout) => {
                if looks % LOOKS == 0 {
                    memory.resize(held + solver.resident())?;
                }
                looks += 1;
                context.poll(Cost::new(horizon, 0), 0)?;
            }
        }
    };
    let (word, rest) = output.trim_start().split_once('\n').unwrap_or((output.trim(), ""));
    match word.trim() {
        "sat" => Ok(Some(rest.to_owned())),
        "unsat" => Ok(None),
        "unknown" | "timeout" => Err(failed("does not know whether there is a plan")),
        other => {
            let complaint = said.complaint.recv_timeout(LATE).unwrap_or_default();
            if lacks_memory(&output) || lacks_memory(&complaint) {
                return Err(NoAnswer::Stopped(Stop::Memory));
            }
            let ended = solver.ended();
            let ended = ended.map_or_else(|| "it still runs".to_owned(), |it| it.to_string());
            let told = if other.is_empty() { complaint.trim() } else { other };
            let told: String = told.lines().next().unwrap_or("").chars().take(200).collect();
            let told = if told.is_empty() { "nothing".to_owned() } else { format!("{told:?}") };
            Err(failed(&format!("fails ({ended}): it said {told} instead of sat or unsat")))
        }
    }
}

/// Whether a solver says that it has not enough memory, in the words of Z3, of the C++ runtime, of
/// the dynamic linker or of a shell.
fn lacks_memory(text: &str) -> bool {
    ["out of memory", "bad_alloc", "memory exhausted", "allocate memory", "cannot map zero-fill"]
        .iter()
        .any(|words| text.contains(words))
}

/// Feeds the script and gathers what is said until the child closes its output, or has said more
/// than `longest` bytes.
fn listen(child: &mut Child, script: String, longest: usize) -> Said {
    let (answer, output) = channel();
    let (error, complaint) = channel();
    if let Some(mut input) = child.stdin.take() {
        std::thread::spawn(move || {
            // A solver that is done need not have read everything.
            let _ = input.write_all(script.as_bytes());
        });
    }
    if let Some(mut pipe) = child.stderr.take() {
        std::thread::spawn(move || {
            // Nobody may be waiting any more.
            let _ = error.send(read(&mut pipe, SHORT));
            // A solver that is verbose must not be made to wait, or be killed for it.
            let _ = std::io::copy(&mut pipe, &mut std::io::sink());
        });
    }
    if let Some(mut pipe) = child.stdout.take() {
        // Once this has been read the pipe is closed, and a solver that goes on writing ends.
        std::thread::spawn(move || answer.send(read(&mut pipe, longest)));
    }
    Said { output, complaint }
}

fn read(pipe: &mut impl Read, most: usize) -> String {
    let mut bytes = Vec::new();
    // What was read before a failure is told all the same.
    let _ = pipe.take(most as u64).read_to_end(&mut bytes);
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
