//! Weighted A*: the estimate counts `weight` times, so the search leans towards the goal.
//!
//! Complete; the answer costs at most `weight` times the optimum. Larger weights mean fewer
//! expansions and longer solutions, with A* at one end and greedy search at the other.
//! Pohl 1970.

use super::best_first::{Rank, TIES, run};
use super::{Algorithm, AlgorithmEntry, Guide, Promise, run_in_space};
use crate::space::Space;
use crate::spec::Param;
use crate::{Context, Cost, Raw};

/// How often the estimate counts.
pub(super) const WEIGHT: Param = Param {
    name: "weight",
    title: "how often the estimate counts",
    default: 2.0,
    range: (1.0, 1000.0),
};

/// The weighted sum, in thousandths.
pub(super) fn weigh(cost: Cost, estimate: Cost, guide: &Guide) -> Cost {
    cost.times(1000) + estimate.times((guide.params.get(WEIGHT.name) * 1000.0) as u32)
}

/// Weighted A*.
pub(crate) struct Wastar;

impl Rank for Wastar {
    const REOPENS: bool = true;
    const BOUNDS: bool = false;

    fn key(cost: Cost, estimate: Cost, guide: &Guide) -> Cost {
        weigh(cost, estimate, guide)
    }
}

impl Algorithm for Wastar {
    fn run<S: Space>(space: &mut S, guide: &mut Guide, context: &mut Context<'_>) -> Raw {
        run::<Self, S>(space, guide, context)
    }
}

pub(super) static ENTRY: AlgorithmEntry = AlgorithmEntry {
    name: "wastar",
    title: "weighted A*: the estimate counts `weight` times; at most that much too long",
    reference: "Pohl 1970",
    params: &[WEIGHT, TIES],
    claims: Promise { optimal: false, ..Promise::BEST },
    build: run_in_space::<Wastar>,
};
