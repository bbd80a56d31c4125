//! Where certificates come from.

use std::fmt;

use hakooshi::Level;
use hakooshi_search::Context;

/// A proof that a formula cannot be satisfied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The formula "there is a solution with fewer pushes", as DIMACS.
    pub formula: String,
    /// Its refutation, as LRAT.
    pub proof: String,
    /// Variables of the formula.
    pub variables: usize,
    /// Clauses of the formula.
    pub clauses: usize,
    /// Steps of the proof.
    pub steps: usize,
}

/// Proves that no solution has fewer pushes.
pub trait Prover: Send + Sync {
    /// A checked proof that `level` has no solution with fewer than `pushes` pushes, of at most `most`
    /// bytes; or why there is none, in a sentence.
    fn prove(
        &self,
        level: &Level,
        pushes: u32,
        most: u64,
        context: &mut Context<'_>,
    ) -> Result<Certificate, String>;
}

impl fmt::Debug for dyn Prover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Prover")
    }
}
