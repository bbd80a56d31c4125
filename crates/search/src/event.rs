//! Events of a running search. The command line, the page and the lab observe the same events.

use std::sync::Arc;
use std::time::Duration;

use hakooshi_board::Square;

use crate::{Cost, Sight};

/// The progress of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// Time since the search began.
    pub elapsed: Duration,
    /// Positions expanded.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// Length of the open list.
    pub open: u64,
    /// Bytes held.
    pub bytes: usize,
    /// The key of the position expanded last: its depth, rank or bound.
    pub key: Cost,
    /// No solution costs less; zero if nothing is known.
    pub bound: Cost,
    /// What the best solution known costs.
    pub incumbent: Option<Cost>,
}

/// Something that happened in a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// Sent at most a few times a second.
    Progress(Snapshot),
    /// No solution costs less than this.
    Bound(Cost),
    /// A solution with this cost is known, better than any before; the search goes on.
    Incumbent(Cost),
    /// In a portfolio, the search with this name has the next turn.
    Turn(Arc<str>),
    /// A position is closer to a solution than all before it in its direction. Sent with the
    /// progress, to an observer that [wants](Observer::wants_sights) it.
    Closest(Sight),
    /// A forward and a backward search have both reached this position, so there is a solution
    /// through it; sent like [`Event::Closest`].
    Met(Sight),
    /// A state was generated; sent only to an observer that [wants](Observer::wants_nodes) it.
    Node(Node),
    /// The successors of the state with this id follow; sent like [`Event::Node`].
    Expanded(u64),
}

/// A state as it is generated. It differs from its parent by one moved box and the player's
/// square, so an observer can draw every node, starting from the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The id of the state, if the search keeps it.
    pub id: Option<u64>,
    /// The state it was generated from; `None` for a root.
    pub parent: Option<u64>,
    /// The cost so far.
    pub g: Cost,
    /// The estimate of the pushes left, if the search computed one.
    pub h: Option<u32>,
    /// The value by which the search ranks or bounds it.
    pub f: Cost,
    /// The box that was moved, as (from, to).
    pub moved: Option<(Square, Square)>,
    /// The player's square.
    pub player: Square,
    /// What pruned it, if anything: the name of a deadlock test, `heuristic`, `duplicate`, `bound`
    /// or `memory`.
    pub pruned_by: Option<&'static str>,
}

/// Receives the events of a search.
pub trait Observer {
    /// Called from the searching thread; should return at once.
    fn on(&mut self, event: &Event);

    /// Whether to send every generated state. Called once, when the search begins.
    fn wants_nodes(&self) -> bool {
        false
    }

    /// Whether to send positions that are closer to a solution than all before, and where searches
    /// meet. Called once, when the search begins.
    fn wants_sights(&self) -> bool {
        false
    }
}

/// An observer that ignores every event.
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
