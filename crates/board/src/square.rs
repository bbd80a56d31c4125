//! Dense numbers for the cells a player can reach.

/// The number of a playable cell, or [`Square::WALL`].
///
/// Squares count from one in reading order. Zero is the wall: every step off the floor leads
/// there, so neighbour tables need no `Option` and an occupancy set that holds square zero
/// answers "is that cell free?" with one bit test, walls included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u16);

impl Square {
    /// Everything that is not floor.
    pub const WALL: Self = Self(0);
    /// The most playable squares a board can have.
    pub const MOST: usize = u16::MAX as usize - 1;

    /// The square with this number.
    #[inline]
    pub const fn new(number: u16) -> Self {
        Self(number)
    }

    /// The square with this table index.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }

    /// The table index of this square.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number itself, for packing.
    #[inline]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// Whether this is the wall.
    #[inline]
    pub const fn is_wall(self) -> bool {
        self.0 == 0
    }
}
