//! Searches side by side: the same levels for several engines, what each part of an engine is
//! worth, every state of a small search, and the counts that must not change unnoticed. Boards
//! and search trees are drawn from the same shapes.
//!
//! A [`Contender`] is an engine with a label; [`run`] gives each of them every level and makes
//! a record of each pair; a [`Comparison`] reads the records and lays them out as a
//! [`Table`]. Nothing here prints.
#![forbid(unsafe_code)]

mod ablation;
mod attribute;
mod comparison;
mod contender;
mod coordinates;
mod drawing;
mod layout;
mod picture;
mod pool;
mod runner;
pub mod signature;
mod suites;
mod table;
mod trace;

pub use ablation::{ablate, cumulate};
pub use attribute::{ATTRIBUTES, Attribute, Fold};
pub use comparison::{Against, Comparison, Summary};
pub use contender::{Contender, Vary, split, vary};
pub use coordinates::{CoordinatesError, coordinates, from_coordinates, is_coordinates, place};
pub use drawing::{Drawing, MOST_PIXELS, TooManyPixels, animate, draw, tile_at};
pub use picture::{MOST_DRAWN, TooLarge, dot, svg};
pub use pool::{Done, Pool, guarded, hush_panics};
pub use runner::{Subject, Unwatched, Watch, run};
pub use suites::{SUITES, Suite};
pub use table::{Heading, Table, Value, csv_line};
pub use trace::{Line, Trace, trace};

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
