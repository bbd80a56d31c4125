//! Runs many levels, several at a time: the lab's workers with progress, memory limits and signals.

use std::sync::Arc;
use std::time::Duration;

use hakooshi::unstable::Options;
use hakooshi::{Cancel, ErrorKind, Outcome as Answer, Record, Stop};
use hakooshi_lab::{Done as Ended, Pool, Subject, Watch, hush_panics};
use hakooshi_search::{Budget, Snapshot};

use crate::exit::{Exit, Failure, Outcome};
use crate::input::Item;
use crate::interrupt::Interrupt;
use crate::machine;
use crate::progress::Progress;
use crate::timing::Timing;

/// Bytes kept for everything that is not a search's own store.
const RESERVE: u64 = 16 << 20;

/// The limits of a run.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// Per level.
    pub(crate) time: Option<Duration>,
    /// Per level.
    pub(crate) nodes: Option<u64>,
    /// Of the whole process.
    pub(crate) memory: u64,
    /// Levels at the same time.
    pub(crate) jobs: usize,
    /// The clock that `time` is measured by.
    pub(crate) timing: Timing,
}

impl Limits {
    /// The least memory a run can be given.
    pub(crate) const LEAST_MEMORY: u64 = RESERVE + (4 << 20);

    /// What one search may use.
    pub(crate) fn budget(&self, cancel: Cancel) -> Budget {
        let share = self.memory.saturating_sub(RESERVE) / self.jobs as u64;
        Budget {
            time: self.time,
            nodes: self.nodes,
            bytes: Some(usize::try_from(share).unwrap_or(usize::MAX)),
            ceiling: Some(machine::ceiling(self.memory)),
            cancel,
            clock: self.timing.clock(),
        }
    }
}

/// Draws the progress and hears Ctrl-C.
pub(crate) struct Onlooker {
    pub(crate) interrupt: Arc<Interrupt>,
    pub(crate) progress: Progress,
    /// Whether several engines are at work, so that a line names them.
    pub(crate) names_engines: bool,
    /// Cores for each worker, if it is kept on its own.
    pub(crate) pinned: Option<usize>,
}

impl Watch for Onlooker {
    fn begin(&self, worker: usize, subject: &Subject, engine: &str) -> Cancel {
        if let Some(threads) = self.pinned {
            machine::pin(worker, threads);
        }
        let file = subject.file.rsplit('/').next().unwrap_or_default();
        let mut label = format!("{file}:{}", subject.index);
        if self.names_engines {
            label = format!("{label} {engine}");
        } else if let Some(title) = &subject.level.title {
            label = format!("{label} {title}");
        }
        self.progress.begin(worker, label);
        self.interrupt.begin(worker)
    }

    fn progress(&self, worker: usize, now: &Snapshot) {
        self.progress.update(worker, now);
    }

    fn end(&self, worker: usize) {
        self.progress.end(worker);
        self.interrupt.end(worker);
    }

    fn is_over(&self) -> bool {
        self.interrupt.is_raised()
    }
}

/// The result of one level.
#[derive(Debug)]
pub(crate) struct Done {
    /// Place among the levels asked for.
    pub(crate) order: usize,
    pub(crate) item: Item,
    pub(crate) record: Record,
    pub(crate) code: Exit,
}

/// A place in the order at which there is no level but a failure to read one.
#[derive(Debug)]
pub(crate) struct Lost {
    pub(crate) order: usize,
    pub(crate) failure: Failure,
}

/// A run that has begun.
pub(crate) struct Batch {
    pool: Pool<Result<(Item, Record, Exit), Failure>>,
    interrupt: Arc<Interrupt>,
}

impl Batch {
    /// Starts the workers on `levels`.
    pub(crate) fn start<I>(levels: I, options: Options, limits: &Limits, watch: Onlooker) -> Self
    where
        I: Iterator<Item = Outcome<Item>> + Send + 'static,
    {
        hush_panics();
        let watch = Arc::new(watch);
        let interrupt = Arc::clone(&watch.interrupt);
        let options = Options { budget: limits.budget(Cancel::new()), ..options };
        let over = Arc::clone(&watch);
        let work = move |worker, item: Outcome<Item>| {
            let item = item?;
            let (record, code) = treat(&item, &options, worker, &watch);
            Ok((item, record, code))
        };
        let pool = Pool::start(levels, limits.jobs, work, move || over.is_over());
        Self { pool, interrupt }
    }
}

/// Results as they come. Ends when all levels are done, or after a signal when no search is
/// running any more, though a worker may still wait for input.
impl Iterator for Batch {
    type Item = Result<Done, Lost>;

    fn next(&mut self) -> Option<Result<Done, Lost>> {
        let Ended { place, result } =
            self.pool.next(|| self.interrupt.is_raised() && self.interrupt.is_idle())?;
        let order = place.unwrap_or(usize::MAX);
        Some(match result {
            Ok(Ok((item, record, code))) => Ok(Done { order, item, record, code }),
            Ok(Err(failure)) => Err(Lost { order, failure }),
            Err(crash) => {
                let failure = Failure::Told(Exit::Fault, format!("reading crashed: {crash}"));
                Err(Lost { order, failure })
            }
        })
    }
}

/// The record of a level, and the code that goes with it.
fn treat(item: &Item, options: &Options, worker: usize, watch: &Onlooker) -> (Record, Exit) {
    let (file, index) = (item.file.to_string(), item.index);
    match &item.level {
        Err(fault) => {
            let record = Record::error(ErrorKind::Level, fault.summary.clone()).asked(options);
            let title = item.title().map(str::to_owned);
            (Record { file, index, title, ..record }, fault.code)
        }
        Ok(entry) => {
            let subject = Subject { file, index, level: entry.level.clone() };
            let record = subject.solve(options, worker, watch);
            let code = code_of(&record);
            (record, code)
        }
    }
}

/// The code that a record deserves. A limit that came before the proof asked for is told even if
/// there is a solution.
pub(crate) fn code_of(record: &Record) -> Exit {
    match (record.error_kind, record.stop, record.status) {
        (Some(ErrorKind::Level), ..) => Exit::BadInput,
        (Some(ErrorKind::Solver | ErrorKind::Wrong), ..) => Exit::Solver,
        (Some(ErrorKind::Fault), ..) => Exit::Fault,
        (None, Some(Stop::Time), _) => Exit::Time,
        (None, Some(Stop::Nodes), _) => Exit::Nodes,
        (None, Some(Stop::Memory), _) => Exit::Memory,
        (None, Some(Stop::Cancelled), _) => Exit::Interrupted,
        (None, _, Answer::Solved) => Exit::Ok,
        (None, _, Answer::Unsolvable) => Exit::Unsolvable,
        (Some(ErrorKind::TooLarge) | None, ..) => Exit::GaveUp,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_share_the_memory() {
        let memory = RESERVE + 100;
        let limits = Limits { time: None, nodes: None, memory, jobs: 4, timing: Timing::Wall };
        assert_eq!(limits.budget(Cancel::new()).bytes, Some(25));
    }

    #[test]
    fn a_solution_without_the_proof_asked_for_has_the_code_of_the_limit() {
        let solved = Record { status: Answer::Solved, ..Record::default() };
        assert_eq!(code_of(&solved), Exit::Ok);
        assert_eq!(code_of(&Record { stop: Some(Stop::Time), ..solved }), Exit::Time);
        assert_eq!(code_of(&Record::error(ErrorKind::Solver, "no z3")), Exit::Solver);
        assert_eq!(code_of(&Record::default()), Exit::GaveUp);
    }
}
