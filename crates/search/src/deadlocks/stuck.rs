//! Boxes that can never be pushed, or pulled, again.
//!
//! Boxes with room to move are removed until none has any. Removing boxes only makes room, so
//! those left are held by walls and by one another for ever.

use hakooshi_board::{Board, Position, Square, SquareSet, Way};

/// Finds stuck boxes, with its memory reused between calls.
#[derive(Debug)]
pub(super) struct Stuck {
    queue: Vec<Square>,
    /// The stuck boxes of the last call.
    pub(super) left: SquareSet,
}

impl Stuck {
    pub(super) fn new(board: &Board) -> Self {
        Self { queue: Vec::new(), left: board.empty_set() }
    }

    /// Leaves in `left` the boxes of the position that are stuck among `walls` when boxes may only
    /// be moved to squares of `live`.
    pub(super) fn find<W: Way>(
        &mut self,
        board: &Board,
        position: &Position,
        walls: &SquareSet,
        live: &SquareSet,
    ) {
        let Self { queue, left } = self;
        left.clear();
        left.extend(position.boxes().iter().copied().filter(|&square| !walls.contains(square)));
        queue.clear();
        queue.extend(left.iter());
        while let Some(square) = queue.pop() {
            if !left.contains(square) {
                continue;
            }
            let free = |at: Square| !walls.contains(at) && !left.contains(at);
            if W::has_room_onto(board, square, free, |at| live.contains(at)) {
                left.remove(square);
                // Its square may be either of the two squares that another box needs.
                for &beside in board.neighbours(square) {
                    let beyond = board.neighbours(beside).iter().copied();
                    queue.extend(beyond.chain([beside]).filter(|&at| left.contains(at)));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::{Pulling, Pushing, compile};
    use hakooshi_level::Level;

    use super::*;

    #[test]
    fn boxes_hold_one_another() {
        // The block of four cannot be pushed, but each of its boxes can be pulled away.
        let level: Level = "########\n#      #\n# $$   #\n# $$ $ #\n#     @#\n#.....  #\n########"
            .parse()
            .expect("a level");
        let (board, start) = compile(&level).expect("small");
        let mut walls = board.empty_set();
        walls.insert(Square::WALL);
        let mut stuck = Stuck::new(&board);
        stuck.find::<Pushing>(&board, &start, &walls, &board.all_squares());
        assert_eq!(stuck.left.len(), 4);
        stuck.find::<Pulling>(&board, &start, &walls, &board.all_squares());
        assert!(stuck.left.is_empty());
        stuck.find::<Pulling>(&board, &start, &walls, &board.empty_set());
        assert_eq!(stuck.left.len(), 5, "there is nowhere to go");
    }
}
