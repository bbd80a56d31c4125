//! The board as the report has it: a rectangle of cells, row by row, walls where no square is.

use hakooshi_board::{Board, Square};
use hakooshi_level::Cell;

/// Rows and columns with one number for each cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
}

impl Grid {
    /// The smallest rectangle from the corner of the level that has a wall around every
    /// square.
    pub(crate) fn new(board: &Board) -> Self {
        let most = |pick: fn(Cell) -> u16| board.squares().map(|it| pick(board.cell(it))).max();
        let side = |most: Option<u16>| usize::from(most.unwrap_or(0)) + 2;
        Self { rows: side(most(|cell| cell.row)), columns: side(most(|cell| cell.col)) }
    }

    /// How many cells there are.
    pub(crate) fn len(self) -> usize {
        self.rows * self.columns
    }

    /// The number of a square's cell.
    pub(crate) fn index(self, board: &Board, square: Square) -> usize {
        let cell = board.cell(square);
        usize::from(cell.row) * self.columns + usize::from(cell.col)
    }

    /// The square at a cell number; the wall if there is none.
    pub(crate) fn square(self, board: &Board, index: usize) -> Square {
        let (row, column) = (index / self.columns, index % self.columns);
        match (u16::try_from(row), u16::try_from(column)) {
            (Ok(row), Ok(column)) => board.square_at(Cell::new(row, column)),
            _ => Square::WALL,
        }
    }
}
