//! Uniform-cost search: always expand the state that was cheapest to reach.
//!
//! Complete, and optimal for every objective that the space counts; it looks at nothing
//! ahead, so it expands every state cheaper than the solution. Memory: every state met.
//! Dijkstra 1959.

use super::best_first::{Rank, run};
use super::{Algorithm, AlgorithmEntry, Guide, Promise, run_in_space};
use crate::space::Space;
use crate::{Context, Cost, Raw};

/// Uniform-cost search.
pub(crate) struct Ucs;

impl Rank for Ucs {
    const REOPENS: bool = true;
    const BOUNDS: bool = true;
    const INFORMED: bool = false;

    fn key(cost: Cost, _: Cost, _: &Guide) -> Cost {
        cost
    }
}

impl Algorithm for Ucs {
    fn run<S: Space>(space: &mut S, guide: &mut Guide, context: &mut Context<'_>) -> Raw {
        run::<Self, S>(space, guide, context)
    }
}

pub(super) static ENTRY: AlgorithmEntry = AlgorithmEntry {
    name: "ucs",
    title: "uniform-cost search: cheapest first, nothing looked ahead",
    reference: "Dijkstra 1959",
    params: &[],
    claims: Promise { informed: false, ..Promise::BEST },
    build: run_in_space::<Ucs>,
};
