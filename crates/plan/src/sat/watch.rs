//! What the solver's thread looks at while it works: whether to stop, how large the process is, and how
//! many clauses were learned.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use cadical_sys::{Learner, TerminateFlag, Terminator};
use hakooshi_leash::resident;

/// Times that the solver asks whether to go on for each look at the memory.
const ASKED: u32 = 40;

/// Counts the clauses learned, one for each conflict.
pub(super) struct Count(pub(super) Arc<AtomicU64>);

impl Learner for Count {
    fn learning(&mut self, _: i32) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed);
        false
    }

    fn learn(&mut self, _: i32) {}
}

/// What stops the solver: the asking thread, or the memory of the process.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    pub(super) stop: TerminateFlag,
    /// The most bytes of the process.
    pub(super) most: Arc<AtomicUsize>,
    /// Whether it had more.
    pub(super) outgrown: Arc<AtomicBool>,
    asked: u32,
}

impl Watch {
    pub(super) fn new() -> Self {
        let (most, outgrown) = (Arc::new(AtomicUsize::new(usize::MAX)), Arc::default());
        Self { stop: TerminateFlag::new(), most, outgrown, asked: 0 }
    }

    /// Whether the solver has to stop now.
    pub(super) fn is_over(&self) -> bool {
        let most = self.most.load(Ordering::Relaxed);
        if most != usize::MAX && resident().is_some_and(|bytes| bytes > most) {
            self.outgrown.store(true, Ordering::Relaxed);
        }
        self.stop.is_terminated() || self.outgrown.load(Ordering::Relaxed)
    }
}

impl Terminator for Watch {
    fn terminated(&mut self) -> bool {
        self.asked = self.asked.wrapping_add(1);
        if self.asked.is_multiple_of(ASKED) { self.is_over() } else { self.stop.is_terminated() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_raised_flag_stops_at_once_and_a_large_process_soon() {
        let mut watch = Watch::new();
        assert!((0..ASKED).all(|_| !watch.terminated()));
        watch.stop.terminate();
        assert!(watch.terminated());
        watch.stop.reset();
        watch.most.store(1, Ordering::Relaxed);
        if cfg!(target_os = "linux") {
            assert!((0..ASKED).any(|_| watch.terminated()));
        }
    }
}
