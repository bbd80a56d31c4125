//! Is it hopeless, and which boxes prove it: one file per test.

mod freeze;

use std::sync::Arc;

pub use freeze::Freeze;
use hakooshi_board::{Board, Position, Square};

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
pub static ALL: &[&DetectorEntry] = &[&freeze::ENTRY];
