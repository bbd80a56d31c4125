//! What a search tells while it runs. The command line, the page and the lab all listen to
//! the same events.

use std::sync::Arc;
use std::time::Duration;

use hakooshi_board::Square;

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
    /// Among searches that take turns, the one of this name goes on.
    Turn(Arc<str>),
    /// A state was generated; told only to an observer that [wants](Observer::wants_nodes) it.
    Node(Node),
    /// The successors of the state with this number follow; told like [`Event::Node`].
    Expanded(u64),
}

/// A state as it is generated. The board of a node is that of its parent with one box moved
/// and the player put elsewhere, so a listener can draw every node from the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The number of the state, if the search keeps it.
    pub id: Option<u64>,
    /// The state it was generated from; `None` for a root.
    pub parent: Option<u64>,
    /// What it costs to be here.
    pub g: Cost,
    /// The estimate of what is left, if the search asked for one.
    pub h: Option<u32>,
    /// What the search ranks or bounds it by.
    pub f: Cost,
    /// The box that was moved, as (from, to).
    pub moved: Option<(Square, Square)>,
    /// Where the player stands.
    pub player: Square,
    /// Why it is not followed: the name of a deadlock test, `heuristic`, `duplicate`, `bound`
    /// or `width`.
    pub pruned_by: Option<&'static str>,
}

/// Someone who listens to a search.
pub trait Observer {
    /// Called from the searching thread; should return at once.
    fn on(&mut self, event: &Event);

    /// Whether every state generated is to be told. Asked once, when the search begins.
    fn wants_nodes(&self) -> bool {
        false
    }
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
