//! Many levels, some at a time: worker threads take levels from one source and send what has
//! come of them to the thread that writes.
//!
//! Nothing that happens to one level may cost the others: an unreadable level becomes a record,
//! and so does a crash inside an engine. A search that outgrows the memory limit by what its
//! own count does not see is stopped all the same, by a look at the process's size.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use hakooshi::level::LevelId;
use hakooshi::level::formats::Entry;
use hakooshi::{Budget, Cancel, Event, Options, Record, SolveError, Stop, solve};

use crate::exit::{Exit, Failure, Outcome};
use crate::input::Item;
use crate::interrupt::Interrupt;
use crate::machine;
use crate::progress::Progress;

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
            cancel,
        }
    }
}

/// What has come of one level.
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

/// Everything the workers share.
struct Shared<I> {
    levels: Mutex<std::iter::Enumerate<I>>,
    options: Options,
    /// The engine and the guarantee, for levels that never get to an engine.
    blank: Record,
    limits: Limits,
    interrupt: Arc<Interrupt>,
    progress: Progress,
}

/// A run that has begun.
pub(crate) struct Batch {
    results: Receiver<Result<Done, Lost>>,
    interrupt: Arc<Interrupt>,
}

impl Batch {
    /// Starts the workers.
    pub(crate) fn start<I>(
        levels: I,
        options: Options,
        blank: Record,
        limits: Limits,
        interrupt: &Arc<Interrupt>,
        progress: &Progress,
    ) -> Self
    where
        I: Iterator<Item = Outcome<Item>> + Send + 'static,
    {
        hush_panics();
        let jobs = limits.jobs;
        let shared = Arc::new(Shared {
            levels: Mutex::new(levels.enumerate()),
            options,
            blank,
            limits,
            interrupt: Arc::clone(interrupt),
            progress: progress.clone(),
        });
        let (sender, results) = channel();
        for worker in 0..jobs {
            let (shared, sender) = (Arc::clone(&shared), sender.clone());
            thread::spawn(move || shared.work(worker, &sender));
        }
        Self { results, interrupt: Arc::clone(interrupt) }
    }
}

/// Results as they come. Ends when all levels are done, or after a signal when no search is
/// running any more, though a worker may still wait for input.
impl Iterator for Batch {
    type Item = Result<Done, Lost>;

    fn next(&mut self) -> Option<Result<Done, Lost>> {
        loop {
            match self.results.recv_timeout(Duration::from_millis(50)) {
                Ok(result) => return Some(result),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout)
                    if self.interrupt.is_raised() && self.interrupt.is_idle() =>
                {
                    return self.results.try_recv().ok();
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl<I: Iterator<Item = Outcome<Item>>> Shared<I> {
    fn work(&self, worker: usize, sender: &Sender<Result<Done, Lost>>) {
        while !self.interrupt.is_raised() {
            let next = || self.levels.lock().unwrap_or_else(PoisonError::into_inner).next();
            let (order, item) = match guarded(next) {
                Ok(Some(next)) => next,
                Ok(None) => return,
                Err(panic) => {
                    let failure = Failure::Told(Exit::Fault, format!("reading crashed: {panic}"));
                    let _ = sender.send(Err(Lost { order: usize::MAX, failure }));
                    return;
                }
            };
            let cancel = self.interrupt.begin(worker);
            let done = match item {
                Ok(item) => {
                    let (record, code) = self.treat(worker, &item, &cancel);
                    Ok(Done { order, item, record, code })
                }
                Err(failure) => Err(Lost { order, failure }),
            };
            let sent = sender.send(done);
            self.interrupt.end(worker);
            if sent.is_err() {
                return;
            }
        }
    }

    /// The record of a level, and the code that goes with it.
    fn treat(&self, worker: usize, item: &Item, cancel: &Cancel) -> (Record, Exit) {
        let (status, error, code) = match &item.level {
            Err(fault) => ("invalid", fault.summary.clone(), fault.code),
            Ok(entry) => {
                self.progress.begin(worker, item);
                let solved = guarded(|| self.solve(worker, entry, cancel));
                self.progress.end(worker);
                match solved {
                    Ok(Ok(record)) => {
                        let code = code_of(&record);
                        return (placed(record, item), code);
                    }
                    Ok(Err(error @ SolveError::Compile(_))) => {
                        ("unknown", error.to_string(), Exit::GaveUp)
                    }
                    Ok(Err(error @ SolveError::Search(_))) => {
                        ("unknown", error.to_string(), Exit::Solver)
                    }
                    Ok(Err(error)) => ("unknown", error.to_string(), Exit::Fault),
                    Err(panic) => ("unknown", format!("the engine crashed: {panic}"), Exit::Fault),
                }
            }
        };
        let status = status.to_owned();
        (placed(Record { status, error: Some(error), ..self.blank.clone() }, item), code)
    }

    fn solve(&self, worker: usize, entry: &Entry, cancel: &Cancel) -> Result<Record, SolveError> {
        let mut outgrown = false;
        let mut observer = |event: &Event| {
            if let Event::Progress(snapshot) = event {
                self.progress.update(worker, snapshot);
                if machine::resident().is_some_and(|bytes| bytes > self.limits.memory) {
                    outgrown = true;
                    cancel.cancel();
                }
            }
        };
        let budget = self.limits.budget(cancel.clone());
        let options = Options { budget, ..self.options.clone() };
        let mut record = Record::new(&solve(&entry.level, &options, &mut observer)?);
        if outgrown && record.stop.as_deref() == Some(Stop::Cancelled.name()) {
            record.stop = Some(Stop::Memory.name().to_owned());
        }
        record.id = Some(LevelId::of(&entry.level).to_string());
        record.boxes = Some(entry.level.boxes());
        Ok(record)
    }
}

/// The record with where its level came from.
fn placed(record: Record, item: &Item) -> Record {
    let title = item.title().map(str::to_owned);
    Record { file: item.file.to_string(), index: item.index, title, ..record }
}

/// The code that a record of this status and stop deserves.
fn code_of(record: &Record) -> Exit {
    match (record.status.as_str(), record.stop.as_deref()) {
        ("solved", _) => Exit::Ok,
        ("unsolvable", _) => Exit::Unsolvable,
        (_, Some("time")) => Exit::Time,
        (_, Some("nodes")) => Exit::Nodes,
        (_, Some("memory")) => Exit::Memory,
        (_, Some("cancelled")) => Exit::Interrupted,
        _ => Exit::GaveUp,
    }
}

thread_local! {
    /// What the last panic of this thread said, and where.
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps what panics say for [`guarded`] instead of printing it among the output.
pub(crate) fn hush_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if thread::current().name().is_some() {
            return usual(info);
        }
        let message = info.payload_as_str().unwrap_or("no message");
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        LAST_PANIC.set(format!("{message} ({place})"));
    }));
}

/// Runs `action`; a panic becomes an error with its message.
fn guarded<T>(action: impl FnOnce() -> T) -> Result<T, String> {
    // What a panic leaves half done is the action's own and is dropped with it.
    catch_unwind(AssertUnwindSafe(action)).map_err(|_| LAST_PANIC.take())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_is_an_error_with_its_message_and_place() {
        hush_panics();
        let crash = thread::spawn(|| {
            guarded(|| {
                let empty: [u8; 0] = [];
                assert!(!empty.is_empty(), "no bytes");
            })
        });
        let message = crash.join().expect("caught").expect_err("a crash");
        assert!(message.contains("no bytes") && message.contains("batch.rs"), "{message}");
        assert_eq!(guarded(|| 7), Ok(7));
    }

    #[test]
    fn jobs_share_the_memory() {
        let limits = Limits { time: None, nodes: None, memory: RESERVE + 100, jobs: 4 };
        assert_eq!(limits.budget(Cancel::new()).bytes, Some(25));
    }
}
