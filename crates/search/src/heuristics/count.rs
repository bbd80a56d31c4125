//! The number of boxes that are not where boxes are to go.
//!
//! SokoKids' *Count*. Each such box takes a push at least, and a push brings one box home at
//! most: admissible and consistent, and next to nothing to compute, but blind to distance.

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
    title: "the boxes that are not on goals",
    reference: "SokoKids, Count",
    params: &[],
    claims: HeuristicClaims { admissible: true, consistent: true, safe: true, positional: true },
    build: |aim, _| Box::new(Count::new(aim)),
};
