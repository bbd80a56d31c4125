//! What a search tells while it runs. The command line, the page and the lab all listen to
//! the same events.

use std::time::Duration;

use crate::Cost;

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// Time since the search began.
    pub elapsed: Duration,
    /// Positions expanded.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// Positions waiting.
    pub open: u64,
    /// Bytes held.
    pub bytes: usize,
    /// The key of the position expanded last: its bound, value or depth.
    pub key: Cost,
}

/// Something worth telling.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// Sent at most a few times a second.
    Progress(Snapshot),
    /// No solution costs less than this.
    Bound(Cost),
}

/// Someone who listens to a search.
pub trait Observer {
    /// Called from the searching thread; should return at once.
    fn on(&mut self, event: &Event);
}

/// An observer that does not care.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Observer for Silent {
    fn on(&mut self, _: &Event) {}
}

impl<F: FnMut(&Event)> Observer for F {
    fn on(&mut self, event: &Event) {
        self(event);
    }
}
