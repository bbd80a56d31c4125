//! The limits of a search, and why it stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::clock::{self, Clock};

/// A flag that stops every search that holds a clone of it.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    raised: Arc<AtomicBool>,
    /// The parent flag: when it is raised, so is this one.
    above: Option<Arc<Self>>,
    /// Looks at it after which it raises itself.
    looks: Option<Arc<AtomicU64>>,
}

impl Cancel {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// A child flag, which is also raised when this one is: for searches that stop one another
    /// without stopping their caller.
    #[must_use]
    pub fn below(&self) -> Self {
        Self { above: Some(Arc::new(self.clone())), ..Self::default() }
    }

    /// A flag that raises itself when it has been looked at so often: for tests of what searches do
    /// then.
    pub fn after_looks(looks: u64) -> Self {
        Self { looks: Some(Arc::new(AtomicU64::new(looks))), ..Self::default() }
    }

    /// Raises the flag.
    pub fn cancel(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    pub fn is_cancelled(&self) -> bool {
        let fewer = |looks: u64| looks.checked_sub(1);
        if let Some(looks) = &self.looks
            && looks.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fewer).is_err()
        {
            self.cancel();
        }
        self.raised.load(Ordering::Relaxed)
            || self.above.as_ref().is_some_and(|above| above.is_cancelled())
    }
}

/// The most memory of the whole process, and who measures it. Searches account for what they store;
/// the process also has its program, small tables, and what the allocator keeps of memory returned.
#[derive(Clone, Copy, Debug)]
pub struct Ceiling {
    /// Bytes that the process may have.
    pub bytes: usize,
    /// Tells how many it has; `None` if the system does not tell.
    pub measure: fn() -> Option<usize>,
}

impl Ceiling {
    /// Whether the process has more than it may.
    pub fn is_exceeded(self) -> bool {
        self.is_exceeded_by(0)
    }

    /// Whether it would have more with so many bytes in addition.
    pub(crate) fn is_exceeded_by(self, more: usize) -> bool {
        (self.measure)().is_some_and(|bytes| bytes.saturating_add(more) > self.bytes)
    }
}

/// The limits of one search; `None` is no limit.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Positions expanded.
    pub nodes: Option<u64>,
    /// Bytes of memory that the search accounts for.
    pub bytes: Option<usize>,
    /// Memory of the whole process, measured with the clock.
    pub ceiling: Option<Ceiling>,
    /// Polled every few milliseconds.
    pub cancel: Cancel,
    /// Tells the time.
    pub clock: Clock,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            time: None,
            nodes: None,
            bytes: None,
            ceiling: None,
            cancel: Cancel::default(),
            clock: clock::system,
        }
    }
}

/// Why a search stopped without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The time limit.
    Time,
    /// The node limit.
    Nodes,
    /// The memory limit.
    Memory,
    /// The cancel flag.
    Cancelled,
    /// A planner found no plan up to its horizon.
    Horizon,
}

impl Stop {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Time, Self::Nodes, Self::Memory, Self::Cancelled, Self::Horizon];

    /// The stop with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stop| stop.name() == name)
    }

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
    fn a_child_flag_follows_its_parent_and_not_the_reverse() {
        let above = Cancel::new();
        let below = above.below();
        let (first, second) = (above.below(), below.clone());
        below.cancel();
        assert!(second.is_cancelled() && !first.is_cancelled() && !above.is_cancelled());
        above.cancel();
        assert!(first.is_cancelled());
        let impatient = Cancel::after_looks(2);
        let looks = [impatient.is_cancelled(), impatient.below().is_cancelled()];
        assert_eq!((looks, impatient.is_cancelled()), ([false, false], true));
    }
}
