//! What a search may use, and why it stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A flag that stops every search that holds a clone of it.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    raised: Arc<AtomicBool>,
    /// Raised with this one.
    above: Option<Arc<Self>>,
}

impl Cancel {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// A flag of its own that also counts as raised when this one is: for searches that stop
    /// one another without stopping whoever asked for them.
    #[must_use]
    pub fn below(&self) -> Self {
        Self { raised: Arc::default(), above: Some(Arc::new(self.clone())) }
    }

    /// Raises the flag.
    pub fn cancel(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    pub fn is_cancelled(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
            || self.above.as_ref().is_some_and(|above| above.is_cancelled())
    }
}

/// The limits of one search; `None` is no limit.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Positions expanded.
    pub nodes: Option<u64>,
    /// Bytes of what the search stores.
    pub bytes: Option<usize>,
    /// Asked now and then.
    pub cancel: Cancel,
}

/// Why a search gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The time was up.
    Time,
    /// The nodes were used up.
    Nodes,
    /// The memory was used up.
    Memory,
    /// Someone cancelled.
    Cancelled,
    /// There is no plan up to the horizon that was set.
    Horizon,
}

impl Stop {
    /// The word used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Nodes => "nodes",
            Self::Memory => "memory",
            Self::Cancelled => "cancelled",
            Self::Horizon => "horizon",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_below_follows_but_does_not_lead() {
        let above = Cancel::new();
        let below = above.below();
        let (first, second) = (above.below(), below.clone());
        below.cancel();
        assert!(second.is_cancelled() && !first.is_cancelled() && !above.is_cancelled());
        above.cancel();
        assert!(first.is_cancelled());
    }
}
