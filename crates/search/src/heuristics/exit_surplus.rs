//! HOT. The bound of a game in which boxes leave the board at exits: distances to
//! the exits with what it costs to leave there, plus the [surplus](super::surplus_metric) of disjoint sets of boxes.
//!
//! Where boxes vanish, the surplus of two boxes until both have left is an entry of a pattern database
//! with an intermediate goal (Pereira, Ritt and Buriol 2015). Sets of more boxes are learnt.
//!
//! Admissible in that game; not consistent, since sets are chosen greedily. It is not a heuristic of
//! specs, because it needs to know the exits.

use std::sync::Arc;

use hakooshi_board::{Board, Position};

use super::Heuristic;
use super::pair_table::PairTable;
use super::pattern_search::PatternSearch;
use super::surplus::{Choice, Priced};
use super::surplus_metric::Metric;
use crate::Deadline;

/// Games of this kind are played for long, and a pattern that is missed costs more than searches that find
/// none: XSokoban 62 with left and right exchanged takes 326,000 expansions with 4, and with 1
/// more than 3.4 million.
const PATIENCE: u64 = 4;

/// Distances to the exits, plus the surplus of disjoint sets of boxes.
#[derive(Debug)]
pub struct ExitSurplus {
    priced: Priced,
    choice: Choice,
}

impl ExitSurplus {
    /// Whether the tables for so many squares that can hold a box are small enough.
    pub fn fits(board: &Board, live: usize) -> bool {
        PairTable::fits(board, live)
    }

    /// The exits are the goals of `board`, with their tolls by square; a search for patterns looks at most at
    /// `effort` positions. `None` if the table of pairs would be too large.
    pub fn new(board: &Arc<Board>, tolls: &[u32], effort: usize) -> Option<Self> {
        let metric = Arc::new(Metric::leaving(board, tolls));
        let pairs = PairTable::leaving(&metric)?;
        let patterns = (effort > 0).then(|| PatternSearch::new(&metric, effort, false, 3));
        let patterns = patterns.map(|search| search.thrifty(PATIENCE));
        let priced = Priced::new(&metric, pairs, patterns);
        Some(Self { priced, choice: Choice::new(board) })
    }
}

impl Heuristic for ExitSurplus {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        self.priced.bound(position, &mut self.choice)
    }

    fn study(&mut self, position: &Position, moved: usize) -> Option<u32> {
        self.priced.learn(position, moved);
        self.estimate(position)
    }

    fn until(&mut self, deadline: Deadline) {
        self.priced.until(deadline);
    }

    fn bytes(&self) -> usize {
        self.priced.bytes()
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    #[test]
    fn boxes_that_leave_cost_their_way_their_toll_and_what_they_are_in_each_others_way() {
        let bound = |text: &str, toll: u32| {
            let level: Level = text.parse().expect("a level");
            let (board, start) = compile(&level).expect("small");
            let mut tolls = vec![0; board.table_len()];
            for exit in board.goals().iter() {
                tolls[exit.index()] = toll;
            }
            ExitSurplus::new(&board, &tolls, 300).expect("small").estimate(&start)
        };
        let apart = "#########\n#       #\n#       #\n#@$ $ ..#\n#       #\n#########";
        assert_eq!((bound(apart, 0), bound(apart, 5)), (Some(6), Some(16)));
        // One of them has to leave the line and come back.
        let side_by_side = "#########\n#       #\n#       #\n#@ $$ ..#\n#       #\n#########";
        assert_eq!(bound(side_by_side, 0), Some(7));
        // The player cannot get behind the second.
        assert_eq!(bound("#########\n#@$$  ..#\n#########", 0), None);
    }
}
