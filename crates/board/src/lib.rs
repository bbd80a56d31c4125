//! A level as numbers: squares, positions with do and undo, move generation, and static
//! analysis.
//!
//! [`translate`] is the only place that converts between the written grid and numbered squares.
//! Nothing here reads a clock, starts a thread or allocates per node.
#![forbid(unsafe_code)]

pub mod analysis;
mod board;
mod cuts;
mod direction;
mod lazy_tables;
pub mod movegen;
mod position;
mod reach;
mod region;
mod simplify;
mod square;
mod square_set;
pub mod translate;
mod turned;
mod validate;
mod view;
mod walks;
mod zobrist;

pub use board::Board;
pub use direction::{Direction, Pulling, Pushing, Way};
pub use lazy_tables::Between;
pub use position::{BoxMove, Position, Pull, PullUndo, Push, PushUndo};
pub use reach::Reach;
pub use region::Region;
pub use simplify::simplify;
pub use square::Square;
pub use square_set::SquareSet;
pub use translate::{CompileError, compile, expand, pushes_of};
pub use turned::Turned;
pub use view::{Reached, View};
pub use walks::Walks;

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
