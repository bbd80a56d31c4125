//! Exact labels for Sokoban levels, for those who learn from them: the fewest pushes and moves,
//! the actions with which a best solution can begin, what remains after each step, and whether
//! there is a solution at all.
//!
//! A [`Labeller`] labels whole levels. Small ones, such as Boxoban's, are solved by `waves`, a
//! search over numbered sets of boxes without hashing; larger ones by the usual search for an
//! optimum. A [`Table`] has the cost of *every* position of a small level. Every count is that of
//! a solution that was replayed on the written level, and is given only if it is proved best.
#![forbid(unsafe_code)]

mod bound;
mod box_sets;
mod grid;
mod label;
mod table;
mod waves;
mod what;

pub use label::{Label, Labeller};
pub use table::{Table, TableError, UNSOLVABLE};
pub use what::{Column, Kind, LABELS, UnknownLabel, Value, What};

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
