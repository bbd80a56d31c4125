//! Levels ready to be played: each is a row of bytes of the same size, so that a game begins by
//! copying one.
//!
//! A byte holds the bits [`WALL`], [`GOAL`], [`BOX`] and [`PLAYER`]. Levels smaller than the
//! largest are filled up with walls to the right and below; whatever lies outside the player's
//! walls is wall. A row of walls above and one below keep the square beyond the next one in
//! bounds: the player never stands at the edge, so the next square is on the grid, and only the
//! one beyond it may not be.

use hakooshi_level::{Cell, Level};
use thiserror::Error;

pub(crate) const WALL: u8 = 1;
pub(crate) const GOAL: u8 = 2;
pub(crate) const BOX: u8 = 4;
pub(crate) const PLAYER: u8 = 8;

/// The most bytes one game may take: squares are 16-bit numbers.
const MAX_BYTES: usize = 1 << 16;

/// Why levels make no pool.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PoolError {
    /// There are none.
    #[error("there are no levels to play")]
    Empty,
    /// Some level is too large.
    #[error("{width} columns by {height} rows are too large for an environment")]
    TooLarge {
        /// Most columns of a level.
        width: usize,
        /// Most rows of a level.
        height: usize,
    },
}

/// Levels of one grid size, packed.
#[derive(Clone, Debug)]
pub struct Pool {
    width: usize,
    height: usize,
    cells: Vec<u8>,
    starts: Vec<Start>,
}

/// Where a game begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) player: u16,
    /// Boxes that are not on a goal.
    pub(crate) off_goal: u16,
}

impl Pool {
    /// Packs `levels`; the grid is as wide as the widest and as high as the highest.
    pub fn new(levels: &[Level]) -> Result<Self, PoolError> {
        let most = |side: fn(&Level) -> usize| levels.iter().map(side).max();
        let (width, height) =
            most(Level::width).zip(most(Level::height)).ok_or(PoolError::Empty)?;
        if width * (height + 2) > MAX_BYTES {
            return Err(PoolError::TooLarge { width, height });
        }
        let mut pool = Self { width, height, cells: Vec::new(), starts: Vec::new() };
        pool.cells.reserve(levels.len() * pool.stride());
        for level in levels {
            pool.add(level);
        }
        Ok(pool)
    }

    fn add(&mut self, level: &Level) {
        let first = self.cells.len();
        self.cells.resize(first + self.stride(), WALL);
        let mut off_goal = 0;
        let square = |cell: Cell| (usize::from(cell.row) + 1) * self.width + usize::from(cell.col);
        for cell in level.inside() {
            let tile = level.tile(cell);
            off_goal += u16::from(tile.is_box() && !tile.is_goal());
            self.cells[first + square(cell)] = GOAL * u8::from(tile.is_goal())
                + BOX * u8::from(tile.is_box())
                + PLAYER * u8::from(tile.is_player());
        }
        self.starts.push(Start { player: square(level.player()) as u16, off_goal });
    }

    /// How many levels there are.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Never true: a pool has levels.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Columns of the grid.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows of the grid.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Bytes of one game.
    pub(crate) fn stride(&self) -> usize {
        self.width * (self.height + 2)
    }

    pub(crate) fn start(&self, level: usize) -> (Start, &[u8]) {
        (self.starts[level], &self.cells[level * self.stride()..][..self.stride()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_levels_are_filled_up_with_walls() {
        let small: Level = "#####\n#@$.#\n#####".parse().expect("a level");
        let large: Level = "######\n#   +#\n#  $ #\n######".parse().expect("a level");
        let pool = Pool::new(&[small, large]).expect("a pool");
        assert_eq!((pool.width(), pool.height(), pool.len(), pool.stride()), (6, 4, 2, 36));
        let (start, cells) = pool.start(0);
        assert_eq!((start.player, start.off_goal), (13, 1));
        assert_eq!(cells[12..18], [WALL, PLAYER, BOX, GOAL, WALL, WALL]);
        assert!(cells[18..].iter().all(|&cell| cell == WALL));
        let (start, cells) = pool.start(1);
        assert_eq!(cells[usize::from(start.player)], PLAYER | GOAL);
        assert_eq!(Pool::new(&[]).err(), Some(PoolError::Empty));
    }
}
