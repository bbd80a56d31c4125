//! Ctrl-C, termination signals and closed terminals. The first signal cancels all running searches, so that
//! results so far can be written; the second ends the process at once. A command without a search ends at
//! once, but leaves no draft files.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use hakooshi::Cancel;

/// The one that signals raise.
static INTERRUPT: OnceLock<Arc<Interrupt>> = OnceLock::new();

/// The flag raised by a signal, and the searches to cancel when it is.
#[derive(Debug, Default)]
pub(crate) struct Interrupt {
    /// Whether a search checks the flag.
    heeded: AtomicBool,
    raised: AtomicBool,
    running: Mutex<Vec<(usize, Cancel)>>,
}

/// From now on a signal ends the process in an orderly way.
pub(crate) fn tidy() {
    interrupt();
}

fn interrupt() -> &'static Arc<Interrupt> {
    INTERRUPT.get_or_init(|| {
        let interrupt = Arc::new(Interrupt::default());
        listen(&interrupt);
        interrupt
    })
}

impl Interrupt {
    /// Starts to listen for signals. There is one for the whole run: raised, it stays so.
    pub(crate) fn listen() -> Arc<Self> {
        let interrupt = interrupt();
        interrupt.heeded.store(true, Ordering::SeqCst);
        Arc::clone(interrupt)
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

    /// A signal has come: the first cancels, the second ends the process, as does one that nobody
    /// looks at.
    #[cfg(any(unix, windows))]
    fn hear(&self) {
        if self.is_raised() || !self.heeded.load(Ordering::SeqCst) {
            crate::exit::now(crate::exit::Exit::Interrupted);
        }
        self.raise();
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
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let hangup = hangup_is_heard().then_some(SIGHUP);
    let heard = [SIGINT, SIGTERM].into_iter().chain(hangup);
    // Without the handler Ctrl-C still works, only less politely.
    let Ok(mut signals) = signal_hook::iterator::Signals::new(heard) else { return };
    let interrupt = Arc::clone(interrupt);
    std::thread::spawn(move || {
        for _ in signals.forever() {
            interrupt.hear();
        }
    });
}

#[cfg(windows)]
fn listen(interrupt: &Arc<Interrupt>) {
    let interrupt = Arc::clone(interrupt);
    // Without the handler Ctrl-C still works, only less politely.
    let _ = ctrlc::set_handler(move || interrupt.hear());
}

/// Whether a closed terminal is to end the run: not under `nohup`, which has the signal ignored,
/// as a handler would undo. Only Linux says so in a file; elsewhere the signal is left alone.
#[cfg(unix)]
fn hangup_is_heard() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // The lowest bit stands for the signal numbered one.
    ignored.is_some_and(|mask| mask & 1 == 0)
}

#[cfg(not(any(unix, windows)))]
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
