//! Searches on behalf of clients.
//!
//! Each takes a *place*; when all are taken the client is told to come back. A job with a
//! place waits for a *slot*, gets a thread, and gives both back when the search has ended,
//! whatever has become of the client. Meanwhile the client holds a [`Leash`]: when the
//! connection breaks, or the answer is no longer read, the leash is dropped and the search is
//! cancelled. `DELETE` and the end of the server pull at the same flag.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hakooshi::Cancel;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, oneshot};

use crate::error::ApiError;
use crate::limits::Limits;

/// Every job there is.
#[derive(Debug)]
pub(crate) struct Jobs {
    places: Arc<Semaphore>,
    slots: Arc<Semaphore>,
    listed: Mutex<BTreeMap<u64, Flags>>,
    next: AtomicU64,
    /// Raised when the server ends.
    all: Cancel,
}

/// How a job is stopped: one flag for the search, one for the wait before it.
#[derive(Clone, Debug)]
struct Flags {
    cancel: Cancel,
    waiting: Arc<Notify>,
}

impl Flags {
    fn stop(&self) {
        self.cancel.cancel();
        // A permit is kept if the wait has not begun yet.
        self.waiting.notify_one();
    }
}

impl Jobs {
    pub(crate) fn new(limits: &Limits) -> Arc<Self> {
        Arc::new(Self {
            places: Arc::new(Semaphore::new(limits.searches + limits.waiting)),
            slots: Arc::new(Semaphore::new(limits.searches)),
            listed: Mutex::default(),
            next: AtomicU64::new(1),
            all: Cancel::new(),
        })
    }

    /// A place for a job, if one is free.
    pub(crate) fn admit(self: &Arc<Self>) -> Result<(Ticket, Leash), ApiError> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| ApiError::busy())?;
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let flags = Flags { cancel: self.all.below(), waiting: Arc::default() };
        self.lock().insert(id, flags.clone());
        let leash = Leash { id, flags: flags.clone() };
        Ok((Ticket { id, flags, jobs: Arc::clone(self), _place: place }, leash))
    }

    /// Stops a job; false if there is none of this number.
    pub(crate) fn stop(&self, id: u64) -> bool {
        self.lock().get(&id).map(Flags::stop).is_some()
    }

    /// Stops every job and every later one.
    pub(crate) fn stop_all(&self) {
        self.all.cancel();
        self.lock().values().for_each(Flags::stop);
    }

    /// Jobs that run or wait.
    pub(crate) fn count(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Flags>> {
        self.listed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place among the jobs, given back when dropped.
#[derive(Debug)]
pub(crate) struct Ticket {
    id: u64,
    flags: Flags,
    jobs: Arc<Jobs>,
    _place: OwnedSemaphorePermit,
}

impl Ticket {
    /// Waits for a slot, then does `work` on a thread of its own; when told to stop while it
    /// waits, it goes ahead at once with the flag raised, so that the end is told in one way only.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let slot = tokio::select! {
            slot = Arc::clone(&self.jobs.slots).acquire_owned() => slot.ok(),
            () = self.flags.waiting.notified() => None,
        };
        let (sender, answer) = oneshot::channel();
        let thread = std::thread::Builder::new().name(format!("search {}", self.id));
        let spawned = thread.spawn(move || {
            let done = catch_unwind(AssertUnwindSafe(|| work(&self.flags.cancel)));
            // The place is free before the client hears of the end.
            drop((slot, self));
            let _ = sender.send(done);
        });
        spawned.map_err(|error| ApiError::fault(format!("no thread for the search: {error}")))?;
        match answer.await {
            Ok(Ok(done)) => Ok(done),
            _ => Err(ApiError::fault("the engine crashed; please report this level")),
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.jobs.lock().remove(&self.id);
    }
}

/// What the client holds: dropped, it stops the job.
#[derive(Debug)]
pub(crate) struct Leash {
    pub(crate) id: u64,
    flags: Flags,
}

impl Drop for Leash {
    fn drop(&mut self) {
        self.flags.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn few() -> Arc<Jobs> {
        Jobs::new(&Limits { searches: 1, waiting: 1, ..Limits::default() })
    }

    #[tokio::test]
    async fn places_are_counted_and_given_back() {
        let jobs = few();
        let (first, _leash) = jobs.admit().expect("a place");
        let second = jobs.admit().expect("a place to wait");
        assert_eq!(jobs.admit().expect_err("no place").code, "busy");
        drop(second);
        assert_eq!(first.run(|_| 7).await, Ok(7));
        assert_eq!(jobs.count(), 0);
        assert!(jobs.admit().is_ok());
    }

    #[tokio::test]
    async fn a_job_ends_when_its_client_is_gone() {
        let jobs = few();
        let (ticket, leash) = jobs.admit().expect("a place");
        let work = tokio::spawn(ticket.run(|cancel| {
            while !cancel.is_cancelled() {
                std::thread::yield_now();
            }
        }));
        drop(leash);
        assert_eq!(work.await.expect("not cancelled"), Ok(()));
        assert_eq!(jobs.count(), 0);
    }

    #[tokio::test]
    async fn one_that_waits_can_be_stopped() {
        let jobs = few();
        let (first, first_leash) = jobs.admit().expect("a place");
        let (second, second_leash) = jobs.admit().expect("a place");
        let spin = |cancel: &Cancel| {
            while !cancel.is_cancelled() {
                std::thread::yield_now();
            }
        };
        let running = tokio::spawn(first.run(spin));
        tokio::task::yield_now().await;
        assert!(jobs.stop(second_leash.id));
        assert_eq!(second.run(Cancel::is_cancelled).await, Ok(true));
        jobs.stop_all();
        assert_eq!(running.await.expect("joined"), Ok(()));
        assert!(!jobs.stop(first_leash.id), "it is over");
    }

    #[tokio::test]
    async fn a_crash_is_an_answer() {
        let (ticket, _leash) = few().admit().expect("a place");
        let crashed = ticket.run(|_| -> u8 { panic!("on purpose") }).await;
        assert_eq!(crashed.expect_err("a fault").code, "fault");
    }
}
