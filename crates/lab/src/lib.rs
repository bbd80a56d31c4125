//! Experiments with searches: comparisons of engines, ablations, traces of small searches, and
//! signatures that detect unintended changes. Boards and search trees are drawn from the same shapes.
//!
//! A [`Contender`] is an engine with a label; [`run`] runs each contender on every level and returns
//! records; a [`Comparison`] summarises them as a [`Table`]. Nothing here prints.
#![forbid(unsafe_code)]

mod ablation;
mod attribute;
mod comparison;
mod contender;
mod coordinates;
mod drawing;
mod dump;
mod experiment;
mod grades;
mod layout;
mod moves;
mod picture;
mod plot;
mod pool;
pub mod report;
mod runner;
pub mod signature;
mod situations;
mod solvers;
mod suites;
mod table;
mod trace;
mod trial;

pub use ablation::{ablate, cumulate};
pub use attribute::{ATTRIBUTES, Attribute, Fold};
pub use comparison::{Against, Comparison, Summary};
pub use contender::{Contender, Vary, split, vary};
pub use coordinates::{CoordinatesError, coordinates, from_coordinates, is_coordinates, place};
pub use drawing::{Drawing, MOST_PIXELS, TooManyPixels, animate, draw, tile_at};
pub use dump::dump;
pub use experiment::{Experiment, ExperimentError, LevelSet};
pub use grades::{Grade, grade_rows, grade_sums};
pub use moves::{read_moves, solutions};
pub use picture::{MOST_DRAWN, TooLarge, dot, svg};
pub use plot::plot_fronts;
pub use pool::{Done, Pool, guarded, hush_panics};
pub use runner::{Competitor, Subject, Unwatched, Watch, compete, run};
pub use situations::{WalkError, situation_key, walk};
pub use solvers::{ADAPTERS, Adapter, AdapterError, Answer, Form, Solver};
pub use suites::{SUITES, Suite};
pub use table::{Heading, Table, Value, csv_fields, csv_line};
pub use trace::{Line, Trace, trace};
pub use trial::{Machine, Program, Trial, TrialLimits};

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
