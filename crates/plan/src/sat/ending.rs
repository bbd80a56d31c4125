//! Solvers that have been told to end and have not ended yet.
//!
//! `CaDiCaL` asks whether to go on at many places, but not within every pass over its clauses, and frees
//! them one by one: a formula of some hundred megabytes takes it up to half a second. No search may take
//! longer than its limit for that, so the thread of such a solver is left to end by itself. Its memory stays
//! in the account until then, and the next solver waits before it takes more.

use std::sync::atomic::{AtomicUsize, Ordering};

use hakooshi_search::Reservation;

/// How many there are in this process.
static ENDING: AtomicUsize = AtomicUsize::new(0);

/// One of them, and what it has taken. Whoever ends drops it.
#[derive(Debug)]
pub(super) struct Ending {
    _taken: Reservation,
}

impl Ending {
    pub(super) fn new(taken: Reservation) -> Self {
        ENDING.fetch_add(1, Ordering::Relaxed);
        Self { _taken: taken }
    }

    /// Whether there is one.
    pub(super) fn is_any() -> bool {
        ENDING.load(Ordering::Relaxed) > 0
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        ENDING.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_search::Memory;

    use super::*;

    #[test]
    fn what_a_solver_has_taken_is_given_back_when_it_has_ended() {
        let memory = Memory::default();
        let mut taken = memory.reservation();
        taken.resize(1000).expect("no limit");
        let ending = Ending::new(taken);
        assert!(Ending::is_any() && memory.held() == 1000);
        drop(ending);
        assert_eq!(memory.held(), 0);
    }
}
