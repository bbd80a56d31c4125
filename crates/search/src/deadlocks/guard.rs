//! All the deadlock tests of one search, asked in the right order at the right moment.

use hakooshi_board::{Direction, Position, Square, SquareSet};

use super::{BuildDetector, Detector, DetectorClaims, TestStage};
use crate::spec::Component;
use crate::{Context, Stop, Task};

/// The tests of a search in one direction.
pub struct Guard {
    at_generation: Vec<(&'static str, Box<dyn Detector>)>,
    at_expansion: Vec<(&'static str, Box<dyn Detector>)>,
    /// Boxes of the position last judged that were found to stand for good.
    fixed: SquareSet,
}

impl std::fmt::Debug for Guard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all = self.at_generation.iter().chain(&self.at_expansion);
        f.debug_list().entries(all.map(|(name, _)| name)).finish()
    }
}

impl Guard {
    /// Those of `tests` that judge this direction of play, in the order given.
    pub fn new(
        tests: &[Component<DetectorClaims, BuildDetector>],
        task: &Task,
        direction: Direction,
    ) -> Self {
        let made = |stage: TestStage| {
            let fitting = tests.iter().filter(move |test| {
                let claims = test.entry.claims;
                claims.stage == stage && claims.directions.contains(&direction)
            });
            let build = |test: &Component<_, BuildDetector>| {
                (test.entry.name, (test.entry.build)(task, direction, &test.params))
            };
            fitting.map(build).collect()
        };
        Self {
            at_generation: made(TestStage::Generation),
            at_expansion: made(TestStage::Expansion),
            fixed: task.board.empty_set(),
        }
    }

    /// Lets the tests make their tables, if these are due. Called before each expansion.
    #[inline]
    pub fn prepare(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        for (_, test) in self.at_generation.iter_mut().chain(&mut self.at_expansion) {
            test.prepare(context)?;
        }
        Ok(())
    }

    /// Called for each position whose moves are about to be generated.
    #[inline]
    pub fn count_expansion(&mut self) {
        for (_, test) in self.at_generation.iter_mut().chain(&mut self.at_expansion) {
            test.count_expansion();
        }
    }

    /// The cheap test that finds the position dead now that a box has been brought to `moved`.
    #[inline]
    pub fn after_move(&mut self, position: &Position, moved: Square) -> Option<&'static str> {
        self.at_generation
            .iter_mut()
            .find_map(|(name, test)| test.check_after(position, moved).is_dead().then_some(*name))
    }

    /// The expensive test that finds the position, which is about to be expanded, dead.
    #[inline]
    pub fn at_expansion(&mut self, position: &Position) -> Option<&'static str> {
        let Self { at_expansion, fixed, .. } = self;
        if at_expansion.is_empty() {
            return None;
        }
        fixed.clear();
        at_expansion
            .iter_mut()
            .find_map(|(name, test)| test.check(position, fixed).is_dead().then_some(*name))
    }

    /// Bytes held by the tests.
    pub fn bytes(&self) -> usize {
        self.at_generation.iter().chain(&self.at_expansion).map(|(_, test)| test.bytes()).sum()
    }
}
