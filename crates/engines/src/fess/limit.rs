//! A limit on the pushes of a solution: positions from which no solution within it is possible are
//! left out.
//!
//! A plan leads to a solution soon, but not to a short one. With a limit close to the fewest pushes
//! possible, most detours are ruled out before the plan is asked, and what is left is often solved
//! in a few hundred expansions (`frugal.rs`).

use hakooshi_board::Position;
use hakooshi_search::heuristics::{Aim, Heuristic};
use hakooshi_search::spec::SearchSpec;
use hakooshi_search::{Deadline, Task};

/// The most pushes a solution may have, and a lower bound on what is left of them.
pub(super) struct Limit {
    most: u32,
    bound: Box<dyn Heuristic>,
}

impl Limit {
    /// No limit yet, with the heuristic of `spec`, and its bound for the start; `None` if the start
    /// is proved unsolvable.
    pub(super) fn new(spec: &SearchSpec, task: &Task) -> Option<(Self, u32)> {
        let aim = Aim::goals(&task.board);
        let mut bound = (spec.heuristic.entry.build)(&aim, &spec.heuristic.params);
        let least = bound.estimate(&task.start)?;
        Some((Self { most: u32::MAX, bound }, least))
    }

    pub(super) fn set(&mut self, most: u32) {
        self.most = most;
    }

    pub(super) fn until(&mut self, deadline: Deadline) {
        self.bound.until(deadline);
    }

    /// The position whose moves are asked about next.
    pub(super) fn expand(&mut self, position: &Position) {
        self.bound.expand(position);
    }

    /// Whether a solution within the limit may follow from this position after `pushes`: a child of
    /// the position last expanded, in which only the box with this index has moved.
    pub(super) fn allows(&mut self, position: &Position, moved: usize, pushes: u32) -> bool {
        pushes <= self.most
            && self.bound.child(position, moved).is_some_and(|left| pushes + left <= self.most)
    }

    pub(super) fn bytes(&self) -> usize {
        self.bound.bytes()
    }
}
