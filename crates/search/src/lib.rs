//! How positions are searched: the spaces, what guides and prunes a search, and the
//! algorithms that walk.
//!
//! A [`space::Space`] says what a state and an action are; a [`heuristics::Heuristic`] says
//! how far it is at least; a [`deadlocks::Detector`] says that it is hopeless and which boxes
//! prove it; an algorithm decides who is next. The core never prints: budgets come in and
//! events go out through [`Context`].
#![forbid(unsafe_code)]

pub mod algorithms;
mod budget;
mod context;
mod cost;
pub mod deadlocks;
mod event;
pub mod heuristics;
pub mod open;
mod outcome;
pub mod pruning;
pub mod space;
pub mod spec;
mod stats;
pub mod store;
pub mod walks;

pub use budget::{Budget, Cancel, Stop};
pub use context::Context;
pub use cost::{Cost, Objective};
pub use event::{Event, Node, Observer, Silent, Snapshot};
pub use outcome::Raw;
pub use stats::Stats;
