//! HOT. Every pull the player can walk to: the pushes of the level played backwards.

use hakooshi_level::Dir;

use crate::{Pull, Reached, SquareSet, View};

/// Appends every pull whose box lands on a square of `onto`, box by box, in the order of
/// [`Dir::ALL`].
#[inline]
pub fn pulls<R: Reached>(view: View<'_, R>, onto: &SquareSet, out: &mut Vec<Pull>) {
    let View { board, position, reach } = view;
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
