//! Ctrl-C and the polite form of `kill`. The first one cancels every running search, so that
//! what is known can still be told; the second ends the process where it stands.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hakooshi::Cancel;

/// The flag raised by a signal, and the searches to cancel when it is.
#[derive(Debug, Default)]
pub(crate) struct Interrupt {
    raised: AtomicBool,
    running: Mutex<Vec<(usize, Cancel)>>,
}

impl Interrupt {
    /// Starts to listen for signals.
    pub(crate) fn listen() -> Arc<Self> {
        let interrupt = Arc::new(Self::default());
        listen(&interrupt);
        interrupt
    }

    /// Whether a signal has come.
    pub(crate) fn is_raised(&self) -> bool {
        self.raised.load(Ordering::SeqCst)
    }

    /// Whether no search is running.
    pub(crate) fn is_idle(&self) -> bool {
        self.lock().is_empty()
    }

    /// The flag for a search that `worker` begins. It is raised already if a signal has come.
    pub(crate) fn begin(&self, worker: usize) -> Cancel {
        let cancel = Cancel::new();
        self.lock().push((worker, cancel.clone()));
        // Asked after the flag is listed: a signal in between finds it.
        if self.is_raised() {
            cancel.cancel();
        }
        cancel
    }

    /// Notes that the search of `worker` has ended and been told about.
    pub(crate) fn end(&self, worker: usize) {
        self.lock().retain(|(other, _)| *other != worker);
    }

    fn raise(&self) {
        self.raised.store(true, Ordering::SeqCst);
        for (_, cancel) in self.lock().iter() {
            cancel.cancel();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(usize, Cancel)>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(unix)]
fn listen(interrupt: &Arc<Interrupt>) {
    use signal_hook::consts::{SIGINT, SIGTERM};

    // Without the handler Ctrl-C still works, only less politely.
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]) else { return };
    let interrupt = Arc::clone(interrupt);
    std::thread::spawn(move || {
        for _ in signals.forever() {
            if interrupt.is_raised() {
                crate::exit::now(crate::exit::Exit::Interrupted);
            }
            interrupt.raise();
        }
    });
}

#[cfg(not(unix))]
fn listen(_: &Arc<Interrupt>) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_cancels_what_runs_and_what_begins_later() {
        let interrupt = Interrupt::default();
        let first = interrupt.begin(0);
        assert!(!first.is_cancelled() && !interrupt.is_idle());
        interrupt.raise();
        assert!(first.is_cancelled());
        assert!(interrupt.begin(1).is_cancelled());
        interrupt.end(0);
        assert!(!interrupt.is_idle());
        interrupt.end(1);
        assert!(interrupt.is_idle() && interrupt.is_raised());
    }
}
