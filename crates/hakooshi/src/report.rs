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
    /// Whether the status is proved: unsolvable, or optimal for the guarantee. The word of another
    /// program, such as an SMT solver, is not a proof.
    pub proved: bool,
    /// No solution has fewer moves, if these count first in the objective, or else fewer pushes.
    pub lower_bound: Option<u32>,
    /// The limit that ended the search before its solution was proved best, if one did.
    pub proof_stop: Option<Stop>,
    /// The solution before it was made shorter, if polish was tried.
    pub polished: Option<Polished>,
    /// What the search counted; polish is not in it.
    pub stats: Stats,
    /// Wall-clock time, polish and verification included.
    pub time: Duration,
}

impl Report {
    /// The solution, if there is one.
    pub fn solution(&self) -> Option<&VerifiedSolution> {
        match &self.status {
            Status::Solved(solution) => Some(solution),
            _ => None,
        }
    }

    /// The limit that ended the search without an answer, or before the solution was proved best.
    pub fn stop(&self) -> Option<Stop> {
        match self.status {
            Status::Unknown(stop) => stop,
            _ => self.proof_stop,
        }
    }

    /// How much shorter, at most, a best solution is: the difference to the lower bound as a part
    /// of what the solution has of what counts first. `None` without a solution or a bound.
    pub fn gap(&self) -> Option<f64> {
        let (Status::Solved(solution), Some(bound)) = (&self.status, self.lower_bound) else {
            return None;
        };
        let score = solution.score();
        let count = if self.objective.moves_first() { score.moves } else { score.pushes };
        Some(f64::from(count.saturating_sub(bound)) / f64::from(count.max(1)))
    }

    /// Whether there is a solution that is proved best in what was asked for.
    pub fn is_optimal(&self) -> bool {
        matches!(self.status, Status::Solved(_))
            && self.proved
            && self.objective != Objective::Any
            && self.guarantee == self.objective
    }
}
