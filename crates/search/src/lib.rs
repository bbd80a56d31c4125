//! How positions are searched: the spaces, what guides and prunes a search, and the
//! algorithms that walk.
//!
//! Whatever looks for a solution is a [`Search`], and is put together from a spec
//! ([`spec::SearchSpec`]): a [`space::Space`] says what a state and an action are; a
//! [`heuristics::Heuristic`] says how far it is at least; a [`deadlocks::Detector`] says that it
//! is hopeless and which boxes prove it; an algorithm decides who is next. The core never
//! prints: budgets come in and events go out through [`Context`].
#![forbid(unsafe_code)]

pub mod algorithms;
mod bipartite_matching;
mod budget;
mod context;
mod cost;
pub mod deadlocks;
mod event;
pub mod frontier;
pub mod heuristics;
mod memory;
pub mod open;
pub mod pruning;
mod search;
pub mod space;
pub mod spec;
mod stats;
pub mod store;
mod task;

pub use bipartite_matching::BipartiteMatching;
pub use budget::{Budget, Cancel, Stop};
pub use context::Context;
pub use cost::{Cost, Objective};
pub use event::{Event, Node, Observer, Silent, Snapshot};
pub use memory::{Memory, Reservation};
pub use search::{Search, Turn, go_on};
pub use stats::Stats;
pub use task::Task;
