//! How positions are searched: state spaces, heuristics, deadlock tests, pruning rules and
//! algorithms.
//!
//! Everything that looks for a solution is a [`Search`], built from a spec ([`spec::SearchSpec`]).
//! A [`space::Space`] defines states and actions; a [`heuristics::Heuristic`] estimates the pushes
//! left; a [`deadlocks::Detector`] proves positions dead; a [`pruning::Rule`] edits the list of
//! successors; an algorithm decides which state is expanded next. The crate never prints: budgets
//! come in and events go out through [`Context`].
#![forbid(unsafe_code)]

pub mod algorithms;
mod bipartite_matching;
mod budget;
pub mod clock;
mod context;
mod cost;
pub mod deadlocks;
mod event;
pub mod frontier;
pub mod heuristics;
mod memory;
pub mod open;
pub mod pruning;
pub mod saving;
mod search;
mod sight;
pub mod space;
pub mod spec;
mod stats;
pub mod store;
mod task;

pub use bipartite_matching::BipartiteMatching;
pub use budget::{Budget, Cancel, Ceiling, Stop};
pub use context::{Context, Deadline, Incumbent};
pub use cost::{Cost, Objective, UnknownObjective};
pub use event::{Event, Node, Observer, Silent, Snapshot};
pub use memory::{Memory, Reservation, reserved};
pub use search::{Search, Turn, go_on};
pub use sight::Sight;
pub use stats::Stats;
pub use task::Task;

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
