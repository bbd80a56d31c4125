//! Gives every level to every engine, some at a time.
//!
//! Each pair is a task of its own, so that a slow engine does not keep the others waiting; the
//! trials come back in order whoever finishes first. A crash inside an engine is that trial's
//! error and nobody else's.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

use hakooshi::{
    Budget, Cancel, Engine, Event, Level, Objective, Options, Snapshot, SolveError, Stop, solve,
};

use crate::{Contender, Trial};

/// A level under the name by which it can be asked for again.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The name.
    pub name: String,
    /// The level.
    pub level: Level,
}

/// What is to be run, and with what.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    /// The levels.
    pub subjects: &'a [Subject],
    /// The engines.
    pub contenders: &'a [Contender],
    /// What is to be made small.
    pub objective: Objective,
    /// The limits of each search; its cancel flag is not looked at.
    pub budget: Budget,
    /// Searches at the same time.
    pub jobs: usize,
    /// The SMT solver for planners that use one.
    pub smt_solver: Option<&'a str>,
}

/// Someone who looks on, and may end it.
pub trait Watch: Sync {
    /// `worker` begins; the flag that stops it.
    fn begin(&self, _worker: usize, _subject: &Subject, _contender: &Contender) -> Cancel {
        Cancel::new()
    }

    /// `worker` has come so far; whether it may go on.
    fn may_go_on(&self, _worker: usize, _now: &Snapshot) -> bool {
        true
    }

    /// `worker` has finished a search.
    fn end(&self, _worker: usize) {}

    /// Whether no further search is to begin.
    fn is_over(&self) -> bool {
        false
    }
}

/// Nobody looks on.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {}

/// Runs every engine on every level. The trials stand level by level, and within a level in
/// the order of the engines; those never begun are `None`. `each` is called as they finish.
pub fn run(
    task: &Task<'_>,
    watch: &impl Watch,
    mut each: impl FnMut(&Trial),
) -> Vec<Option<Trial>> {
    let total = task.subjects.len() * task.contenders.len();
    let mut trials: Vec<Option<Trial>> = vec![None; total];
    let next = AtomicUsize::new(0);
    let (sender, results) = channel();
    std::thread::scope(|scope| {
        for worker in 0..task.jobs.clamp(1, total.max(1)) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !watch.is_over() {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    if place >= total {
                        return;
                    }
                    let trial = try_one(task, place, worker, watch);
                    watch.end(worker);
                    if sender.send((place, trial)).is_err() {
                        return;
                    }
                }
            });
        }
        // The workers have their own: when the last is gone the results end.
        drop(sender);
        for (place, trial) in results {
            each(&trial);
            trials[place] = Some(trial);
        }
    });
    trials
}

fn try_one(task: &Task<'_>, place: usize, worker: usize, watch: &impl Watch) -> Trial {
    let subject = &task.subjects[place / task.contenders.len()];
    let contender = &task.contenders[place % task.contenders.len()];
    let cancel = watch.begin(worker, subject, contender);
    let mut outgrown = false;
    let searched = catch_unwind(AssertUnwindSafe(|| {
        let mut observer = |event: &Event| {
            if let Event::Progress(now) = event
                && !watch.may_go_on(worker, now)
            {
                outgrown = true;
                cancel.cancel();
            }
        };
        let options = Options {
            objective: task.objective,
            engine: Engine::new(&contender.spec),
            budget: Budget { cancel: cancel.clone(), ..task.budget.clone() },
            polish: None,
            smt_solver: task.smt_solver.map(str::to_owned),
        };
        solve(&subject.level, &options, &mut observer)
    }));
    let failed = |error: String, fault| Trial {
        status: "unknown".to_owned(),
        error: Some(error),
        fault,
        ..Trial::default()
    };
    let mut trial = match searched {
        Ok(Ok(report)) => Trial::of(&report),
        Ok(Err(error @ (SolveError::Compile(_) | SolveError::Search(_)))) => {
            failed(error.to_string(), false)
        }
        Ok(Err(error)) => failed(error.to_string(), true),
        Err(_) => failed("the engine crashed".to_owned(), true),
    };
    if outgrown && trial.stop.as_deref() == Some(Stop::Cancelled.name()) {
        trial.stop = Some(Stop::Memory.name().to_owned());
    }
    Trial {
        level: subject.name.clone(),
        title: subject.level.title.clone(),
        engine: contender.label.clone(),
        spec: contender.spec.clone(),
        ..trial
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(name: &str, text: &str) -> Subject {
        Subject { name: name.to_owned(), level: text.parse().expect("a level") }
    }

    #[test]
    fn every_pair_has_its_place_however_many_work() {
        let subjects = [
            subject("one", "#####\n#@$.#\n#####"),
            subject("two", "########\n#@ $ . #\n#  $ . #\n########"),
        ];
        let contenders =
            ["bfs", "astar", "dfs"].map(|it| Contender::new(it, Objective::Pushes).expect("known"));
        let task = |jobs| Task {
            subjects: &subjects,
            contenders: &contenders,
            objective: Objective::Pushes,
            budget: Budget::default(),
            jobs,
            smt_solver: None,
        };
        let mut told = 0;
        let alone = run(&task(1), &Unwatched, |_| told += 1);
        assert_eq!((alone.len(), told), (6, 6));
        let together = run(&task(4), &Unwatched, |_| {});
        for (place, (a, b)) in alone.iter().zip(&together).enumerate() {
            let (a, b) = (a.as_ref().expect("ran"), b.as_ref().expect("ran"));
            assert_eq!((&a.level, &a.engine, a.expanded), (&b.level, &b.engine, b.expanded));
            assert_eq!(a.level, subjects[place / 3].name);
            assert_eq!(a.engine, contenders[place % 3].label);
            assert!(a.is_solved(), "{a:?}");
        }
    }

    #[test]
    fn best_in_something_else_is_not_optimal() {
        let subjects = [subject("one", "#####\n#@$.#\n#####")];
        let engines = ["bfs(space=step)", "bfs", "greedy"];
        let contenders = engines.map(|it| Contender::new(it, Objective::Pushes).expect("known"));
        let task = Task {
            subjects: &subjects,
            contenders: &contenders,
            objective: Objective::Pushes,
            budget: Budget::default(),
            jobs: 1,
            smt_solver: None,
        };
        let told = run(&task, &Unwatched, |_| {}).into_iter().flatten();
        let told: Vec<(String, bool)> = told.map(|it| (it.guarantee, it.optimal)).collect();
        let expected = [("moves", false), ("pushes", true), ("any", false)];
        assert_eq!(told, expected.map(|(name, optimal)| (name.to_owned(), optimal)));
    }

    #[test]
    fn a_watch_that_is_over_begins_nothing() {
        struct Over;
        impl Watch for Over {
            fn is_over(&self) -> bool {
                true
            }
        }
        let subjects = [subject("one", "#####\n#@$.#\n#####")];
        let contenders = [Contender::new("bfs", Objective::Pushes).expect("known")];
        let task = Task {
            subjects: &subjects,
            contenders: &contenders,
            objective: Objective::Pushes,
            budget: Budget::default(),
            jobs: 2,
            smt_solver: None,
        };
        assert_eq!(run(&task, &Over, |_| {}), [None]);
    }
}
