//! HOT. Minimum-cost matching of boxes and goals by exact push distances of a lone box.
//!
//! The classical lower bound of Rolling Stone (Junghanns 1999), with distances that take
//! the player's side into account. Without a perfect matching the goals cannot all be filled: the
//! position is dead. A push changes one row of the problem, since the player
//! cannot pass the other boxes and so stays on the same side of each.
//!
//! Admissible, since each push moves one box by one square; consistent, since a push changes one
//! row, each entry by one at most, and every assignment uses one entry of a row.
//! Costs O(n²) for a child and for each row that differs from the position expanded before.

use std::sync::Arc;

use hakooshi_board::analysis::{Distances, Sides, UNREACHABLE};
use hakooshi_board::{Board, Position, Square};

use super::incremental_assignment::IncrementalAssignment;
use super::rows::Rows;
use super::{Aim, Heuristic, HeuristicClaims, HeuristicEntry};

/// Minimum-cost perfect matching of boxes and goals.
#[derive(Debug)]
pub struct Matching {
    numbers: RowNumbers,
    assignment: IncrementalAssignment,
    /// Whether the player may be on any side of every box.
    any_side: bool,
}

/// The row of costs of a box: one for each vertex, and one for each square, for boxes whose
/// vertex is unknown.
#[derive(Debug)]
pub(super) struct RowNumbers {
    board: Arc<Board>,
    sides: Sides,
}

impl RowNumbers {
    /// Lays out the distances for `aim` by row.
    pub(super) fn new(aim: &Aim, distances: &Distances) -> (Self, Rows) {
        let aims = aim.squares.len();
        let known = |distance: u16| (distance != UNREACHABLE).then_some(u32::from(distance));
        // One more is added for missing boxes.
        let count = distances.sides().len() + aim.board.table_len() + 1;
        let mut rows = Rows::new(aims).with_room(count);
        rows.push_columns(distances.sides().len(), |aim| distances.exact_to(aim), known);
        rows.push_columns(aim.board.table_len(), |aim| distances.least_to(aim), known);
        (Self { board: Arc::clone(&aim.board), sides: distances.sides().clone() }, rows)
    }

    /// The row of a box on `square`, for the player on any side of it or where he is.
    #[inline]
    fn row(&self, square: Square, player: Square, any_side: bool) -> u32 {
        if any_side { (self.sides.len() + square.index()) as u32 } else { self.of(square, player) }
    }

    /// The row of a box on `square`.
    #[inline]
    pub(super) fn of(&self, square: Square, player: Square) -> u32 {
        let vertex = self.sides.vertex_of(&self.board, square, player);
        vertex.unwrap_or_else(|| self.sides.len() + square.index()) as u32
    }
}

impl Matching {
    /// Measures the distances for `aim`.
    pub fn new(aim: &Aim) -> Self {
        let (numbers, rows) = RowNumbers::new(aim, &aim.distances());
        Self { numbers, assignment: IncrementalAssignment::new(rows), any_side: false }
    }

    /// The prices of the aims in the position last estimated or expanded: the dual solution. A box is worth
    /// its least distance to an aim less the price of that, and these values and the prices add up
    /// to the matching; in every other position, to a lower bound of it.
    pub fn prices(&self) -> &[i32] {
        self.assignment.prices()
    }

    /// The same wherever the player is: a bound for the boxes alone, for searches that keep one
    /// for all squares of the player.
    #[must_use]
    pub fn for_any_side(mut self) -> Self {
        self.any_side = true;
        self
    }
}

impl Heuristic for Matching {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        let (numbers, any_side, player) = (&self.numbers, self.any_side, position.player());
        let rows = position.boxes().iter();
        self.assignment.solve(rows.map(|&square| numbers.row(square, player, any_side)))
    }

    fn expand(&mut self, position: &Position) -> Option<u32> {
        let (numbers, any_side, player) = (&self.numbers, self.any_side, position.player());
        let rows = position.boxes().iter();
        self.assignment.update(rows.map(|&square| numbers.row(square, player, any_side)))
    }

    fn child(&mut self, position: &Position, moved: usize) -> Option<u32> {
        let square = position.boxes()[moved];
        let row = self.numbers.row(square, position.player(), self.any_side);
        self.assignment.child(moved, row)
    }
}

pub(super) static ENTRY: HeuristicEntry = HeuristicEntry {
    name: "matching",
    title: "minimum-cost matching of boxes and goals by push distance",
    reference: "Junghanns 1999, Pushing the limits",
    params: &[],
    claims: HeuristicClaims::LOWER_BOUND,
    build: |aim, _| Box::new(Matching::new(aim)),
};

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    #[test]
    fn without_sides_the_bound_is_the_least_over_all_places_of_the_player() {
        let level: Level = "########\n#. $ @ #\n########".parse().expect("a level");
        let (board, mut position) = compile(&level).expect("small");
        let aim = Aim::goals(&board);
        let (mut exact, mut any) = (Matching::new(&aim), Matching::new(&aim).for_any_side());
        let right = position.player();
        assert_eq!((exact.estimate(&position), any.estimate(&position)), (Some(2), Some(2)));
        position.place_player(Square::from_index(right.index() - 3));
        assert_eq!((exact.estimate(&position), any.estimate(&position)), (None, Some(2)));
    }
}
