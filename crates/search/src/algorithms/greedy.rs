//! Greedy best-first search: always expand the state that looks nearest to the goal.
//!
//! Complete, since no state is dropped, but it promises nothing about the length of what it
//! finds. A state met again is never reopened: how it was reached does not matter here.
//! Doran and Michie 1966.

use super::best_first::{Rank, TIES, run};
use super::{Algorithm, AlgorithmEntry, Guide, Promise, run_in_space};
use crate::space::Space;
use crate::{Context, Cost, Raw};

/// Greedy best-first search.
pub(crate) struct Greedy;

impl Rank for Greedy {
    const REOPENS: bool = false;
    const BOUNDS: bool = false;

    fn key(_: Cost, estimate: Cost, _: &Guide) -> Cost {
        estimate
    }
}

impl Algorithm for Greedy {
    fn run<S: Space>(space: &mut S, guide: &mut Guide, context: &mut Context<'_>) -> Raw {
        run::<Self, S>(space, guide, context)
    }
}

pub(super) static ENTRY: AlgorithmEntry = AlgorithmEntry {
    name: "greedy",
    title: "greedy best-first search: least estimate; any solution, fast",
    reference: "Doran and Michie 1966",
    params: &[TIES],
    claims: Promise { optimal: false, ..Promise::BEST },
    build: run_in_space::<Greedy>,
};
