//! Boxes that can never move again, pushed or pulled, whatever the player does.
//!
//! All boxes with room to move are taken off, again and again: boxes taken off only make
//! room, so those left in the end are held by walls and by one another for good.

use hakooshi_board::{Board, Position, Square, SquareSet};

/// Leaves in `left` the boxes of the position that are stuck among `walls`; `has_room` tells
/// whether the box on a square could move if none but those `left` were there.
pub(super) fn leave_stuck(
    board: &Board,
    position: &Position,
    walls: &SquareSet,
    (left, queue): (&mut SquareSet, &mut Vec<Square>),
    has_room: impl Fn(&SquareSet, Square) -> bool,
) {
    left.clear();
    left.extend(position.boxes().iter().copied().filter(|&square| !walls.contains(square)));
    queue.clear();
    queue.extend(left.iter());
    while let Some(square) = queue.pop() {
        if left.contains(square) && has_room(left, square) {
            left.remove(square);
            // Its square may be the nearer or the farther of the two that another needs.
            for &beside in board.neighbours(square) {
                let beyond = board.neighbours(beside).iter().copied();
                queue.extend(beyond.chain([beside]).filter(|&at| left.contains(at)));
            }
        }
    }
}
