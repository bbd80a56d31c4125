//! The sum over the boxes of the exact push distance to the nearest goal. Cheap, but several boxes
//! may count the same goal.

use std::sync::Arc;

use hakooshi_board::analysis::{Distances, UNREACHABLE};
use hakooshi_board::{Board, Position};

use super::{Aim, Heuristic, HeuristicClaims, HeuristicEntry};

/// Sum over the boxes of the distance to the nearest goal.
#[derive(Debug)]
pub struct Nearest {
    board: Arc<Board>,
    distances: Distances,
}

impl Nearest {
    /// Measures the distances for `aim`.
    pub fn new(aim: &Aim) -> Self {
        Self { board: Arc::clone(&aim.board), distances: aim.nearest() }
    }
}

impl Heuristic for Nearest {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        let sides = self.distances.sides();
        position.boxes().iter().try_fold(0, |sum, &square| {
            let distance = match sides.vertex_of(&self.board, square, position.player()) {
                Some(vertex) => self.distances.exact(0, vertex),
                None => self.distances.least(0, square),
            };
            (distance != UNREACHABLE).then(|| sum + u32::from(distance))
        })
    }
}

pub(super) static ENTRY: HeuristicEntry = HeuristicEntry {
    name: "nearest",
    title: "sum of each box's push distance to its nearest goal",
    reference: "",
    params: &[],
    claims: HeuristicClaims::LOWER_BOUND,
    build: |aim, _| Box::new(Nearest::new(aim)),
};
