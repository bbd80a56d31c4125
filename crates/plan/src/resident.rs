//! What a solver inside this process takes, by what the system says.
//!
//! `CaDiCaL` does not tell how much memory it holds, and its size is no fixed multiple of its
//! formula's: probing and elimination take several times as much for a while. So the memory of the
//! process that no account has reserved is measured before the solver is made, and again while it
//! works; the difference is the solver's. What other solvers take meanwhile is in their accounts.

use hakooshi_leash::resident;
use hakooshi_search::{Reservation, reserved};

/// The memory of the process before a solver was made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gauge {
    before: Option<usize>,
}

impl Gauge {
    /// Measures.
    pub(crate) fn new() -> Self {
        Self { before: resident().map(|bytes| bytes.saturating_sub(reserved())) }
    }

    /// Bytes taken since, of which `own` has reserved some; zero where the system does not tell.
    pub(crate) fn grown(self, own: &Reservation) -> usize {
        let Some((before, now)) = self.before.zip(resident()) else { return 0 };
        let others = reserved().saturating_sub(own.bytes());
        now.saturating_sub(others).saturating_sub(before)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use hakooshi_search::Memory;

    use super::*;

    #[test]
    fn what_is_taken_is_seen_and_what_is_reserved_is_not() {
        let (gauge, own) = (Gauge::new(), Memory::default().reservation());
        let taken = vec![1_u8; 64 << 20];
        // Other tests run at the same time.
        assert!(gauge.grown(&own) > 32 << 20, "{}", gauge.grown(&own));
        let mut other = Memory::default().reservation();
        other.resize(64 << 20).expect("no limit");
        assert!(gauge.grown(&own) < 32 << 20, "{}", gauge.grown(&own));
        drop(taken);
    }
}
