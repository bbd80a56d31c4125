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

use super::deepening::{CACHE, Deepened, EXACT, Limit, TABLE};
use super::{Guide, INERTIA, build_in_space};
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
    params: &[TABLE, EXACT, CACHE, INERTIA],
    claims: SearchClaims { voided_by: &[EXACT.name], ..SearchClaims::TEXTBOOK },
    build: build_in_space::<Deepened<Idastar>>,
};
