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
    /// One or two, if the windows are tried in both orientations.
    shapes: Vec<Shape>,
    /// By square: the windows over it, once a box was pushed there.
    over: Vec<Option<Box<[Window]>>>,
    /// Verdicts by hash of the window: its key, with the top bit set if it is dead.
    verdicts: Vec<u64>,
    game: Game,
    /// The boxes off goal around the box pushed last.
    around: Around,
    pattern: Vec<Square>,
}

#[derive(Clone, Copy, Debug)]
struct Window {
    shape: Shape,
    /// The cell of its first square.
    row: i32,
    column: i32,
    /// Walls and goals.
    fixed: Tiles,
}

impl Window {
    fn new(board: &Board, shape: Shape, (row, column): (u16, u16)) -> Self {
        let mut fixed = Tiles::default();
        let window = Self { shape, row: row.into(), column: column.into(), fixed };
        for (at, square) in window.squares(board).enumerate() {
            fixed.walls |= u32::from(square.is_wall()) << at;
            fixed.goals |= u32::from(board.is_goal(square)) << at;
        }
        Self { fixed, ..window }
    }

    /// Its squares, row by row.
    fn squares(self, board: &Board) -> impl Iterator<Item = Square> {
        let Self { shape: Shape { width, height }, row, column, .. } = self;
        let (row, column) = (row.cast_unsigned() as u16, column.cast_unsigned() as u16);
        let cell =
            move |at: u32| Cell::new(row + (at / width) as u16, column + (at % width) as u16);
        (0..width * height).map(move |at| board.square_at(cell(at)))
    }
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
    fn within(&self, window: Window) -> u32 {
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
        let shapes = [Shape { width, height }, Shape { width: height, height: width }];
        Self {
            board: Arc::clone(board),
            shapes: shapes[..if width == height { 1 } else { 2 }].to_vec(),
            over: vec![None; board.table_len()],
            verdicts: vec![0; if width * height > 9 { MORE_VERDICTS } else { VERDICTS }],
            game: Game::default(),
            around: Around::default(),
            pattern: Vec::new(),
        }
    }

    /// Lists the windows over a square.
    fn lay_out(&self, square: Square) -> Box<[Window]> {
        let Cell { row: bottom, col: right } = self.board.cell(square);
        let mut windows = Vec::new();
        for &shape in &self.shapes {
            // Floor always has wall above and left of it, so no window need start outside.
            for row in (bottom + 1).saturating_sub(shape.height as u16)..=bottom {
                for column in (right + 1).saturating_sub(shape.width as u16)..=right {
                    windows.push(Window::new(&self.board, shape, (row, column)));
                }
            }
        }
        windows.into()
    }

    /// Whether a window over the box that `around` looks at is dead.
    fn is_dead(&mut self, position: &Position, window: Window) -> bool {
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
        let player = window.squares(&self.board).position(|square| square == position.player());
        player.is_none_or(|at| shape.is_outside(shape.walk(1 << at, tiles.walls | tiles.boxes)))
    }
}

impl Detector for Table {
    fn check_after(&mut self, position: &Position, moved: Square) -> Verdict<'_> {
        if self.board.is_goal(moved) {
            return Verdict::Unknown;
        }
        self.around.look(&self.board, position, moved);
        let over = match self.over[moved.index()].take() {
            Some(known) => known,
            None => self.lay_out(moved),
        };
        let dead = over.iter().find(|&&window| self.is_dead(position, window)).copied();
        self.over[moved.index()] = Some(over);
        if let Some(window) = dead {
            self.pattern.clear();
            let off_goal =
                |&square: &Square| position.has_box(square) && !self.board.is_goal(square);
            self.pattern.extend(window.squares(&self.board).filter(off_goal));
            return Verdict::Dead(&self.pattern);
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
