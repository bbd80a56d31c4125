//! Engines for levels that the textbook cannot solve.
//!
//! Each is a [`Search`] that can be paused and resumed, so that a scheduler may give several
//! of them turns on one level.
#![forbid(unsafe_code)]

pub mod dead_sets;
mod greedy;
mod ladder;
mod pincer;

pub use greedy::{Backward, Forward, Greedy};
use hakooshi_board::Push;
use hakooshi_search::{Context, Stop};
pub use pincer::Pincer;

/// How a turn ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// These pushes solve the level, or so the search believes.
    Found(Vec<Push>),
    /// Nothing is left to expand.
    Exhausted,
    /// The turn is over; the search can go on.
    Paused,
}

/// A search that keeps its tree between turns.
pub trait Search {
    /// Goes on for at most `nodes` expansions.
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop>;
}
