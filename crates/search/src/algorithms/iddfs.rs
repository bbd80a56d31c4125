//! Iterative-deepening depth-first search: depth-first to one action, then to two, and so on.
//!
//! In words: search depth-first but turn back at the depth of the round; if nothing was
//! found, go one deeper. The states at which a round turned back are kept and the next round
//! begins with them, as long as memory lasts; after that each round starts again from the
//! last that were kept (SokoBOT). With `inertia` the box moved last is tried first.
//! Complete; the answer has the fewest actions, as in breadth-first search. Memory: what it
//! is given; without any to spare, the line it is on. Korf 1985.

use super::deepening::{CACHE, EXACT, Limit, TABLE, run};
use super::{Algorithm, AlgorithmEntry, Guide, INERTIA, Measure, Promise, run_in_space};
use crate::space::Space;
use crate::{Context, Cost, Raw};

/// Iterative-deepening depth-first search.
pub(crate) struct Iddfs;

impl Limit for Iddfs {
    const INFORMED: bool = false;
    const BOUNDS: bool = true;

    fn key(cost: Cost, _: Cost, _: &Guide) -> Cost {
        cost
    }
}

impl Algorithm for Iddfs {
    fn run<S: Space>(space: &mut S, guide: &mut Guide, context: &mut Context<'_>) -> Raw {
        run::<Self, S>(space, guide, context)
    }
}

pub(super) static ENTRY: AlgorithmEntry = AlgorithmEntry {
    name: "iddfs",
    title: "iterative-deepening depth-first search from the last frontier kept; fewest actions",
    reference: "Korf 1985; SokoBOT",
    params: &[TABLE, EXACT, CACHE, INERTIA],
    claims: Promise {
        measure: Measure::Actions,
        informed: false,
        voided_by: &[EXACT.name],
        ..Promise::BEST
    },
    build: run_in_space::<Iddfs>,
};
