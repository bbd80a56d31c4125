//! Levels as they are written: letters in, letters out, and the judge of every answer.
//!
//! This crate knows characters, rows, columns, files and titles, and nothing of search.
//! [`Level`] is what was written.
#![forbid(unsafe_code)]

mod cell;
mod dir;
pub mod formats;
mod level;
mod tile;

pub use cell::Cell;
pub use dir::Dir;
pub use level::{Level, LevelError, MAX_SIDE};
pub use tile::Tile;
