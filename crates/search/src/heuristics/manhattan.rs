//! Manhattan distance to the nearest goal, summed over the boxes; ignores walls and other boxes.
//!
//! SokoBOT's first heuristic. A push moves one box by one row or column, so the sum falls by
//! one at most: admissible and consistent. Several boxes may count the same goal.
//!
//! ```text
//!   #######     The box is 2 + 1 away from the goal, though the wall makes it longer and
//!   #  # .#     the player must get behind it: the estimate ignores both.
//!   # $   #
//!   #######
//! ```

use hakooshi_board::{Board, Position, Square};

use super::{Aim, Heuristic, HeuristicClaims, HeuristicEntry};

/// Rows plus columns between two squares.
pub(super) fn manhattan(board: &Board, from: Square, to: Square) -> u32 {
    let (from, to) = (board.cell(from), board.cell(to));
    u32::from(from.row.abs_diff(to.row)) + u32::from(from.col.abs_diff(to.col))
}

/// Sum of Manhattan distances to the nearest goal.
#[derive(Debug)]
pub struct Manhattan {
    nearest: Vec<u32>,
}

impl Manhattan {
    /// Measures the distance of every square to the nearest of `aim`.
    pub fn new(aim: &Aim) -> Self {
        let mut nearest = vec![0; aim.board.table_len()];
        for square in aim.board.squares() {
            let distances = aim.squares.iter().map(|&to| manhattan(&aim.board, square, to));
            nearest[square.index()] = distances.min().unwrap_or(0);
        }
        Self { nearest }
    }
}

impl Heuristic for Manhattan {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        Some(position.boxes().iter().map(|square| self.nearest[square.index()]).sum())
    }
}

pub(super) static ENTRY: HeuristicEntry = HeuristicEntry {
    name: "manhattan",
    title: "sum of each box's Manhattan distance to its nearest goal",
    reference: "SokoBOT",
    params: &[],
    claims: HeuristicClaims::LOWER_BOUND,
    build: |aim, _| Box::new(Manhattan::new(aim)),
};
