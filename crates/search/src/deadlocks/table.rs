//! HOT. Deadlock tables: small windows that can never be emptied, each computed on first use and
//! looked up from then on.
//!
//! ```text
//!   ##     #$     $$      However open the board around it, one of the boxes can never leave
//!   # $    $ $    $ $     the window; so if no box reaches a goal in it, the position is dead.
//!    $#     $$     $$
//! ```
//!
//! SokoBOT's lookup table of 3 x 3 patterns and, with `table(width=5,height=4)`, the size of
//! Rolling Stone's. The verdict on a window (see [`super::window`]) depends only on its walls,
//! boxes and goals, and holds for a player outside it; with the player in a pocket of the window
//! nothing is claimed. Windows are tried in both orientations. A push costs one lookup for each
//! window over the box.

use std::sync::Arc;

use hakooshi_board::{Board, Position, Square};
use hakooshi_level::Cell;

use super::window::{Game, Shape, Tiles};
use super::{Detector, DetectorClaims, DetectorEntry, Verdict};
use crate::spec::Param;

/// Finds dead windows.
#[derive(Debug)]
pub struct Table {
    board: Arc<Board>,
    windows: Vec<Window>,
    /// By square: the windows over it.
    over: Vec<Vec<u32>>,
    /// Verdicts by hash of the window: its key, with the top bit set if it is dead.
    verdicts: Vec<u64>,
    game: Game,
    /// The boxes off goal around the box pushed last.
    around: Around,
    pattern: Vec<Square>,
}

#[derive(Debug)]
struct Window {
    shape: Shape,
    squares: Vec<Square>,
    /// The cell of its first square.
    row: i32,
    column: i32,
    /// Walls and goals.
    fixed: Tiles,
}

/// The squares within [`SIGHT`] rows and columns of a box, as a bit map.
#[derive(Debug, Default)]
struct Around {
    /// The cell of the first bit.
    row: i32,
    column: i32,
    rows: [u32; 2 * SIGHT as usize + 1],
}

/// How far a window over a box reaches: windows have at most five rows and columns.
const SIGHT: i32 = 4;

impl Around {
    /// Looks at the boxes off goal around `centre`.
    fn look(&mut self, board: &Board, position: &Position, centre: Square) {
        let Cell { row, col } = board.cell(centre);
        *self = Self { row: i32::from(row) - SIGHT, column: i32::from(col) - SIGHT, rows: [0; 9] };
        for &square in position.boxes().iter().filter(|&&square| !board.is_goal(square)) {
            let Cell { row, col } = board.cell(square);
            let (row, column) = (i32::from(row) - self.row, i32::from(col) - self.column);
            if (0..=2 * SIGHT).contains(&row) && (0..=2 * SIGHT).contains(&column) {
                self.rows[row as usize] |= 1 << column;
            }
        }
    }

    /// The boxes in a window over the centre.
    #[inline]
    fn within(&self, window: &Window) -> u32 {
        let Shape { width, height } = window.shape;
        let (row, column) = ((window.row - self.row) as usize, window.column - self.column);
        let rows = self.rows[row..row + height as usize].iter().rev();
        rows.fold(0, |bits, row| bits << width | row >> column & ((1 << width) - 1))
    }
}

/// Entries of the table, two megabytes, or eight for windows of more than nine squares; a window
/// whose entry was overwritten is computed again.
const VERDICTS: usize = 1 << 18;
const MORE_VERDICTS: usize = 1 << 20;
const DEAD: u64 = 1 << 63;

impl Table {
    /// A test for `board` with windows of this size.
    pub fn new(board: &Arc<Board>, width: u32, height: u32) -> Self {
        let mut table = Self {
            board: Arc::clone(board),
            windows: Vec::new(),
            over: vec![Vec::new(); board.table_len()],
            verdicts: vec![0; if width * height > 9 { MORE_VERDICTS } else { VERDICTS }],
            game: Game::default(),
            around: Around::default(),
            pattern: Vec::new(),
        };
        table.lay_out(Shape { width, height });
        if width != height {
            table.lay_out(Shape { width: height, height: width });
        }
        table
    }

    /// Lists every window of this shape that covers a square of the board.
    fn lay_out(&mut self, shape: Shape) {
        let cells = self.board.squares().map(|square| self.board.cell(square));
        let (rows, columns) = cells.fold((0, 0), |(rows, columns), cell| {
            (u32::from(cell.row).max(rows), u32::from(cell.col).max(columns))
        });
        // Floor always has wall above and left of it, so no window starts outside.
        for row in 0..=rows {
            for column in 0..=columns {
                let squares: Vec<Square> = (0..shape.width * shape.height)
                    .map(|at| {
                        let (row, column) = (row + at / shape.width, column + at % shape.width);
                        self.board.square_at(Cell::new(row as u16, column as u16))
                    })
                    .collect();
                let mut fixed = Tiles::default();
                for (at, &square) in squares.iter().enumerate() {
                    if square.is_wall() {
                        fixed.walls |= 1 << at;
                    } else if self.board.is_goal(square) {
                        fixed.goals |= 1 << at;
                    } else {
                        self.over[square.index()].push(self.windows.len() as u32);
                    }
                }
                let (row, column) = (row.cast_signed(), column.cast_signed());
                self.windows.push(Window { shape, squares, row, column, fixed });
            }
        }
    }

    /// Whether a window over the box that `around` looks at is dead.
    fn is_dead(&mut self, position: &Position, index: usize) -> bool {
        let window = &self.windows[index];
        let tiles = Tiles { boxes: self.around.within(window), ..window.fixed };
        let shape = window.shape;
        let lying = u64::from(shape.width > shape.height);
        let key = tiles.key() | lying << 60;
        let place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize % self.verdicts.len();
        if self.verdicts[place] & !DEAD != key {
            let dead = self.game.is_dead(shape, tiles);
            self.verdicts[place] = key | if dead { DEAD } else { 0 };
        }
        if self.verdicts[place] & DEAD == 0 {
            return false;
        }
        let player = window.squares.iter().position(|&square| square == position.player());
        player.is_none_or(|at| shape.is_outside(shape.walk(1 << at, tiles.walls | tiles.boxes)))
    }
}

impl Detector for Table {
    fn check_after(&mut self, position: &Position, moved: Square) -> Verdict<'_> {
        self.around.look(&self.board, position, moved);
        for at in 0..self.over[moved.index()].len() {
            let index = self.over[moved.index()][at] as usize;
            if self.is_dead(position, index) {
                self.pattern.clear();
                let off_goal =
                    |square: Square| position.has_box(square) && !self.board.is_goal(square);
                let squares = self.windows[index].squares.iter().copied();
                self.pattern.extend(squares.filter(|&square| off_goal(square)));
                return Verdict::Dead(&self.pattern);
            }
        }
        Verdict::Unknown
    }
}

pub(super) static ENTRY: DetectorEntry = DetectorEntry {
    name: "table",
    title: "boxes in a small window that cannot be cleared, from a table built on demand",
    reference: "SokoBOT; Junghanns 1999, deadlock tables",
    params: &[
        Param::number("width", "columns of a window", 3.0, (2.0, 5.0)),
        Param::number("height", "rows of a window", 3.0, (2.0, 4.0)),
    ],
    claims: DetectorClaims::AT_GENERATION,
    build: |task, _, params| {
        let size = |name| params.get(name) as u32;
        Box::new(Table::new(&task.board, size("width"), size("height")))
    },
};

#[cfg(test)]
mod tests {
    use super::super::tests::assert_verdicts;
    use super::*;

    #[test]
    fn windows_on_a_board() {
        assert_verdicts(
            |task| Box::new(Table::new(&task.board, 3, 3)),
            &[
                ("########\n## $   #\n##$# @ #\n#   .. #\n########", 2),
                ("########\n#  $   #\n# $# @ #\n#  ..  #\n########", 0),
                ("#########\n#       #\n# $$    #\n# $ $   #\n#  $$   #\n#......@#\n#########", 6),
                ("#########\n#       #\n# $$    #\n# $@$   #\n#  $$   #\n#...... #\n#########", 0),
                ("#########\n#       #\n#   $   #\n#   @   #\n#.      #\n#########", 0),
            ],
        );
    }

    #[test]
    fn larger_windows_see_more() {
        let row = "#########\n#       #\n# $$    #\n# $ $   #\n#  $ $  #\n#   $$  #\n#.......#\n#.@     #\n#########";
        assert_verdicts(|task| Box::new(Table::new(&task.board, 3, 3)), &[(row, 0)]);
        assert_verdicts(|task| Box::new(Table::new(&task.board, 4, 4)), &[(row, 8)]);
    }
}
