//! HOT. Every pull the player can walk to: the pushes of the level played backwards.

use hakooshi_level::Dir;

use crate::{Board, Position, Pull, Reach, SquareSet};

/// Appends every pull whose box lands on a square of `onto`, box by box, in the order of
/// [`Dir::ALL`]. `reach` must be filled for `position`.
#[inline]
pub fn pulls(
    board: &Board,
    position: &Position,
    reach: &Reach,
    onto: &SquareSet,
    out: &mut Vec<Pull>,
) {
    for &from in position.boxes() {
        let around = board.neighbours(from);
        for dir in Dir::ALL {
            let to = around[dir.index()];
            // A reachable square is free, so `to` need not be tested.
            if reach.contains(to) && onto.contains(to) && position.is_free(board.step(to, dir)) {
                out.push(Pull { from, dir });
            }
        }
    }
}
