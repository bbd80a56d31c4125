//! `--proof` in a build without the feature `sat`: an error before any search.

use std::convert::Infallible;
use std::path::Path;

use hakooshi::Level;
use hakooshi_search::Budget;

use crate::claims::Claims;
use crate::exit::{Failure, Outcome};

/// Never made.
#[derive(Debug)]
pub(crate) struct Proof(Infallible);

impl Proof {
    /// Refuses.
    pub(crate) fn begin(_: &Path, _: &mut Claims) -> Outcome<Self> {
        Err(Failure::usage(
            "this build of hako has no SAT solver, which writes the proofs; build it with \
             --features sat",
        ))
    }

    pub(crate) fn write(self, _: &Level, _: u32, _: &Budget) -> Outcome {
        match self.0 {}
    }
}
