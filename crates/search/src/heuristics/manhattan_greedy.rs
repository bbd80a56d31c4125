//! Greedy matching by Manhattan distance: repeatedly match the closest pair of box and goal.
//!
//! It overestimates, since an early choice can be expensive later:
//!
//! ```text
//!   A   1 B   2     Greedy gives goal 1 to B (2 away) and leaves goal 2, 10 away, to A: 12.
//!                   Pushing A to 1 and B to 2 takes 4 + 4.
//! ```
//!
//! So it is neither admissible nor consistent; [`super::ManhattanMatching`] is both.
//! Costs O(n² log n) for the sorted list of pairs.

use std::sync::Arc;

use hakooshi_board::{Board, Position, Square};

use super::manhattan::manhattan;
use super::{Aim, Heuristic, HeuristicClaims, HeuristicEntry};

/// Closest pairs first.
#[derive(Debug)]
pub struct ManhattanGreedy {
    board: Arc<Board>,
    aims: Vec<Square>,
    /// Distance, box and aim of every pair.
    pairs: Vec<(u32, u32, u32)>,
    box_done: Vec<bool>,
    aim_done: Vec<bool>,
}

impl ManhattanGreedy {
    /// An estimate for `aim`.
    pub fn new(aim: &Aim) -> Self {
        let aims = aim.squares.len();
        Self {
            board: Arc::clone(&aim.board),
            aims: aim.squares.clone(),
            pairs: Vec::with_capacity(aims * aims),
            box_done: Vec::with_capacity(aims),
            aim_done: vec![false; aims],
        }
    }
}

impl Heuristic for ManhattanGreedy {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        self.pairs.clear();
        for (index, &square) in position.boxes().iter().enumerate() {
            for (aim, &to) in self.aims.iter().enumerate() {
                let distance = manhattan(&self.board, square, to);
                // Ties by square, so that the order in which boxes are listed does not matter.
                self.pairs.push((
                    distance << 16 | u32::from(square.number()),
                    index as u32,
                    aim as u32,
                ));
            }
        }
        self.pairs.sort_unstable_by_key(|&(rank, _, aim)| (rank, aim));
        self.box_done.clear();
        self.box_done.resize(position.boxes().len(), false);
        self.aim_done.fill(false);
        let mut total = 0;
        for &(rank, index, aim) in &self.pairs {
            let (index, aim) = (index as usize, aim as usize);
            if !self.box_done[index] && !self.aim_done[aim] {
                self.box_done[index] = true;
                self.aim_done[aim] = true;
                total += rank >> 16;
            }
        }
        Some(total)
    }
}

pub(super) static ENTRY: HeuristicEntry = HeuristicEntry {
    name: "manhattan_greedy",
    title: "greedy matching by Manhattan distance, closest pairs first",
    reference: "",
    params: &[],
    claims: HeuristicClaims {
        admissible: false,
        consistent: false,
        ..HeuristicClaims::LOWER_BOUND
    },
    build: |aim, _| Box::new(ManhattanGreedy::new(aim)),
};
