//! Runs engines and other programs on levels. [`Subject::solve`] runs one engine on one level and always
//! returns a record; [`compete`] runs pairs of a level and a competitor, several at a time; [`run`] runs
//! every engine on every level.

use std::sync::Arc;

use hakooshi::unstable::{Options, solve};
use hakooshi::{Cancel, Engine, ErrorKind, Level, Record};
use hakooshi_search::{Budget, Event, Snapshot};

use crate::pool::{Pool, guarded};
use crate::{Contender, Done, Solver};

/// A level and where it came from.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The file or collection.
    pub file: String,
    /// The place in it, from one.
    pub index: usize,
    /// The level.
    pub level: Level,
}

/// Someone who looks on, and may end it.
pub trait Watch: Send + Sync {
    /// `worker` begins; the flag that stops it.
    fn begin(&self, _worker: usize, _subject: &Subject, _engine: &str) -> Cancel {
        Cancel::new()
    }

    /// `worker` has come so far.
    fn progress(&self, _worker: usize, _now: &Snapshot) {}

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

impl Subject {
    /// What the engine makes of the level. A crash inside it and a level that is too large become
    /// records too. The cancel flag of `options` is not looked at; the watch has one.
    pub fn solve(&self, options: &Options, worker: usize, watch: &impl Watch) -> Record {
        let cancel = watch.begin(worker, self, &options.engine.to_string());
        let searched = guarded(|| {
            let mut observer = |event: &Event| {
                if let Event::Progress(now) = event {
                    watch.progress(worker, now);
                }
            };
            let options = Options {
                budget: Budget { cancel: cancel.clone(), ..options.budget.clone() },
                ..options.clone()
            };
            solve(&self.level, &options, &mut observer)
        });
        let record = match searched {
            Ok(Ok(report)) => Record::new(&report),
            Ok(Err(error)) => Record::failed(&error),
            Err(crash) => Record::error(ErrorKind::Fault, format!("the engine crashed: {crash}")),
        };
        let record = if record.error.is_some() { record.asked(options) } else { record };
        watch.end(worker);
        Record { file: self.file.clone(), index: self.index, ..record.of_level(&self.level) }
    }
}

/// One that is given levels.
#[derive(Clone, Debug)]
pub enum Competitor {
    /// An engine of this program.
    Engine(Contender),
    /// Another program.
    Solver(Solver),
}

impl Competitor {
    /// Its name in tables.
    pub fn label(&self) -> &str {
        match self {
            Self::Engine(contender) => &contender.label,
            Self::Solver(solver) => solver.name(),
        }
    }

    /// What it makes of a level. The engine, the objective and the cancel flag of `options` are not looked
    /// at.
    fn attempt(
        &self,
        subject: &Subject,
        options: &Options,
        worker: usize,
        watch: &impl Watch,
    ) -> Record {
        let record = match self {
            Self::Engine(contender) => {
                let engine = Engine::new(&contender.spec);
                let options = Options { engine, objective: contender.objective, ..options.clone() };
                subject.solve(&options, worker, watch)
            }
            Self::Solver(solver) => {
                let cancel = watch.begin(worker, subject, solver.name());
                let record = solver.attempt(subject, &Budget { cancel, ..options.budget.clone() });
                watch.end(worker);
                let (file, index) = (subject.file.clone(), subject.index);
                Record { file, index, ..record.of_level(&subject.level) }
            }
        };
        Record { label: Some(self.label().to_owned()), ..record }
    }
}

/// Starts workers on pairs of a level and a competitor, in their order. A result has the place of its pair.
pub fn compete<W: Watch + 'static>(
    pairs: impl Iterator<Item = (Arc<Subject>, Arc<Competitor>)> + Send + 'static,
    options: &Options,
    jobs: usize,
    watch: &Arc<W>,
) -> Pool<Record> {
    let (options, looked) = (options.clone(), Arc::clone(watch));
    let work = move |worker, (subject, competitor): (Arc<Subject>, Arc<Competitor>)| {
        competitor.attempt(&subject, &options, worker, &*looked)
    };
    let over = Arc::clone(watch);
    Pool::start(pairs, jobs, work, move || over.is_over())
}

/// Runs every engine on every level. The records stand level by level, and within a level in
/// the order of the engines; those never begun are `None`. `each` is called as they finish. The
/// engine, the objective and the cancel flag of `options` are not looked at.
pub fn run<W: Watch + 'static>(
    subjects: &[Subject],
    contenders: &[Contender],
    options: &Options,
    jobs: usize,
    watch: &Arc<W>,
    mut each: impl FnMut(&Record),
) -> Vec<Option<Record>> {
    let mut records: Vec<Option<Record>> = vec![None; subjects.len() * contenders.len()];
    let engines: Vec<Arc<Competitor>> =
        contenders.iter().cloned().map(|it| Arc::new(Competitor::Engine(it))).collect();
    let subjects: Vec<Arc<Subject>> = subjects.iter().cloned().map(Arc::new).collect();
    let pairs = subjects.into_iter().flat_map(move |subject| {
        let engines = engines.clone();
        engines.into_iter().map(move |engine| (Arc::clone(&subject), engine))
    });
    let pool = compete(pairs, options, jobs.min(records.len()), watch);
    while let Some(Done { place, result }) = pool.next(|| false) {
        if let (Some(place), Ok(record)) = (place, result) {
            each(&record);
            records[place] = Some(record);
        }
    }
    records
}

#[cfg(test)]
mod tests {
    use hakooshi::Objective;

    use super::*;

    fn subject(index: usize, text: &str) -> Subject {
        Subject { file: "test".to_owned(), index, level: text.parse().expect("a level") }
    }

    fn contenders<const N: usize>(specs: [&str; N]) -> [Contender; N] {
        specs.map(|spec| Contender::new(spec, Objective::Pushes).expect("known"))
    }

    fn pushes() -> Options {
        Options { objective: Objective::Pushes, ..Options::default() }
    }

    #[test]
    fn every_pair_has_its_place_however_many_work() {
        let subjects = [
            subject(1, "#####\n#@$.#\n#####"),
            subject(2, "########\n#@ $ . #\n#  $ . #\n########"),
        ];
        let contenders = contenders(["bfs", "astar", "dfs"]);
        let mut told = 0;
        let watch = Arc::new(Unwatched);
        let alone = run(&subjects, &contenders, &pushes(), 1, &watch, |_| told += 1);
        assert_eq!((alone.len(), told), (6, 6));
        let together = run(&subjects, &contenders, &pushes(), 4, &watch, |_| {});
        for (place, (a, b)) in alone.iter().zip(&together).enumerate() {
            let (a, b) = (a.as_ref().expect("ran"), b.as_ref().expect("ran"));
            assert_eq!((a.index, &a.label, a.expanded), (b.index, &b.label, b.expanded));
            assert_eq!(a.index, subjects[place / 3].index);
            assert_eq!(a.label.as_ref(), Some(&contenders[place % 3].label));
            assert!(a.is_solved(), "{a:?}");
        }
    }

    #[test]
    fn best_in_something_else_is_not_optimal() {
        let subjects = [subject(1, "#####\n#@$.#\n#####")];
        let contenders = contenders(["bfs(space=step)", "bfs", "greedy"]);
        let told = run(&subjects, &contenders, &pushes(), 1, &Arc::new(Unwatched), |_| {});
        let told: Vec<_> =
            told.into_iter().flatten().map(|it| (it.guarantee, it.optimal)).collect();
        let expected =
            [(Objective::Moves, false), (Objective::Pushes, true), (Objective::Any, false)];
        assert_eq!(told, expected);
    }

    #[test]
    fn a_watch_that_is_over_begins_nothing() {
        struct Over;
        impl Watch for Over {
            fn is_over(&self) -> bool {
                true
            }
        }
        let subjects = [subject(1, "#####\n#@$.#\n#####")];
        let nothing = run(&subjects, &contenders(["bfs"]), &pushes(), 2, &Arc::new(Over), |_| {});
        assert_eq!(nothing, [None]);
    }
}
