//! A*: always expand the state with the least sum of cost so far and estimate of what is
//! left.
//!
//! Complete; optimal when the heuristic never overestimates, and then no other search with
//! the same estimate can do with fewer expansions up to ties. Ties go to the smaller
//! estimate, then to the newer state. Memory: every state met.
//! Hart, Nilsson and Raphael 1968.

use super::best_first::{Rank, TIES, run};
use super::{Algorithm, AlgorithmEntry, Guide, Promise, run_in_space};
use crate::space::Space;
use crate::{Context, Cost, Raw};

/// A*.
pub(crate) struct Astar;

impl Rank for Astar {
    const REOPENS: bool = true;
    const BOUNDS: bool = true;

    fn key(cost: Cost, estimate: Cost, _: &Guide) -> Cost {
        cost + estimate
    }
}

impl Algorithm for Astar {
    fn run<S: Space>(space: &mut S, guide: &mut Guide, context: &mut Context<'_>) -> Raw {
        run::<Self, S>(space, guide, context)
    }
}

pub(super) static ENTRY: AlgorithmEntry = AlgorithmEntry {
    name: "astar",
    title: "A*: least cost so far plus estimate; optimal",
    reference: "Hart, Nilsson and Raphael 1968",
    params: &[TIES],
    claims: Promise::BEST,
    build: run_in_space::<Astar>,
};
