//! All deadlock tests of one search, run in order, each at its stage.

use hakooshi_board::{Direction, Position, Square, SquareSet};

use super::{BuildDetector, Detector, DetectorClaims, TestStage};
use crate::spec::Component;
use crate::{Context, Stop, Task};

/// The tests of a search in one direction.
pub struct Guard {
    at_generation: Vec<(&'static str, Box<dyn Detector>)>,
    at_expansion: Vec<(&'static str, Box<dyn Detector>)>,
    /// Boxes of the position last tested that can never move again.
    fixed: SquareSet,
}

impl std::fmt::Debug for Guard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all = self.at_generation.iter().chain(&self.at_expansion);
        f.debug_list().entries(all.map(|(name, _)| name)).finish()
    }
}

impl Guard {
    /// Those of `tests` that apply to this direction of play, in the order given.
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

    /// Lets the tests build their tables, if due. Called before each expansion.
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

    /// The first generation-stage test that proves the position dead, given that the box on
    /// `moved` was moved last.
    #[inline]
    pub fn after_move(&mut self, position: &Position, moved: Square) -> Option<&'static str> {
        self.at_generation
            .iter_mut()
            .find_map(|(name, test)| test.check_after(position, moved).is_dead().then_some(*name))
    }

    /// The first expansion-stage test that proves the position, about to be expanded, dead.
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
