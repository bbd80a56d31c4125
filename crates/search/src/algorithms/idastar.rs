//! Iterative-deepening A*: depth-first, turning back where cost so far plus estimate exceed
//! the bound; then the same with the least sum that was turned back from as the new bound.
//!
//! In words: the bound begins as the estimate of the start. Search depth-first within it; a
//! goal met is the answer; otherwise raise the bound to the least sum beyond it. The frontier
//! of a round is kept for the next while memory lasts (SokoBOT), and a table of states met
//! cuts what was searched before at no greater cost (SokoKids).
//! Complete; optimal when the heuristic never overestimates. Memory: what it is given;
//! without any to spare, the line it is on. With `exact=off` states in the table are told
//! apart by 64-bit hashes alone: smaller, and no longer a proof. Korf 1985.

use super::deepening::{CACHE, EXACT, Limit, TABLE, run};
use super::{Algorithm, AlgorithmEntry, Guide, INERTIA, Promise, run_in_space};
use crate::space::Space;
use crate::{Context, Cost, Raw};

/// Iterative-deepening A*.
pub(crate) struct Idastar;

impl Limit for Idastar {
    const INFORMED: bool = true;
    const BOUNDS: bool = true;

    fn key(cost: Cost, estimate: Cost, _: &Guide) -> Cost {
        cost + estimate
    }
}

impl Algorithm for Idastar {
    fn run<S: Space>(space: &mut S, guide: &mut Guide, context: &mut Context<'_>) -> Raw {
        run::<Self, S>(space, guide, context)
    }
}

pub(super) static ENTRY: AlgorithmEntry = AlgorithmEntry {
    name: "idastar",
    title: "IDA*: depth-first within a rising bound of cost plus estimate; optimal",
    reference: "Korf 1985; SokoBOT; SokoKids",
    params: &[TABLE, EXACT, CACHE, INERTIA],
    claims: Promise { voided_by: &[EXACT.name], ..Promise::BEST },
    build: run_in_space::<Idastar>,
};
