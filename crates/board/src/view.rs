//! What a generator of moves looks at.

use crate::{Board, Position, Reach};

/// A position on its board, with the squares that the player reaches in it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The board.
    pub board: &'a Board,
    /// Boxes and player.
    pub position: &'a Position,
    /// Where the player can walk.
    pub reach: &'a Reach,
}

impl<'a> View<'a> {
    /// `reach` must be filled for `position`, or for the place of the player that the caller has in
    /// mind.
    #[inline]
    pub const fn new(board: &'a Board, position: &'a Position, reach: &'a Reach) -> Self {
        Self { board, position, reach }
    }
}
