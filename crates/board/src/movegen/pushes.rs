//! HOT. Every push the player can walk to.

use hakooshi_level::Dir;

use crate::{Board, Position, Push, Reach, SquareSet};

/// Appends every push whose box lands on a square of `onto`, box by box, in the order of
/// [`Dir::ALL`]. `reach` must be filled for `position`.
#[inline]
pub fn pushes(
    board: &Board,
    position: &Position,
    reach: &Reach,
    onto: &SquareSet,
    out: &mut Vec<Push>,
) {
    for &from in position.boxes() {
        let around = board.neighbours(from);
        for dir in Dir::ALL {
            let to = around[dir.index()];
            if reach.contains(around[dir.opposite().index()])
                && onto.contains(to)
                && position.is_free(to)
            {
                out.push(Push { from, dir });
            }
        }
    }
}
