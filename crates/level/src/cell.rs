//! A place in the written grid. Inside the engines places are dense square numbers; the two
//! meet only where a level is compiled into a board.

use std::fmt;

use crate::Dir;

/// A place in the written grid, counted from zero at the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Rows down from the top.
    pub row: u16,
    /// Columns right of the left edge.
    pub col: u16,
}

impl Cell {
    /// The cell at `row`, `col`.
    pub const fn new(row: u16, col: u16) -> Self {
        Self { row, col }
    }

    /// The neighbour in direction `dir`, or `None` past the top or left edge of any grid.
    pub fn step(self, dir: Dir) -> Option<Self> {
        let (row, col) = dir.delta();
        Some(Self {
            row: self.row.checked_add_signed(row)?,
            col: self.col.checked_add_signed(col)?,
        })
    }
}

/// People count rows and columns from one.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", u32::from(self.row) + 1, u32::from(self.col) + 1)
    }
}
