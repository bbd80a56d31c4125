//! What is known when a search has ended.

use std::time::Duration;

use hakooshi_level::VerifiedSolution;
use hakooshi_search::{Objective, Stats, Stop};

use crate::Polished;

/// What has come of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// A solution that the verifier has replayed.
    Solved(VerifiedSolution),
    /// Proved: there is none.
    Unsolvable,
    /// Neither, and why the search ended; `None` if it had nothing left that it would try.
    Unknown(Option<Stop>),
}

/// The account of one search.
#[derive(Clone, Debug)]
pub struct Report {
    /// What has come of the level.
    pub status: Status,
    /// The engine, with every default written out.
    pub engine: String,
    /// What was to be minimised.
    pub objective: Objective,
    /// What the solution is best at, which may be less than was asked for or something else.
    pub guarantee: Objective,
    /// Whether the status is proved: unsolvable, or optimal for the guarantee.
    pub proved: bool,
    /// No solution has fewer moves, if these count first in the objective, or else fewer pushes.
    pub lower_bound: Option<u32>,
    /// The solution before it was made shorter, if polish was tried.
    pub polished: Option<Polished>,
    /// What the search counted; polish is not in it.
    pub stats: Stats,
    /// Wall-clock time, polish and verification included.
    pub time: Duration,
}

impl Report {
    /// Whether there is a solution that is proved best in what was asked for.
    pub fn is_optimal(&self) -> bool {
        matches!(self.status, Status::Solved(_))
            && self.proved
            && self.objective != Objective::Any
            && self.guarantee == self.objective
    }
}
