//! Iterative-deepening A*: depth-first search that cuts off where cost so far plus estimate
//! exceeds a bound, repeated with a rising bound.
//!
//! The first bound is the estimate of the start. Search depth-first within it; the first goal is
//! the solution; otherwise raise the bound to the least sum beyond it. The frontier of a round is
//! kept for the next while memory lasts (SokoBOT), and a transposition table prunes states
//! searched before at no greater cost (SokoKids).
//! Complete; optimal when the heuristic is admissible. Memory: all of its budget, or at least the
//! current path. With `exact=off` the table holds only 64-bit hashes: smaller, but two states may
//! be confused, so nothing is proved. Korf 1985.

use super::attempts::RESTART;
use super::deepening::{CACHE, DUPLICATES, Deepened, ENTRIES, EXACT, Limit, RELAX, TABLE};
use super::order::ORDER;
use super::relevance::RELEVANCE;
use super::{COUNT, Guide, INERTIA, build_in_space};
use crate::Cost;
use crate::spec::{SearchClaims, SearchEntry};

/// Iterative-deepening A*.
struct Idastar;

impl Limit for Idastar {
    const INFORMED: bool = true;
    const BOUNDS: bool = true;

    fn key(cost: Cost, estimate: Cost, _: &Guide) -> Cost {
        cost + estimate
    }
}

pub(super) static ENTRY: SearchEntry = SearchEntry {
    name: "idastar",
    title: "IDA*: depth-first within a rising bound of cost plus estimate; optimal",
    reference: "Korf 1985; SokoBOT; SokoKids",
    params: &[
        TABLE, EXACT, DUPLICATES, CACHE, ENTRIES, INERTIA, COUNT, ORDER, RELEVANCE, RELAX, RESTART,
    ],
    claims: SearchClaims {
        voided_by: &[EXACT.name, RELEVANCE.name, RESTART.name],
        ..SearchClaims::TEXTBOOK
    },
    build: build_in_space::<Deepened<Idastar>>,
};
