//! Weighted A*: the estimate is multiplied by `weight`, which favours states near the goal.
//!
//! Complete; with an admissible heuristic the solution costs at most `weight` times the optimum.
//! Larger weights mean fewer expansions and longer solutions, from A* (1) towards greedy search.
//! Pohl 1970.

use super::best_first::{Rank, Ranked, TIES};
use super::{Guide, build_in_space};
use crate::Cost;
use crate::spec::{Param, Params, SearchClaims, SearchEntry};

/// The factor of the estimate.
pub(super) const WEIGHT: Param =
    Param::number("weight", "factor of the estimate", 2.0, (1.0, 1000.0));

/// The factor in thousandths; 1000 for an algorithm without one.
pub(super) fn thousandths(params: &Params) -> u32 {
    let own = params.iter().find(|(param, _)| param.name == WEIGHT.name);
    own.map_or(1000, |(_, weight)| (weight * 1000.0) as u32)
}

/// The weighted sum, in thousandths.
pub(super) fn weigh(cost: Cost, estimate: Cost, guide: &Guide) -> Cost {
    cost.times(1000) + estimate.times(guide.weight)
}

/// Weighted A*.
struct Wastar;

impl Rank for Wastar {
    const REOPENS: bool = true;
    const BOUNDS: bool = false;

    fn key(cost: Cost, estimate: Cost, guide: &Guide) -> Cost {
        weigh(cost, estimate, guide)
    }
}

pub(super) static ENTRY: SearchEntry = SearchEntry {
    name: "wastar",
    title: "weighted A*: estimate times `weight`; cost at most `weight` times the optimum",
    reference: "Pohl 1970",
    params: &[WEIGHT, TIES],
    claims: SearchClaims { optimal: false, ..SearchClaims::TEXTBOOK },
    build: build_in_space::<Ranked<Wastar>>,
};
