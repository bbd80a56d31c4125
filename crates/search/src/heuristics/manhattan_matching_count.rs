//! The Manhattan matching plus the number of boxes off goal: an overestimate, on purpose.
//!
//! SokoKids calls its bound not admissible and says only that it associates boxes and goals at least
//! cost and uses *Count* to prefer states with more boxes settled (section 6.4). Adding *Count* to
//! the sum is our reading. It fits the printed solutions: those of levels 3, 9, 11 and 12 exceed the
//! optimum by exactly the number of boxes, which is what the first bound of IDA* then allows, and
//! those of 50 and 55 by less. That of 58 has 62 pushes, the optimum 54 and six boxes: two more than
//! this explains, as a table that keeps the first path to a state would.
//!
//! The sum exceeds the pushes left by at most the number of boxes, so a solution found by IDA* has
//! at most that many pushes more than the optimum. *Count* as a tie-break alone, which keeps
//! solutions optimal, is the parameter `count` of `idastar`.

use hakooshi_board::Position;

use super::count::Count;
use super::manhattan_matching::ManhattanMatching;
use super::{Aim, Heuristic, HeuristicClaims, HeuristicEntry};

/// The sum of both estimates.
#[derive(Debug)]
pub struct ManhattanMatchingCount {
    matching: ManhattanMatching,
    count: Count,
}

impl ManhattanMatchingCount {
    /// Measures the distances for `aim`.
    pub fn new(aim: &Aim) -> Self {
        Self { matching: ManhattanMatching::new(aim), count: Count::new(aim) }
    }
}

impl Heuristic for ManhattanMatchingCount {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        Some(self.matching.estimate(position)? + self.count.estimate(position)?)
    }

    fn expand(&mut self, position: &Position) -> Option<u32> {
        Some(self.matching.expand(position)? + self.count.estimate(position)?)
    }

    fn child(&mut self, position: &Position, moved: usize) -> Option<u32> {
        Some(self.matching.child(position, moved)? + self.count.estimate(position)?)
    }
}

pub(super) static ENTRY: HeuristicEntry = HeuristicEntry {
    name: "manhattan_matching_count",
    title: "Manhattan matching plus boxes off goal; overestimates by one for each box at most",
    reference: "SokoKids, section 6.4",
    params: &[],
    claims: HeuristicClaims {
        admissible: false,
        consistent: false,
        ..HeuristicClaims::LOWER_BOUND
    },
    build: |aim, _| Box::new(ManhattanMatchingCount::new(aim)),
};

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    #[test]
    fn the_sum_exceeds_the_pushes_left_by_the_boxes_off_goal() {
        let level: Level =
            "########\n#@$ .  #\n#  *   #\n# $.   #\n########".parse().expect("a level");
        let (board, position) = compile(&level).expect("small");
        let mut sum = ManhattanMatchingCount::new(&Aim::goals(&board));
        assert_eq!(sum.estimate(&position), Some(2 + 1 + 2));
    }
}
