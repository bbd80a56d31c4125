//! Minimum-cost matching of boxes and goals by Manhattan distance.
//!
//! SokoBOT's second heuristic: the Hungarian method on Manhattan distances. Between the
//! nearest-goal sum and the matching on push distances, and like both admissible and consistent.
//! Detects no deadlock except more boxes than goals.

use hakooshi_board::{Position, Square};

use super::incremental_assignment::IncrementalAssignment;
use super::manhattan::manhattan;
use super::rows::Rows;
use super::{Aim, Heuristic, HeuristicClaims, HeuristicEntry};

/// Minimum-cost perfect matching on Manhattan distances; a row for each square.
#[derive(Debug)]
pub struct ManhattanMatching {
    assignment: IncrementalAssignment,
}

impl ManhattanMatching {
    /// Measures the distances for `aim`.
    pub fn new(aim: &Aim) -> Self {
        let mut rows = Rows::new(aim.squares.len());
        // The wall's row is never used; it keeps rows and squares aligned.
        rows.push(std::iter::empty());
        for square in aim.board.squares() {
            rows.push(aim.squares.iter().map(|&to| Some(manhattan(&aim.board, square, to))));
        }
        Self { assignment: IncrementalAssignment::new(rows) }
    }
}

fn row(square: Square) -> u32 {
    u32::from(square.number())
}

impl Heuristic for ManhattanMatching {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        self.assignment.solve(position.boxes().iter().copied().map(row))
    }

    fn expand(&mut self, position: &Position) -> Option<u32> {
        self.assignment.update(position.boxes().iter().copied().map(row))
    }

    fn child(&mut self, position: &Position, moved: usize) -> Option<u32> {
        self.assignment.child(moved, row(position.boxes()[moved]))
    }
}

pub(super) static ENTRY: HeuristicEntry = HeuristicEntry {
    name: "manhattan_matching",
    title: "minimum-cost matching of boxes and goals by Manhattan distance",
    reference: "SokoBOT; Kuhn 1955",
    params: &[],
    claims: HeuristicClaims::LOWER_BOUND,
    build: |aim, _| Box::new(ManhattanMatching::new(aim)),
};
