//! HOT. The order in which depth-first searches try the successors of a state.

use std::cmp::Reverse;

use super::{COUNT, INERTIA};
use crate::spec::{Param, Params};

/// The order of successors.
pub(super) const ORDER: Param = Param::word(
    "order",
    "which successors to try first: those with the least estimate; Rolling Stone's, the box \
     nearest to its assigned goal among pushes that lower the estimate, then among the others; \
     or as generated",
    &["estimate", "goal", "generated"],
);

/// What the order of a successor depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Merit {
    pub(super) estimate: u32,
    /// Whether it moves the same box as the action before it.
    pub(super) same_box: bool,
    /// How many more boxes than before are on their goals.
    pub(super) settled: i8,
    /// How far the box moved is from its assigned goal.
    pub(super) to_goal: u32,
}

/// How successors are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Order {
    by: By,
    inertia: bool,
    count: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Estimate,
    Goal,
    Generated,
}

impl Order {
    /// The least estimate first.
    pub(super) const PLAIN: Self = Self { by: By::Estimate, inertia: false, count: false };

    pub(super) fn of(params: &Params) -> Self {
        Self {
            by: [By::Estimate, By::Goal, By::Generated][params.choice(ORDER.name)],
            inertia: params.is_on(INERTIA.name),
            count: params.is_on(COUNT.name),
        }
    }

    /// Whether it needs the distance of a box to its assigned goal.
    pub(super) fn asks_for_goals(self) -> bool {
        self.by == By::Goal
    }

    /// A key by which the successor to try first is the greatest, given its parent's estimate and
    /// its place in the order of generation.
    #[inline]
    pub(super) fn key<T: Ord>(
        self,
        parent: u32,
        merit: Merit,
        place: T,
    ) -> (bool, bool, Reverse<u32>, i8, T) {
        let Merit { estimate, same_box, settled, to_goal } = merit;
        let (lowers, rank) = match self.by {
            By::Estimate => (false, estimate),
            By::Goal => (estimate < parent, to_goal),
            By::Generated => (false, 0),
        };
        let settled = if self.count { settled } else { 0 };
        (self.inertia && same_box, lowers, Reverse(rank), settled, place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_order_has_its_first() {
        let sorted = |by, inertia| {
            // Parent's estimate 10; a move that keeps the box, one that lowers the estimate far
            // from its goal, one near, one that does not lower it.
            let moves = [(12, 1, true), (9, 8, false), (9, 3, false), (11, 0, false)];
            let order = Order { by, inertia, count: false };
            let mut places = [0, 1, 2, 3];
            places.sort_by_key(|&at| {
                let (estimate, to_goal, same_box) = moves[at];
                let merit = Merit { estimate, same_box, settled: 0, to_goal };
                Reverse(order.key(10, merit, Reverse(at)))
            });
            places
        };
        assert_eq!(sorted(By::Estimate, true), [0, 1, 2, 3]);
        assert_eq!(sorted(By::Estimate, false), [1, 2, 3, 0]);
        assert_eq!(sorted(By::Goal, true), [0, 2, 1, 3]);
        assert_eq!(sorted(By::Goal, false), [2, 1, 3, 0]);
        assert_eq!(sorted(By::Generated, false), [0, 1, 2, 3]);
    }
}
