//! A*: always expand the state with the least sum of cost so far and estimated remaining cost.
//!
//! Complete; optimal when the heuristic is admissible. With a consistent heuristic no other
//! optimal search with the same estimate expands fewer states, up to ties. Ties go to the smaller
//! estimate, then to the newer state. Memory: every state generated; with `descends` no more than there is.
//! Hart, Nilsson and Raphael 1968.

use super::best_first::{Rank, Ranked, TIES};
use super::descending::DESCENDS;
use super::twins::SYMMETRY;
use super::{Algorithm as _, Guide, Tree, build_in_space};
use crate::space::Space;
use crate::spec::{SearchClaims, SearchEntry};
use crate::{Cost, Search};

/// A*.
struct Astar;

impl Rank for Astar {
    const REOPENS: bool = true;
    const BOUNDS: bool = true;

    fn key(cost: Cost, estimate: Cost, _: &Guide) -> Cost {
        cost + estimate
    }
}

/// A* over a tree, for searches that are made of it.
pub fn astar<S: Space>(tree: Tree<S>) -> Box<dyn Search> {
    Ranked::<Astar>::build(tree)
}

pub(super) static ENTRY: SearchEntry = SearchEntry {
    name: "astar",
    title: "A*: least cost so far plus estimate; optimal",
    reference: "Hart, Nilsson and Raphael 1968",
    params: &[TIES, DESCENDS, SYMMETRY],
    claims: SearchClaims::TEXTBOOK,
    build: build_in_space::<Ranked<Astar>>,
};
