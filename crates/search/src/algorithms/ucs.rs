//! Uniform-cost search: always expand the state that was cheapest to reach.
//!
//! Complete, and optimal for every objective that the space counts. Without a heuristic it
//! expands every state cheaper than the solution. Memory: every state generated.
//! Dijkstra 1959.

use super::best_first::{Rank, Ranked};
use super::{Guide, build_in_space};
use crate::Cost;
use crate::spec::{SearchClaims, SearchEntry};

/// Uniform-cost search.
struct Ucs;

impl Rank for Ucs {
    const REOPENS: bool = true;
    const BOUNDS: bool = true;
    const INFORMED: bool = false;

    fn key(cost: Cost, _: Cost, _: &Guide) -> Cost {
        cost
    }
}

pub(super) static ENTRY: SearchEntry = SearchEntry {
    name: "ucs",
    title: "uniform-cost search: cheapest first, without a heuristic; optimal",
    reference: "Dijkstra 1959",
    params: &[],
    claims: SearchClaims { informed: false, ..SearchClaims::TEXTBOOK },
    build: build_in_space::<Ranked<Ucs>>,
};
