//! Deadlock tests: one file per test. A test proves a position dead and names the boxes.
//!
//! Every search runs its tests through one [`Guard`], in either direction of play. To write a
//! test, implement [`Detector::check_after`] and declare a `static ENTRY` that says to which
//! directions it applies, at which stage it runs and whether it is sound; its row in [`ALL`]
//! makes it available to every search by name, and puts it under test.
//!
//! Two of the classical tests are not here. Dead squares, found by pulling a box away from
//! each goal, are a mask that move generation applies (`dead_squares` in specs). And floor that
//! the player could never reach, which the Bucharest applet removes first, never gets a square:
//! [`hakooshi_board::compile`] leaves it out.

mod bipartite;
mod blocks;
mod corners;
mod corral;
mod diagonals;
mod doors;
mod explain;
mod finish;
mod freeze;
mod guard;
mod lone_box;
mod origin;
mod pairs;
mod regions;
mod sets;
mod stuck;
mod subgame;
mod subgame_cache;
mod table;
mod triples;
mod window;

pub use bipartite::Bipartite;
pub use explain::{Explainer, explain};
pub use freeze::Freeze;
pub use guard::Guard;
use hakooshi_board::{Direction, Position, Square, SquareSet};
pub(crate) use sets::DeadSetTables;
pub use table::Table;

use crate::spec::{Entry, Params};
use crate::{Context, Stop, Task};

/// The result of a test. There is no "alive": finding no deadlock proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<'a> {
    /// The position is dead, and so is the position with only these boxes: they are the proof.
    Dead(&'a [Square]),
    /// The test found nothing.
    Unknown,
}

impl Verdict<'_> {
    /// Whether the position is dead.
    #[inline]
    pub const fn is_dead(self) -> bool {
        matches!(self, Self::Dead(_))
    }
}

/// A test for positions from which play in one direction cannot reach its end.
pub trait Detector: Send {
    /// Tests a position whose box on `moved` was moved last, assuming that the position before
    /// it was tested.
    fn check_after(&mut self, position: &Position, moved: Square) -> Verdict<'_>;

    /// Tests a position without knowing how it was reached. The boxes on `fixed` can never move
    /// again; a test that finds more of them adds them, for the tests that follow.
    fn check(&mut self, position: &Position, fixed: &mut SquareSet) -> Verdict<'_> {
        let _ = fixed;
        let dead = |&&square: &&Square| self.check_after(position, square).is_dead();
        match position.boxes().iter().find(dead) {
            // Tested again, since the borrow checker does not let a verdict leave the loop;
            // deadlocks are rare.
            Some(&square) => self.check_after(position, square),
            None => Verdict::Unknown,
        }
    }

    /// Called before each expansion: a test that uses tables builds them here when they are due,
    /// within the budget.
    fn prepare(&mut self, _context: &mut Context<'_>) -> Result<(), Stop> {
        Ok(())
    }

    /// Called for each position whose moves are about to be generated.
    fn count_expansion(&mut self) {}

    /// Bytes that grow with the search.
    fn bytes(&self) -> usize {
        0
    }
}

/// When a test runs, according to its price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestStage {
    /// For every position generated: cheap tests.
    Generation,
    /// Only for positions about to be expanded: expensive tests. A search with macro moves expands
    /// one position in hundreds generated.
    Expansion,
}

/// What a test claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DetectorClaims {
    /// Every position it calls dead is dead; forward, also with fewer boxes than goals. With an
    /// unsound test a search proves nothing.
    pub sound: bool,
    /// The directions of play it applies to; other searches leave it out.
    pub directions: &'static [Direction],
    /// When it runs.
    pub stage: TestStage,
}

impl DetectorClaims {
    /// A sound test of pushes, cheap enough for every position generated.
    pub const AT_GENERATION: Self =
        Self { sound: true, directions: &[Direction::Forward], stage: TestStage::Generation };
    /// A sound test of pushes for positions about to be expanded.
    pub const AT_EXPANSION: Self = Self { stage: TestStage::Expansion, ..Self::AT_GENERATION };
}

/// Builds a test for a direction that it claims.
pub type BuildDetector = fn(&Task, Direction, &Params) -> Box<dyn Detector>;

/// A test that specs can name.
pub type DetectorEntry = Entry<DetectorClaims, BuildDetector>;

/// Every test, from the cheapest to the most expensive.
pub static ALL: &[&DetectorEntry] = &[
    &corners::ENTRY,
    &blocks::ENTRY,
    &doors::ENTRY,
    &freeze::ENTRY,
    &diagonals::ENTRY,
    &table::ENTRY,
    &pairs::ENTRY,
    &triples::ENTRY,
    &bipartite::ENTRY,
    &finish::ENTRY,
    &origin::ENTRY,
    &corral::ENTRY,
];

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;
    use crate::{Budget, Silent};

    /// Checks a table of drawn levels, each with the number of boxes that prove it dead, zero
    /// for "unknown".
    pub(super) fn assert_verdicts(
        build: impl Fn(&Task) -> Box<dyn Detector>,
        expected: &[(&str, usize)],
    ) {
        for &(text, boxes) in expected {
            let level: Level = text.parse().expect("a level");
            let (board, position) = compile(&level).expect("small");
            let mut detector = build(&Task::new(&board, &position));
            let mut silent = Silent;
            let mut context = Context::new(Budget::default(), &mut silent);
            detector.prepare(&mut context).expect("no limit");
            detector.count_expansion();
            let found = match detector.check(&position, &mut board.empty_set()) {
                Verdict::Dead(pattern) => pattern.len(),
                Verdict::Unknown => 0,
            };
            assert_eq!(found, boxes, "{text}");
        }
    }
}
