//! Weighted IDA*: IDA* in which the estimate counts `weight` times.
//!
//! In words: as IDA*, with cost plus `weight` times the estimate for the sum. Fewer rounds
//! and narrower ones, because whatever leaves the straight way exceeds the bound sooner.
//! Complete; the answer costs at most `weight` times the optimum when the heuristic never
//! overestimates. Memory: as IDA*. Korf 1993; the overestimation of Rolling Stone.

use super::deepening::{CACHE, EXACT, Limit, TABLE, run};
use super::wastar::{WEIGHT, weigh};
use super::{Algorithm, AlgorithmEntry, Guide, INERTIA, Promise, run_in_space};
use crate::space::Space;
use crate::{Context, Cost, Raw};

/// Weighted IDA*.
pub(crate) struct Widastar;

impl Limit for Widastar {
    const INFORMED: bool = true;
    const BOUNDS: bool = false;

    fn key(cost: Cost, estimate: Cost, guide: &Guide) -> Cost {
        weigh(cost, estimate, guide)
    }
}

impl Algorithm for Widastar {
    fn run<S: Space>(space: &mut S, guide: &mut Guide, context: &mut Context<'_>) -> Raw {
        run::<Self, S>(space, guide, context)
    }
}

pub(super) static ENTRY: AlgorithmEntry = AlgorithmEntry {
    name: "widastar",
    title: "weighted IDA*: the estimate counts `weight` times; at most that much too long",
    reference: "Korf 1993",
    params: &[WEIGHT, TABLE, EXACT, CACHE, INERTIA],
    claims: Promise { optimal: false, voided_by: &[EXACT.name], ..Promise::BEST },
    build: run_in_space::<Widastar>,
};
