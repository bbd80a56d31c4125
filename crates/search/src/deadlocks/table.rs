//! Deadlock tables: small windows that can never be emptied, each computed on first use and
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
    pattern: Vec<Square>,
}

#[derive(Debug)]
struct Window {
    shape: Shape,
    squares: Vec<Square>,
    /// Walls and goals.
    fixed: Tiles,
}

/// Entries of the table, two megabytes; a window whose entry was overwritten is computed again.
const VERDICTS: usize = 1 << 18;
const DEAD: u64 = 1 << 63;

impl Table {
    /// A test for `board` with windows of this size.
    pub fn new(board: &Arc<Board>, width: u32, height: u32) -> Self {
        let mut table = Self {
            board: Arc::clone(board),
            windows: Vec::new(),
            over: vec![Vec::new(); board.table_len()],
            verdicts: vec![0; VERDICTS],
            game: Game::default(),
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
                self.windows.push(Window { shape, squares, fixed });
            }
        }
    }

    fn is_dead(&mut self, position: &Position, index: usize) -> bool {
        let window = &self.windows[index];
        let mut tiles = window.fixed;
        let mut player = 0;
        for (at, &square) in window.squares.iter().enumerate() {
            if square == position.player() {
                player = 1 << at;
            } else if position.has_box(square) && window.fixed.goals >> at & 1 == 0 {
                tiles.boxes |= 1 << at;
            }
        }
        let shape = window.shape;
        let lying = u64::from(shape.width > shape.height);
        let key = tiles.key() | lying << 60;
        let place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize % VERDICTS;
        if self.verdicts[place] & !DEAD != key {
            let dead = self.game.is_dead(shape, tiles);
            self.verdicts[place] = key | if dead { DEAD } else { 0 };
        }
        let dead = self.verdicts[place] & DEAD != 0;
        dead && (player == 0 || shape.is_outside(shape.walk(player, tiles.walls | tiles.boxes)))
    }
}

impl Detector for Table {
    fn check_after(&mut self, position: &Position, moved: Square) -> Verdict<'_> {
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
