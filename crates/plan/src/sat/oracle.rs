//! `CaDiCaL` on a thread of its own.
//!
//! The solver may not leave the thread that made it, and a search must hear of limits while it
//! waits; so questions go to that thread and answers come back, and in between the asking
//! thread looks at its budget every few milliseconds. Steps of
//! the formula, questions and conflicts are what this search counts as positions expanded: the limit
//! on conflicts is kept by the solver itself and therefore exact.
//!
//! A solver that is stopped takes a while to notice, which nobody waits for: it owes an answer then, and
//! [ends](super::ending) by itself.
//!
//! The limit on memory is watched on the solver's thread, where it grows: on a busy machine the
//! asking thread may be asleep for longer than the solver takes to double its size.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use cadical_sys::{CaDiCal, Status};
use hakooshi_leash::resident;
use hakooshi_search::{Context, Cost, Memory, Reservation, Stop};

use super::cnf::{Cnf, Lit};
use super::ending::Ending;
use super::watch::{Count, Watch};
use crate::PlanError;
use crate::error::NoAnswer;
use crate::resident::Gauge;

/// Time between two looks at the budget.
const POLL: Duration = Duration::from_millis(10);

/// Literals given to the solver between two looks at the memory, a few hundred kilobytes.
const LITERALS: usize = 1 << 14;

/// Time that a solver gets to end, when it is not needed any more, before it is left alone.
const GRACE: Duration = Duration::from_millis(10);

/// One part in so many of what a solver may take is left free: its lists grow by copying.
const SLACK: usize = 8;

/// What the solver says.
#[derive(Debug)]
pub(crate) enum Answer {
    /// The formula holds like this, by variable; place zero means nothing.
    Sat(Vec<bool>),
    /// It cannot hold with the assumptions; those that were needed to see it.
    Unsat(Vec<Lit>),
}

#[derive(Debug)]
struct Question {
    clauses: Vec<Lit>,
    vars: i32,
    assumptions: Vec<Lit>,
    /// Conflicts allowed.
    conflicts: Option<u64>,
}

/// A solver that can be asked again and again, with more clauses each time.
#[derive(Debug)]
pub(crate) struct Oracle {
    questions: Option<Sender<Question>>,
    answers: Receiver<Option<Answer>>,
    watch: Watch,
    conflicts: Arc<AtomicU64>,
    /// Conflicts that have been counted as expansions.
    counted: u64,
    /// What the solver has taken beyond the account of its formula.
    taken: Reservation,
    gauge: Gauge,
    /// Whether the solver was stopped at a question that it has not answered yet.
    owes: bool,
    /// Whether it has been asked.
    is_begun: bool,
    /// Whether its end has to be waited for: that of a proof.
    proves: bool,
    /// To the thread, which keeps it until the solver is gone.
    keep: Sender<Ending>,
    thread: Option<JoinHandle<()>>,
}

impl Oracle {
    /// Starts a solver that takes from this account.
    pub(crate) fn start(memory: &Memory) -> Self {
        Self::spawn(None, memory)
    }

    /// Starts a solver that reads a DIMACS file and writes an LRAT proof about it. It is complete
    /// once the oracle has been closed, if the device had room for it: the solver does not look.
    pub(crate) fn prove(formula: &Path, proof: &Path, memory: &Memory) -> Result<Self, PlanError> {
        let text = |path: &Path| {
            let text = path.to_str().map(str::to_owned);
            text.ok_or_else(|| PlanError::Write {
                path: path.to_owned(),
                reason: "CaDiCaL wants a name in UTF-8".to_owned(),
            })
        };
        Ok(Self::spawn(Some([text(formula)?, text(proof)?]), memory))
    }

    fn spawn(proof: Option<[String; 2]>, memory: &Memory) -> Self {
        let (taken, gauge) = (memory.reservation(), Gauge::new());
        let (questions, asked) = channel::<Question>();
        let (answer, answers) = channel();
        let (watch, conflicts) = (Watch::new(), Arc::new(AtomicU64::new(0)));
        let (watching, count) = (watch.clone(), Arc::clone(&conflicts));
        let (keep, kept) = channel();
        let proves = proof.is_some();
        let thread = std::thread::spawn(move || {
            // Dropped after the solver.
            let _kept = kept;
            let mut solver = CaDiCal::new();
            // It asks at every chance: every tenth is half a second apart on large formulas.
            solver.set("terminateint", 0);
            if let Some([formula, path]) = &proof {
                solver.set("binary", 0);
                solver.set("lrat", 1);
                // Only from a file does the solver know how many clauses come, and numbers its
                // own after them.
                let mut vars = 0;
                if !solver.trace_proof2(path) || solver.read_dimacs2(formula, &mut vars, 1).is_err()
                {
                    return;
                }
            }
            solver.connect_terminator(watching.clone());
            solver.connect_learner(Count(count));
            let mut clauses = VecDeque::new();
            for mut question in asked {
                let new = std::mem::take(&mut question.clauses);
                if clauses.is_empty() {
                    clauses = VecDeque::from(new);
                } else {
                    clauses.extend(new);
                }
                if answer.send(ask(&mut solver, &mut clauses, &question, &watching)).is_err() {
                    break;
                }
            }
            if proof.is_some() {
                solver.close_proof_trace(false);
            }
        });
        let (questions, thread) = (Some(questions), Some(thread));
        let (owes, is_begun) = (false, false);
        Self {
            questions,
            answers,
            watch,
            conflicts,
            counted: 0,
            taken,
            gauge,
            owes,
            is_begun,
            proves,
            keep,
            thread,
        }
    }

    /// Accounts for what the solver has taken, and tells its thread how large the process may grow.
    fn measure(&mut self, context: &Context<'_>) -> Result<(), Stop> {
        self.taken.note(self.gauge.grown(&self.taken))?;
        // Between two looks it has grown by 12.4 MB at a limit of 100 MB.
        let ceiling = context.budget().ceiling.map(|it| it.bytes - it.bytes / SLACK);
        let room = self.taken.memory().left();
        let own = room.zip(resident()).map(|(room, now)| {
            let slack = self.taken.bytes().saturating_add(room) / SLACK;
            now.saturating_add(room).saturating_sub(slack)
        });
        let most = own.into_iter().chain(ceiling).min().unwrap_or(usize::MAX);
        self.watch.most.store(most, Ordering::Relaxed);
        Ok(())
    }

    /// Adds the new clauses of `cnf` for good and asks whether all can hold with `assumptions`.
    /// `horizon` is told to whoever listens. After a limit was met the same can be asked again;
    /// the solver keeps the clauses that it was given, and what it has learned.
    pub(crate) fn ask(
        &mut self,
        cnf: &mut Cnf,
        assumptions: &[Lit],
        horizon: u32,
        context: &mut Context<'_>,
    ) -> Result<Answer, NoAnswer> {
        self.wait(horizon, context)?;
        self.measure(context)?;
        let conflicts = context.nodes_left();
        let (clauses, vars) = (cnf.take_new(), cnf.vars());
        let question = Question { clauses, vars, assumptions: assumptions.to_vec(), conflicts };
        let sent = self.questions.as_ref().is_some_and(|it| it.send(question).is_ok());
        if !sent {
            return Err(NoAnswer::Failed(PlanError::Solver("CaDiCaL does not start".to_owned())));
        }
        loop {
            let heard = self.answers.recv_timeout(POLL);
            self.count(context);
            match heard {
                Ok(Some(answer)) => return Ok(answer),
                Ok(None) if self.watch.outgrown.swap(false, Ordering::Relaxed) => {
                    return Err(Stop::Memory.into());
                }
                // The solver stopped by itself: the limit on conflicts makes it.
                Ok(None) => return Err(Stop::Nodes.into()),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(NoAnswer::Failed(PlanError::Solver("CaDiCaL crashed".to_owned())));
                }
                Err(RecvTimeoutError::Timeout) => {
                    let room = self.measure(context);
                    if let Err(stop) = room.and_then(|()| context.poll(Cost::new(horizon, 0), 0)) {
                        self.interrupt();
                        self.count(context);
                        return Err(stop.into());
                    }
                }
            }
        }
    }

    /// Bytes that the solver has taken beyond the account of its formula.
    pub(crate) fn bytes(&self) -> usize {
        self.taken.bytes()
    }

    /// Adds the conflicts since the last time; others may count in the same context. The solver
    /// keeps the limit, but tells of clauses learned by probing too, which it does not count.
    fn count(&mut self, context: &mut Context<'_>) {
        let conflicts = self.conflicts.load(Ordering::Relaxed);
        let most = context.nodes_left().unwrap_or(u64::MAX);
        context.stats.expanded += (conflicts - self.counted).min(most);
        self.counted = conflicts;
    }

    /// Waits for the answer to the last question if the solver was stopped at it, and the first time for
    /// other solvers to end.
    fn wait(&mut self, horizon: u32, context: &mut Context<'_>) -> Result<(), NoAnswer> {
        while self.owes || !self.is_begun && Ending::is_any() {
            match self.answers.recv_timeout(POLL) {
                Ok(_) => {
                    self.owes = false;
                    self.watch.stop.reset();
                    self.watch.outgrown.store(false, Ordering::Relaxed);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(NoAnswer::Failed(PlanError::Solver("CaDiCaL crashed".to_owned())));
                }
                Err(RecvTimeoutError::Timeout) => context.poll(Cost::new(horizon, 0), 0)?,
            }
        }
        self.is_begun = true;
        Ok(())
    }

    /// Stops the solver. Its answer, which must not be taken for that of the next question, comes when it
    /// has noticed.
    fn interrupt(&mut self) {
        self.watch.stop.terminate();
        self.owes = true;
    }

    /// Ends the solver, with its proof complete.
    pub(crate) fn close(self) {
        drop(self);
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        self.watch.stop.terminate();
        self.questions = None;
        let Some(thread) = self.thread.take() else { return };
        let ended = loop {
            match self.answers.recv_timeout(GRACE) {
                Ok(_) => {}
                Err(error) => break error == RecvTimeoutError::Disconnected,
            }
        };
        if ended || self.proves {
            // A crash there has been told as an answer that never came.
            let _ = thread.join();
        } else {
            let none = self.taken.memory().reservation();
            // It comes back, and is dropped, if the thread has just ended.
            let _ = self.keep.send(Ending::new(std::mem::replace(&mut self.taken, none)));
        }
    }
}

/// One question; `None` if the solver was stopped. `clauses` are those that it has not got yet, its
/// own and of questions before at which it was stopped.
fn ask(
    solver: &mut CaDiCal,
    clauses: &mut VecDeque<Lit>,
    question: &Question,
    watch: &Watch,
) -> Option<Answer> {
    if watch.is_over() {
        return None;
    }
    if question.vars > solver.vars() {
        solver.resize(question.vars);
    }
    while let Some(lit) = clauses.pop_front() {
        solver.add(lit);
        if clauses.len().is_multiple_of(LITERALS) && watch.is_over() {
            return None;
        }
    }
    // The solver needs the memory.
    *clauses = VecDeque::new();
    for &lit in &question.assumptions {
        solver.assume(lit);
    }
    if let Some(most) = question.conflicts {
        solver.limit("conflicts", i32::try_from(most).unwrap_or(i32::MAX));
    }
    match solver.solve() {
        Status::SATISFIABLE => {
            let value = |var: i32| var > 0 && solver.val(var) > 0;
            Some(Answer::Sat((0..=question.vars).map(value).collect()))
        }
        Status::UNSATISFIABLE => {
            let needed = question.assumptions.iter().copied().filter(|&lit| solver.failed(lit));
            Some(Answer::Unsat(needed.collect()))
        }
        Status::UNKNOWN => None,
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_search::{Budget, Silent};

    use super::*;

    #[test]
    fn clauses_stay_and_assumptions_do_not() {
        let (mut silent, mut oracle) = (Silent, Oracle::start(&Memory::default()));
        let mut context = Context::new(Budget::default(), &mut silent);
        let mut cnf = Cnf::default();
        let (one, two) = (cnf.var(), cnf.var());
        let mut ask = |clause: &[Lit], assumptions: &[Lit]| {
            if !clause.is_empty() {
                cnf.clause(clause.iter().copied());
            }
            oracle.ask(&mut cnf, assumptions, 1, &mut context).expect("no limit")
        };
        assert!(matches!(ask(&[one, two], &[-one]), Answer::Sat(model) if model[2]));
        assert!(matches!(ask(&[], &[-one, -two]), Answer::Unsat(core) if core.len() == 2));
        assert!(matches!(ask(&[-two], &[-one]), Answer::Unsat(core) if core == [-one]));
        assert!(matches!(ask(&[-one], &[]), Answer::Unsat(core) if core.is_empty()));
    }

    #[test]
    fn a_process_that_is_too_large_ends_a_question_and_not_the_next() {
        let mut cnf = Cnf::default();
        let (one, two) = (cnf.var(), cnf.var());
        cnf.clause([one, two]);
        let (mut silent, mut oracle) = (Silent, Oracle::start(&Memory::default()));
        let ceiling = |bytes| Some(hakooshi_search::Ceiling { bytes, measure: resident });
        let budget = |bytes| Budget { ceiling: ceiling(bytes), ..Budget::default() };
        let mut small = Context::new(budget(1), &mut silent);
        let ended = oracle.ask(&mut cnf, &[-one], 1, &mut small);
        if cfg!(target_os = "linux") {
            assert!(matches!(ended, Err(NoAnswer::Stopped(Stop::Memory))), "{ended:?}");
        }
        // The clause that the solver had not got is given to it now.
        let mut large = Context::new(budget(usize::MAX), &mut silent);
        let answer = oracle.ask(&mut cnf, &[-one, -two], 1, &mut large);
        assert!(matches!(answer, Ok(Answer::Unsat(_))), "{answer:?}");
    }

    #[test]
    fn a_raised_flag_ends_a_long_question_and_not_the_next() {
        // Eleven pigeons in ten holes: far too hard to be settled by chance.
        let (pigeons, holes) = (11, 10);
        let mut cnf = Cnf::default();
        let vars: Vec<Vec<Lit>> =
            (0..pigeons).map(|_| (0..holes).map(|_| cnf.var()).collect()).collect();
        for pigeon in 0..pigeons {
            cnf.clause(vars[pigeon].iter().copied());
            for other in 0..pigeon {
                for (one, two) in vars[pigeon].iter().zip(&vars[other]) {
                    cnf.clause([-one, -two]);
                }
            }
        }
        let (mut silent, mut oracle) = (Silent, Oracle::start(&Memory::default()));
        let cancel = hakooshi_search::Cancel::new();
        cancel.cancel();
        let mut context = Context::new(Budget { cancel, ..Budget::default() }, &mut silent);
        let ended = oracle.ask(&mut cnf, &[], 1, &mut context);
        assert!(matches!(ended, Err(NoAnswer::Stopped(Stop::Cancelled))), "{ended:?}");
        let mut context = Context::new(Budget::default(), &mut silent);
        cnf.clause([]);
        let answer = oracle.ask(&mut cnf, &[], 1, &mut context);
        assert!(matches!(answer, Ok(Answer::Unsat(_))), "{answer:?}");
        oracle.close();
    }
}
