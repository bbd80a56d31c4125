//! The number of boxes off goal.
//!
//! SokoKids' *Count*. Each such box needs at least one push, and a push brings at most one box to
//! a goal: admissible and consistent, and almost free to compute, but it ignores distance.

use hakooshi_board::{Position, SquareSet};

use super::{Aim, Heuristic, HeuristicClaims, HeuristicEntry};

/// Boxes off goal.
#[derive(Debug)]
pub struct Count {
    aims: SquareSet,
}

impl Count {
    /// Counts boxes off the squares of `aim`.
    pub fn new(aim: &Aim) -> Self {
        let mut aims = aim.board.empty_set();
        aims.extend(aim.squares.iter().copied());
        Self { aims }
    }
}

impl Heuristic for Count {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        let off = position.boxes().iter().filter(|&&square| !self.aims.contains(square));
        Some(off.count() as u32)
    }
}

pub(super) static ENTRY: HeuristicEntry = HeuristicEntry {
    name: "count",
    title: "number of boxes off goal",
    reference: "SokoKids, Count",
    params: &[],
    claims: HeuristicClaims::LOWER_BOUND,
    build: |aim, _| Box::new(Count::new(aim)),
};
