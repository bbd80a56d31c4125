//! Greedy best-first search: always expand the state that looks nearest to the goal.
//!
//! Complete, since no state is dropped, but the solution may be of any length. States are never
//! reopened, since the cost so far does not affect the order.
//! Doran and Michie 1966.

use super::best_first::{Rank, Ranked, TIES};
use super::{Guide, build_in_space};
use crate::Cost;
use crate::spec::{SearchClaims, SearchEntry};

/// Greedy best-first search.
struct Greedy;

impl Rank for Greedy {
    const REOPENS: bool = false;
    const BOUNDS: bool = false;

    fn key(_: Cost, estimate: Cost, _: &Guide) -> Cost {
        estimate
    }
}

pub(super) static ENTRY: SearchEntry = SearchEntry {
    name: "greedy",
    title: "greedy best-first search: least estimate; any solution, fast",
    reference: "Doran and Michie 1966",
    params: &[TIES],
    claims: SearchClaims { optimal: false, ..SearchClaims::TEXTBOOK },
    build: build_in_space::<Ranked<Greedy>>,
};
