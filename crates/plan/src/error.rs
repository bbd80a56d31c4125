//! What can go wrong with a planner, beside not finding a plan.

use std::path::PathBuf;

use hakooshi_search::{Stop, Turn};
use thiserror::Error;

/// Why a planner could not do its work.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlanError {
    /// No SMT solver was found.
    #[error(
        "no SMT solver: {0}; install one with `pip install z3-solver` or `apt-get install z3`, \
         or name one with --smt-solver"
    )]
    NoSolver(String),
    /// A solver could not be started, crashed, or said something that is no answer.
    #[error("{0}")]
    Solver(String),
    /// A file could not be written.
    #[error("cannot write {}: {reason}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
}

/// Why a question to a solver has no answer.
#[derive(Debug)]
pub(crate) enum NoAnswer {
    /// A limit was met.
    Stopped(Stop),
    /// Something is wrong.
    Failed(PlanError),
}

impl From<Stop> for NoAnswer {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl From<PlanError> for NoAnswer {
    fn from(error: PlanError) -> Self {
        Self::Failed(error)
    }
}

/// What a question came to, as a search says it: a solver that fails ends the search.
pub(crate) fn as_turn(asked: Result<Option<Turn>, NoAnswer>) -> Result<Option<Turn>, Stop> {
    match asked {
        Ok(end) => Ok(end),
        Err(NoAnswer::Stopped(stop)) => Err(stop),
        Err(NoAnswer::Failed(error)) => Ok(Some(Turn::Failed(error.to_string()))),
    }
}
