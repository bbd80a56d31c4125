//! What can go wrong with a planner, beside not finding a plan.

use std::path::PathBuf;

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
