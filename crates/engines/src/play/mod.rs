//! The level played in one direction in steps of one box taken any distance: pushed from the
//! start, or pulled from the end. Which direction is a type, so that searches that go both
//! ways are written once.

mod game;
mod side;

pub(crate) use game::{Game, Move};
pub(crate) use side::{Judge, Side};
