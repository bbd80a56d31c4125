//! Is it hopeless, and which boxes prove it: one file per test.
//!
//! Two of the classical tests are not here. Dead squares, found by pulling a box away from
//! each goal, are a mask that the spaces apply when they generate pushes (`dead_squares` in
//! specs). And floor that the player could never reach, which the Bucharest applet takes out
//! first of all, never gets a square: [`hakooshi_board::compile`] makes it wall.

mod bipartite;
mod blocks;
mod corners;
mod corral;
mod diagonals;
mod doors;
mod explain;
mod freeze;
mod subgame;
mod table;
mod window;

use std::sync::Arc;

pub use bipartite::Bipartite;
pub use blocks::Blocks;
pub use corners::Corners;
pub use corral::Corral;
pub use diagonals::Diagonals;
pub use doors::Doors;
pub use explain::{Explainer, explain};
pub use freeze::Freeze;
use hakooshi_board::{Board, Position, Square};

pub use subgame::{Ending, Subgame};
pub use table::Table;

use crate::spec::{Entry, Params};

/// What a test has found. There is no "alive": not found is not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No continuation solves the position; [`Detector::pattern`] names the boxes.
    Dead,
    /// The test does not know.
    Unknown,
}

/// A test for positions that pushes can no longer solve.
pub trait Detector {
    /// Judges a position whose box on `moved` has just been pushed there; the position
    /// before is taken to have been judged.
    fn check_after(&mut self, position: &Position, moved: Square) -> Verdict;

    /// Judges a position of which nothing is known.
    fn check(&mut self, position: &Position) -> Verdict {
        for &square in position.boxes() {
            if self.check_after(position, square) == Verdict::Dead {
                return Verdict::Dead;
            }
        }
        Verdict::Unknown
    }

    /// The boxes that prove the last verdict of [`Verdict::Dead`]: alone on the board they
    /// are as hopeless.
    fn pattern(&self) -> &[Square];
}

/// What a test promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DetectorClaims {
    /// Says dead only where that is so. A test without it may be used, but then nothing is
    /// proved.
    pub sound: bool,
}

/// How a test is made.
pub type BuildDetector = fn(&Arc<Board>, &Params) -> Box<dyn Detector>;

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
    &bipartite::ENTRY,
    &corral::ENTRY,
];

/// The tests that a search applies when nothing is said.
pub static DEFAULT: &[&DetectorEntry] = &[&freeze::ENTRY];

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    /// Checks a table of drawn levels, each with the number of boxes that prove it dead, zero
    /// for "unknown".
    pub(super) fn verdicts(
        build: impl Fn(&Arc<Board>) -> Box<dyn Detector>,
        expected: &[(&str, usize)],
    ) {
        for &(text, boxes) in expected {
            let level: Level = text.parse().expect("a level");
            let (board, position) = compile(&level).expect("small");
            let mut detector = build(&board);
            let dead = detector.check(&position) == Verdict::Dead;
            let found = if dead { detector.pattern().len() } else { 0 };
            assert_eq!(found, boxes, "{text}");
        }
    }
}
