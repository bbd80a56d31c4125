//! Why a position is hopeless, for people: the first sound test that says so, and the boxes.

use std::sync::Arc;

use hakooshi_board::analysis::live_squares;
use hakooshi_board::{Board, Position, Square, SquareSet};

use super::{ALL, Detector, Verdict};
use crate::spec::{DEAD_SQUARES, Params};

/// Every sound test of one board, made once.
pub struct Explainer {
    live: SquareSet,
    tests: Vec<(&'static str, Box<dyn Detector>)>,
}

impl std::fmt::Debug for Explainer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<_> = self.tests.iter().map(|(name, _)| name).collect();
        f.debug_struct("Explainer").field("tests", &names).finish_non_exhaustive()
    }
}

impl Explainer {
    /// The tests for `board`, cheapest first.
    pub fn new(board: &Arc<Board>) -> Self {
        let sound = ALL.iter().filter(|entry| entry.claims.sound);
        let tests =
            sound.map(|entry| (entry.name, (entry.build)(board, &Params::new(entry.params))));
        Self { live: live_squares(board), tests: tests.collect() }
    }

    /// The name of a test that proves `position` hopeless, and the boxes that prove it,
    /// in ascending order; `None` if no test does.
    pub fn explain(&mut self, position: &Position) -> Option<(&'static str, Vec<Square>)> {
        let lost = position.boxes().iter().find(|&&square| !self.live.contains(square));
        if let Some(&square) = lost {
            return Some((DEAD_SQUARES, vec![square]));
        }
        self.tests.iter_mut().find_map(|(name, test)| {
            (test.check(position) == Verdict::Dead).then(|| {
                let mut pattern = test.pattern().to_vec();
                pattern.sort_unstable();
                pattern.dedup();
                (*name, pattern)
            })
        })
    }
}

/// [`Explainer::explain`] for a single question.
pub fn explain(board: &Arc<Board>, position: &Position) -> Option<(&'static str, Vec<Square>)> {
    Explainer::new(board).explain(position)
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    #[test]
    fn the_plainest_reason_is_given() {
        for (text, expected) in [
            ("#####\n#$ .#\n#  @#\n#####", Some((DEAD_SQUARES, 1))),
            ("#######\n#   $ #\n# . $ #\n# .@  #\n#######", Some((DEAD_SQUARES, 1))),
            ("########\n#      #\n#  $$  #\n#  $$  #\n#....@ #\n########", Some(("blocks", 4))),
            ("########\n#      #\n#  $   #\n#  .@  #\n########", None),
        ] {
            let level: Level = text.parse().expect("a level");
            let (board, position) = compile(&level).expect("small");
            let found = explain(&board, &position);
            assert_eq!(found.map(|(name, boxes)| (name, boxes.len())), expected, "{text}");
        }
    }
}
