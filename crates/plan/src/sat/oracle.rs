//! `CaDiCaL` on a thread of its own.
//!
//! The solver may not leave the thread that made it, and a search must hear of limits while it
//! waits; so questions go to that thread and answers come back, and in between the asking
//! thread looks at its budget every few milliseconds. Steps of
//! the formula, questions and conflicts are what this search counts as positions expanded: the limit
//! on conflicts is kept by the solver itself and therefore exact.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use cadical_sys::{CaDiCal, Learner, Status, TerminateFlag};
use hakooshi_search::{Context, Cost, Memory, Reservation, Stop};

use super::cnf::{Cnf, Lit};
use crate::PlanError;
use crate::error::NoAnswer;
use crate::resident::Gauge;

/// Time between two looks at the budget.
const POLL: Duration = Duration::from_millis(10);

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

/// Counts the clauses learned, one for each conflict.
struct Count(Arc<AtomicU64>);

impl Learner for Count {
    fn learning(&mut self, _: i32) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed);
        false
    }

    fn learn(&mut self, _: i32) {}
}

/// A solver that can be asked again and again, with more clauses each time.
#[derive(Debug)]
pub(crate) struct Oracle {
    questions: Option<Sender<Question>>,
    answers: Receiver<Option<Answer>>,
    stop: TerminateFlag,
    conflicts: Arc<AtomicU64>,
    /// Conflicts that have been counted as expansions.
    counted: u64,
    /// What the solver has taken beyond the account of its formula.
    taken: Reservation,
    gauge: Gauge,
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
        let (stop, conflicts) = (TerminateFlag::new(), Arc::new(AtomicU64::new(0)));
        let (flag, count) = (stop.clone(), Arc::clone(&conflicts));
        let thread = std::thread::spawn(move || {
            let mut solver = CaDiCal::new();
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
            solver.connect_terminator(flag);
            solver.connect_learner(Count(count));
            for question in asked {
                if answer.send(ask(&mut solver, &question)).is_err() {
                    break;
                }
            }
            if proof.is_some() {
                solver.close_proof_trace(false);
            }
        });
        let (questions, thread) = (Some(questions), Some(thread));
        Self { questions, answers, stop, conflicts, counted: 0, taken, gauge, thread }
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
                // The solver stopped by itself: only the limit on conflicts makes it.
                Ok(None) => return Err(Stop::Nodes.into()),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(NoAnswer::Failed(PlanError::Solver("CaDiCaL crashed".to_owned())));
                }
                Err(RecvTimeoutError::Timeout) => {
                    let room = self.taken.resize(self.gauge.grown(&self.taken));
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

    /// Stops the solver and makes it ready for the next question.
    fn interrupt(&mut self) {
        self.stop.terminate();
        // The question's own answer must not be taken for that of the next; a solver that has
        // crashed is noticed then.
        let _ = self.answers.recv();
        self.stop.reset();
    }

    /// Ends the solver, with its proof complete.
    pub(crate) fn close(self) {
        drop(self);
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        self.stop.terminate();
        self.questions = None;
        if let Some(thread) = self.thread.take() {
            // A crash there has been told as an answer that never came.
            let _ = thread.join();
        }
    }
}

/// One question; `None` if the solver was stopped.
fn ask(solver: &mut CaDiCal, question: &Question) -> Option<Answer> {
    if question.vars > solver.vars() {
        solver.resize(question.vars);
    }
    for &lit in &question.clauses {
        solver.add(lit);
    }
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
