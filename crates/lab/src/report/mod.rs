//! Reports on runs: what the records of `hako lab run` come to.
//!
//! [`Data`] puts the trials in order, level by level; the functions of `tables` and `plots` read nothing
//! else. Each [`Section`] carries the `jq` program that computes its numbers from the records, so that a
//! reader need not trust this code.

mod cactus;
mod canvas;
mod data;
mod difference;
mod jq;
mod letters;
mod plots;
mod results;
mod scatter;
mod tables;

pub use cactus::Cactus;
pub use data::{Data, LevelKey, Name, ReadFault, best_of, read_trials};
pub use difference::{Difference, Ratios, difference};
pub use plots::{Measure, Plot, PlotError};
pub use scatter::Scatter;
pub use tables::{Section, sections};
