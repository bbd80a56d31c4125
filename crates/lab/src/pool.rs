//! Worker threads that take jobs from one source and return results.
//!
//! The source is read one job at a time by the next free worker, so it may be endless or slow. Results are
//! returned as they are ready, with their place in the source. The threads are detached: dropping the pool
//! does not wait for a worker that is blocked on input.
//!
//! A panic in one job must not affect the others, so [`guarded`] turns it into a message.

use std::cell::RefCell;
use std::iter::Enumerate;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How often a caller that waits for a result checks whether to give up.
const LOOK: Duration = Duration::from_millis(50);

/// The result of one job.
#[derive(Debug)]
pub struct Done<R> {
    /// Its place in the source, from zero; none if the source itself crashed.
    pub place: Option<usize>,
    /// The result, or the message of a panic.
    pub result: Result<R, String>,
}

/// Workers on jobs.
#[derive(Debug)]
pub struct Pool<R> {
    results: Receiver<Done<R>>,
}

struct Shared<I, F, S> {
    jobs: Mutex<Enumerate<I>>,
    work: F,
    is_over: S,
}

impl<R: Send + 'static> Pool<R> {
    /// Starts `workers` threads. `work` is called with the number of the worker and a job; no job is
    /// started once `is_over` returns true.
    pub fn start<I, F, S>(jobs: I, workers: usize, work: F, is_over: S) -> Self
    where
        I: Iterator + Send + 'static,
        F: Fn(usize, I::Item) -> R + Send + Sync + 'static,
        S: Fn() -> bool + Send + Sync + 'static,
    {
        let shared = Arc::new(Shared { jobs: Mutex::new(jobs.enumerate()), work, is_over });
        let (sender, results) = channel();
        for worker in 0..workers.max(1) {
            let (shared, sender) = (Arc::clone(&shared), sender.clone());
            thread::spawn(move || shared.run(worker, &sender));
        }
        Self { results }
    }

    /// The next result of any worker; `None` if there are no more, or if `is_given_up` while none is
    /// ready.
    pub fn next(&self, is_given_up: impl Fn() -> bool) -> Option<Done<R>> {
        loop {
            match self.results.recv_timeout(LOOK) {
                Ok(done) => return Some(done),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) if is_given_up() => {
                    return self.results.try_recv().ok();
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl<I, F, S> Shared<I, F, S>
where
    I: Iterator,
    S: Fn() -> bool,
{
    fn run<R>(&self, worker: usize, sender: &Sender<Done<R>>)
    where
        F: Fn(usize, I::Item) -> R,
    {
        while !(self.is_over)() {
            let next = || self.jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
            let done = match guarded(next) {
                Ok(Some((place, job))) => {
                    Done { place: Some(place), result: guarded(|| (self.work)(worker, job)) }
                }
                Ok(None) => return,
                Err(crash) => {
                    let _ = sender.send(Done { place: None, result: Err(crash) });
                    return;
                }
            };
            if sender.send(done).is_err() {
                return;
            }
        }
    }
}

thread_local! {
    /// Where the last panic of this thread was.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Records the place of panics for [`guarded`] instead of printing them. Named threads still print,
/// because they do not call `guarded`.
pub fn hush_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if thread::current().name().is_some() {
            return usual(info);
        }
        PLACE.set(info.location().map(|place| format!(" ({place})")).unwrap_or_default());
    }));
}

/// Runs `action`; a panic becomes an error with its message.
pub fn guarded<T>(action: impl FnOnce() -> T) -> Result<T, String> {
    // Anything that a panic leaves inconsistent belongs to the action and is dropped with it.
    catch_unwind(AssertUnwindSafe(action)).map_err(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
        format!("{}{}", text.unwrap_or("no message"), PLACE.take())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once_and_a_crash_is_its_own() {
        hush_panics();
        let work = |_, job: usize| {
            assert!(job != 3, "no threes");
            job * 2
        };
        let pool = Pool::start(0..20, 4, work, || false);
        let mut seen = [false; 20];
        while let Some(done) = pool.next(|| false) {
            let place = done.place.expect("the source is sound");
            assert!(!seen[place]);
            seen[place] = true;
            match done.result {
                Ok(result) => assert_eq!(result, place * 2),
                Err(crash) => {
                    assert!(place == 3 && crash.contains("no threes"), "{crash}");
                    assert!(crash.contains("pool.rs"), "{crash}");
                }
            }
        }
        assert!(seen.iter().all(|&seen| seen));
    }

    #[test]
    fn a_source_that_crashes_ends_the_run_with_a_message() {
        hush_panics();
        let source = (0..).map(|job| if job < 2 { job } else { panic!("no more") });
        let pool = Pool::start(source, 1, |_, job: i32| job, || false);
        let mut results = Vec::new();
        while let Some(done) = pool.next(|| false) {
            results.push((done.place, done.result.is_ok()));
        }
        assert_eq!(results, [(Some(0), true), (Some(1), true), (None, false)]);
    }

    #[test]
    fn nobody_waits_for_a_worker_that_waits_for_input() {
        let (_kept, silent) = channel::<u8>();
        let pool = Pool::start(silent.into_iter(), 2, |_, job| job, || false);
        assert!(pool.next(|| true).is_none());
        let over = Pool::start(0..9, 2, |_, job| job, || true);
        assert!(over.next(|| false).is_none(), "nothing is begun once it is over");
    }
}
