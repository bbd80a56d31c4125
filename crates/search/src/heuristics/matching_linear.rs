//! HOT. The matching, plus two pushes for every linear conflict.
//!
//! See [`super::conflicts`] for what a conflict is and why the sum stays admissible and
//! consistent. On top of the matching it examines each pair of neighbouring boxes.

use hakooshi_board::Position;

use super::conflicts::Conflicts;
use super::{Aim, Heuristic, HeuristicClaims, HeuristicEntry, Matching};

/// Minimum-cost perfect matching with linear conflicts.
#[derive(Debug)]
pub struct MatchingLinear {
    matching: Matching,
    conflicts: Conflicts,
}

impl MatchingLinear {
    /// Measures the distances for `aim`.
    pub fn new(aim: &Aim) -> Self {
        Self { matching: Matching::new(aim), conflicts: Conflicts::new(aim, &aim.distances()) }
    }
}

impl Heuristic for MatchingLinear {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        Some(self.matching.estimate(position)? + 2 * self.conflicts.count(position))
    }

    fn expand(&mut self, position: &Position) -> Option<u32> {
        Some(self.matching.expand(position)? + 2 * self.conflicts.count(position))
    }

    fn child(&mut self, position: &Position, moved: usize) -> Option<u32> {
        Some(self.matching.child(position, moved)? + 2 * self.conflicts.count(position))
    }
}

pub(super) static ENTRY: HeuristicEntry = HeuristicEntry {
    name: "matching_linear",
    title: "the matching, plus two pushes for each linear conflict",
    reference: "Junghanns 1999, linear conflicts",
    params: &[],
    claims: HeuristicClaims::LOWER_BOUND,
    build: |aim, _| Box::new(MatchingLinear::new(aim)),
};

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    #[test]
    fn a_conflict_costs_two_pushes_and_shared_boxes_count_once() {
        for (text, matching, linear) in [
            // Up and down lead away from both goals.
            ("#########\n#       #\n#       #\n#@ $$ ..#\n#       #\n#       #\n#########", 6, 8),
            // Of three in a row only the middle one need leave the line.
            (
                "##########\n#        #\n#        #\n#@$$$ ...#\n#        #\n#        #\n##########",
                12,
                14,
            ),
            // Both on goals: neither has to move.
            ("#########\n#       #\n#@ **   #\n#       #\n#########", 0, 0),
            // Goals below: leaving the line is on the way.
            ("#######\n#     #\n#@$$  #\n#     #\n#  .. #\n#     #\n#######", 6, 6),
        ] {
            let level: Level = text.parse().expect("a level");
            let (board, position) = compile(&level).expect("small");
            let aim = Aim::goals(&board);
            assert_eq!(Matching::new(&aim).estimate(&position), Some(matching), "{text}");
            assert_eq!(MatchingLinear::new(&aim).estimate(&position), Some(linear), "{text}");
        }
    }
}
