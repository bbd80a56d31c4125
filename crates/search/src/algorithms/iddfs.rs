//! Iterative-deepening depth-first search: depth-first to one action, then to two, and so on.
//!
//! In words: search depth-first but turn back at the depth of the round; if nothing was
//! found, go one deeper. The states at which a round turned back are kept and the next round
//! begins with them, as long as memory lasts; after that each round starts again from the
//! last that were kept (SokoBOT). With `inertia` the box moved last is tried first.
//! Complete; the answer has the fewest actions, as in breadth-first search. Memory: what it
//! is given; without any to spare, the line it is on. Korf 1985.

use super::deepening::{CACHE, Deepened, EXACT, Limit, TABLE};
use super::{Guide, INERTIA, build_in_space};
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
    title: "iterative-deepening depth-first search from the last frontier kept; fewest actions",
    reference: "Korf 1985; SokoBOT",
    params: &[TABLE, EXACT, CACHE, INERTIA],
    claims: SearchClaims {
        measure: Measure::Actions,
        informed: false,
        voided_by: &[EXACT.name],
        ..SearchClaims::TEXTBOOK
    },
    build: build_in_space::<Deepened<Iddfs>>,
};
