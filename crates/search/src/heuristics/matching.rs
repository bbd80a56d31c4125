//! HOT. Every box to a goal of its own: the least total of exact lone-box push distances
//! over all ways of giving each box a different goal.
//!
//! The classical lower bound of Rolling Stone (Junghanns 1999), with distances that mind on
//! which side of the box the player is. No perfect matching means that the goals cannot all
//! be filled: the position is dead. A push changes one row of the problem, since the player
//! cannot pass the other boxes and so stays on the same side of each.

use std::sync::Arc;

use hakooshi_board::analysis::{Distances, UNREACHABLE};
use hakooshi_board::{Board, Position, Square};

use super::assignment::FORBIDDEN;
use super::{Aim, Assignment, Heuristic, HeuristicClaims, HeuristicEntry};

/// Minimum-cost perfect matching of boxes and goals.
#[derive(Debug)]
pub struct Matching {
    board: Arc<Board>,
    distances: Distances,
    aims: usize,
    assignment: Assignment,
    row: Vec<i64>,
    saved: Vec<i64>,
}

impl Matching {
    /// Measures the distances for `aim`.
    pub fn new(aim: &Aim) -> Self {
        let aims = aim.squares.len();
        Self {
            board: Arc::clone(&aim.board),
            distances: aim.distances(),
            aims,
            assignment: Assignment::new(aims),
            row: vec![0; aims],
            saved: Vec::with_capacity(aims),
        }
    }

    fn fill_row(&mut self, square: Square, player: Square) {
        let vertex = self.distances.sides().vertex_of(&self.board, square, player);
        for (aim, cost) in self.row.iter_mut().enumerate() {
            let distance = match vertex {
                Some(vertex) => self.distances.exact(aim, vertex),
                None => self.distances.least(aim, square),
            };
            *cost = if distance == UNREACHABLE { FORBIDDEN } else { i64::from(distance) };
        }
    }
}

impl Heuristic for Matching {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        let boxes = position.boxes();
        if boxes.len() > self.aims {
            return None;
        }
        for (index, &square) in boxes.iter().enumerate() {
            self.fill_row(square, position.player());
            self.assignment.row_mut(index).copy_from_slice(&self.row);
        }
        // Fewer boxes than goals: the missing ones are content anywhere.
        for index in boxes.len()..self.aims {
            self.assignment.row_mut(index).fill(0);
        }
        self.assignment.solve().map(|pushes| pushes as u32)
    }

    fn child(&mut self, position: &Position, moved: usize) -> Option<u32> {
        self.fill_row(position.boxes()[moved], position.player());
        self.assignment.with_row(moved, &self.row, &mut self.saved).map(|pushes| pushes as u32)
    }
}

pub(super) static ENTRY: HeuristicEntry = HeuristicEntry {
    name: "matching",
    title: "least total push distance with a goal of its own for every box",
    reference: "Junghanns 1999, Pushing the limits",
    params: &[],
    claims: HeuristicClaims { admissible: true, consistent: true, safe: true },
    build: |aim, _| Box::new(Matching::new(aim)),
};
