//! HOT. A small board as bits: one per cell of its bounding box.
//!
//! ```text
//!   . . . . .     a row of wall above and one below, and a column of wall after each row:
//!   a b c d .     a shift by one or by a row never leads from floor to floor that is not
//!   e f g h .     adjacent, so all squares of a set take a step at once
//!   . . . . .
//! ```

use hakooshi_board::{Board, Square};
use hakooshi_level::{Cell, Dir};

/// A set of cells.
pub type Bits = u128;

/// A board of which every cell has a bit.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Bits from a cell to the one below.
    stride: u32,
    /// The cell of bit zero would be one row above this one.
    corner: Cell,
    /// The floor.
    pub floor: Bits,
    /// The goals.
    pub goals: Bits,
    /// Floor from which a lone box can be pushed to a goal.
    pub live: Bits,
}

impl Grid {
    /// The grid of `board`; `None` if it has too many cells.
    pub fn new(board: &Board) -> Option<Self> {
        let cells = || board.squares().map(|square| board.cell(square));
        let corner = Cell::new(cells().map(|it| it.row).min()?, cells().map(|it| it.col).min()?);
        let rows = u32::from(cells().map(|it| it.row).max()? - corner.row) + 1;
        let stride = u32::from(cells().map(|it| it.col).max()? - corner.col) + 2;
        if (rows + 2) * stride + 1 > Bits::BITS {
            return None;
        }
        let mut grid = Self { stride, corner, floor: 0, goals: 0, live: 0 };
        let set = |squares: &mut dyn Iterator<Item = Square>| {
            squares.fold(0, |bits, square| bits | grid.bit(board.cell(square)))
        };
        let floor = set(&mut board.squares());
        let goals = set(&mut board.goals().iter());
        let live = set(&mut board.live().iter().filter(|square| !square.is_wall()));
        (grid.floor, grid.goals, grid.live) = (floor, goals, live);
        Some(grid)
    }

    /// The bit of a cell of the board.
    pub fn bit(&self, cell: Cell) -> Bits {
        let (row, col) = (cell.row - self.corner.row, cell.col - self.corner.col);
        1 << ((u32::from(row) + 1) * self.stride + u32::from(col))
    }

    /// The bit of a cell; zero if it is not floor.
    pub fn bit_of_any(&self, cell: Cell) -> Bits {
        let row = cell.row.checked_sub(self.corner.row);
        let col = cell.col.checked_sub(self.corner.col);
        let Some((row, col)) = row.zip(col) else { return 0 };
        let at = (u32::from(row) + 1) * self.stride + u32::from(col);
        if u32::from(col) >= self.stride || at >= Bits::BITS { 0 } else { (1 << at) & self.floor }
    }

    /// The cell of the lowest bit of `bits`.
    pub fn cell(&self, bits: Bits) -> Cell {
        let at = bits.trailing_zeros();
        let (row, col) = (at / self.stride - 1, at % self.stride);
        Cell::new(self.corner.row + row as u16, self.corner.col + col as u16)
    }

    /// Every cell of `bits` moved by one.
    #[inline]
    pub fn step(&self, bits: Bits, dir: Dir) -> Bits {
        match dir {
            Dir::Up => bits >> self.stride,
            Dir::Down => bits << self.stride,
            Dir::Left => bits >> 1,
            Dir::Right => bits << 1,
        }
    }

    /// The four neighbours of every cell of `bits`.
    #[inline]
    pub fn around(&self, bits: Bits) -> Bits {
        (bits >> self.stride) | (bits << self.stride) | (bits >> 1) | (bits << 1)
    }

    /// Everything that can be walked to from `from` within `free`.
    #[inline]
    pub fn flood(&self, from: Bits, free: Bits) -> Bits {
        let mut seen = from;
        loop {
            let more = seen | (self.around(seen) & free);
            if more == seen {
                return seen;
            }
            seen = more;
        }
    }

    /// Whether some box off the goals belongs to two by two cells of boxes and walls, of which
    /// none will ever move.
    #[inline]
    pub fn has_block(&self, boxes: Bits) -> bool {
        let blocked = !self.floor | boxes;
        let pairs = blocked & (blocked >> 1);
        let corners = pairs & (pairs >> self.stride);
        let across = corners | (corners << 1);
        (across | (across << self.stride)) & boxes & !self.goals != 0
    }
}

/// The bits of a set, one at a time, in ascending order.
#[inline]
pub fn each(mut bits: Bits) -> impl Iterator<Item = Bits> {
    std::iter::from_fn(move || {
        let lowest = bits & bits.wrapping_neg();
        bits ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    fn grid(text: &str) -> (Grid, Level) {
        let level: Level = text.parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        (Grid::new(&board).expect("a grid"), level)
    }

    #[test]
    fn cells_have_bits_and_steps_stay_on_the_board() {
        let (grid, level) = grid("  #####\n  #.  #\n###$# #\n#@    #\n#######");
        for cell in level.inside() {
            assert_eq!(grid.cell(grid.bit(cell)), cell);
            assert_eq!(grid.bit_of_any(cell), grid.bit(cell));
            for dir in Dir::ALL {
                let next = cell.step(dir).expect("walls around");
                let bit = grid.step(grid.bit(cell), dir) & grid.floor;
                let expected = if level.is_inside(next) { grid.bit(next) } else { 0 };
                assert_eq!(bit, expected, "{cell} {dir:?}");
            }
        }
        assert_eq!(grid.bit_of_any(Cell::new(0, 0)), 0);
        assert_eq!(grid.bit_of_any(Cell::new(500, 500)), 0);
        let player = grid.bit(level.player());
        assert_eq!(grid.flood(player, grid.floor), grid.floor);
    }

    #[test]
    fn blocks_need_a_box_that_is_off_the_goals() {
        let (grid, level) = grid("#######\n#.$   #\n#.$  @#\n#     #\n#######");
        let at = |row, col| grid.bit(Cell::new(row, col));
        assert!(level.boxes() == 2 && !grid.has_block(at(1, 1) | at(2, 1)));
        assert!(grid.has_block(at(1, 2) | at(1, 3)), "along the wall");
        assert!(!grid.has_block(at(2, 2) | at(2, 3)));
        assert!(grid.has_block(at(3, 5)), "in a corner");
    }

    #[test]
    fn large_boards_have_no_grid() {
        let row = format!("#{}#\n", " ".repeat(40));
        let wall = "#".repeat(42);
        let text = format!("{wall}\n#@$.{}#\n{row}{row}{wall}", " ".repeat(37));
        let level: Level = text.parse().expect("a level");
        assert!(Grid::new(&compile(&level).expect("small").0).is_none());
    }
}
