//! The zero estimate: trivially admissible; turns A* into uniform-cost search.

use hakooshi_board::Position;

use super::{Heuristic, HeuristicClaims, HeuristicEntry};

/// Always zero.
#[derive(Clone, Copy, Debug)]
pub struct Zero;

impl Heuristic for Zero {
    fn estimate(&mut self, _: &Position) -> Option<u32> {
        Some(0)
    }
}

pub(super) static ENTRY: HeuristicEntry = HeuristicEntry {
    name: "zero",
    title: "always zero; the search is blind",
    reference: "",
    params: &[],
    claims: HeuristicClaims::LOWER_BOUND,
    build: |_, _| Box::new(Zero),
};
