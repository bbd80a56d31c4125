//! Is it hopeless, and which boxes prove it: one file per test.
//!
//! Every search asks its tests through one [`Guard`], in either direction of play. To write a
//! test, implement [`Detector::check_after`] and declare a `static ENTRY` that says in which
//! direction it judges, when it is worth its stage and whether it is sound; its row in [`ALL`]
//! makes it available to every search by name, and puts it under test.
//!
//! Two of the classical tests are not here. Dead squares, found by pulling a box away from
//! each goal, are a mask that move generation applies (`dead_squares` in specs). And floor that
//! the player could never reach, which the Bucharest applet takes out first of all, never gets a
//! square: [`hakooshi_board::compile`] makes it wall.

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

/// What a test has found. There is no "alive": not found is not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<'a> {
    /// No continuation solves the position, nor would one solve the position of these boxes
    /// alone: they are the proof.
    Dead(&'a [Square]),
    /// The test does not know.
    Unknown,
}

impl Verdict<'_> {
    /// Whether the position is dead.
    #[inline]
    pub const fn is_dead(self) -> bool {
        matches!(self, Self::Dead(_))
    }
}

/// A test for positions from which play in one direction can no longer reach its end.
pub trait Detector: Send {
    /// Judges a position whose box on `moved` has just been brought there; the position before
    /// is taken to have been judged.
    fn check_after(&mut self, position: &Position, moved: Square) -> Verdict<'_>;

    /// Judges a position of which nothing is known but that the boxes on `fixed` can never move
    /// again. A test that finds more such boxes adds them, for those that come after it.
    fn check(&mut self, position: &Position, fixed: &mut SquareSet) -> Verdict<'_> {
        let _ = fixed;
        let dead = |&&square: &&Square| self.check_after(position, square).is_dead();
        match position.boxes().iter().find(dead) {
            // Asked again, since a verdict cannot be lent out of a loop; dead ends are rare.
            Some(&square) => self.check_after(position, square),
            None => Verdict::Unknown,
        }
    }

    /// Called before each expansion: a test that looks things up in tables makes them here, if
    /// they are due, under the eyes of the budget.
    fn prepare(&mut self, _context: &mut Context<'_>) -> Result<(), Stop> {
        Ok(())
    }

    /// Called for each position whose moves are about to be generated.
    fn count_expansion(&mut self) {}

    /// Bytes held, as far as they grow with the search.
    fn bytes(&self) -> usize {
        0
    }
}

/// When a test is worth what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestStage {
    /// For every position generated.
    Generation,
    /// Only for positions about to be expanded, of which a search in large steps has one in
    /// hundreds.
    Expansion,
}

/// What a test promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DetectorClaims {
    /// Says dead only where that is so; forward, also of fewer boxes than goals. A test without
    /// it may be used, but then nothing is proved.
    pub sound: bool,
    /// The directions of play it judges; a search in another goes without it.
    pub directions: &'static [Direction],
    /// When it is asked.
    pub stage: TestStage,
}

impl DetectorClaims {
    /// A sound test of pushes, cheap enough for every position generated.
    pub const AT_GENERATION: Self =
        Self { sound: true, directions: &[Direction::Forward], stage: TestStage::Generation };
    /// A sound test of pushes for positions about to be expanded.
    pub const AT_EXPANSION: Self = Self { stage: TestStage::Expansion, ..Self::AT_GENERATION };
}

/// How a test is made, for a direction that it claims.
pub type BuildDetector = fn(&Task, Direction, &Params) -> Box<dyn Detector>;

/// A test that can be asked for by name.
pub type DetectorEntry = Entry<DetectorClaims, BuildDetector>;

/// Every test, from the cheapest to the dearest.
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
