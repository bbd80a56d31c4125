//! Exact labels for Sokoban levels, for those who learn from them: the fewest pushes and moves,
//! the actions with which a best solution can begin, what remains after each step, and whether
//! there is a solution at all.
//!
//! [`label`] labels whole levels, by the default search for an optimum. A [`Table`] has the cost of
//! *every* position of a small level. Every count is that of a solution that was replayed on the
//! written level, and is given only if it is proved best.
#![forbid(unsafe_code)]

mod label;
mod table;
mod what;

pub use label::{Label, label};
pub use table::{Table, TableError, UNSOLVABLE};
pub use what::{Column, Kind, LABELS, UnknownLabel, Value, What};

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
