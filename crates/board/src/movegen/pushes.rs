//! HOT. Every push the player can walk to.

use hakooshi_level::Dir;

use crate::{Push, Reached, SquareSet, View};

/// Appends every push whose box lands on a square of `onto`, box by box, in the order of
/// [`Dir::ALL`].
#[inline]
pub fn pushes<R: Reached>(view: View<'_, R>, onto: &SquareSet, out: &mut Vec<Push>) {
    let View { board, position, reach } = view;
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
