//! Iterative-deepening depth-first search: depth-first to one action, then to two, and so on.
//!
//! Search depth-first down to the depth of the round; if nothing is found, go one deeper. While
//! memory lasts, a round starts from the frontier of the one before; after that every round
//! starts from the last frontier kept (SokoBOT). With `inertia` the box moved last is tried
//! first.
//! Complete; the solution has the fewest actions, as in breadth-first search. Memory: all of its
//! budget, or at least the current path. Korf 1985.

use super::attempts::RESTART;
use super::deepening::{CACHE, DUPLICATES, Deepened, ENTRIES, EXACT, Limit, RELAX, TABLE};
use super::order::ORDER;
use super::relevance::RELEVANCE;
use super::{COUNT, Guide, INERTIA, build_in_space};
use crate::Cost;
use crate::spec::{Measure, SearchClaims, SearchEntry};

/// Iterative-deepening depth-first search.
struct Iddfs;

impl Limit for Iddfs {
    const INFORMED: bool = false;
    const BOUNDS: bool = true;

    fn key(cost: Cost, _: Cost, _: &Guide) -> Cost {
        cost
    }
}

pub(super) static ENTRY: SearchEntry = SearchEntry {
    name: "iddfs",
    title: "iterative-deepening depth-first search from the last saved frontier; fewest actions",
    reference: "Korf 1985; SokoBOT",
    params: &[
        TABLE, EXACT, DUPLICATES, CACHE, ENTRIES, INERTIA, COUNT, ORDER, RELEVANCE, RELAX, RESTART,
    ],
    claims: SearchClaims {
        measure: Measure::Actions,
        informed: false,
        voided_by: &[EXACT.name, RELEVANCE.name, RESTART.name],
        ..SearchClaims::TEXTBOOK
    },
    build: build_in_space::<Deepened<Iddfs>>,
};
