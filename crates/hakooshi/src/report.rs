//! The result of a search.

use std::time::Duration;

use hakooshi_level::VerifiedSolution;
use hakooshi_search::{Objective, Stats, Stop};

use crate::Polished;

/// Whether a level was solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// A solution that the verifier has replayed.
    Solved(VerifiedSolution),
    /// Proved to have no solution.
    Unsolvable,
    /// Neither, with the limit that ended the search; `None` if the engine gave up.
    Unknown(Option<Stop>),
}

/// The result of one search.
#[derive(Clone, Debug)]
pub struct Report {
    /// Whether the level was solved.
    pub status: Status,
    /// The engine, with every default written out.
    pub engine: String,
    /// What to minimise.
    pub objective: Objective,
    /// What the engine guarantees to minimise, which may be less than the objective or something
    /// else.
    pub guarantee: Objective,
    /// Whether the status is proved: unsolvable, or optimal for the guarantee. The answer of another
    /// program, such as an SMT solver, is not a proof.
    pub proved: bool,
    /// No solution has fewer moves, if these count first in the objective, or else fewer pushes.
    pub lower_bound: Option<u32>,
    /// The limit that ended the search before its solution was proved optimal, if one did.
    pub proof_stop: Option<Stop>,
    /// The solution before polish, if polish was tried.
    pub polished: Option<Polished>,
    /// Counts of the search, without polish.
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

    /// The limit that ended the search without an answer, or before the solution was proved optimal.
    pub fn stop(&self) -> Option<Stop> {
        match self.status {
            Status::Unknown(stop) => stop,
            _ => self.proof_stop,
        }
    }

    /// How much shorter a best solution can be at most, as a fraction of this one. `None` without a
    /// solution or a bound.
    pub fn gap(&self) -> Option<f64> {
        let (Status::Solved(solution), Some(bound)) = (&self.status, self.lower_bound) else {
            return None;
        };
        let score = solution.score();
        let count = if self.objective.moves_first() { score.moves } else { score.pushes };
        Some(f64::from(count.saturating_sub(bound)) / f64::from(count.max(1)))
    }

    /// Whether there is a solution that is proved optimal for the objective.
    pub fn is_optimal(&self) -> bool {
        matches!(self.status, Status::Solved(_))
            && self.proved
            && self.objective != Objective::Any
            && self.guarantee == self.objective
    }
}
