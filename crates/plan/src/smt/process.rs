//! A solver as a child process: the script goes in, the answer comes out, and whatever happens
//! the child is gone afterwards.

use std::time::Duration;

use hakooshi_leash::{Keep, Leash};
use hakooshi_search::{Context, Cost, Reservation, Stop};

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
    let started = Leash::start(&program.order(memory.memory().left()));
    let mut solver = started.map_err(|error| failed(&format!("cannot be started: {error}")))?;
    solver.feed(script.into_bytes());
    // A solver that is verbose on standard error must not be made to wait, or be killed for it.
    let complaint = solver.complaint(SHORT, Keep::FirstAndDrain);
    let answer = solver.output(longest, Keep::First);
    let mut looks = 0;
    while !answer.wait(POLL) {
        if looks % LOOKS == 0 {
            memory.resize(held + solver.resident())?;
        }
        looks += 1;
        context.poll(Cost::new(horizon, 0), 0)?;
    }
    let output = answer.text();
    let (word, rest) = output.trim_start().split_once('\n').unwrap_or((output.trim(), ""));
    match word.trim() {
        "sat" => Ok(Some(rest.to_owned())),
        "unsat" => Ok(None),
        "unknown" | "timeout" => Err(failed("does not know whether there is a plan")),
        other => {
            complaint.wait(LATE);
            let complaint = complaint.text();
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
