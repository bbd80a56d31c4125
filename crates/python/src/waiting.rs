//! Long work beside the interpreter: its lock is released, and Ctrl-C cancels the work.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use hakooshi::Cancel;
use hakooshi_lab::guarded;
use pyo3::prelude::*;

use crate::errors::SolverError;

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(50);

/// The exception of a signal, if one has come.
#[expect(clippy::redundant_closure_for_method_calls, reason = "the method is not general enough")]
fn look() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

/// The result of `work`, which runs on a thread of its own and is cancelled by an exception such as
/// `KeyboardInterrupt`.
pub(crate) fn beside<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Cancel) -> T + Send,
) -> PyResult<T> {
    let cancel = Cancel::new();
    py.detach(|| {
        let (sender, results) = channel();
        thread::scope(|scope| {
            let flag = cancel.clone();
            scope.spawn(move || {
                // The receiver is gone only after an exception.
                let _ = sender.send(guarded(|| work(&flag)));
            });
            loop {
                match results.recv_timeout(LOOK) {
                    Ok(Ok(result)) => return Ok(result),
                    Ok(Err(crash)) => {
                        return Err(SolverError::new_err(format!("the search crashed: {crash}")));
                    }
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(SolverError::new_err("the search ended without a result"));
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(signal) = look() {
                            cancel.cancel();
                            return Err(signal);
                        }
                    }
                }
            }
        })
    })
}

/// Does `work` for each of `jobs` on several threads; results are in the order of the jobs. Each
/// thread has a state of its own.
pub(crate) fn share<J: Sync, S, R: Send>(
    jobs: &[J],
    threads: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &J) -> R + Sync,
) -> Vec<R> {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let take = || {
        let mut state = state();
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let Some(job) = jobs.get(at) else { return done };
            done.push((at, work(&mut state, job)));
        }
    };
    let mut all: Vec<(usize, R)> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(jobs.len())).map(|_| scope.spawn(take)).collect();
        let mut all = take();
        for other in others {
            match other.join() {
                Ok(done) => all.extend(done),
                Err(crash) => std::panic::resume_unwind(crash),
            }
        }
        all
    });
    all.sort_unstable_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, result)| result).collect()
}

/// The number of threads that `jobs` stands for: zero for one per core.
pub(crate) fn threads(jobs: usize) -> usize {
    match jobs {
        0 => thread::available_parallelism().map_or(1, usize::from),
        jobs => jobs,
    }
}
