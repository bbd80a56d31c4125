//! The slow twin of [`Position`]'s incremental updates: recounts everything and compares.

use crate::{Board, Position, Square};

impl Position {
    /// Compares every incrementally updated value with a recount from scratch.
    pub fn validate(&self, board: &Board) -> Result<(), &'static str> {
        let mut occupied = board.empty_set();
        occupied.insert(Square::WALL);
        let (mut key, mut off_goal) = (0, 0);
        for (place, &square) in self.boxes.iter().enumerate() {
            if square.is_wall() || square.index() >= board.table_len() {
                return Err("a box is not on a square of the board");
            }
            if occupied.contains(square) {
                return Err("two boxes share a square");
            }
            if usize::from(self.place[square.index()]) != place {
                return Err("the index of a box is wrong");
            }
            occupied.insert(square);
            key ^= board.box_key(square);
            off_goal += u32::from(!board.is_goal(square));
        }
        if occupied != self.occupied {
            return Err("the occupied squares are wrong");
        }
        if key != self.box_key {
            return Err("the hash key is wrong");
        }
        if off_goal != self.off_goal {
            return Err("the count of boxes off goal is wrong");
        }
        if self.player.is_wall() || occupied.contains(self.player) {
            return Err("the player is on a wall or box");
        }
        Ok(())
    }
}
