//! Levels as text: reading and writing them, moves, metrics, and the verifier of every solution.
//!
//! This crate knows characters, rows, columns, files and titles, and nothing about search. [`Level`] is
//! what was written. [`Moves`] are letters, and [`GameText`] is the notation people use for them.
//! [`verify`] replays moves and is the only function that creates a [`VerifiedSolution`]. [`Symmetry`]
//! rotates and mirrors levels, and a [`LevelId`] identifies what stays the same.
#![forbid(unsafe_code)]

mod cell;
mod dir;
mod field;
pub mod formats;
mod level;
mod metrics;
mod moves;
mod normal;
mod ranking;
mod replay;
mod reverse;
pub mod sexpr;
mod symmetry;
mod tile;
mod verify;

pub use cell::Cell;
pub use dir::Dir;
pub use field::Obstacle;
pub use level::{Level, LevelError, MAX_SIDE};
pub use metrics::Score;
pub use moves::{GameText, Jump, MAX_MOVES, Moves, MovesError, MovesProblem, Step};
pub use normal::{LevelId, LevelIdError, normalise};
pub use ranking::{Metric, Ranking, RankingError};
pub use replay::{IllegalMove, Replay, after, replay};
pub use reverse::ReverseError;
pub use symmetry::{Symmetry, transform};
pub use tile::Tile;
pub use verify::{VerifiedSolution, VerifyError, verify};

/// `1 box`, `2 boxes`: a number with the noun that fits it, for messages.
pub(crate) fn counted(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
