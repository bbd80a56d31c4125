//! What a generator of moves looks at.

use crate::{Board, Position, Reach, Region, Square};

/// Squares that the player reaches.
pub trait Reached {
    /// Whether the player can walk to `square`.
    fn contains(&self, square: Square) -> bool;
}

impl Reached for Reach {
    #[inline]
    fn contains(&self, square: Square) -> bool {
        self.contains(square)
    }
}

impl Reached for Region {
    #[inline]
    fn contains(&self, square: Square) -> bool {
        self.contains(square)
    }
}

/// A position on its board, with the squares that the player reaches in it.
#[derive(Debug)]
pub struct View<'a, R = Reach> {
    /// The board.
    pub board: &'a Board,
    /// Boxes and player.
    pub position: &'a Position,
    /// Where the player can walk.
    pub reach: &'a R,
}

impl<'a, R> View<'a, R> {
    /// `reach` must be filled for `position`, or for the place of the player that the caller has in
    /// mind.
    #[inline]
    pub const fn new(board: &'a Board, position: &'a Position, reach: &'a R) -> Self {
        Self { board, position, reach }
    }
}

impl<R> Clone for View<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for View<'_, R> {}
