//! Why a position is dead, for users: the first sound test that proves it, and the boxes.

use std::sync::Arc;

use hakooshi_board::{Board, Direction, Position, Square};

use super::{ALL, Detector, Verdict};
use crate::Task;
use crate::spec::{DEAD_SQUARES, Params};

/// Every sound test for one board, built once.
pub struct Explainer {
    board: Arc<Board>,
    tests: Vec<(&'static str, Box<dyn Detector>)>,
}

impl std::fmt::Debug for Explainer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<_> = self.tests.iter().map(|(name, _)| name).collect();
        f.debug_struct("Explainer").field("tests", &names).finish_non_exhaustive()
    }
}

impl Explainer {
    /// The tests for a level, cheapest first. Tables that take long to build are not
    /// built.
    pub fn new(board: &Arc<Board>, start: &Position) -> Self {
        let task = Task::new(board, start);
        let direction = Direction::Forward;
        let claims = ALL.iter().map(|entry| (entry, entry.claims));
        let fitting = claims.filter(|(_, it)| it.sound && it.directions.contains(&direction));
        let tests = fitting.map(|(entry, _)| {
            (entry.name, (entry.build)(&task, direction, &Params::new(entry.params)))
        });
        Self { board: Arc::clone(board), tests: tests.collect() }
    }

    /// The name of a test that proves `position` dead, and the boxes that prove it,
    /// in ascending order; `None` if no test does.
    pub fn explain(&mut self, position: &Position) -> Option<(&'static str, Vec<Square>)> {
        self.proofs(position).next()
    }

    /// The same for every test that proves it.
    pub fn explain_all(&mut self, position: &Position) -> Vec<(&'static str, Vec<Square>)> {
        self.proofs(position).collect()
    }

    fn proofs(&mut self, position: &Position) -> impl Iterator<Item = (&'static str, Vec<Square>)> {
        let lost = position.boxes().iter().find(|&&square| !self.board.live().contains(square));
        let lost = lost.map(|&square| (DEAD_SQUARES, vec![square]));
        let mut fixed = self.board.empty_set();
        let tests = self.tests.iter_mut();
        lost.into_iter().chain(tests.filter_map(move |(name, test)| {
            let Verdict::Dead(pattern) = test.check(position, &mut fixed) else { return None };
            let mut pattern = pattern.to_vec();
            pattern.sort_unstable();
            pattern.dedup();
            Some((*name, pattern))
        }))
    }
}

/// [`Explainer::explain`] for a single position.
pub fn explain(board: &Arc<Board>, position: &Position) -> Option<(&'static str, Vec<Square>)> {
    Explainer::new(board, position).explain(position)
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    #[test]
    fn the_simplest_reason_is_given() {
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
