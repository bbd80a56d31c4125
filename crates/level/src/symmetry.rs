//! The eight rotations and reflections of a level, and of its solutions.
//!
//! Each is a number of three bits: transpose first (4), then swap top and bottom (2), then swap left and
//! right (1).

use crate::{Cell, Dir, Level, Moves, Step, Tile};

/// One of the eight symmetries of the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Symmetry {
    /// Nothing changes.
    Identity = 0,
    /// Left and right change places.
    MirrorColumns = 1,
    /// Top and bottom change places.
    MirrorRows = 2,
    /// Half a turn.
    HalfTurn = 3,
    /// Rows become columns: mirrored on the diagonal from the top left.
    Transpose = 4,
    /// A quarter turn clockwise.
    TurnRight = 5,
    /// A quarter turn anticlockwise.
    TurnLeft = 6,
    /// Mirrored on the diagonal from the top right.
    AntiTranspose = 7,
}

impl Symmetry {
    /// All eight in numeric order.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::MirrorColumns,
        Self::MirrorRows,
        Self::HalfTurn,
        Self::Transpose,
        Self::TurnRight,
        Self::TurnLeft,
        Self::AntiTranspose,
    ];

    /// Whether width and height change places.
    pub const fn swaps_sides(self) -> bool {
        self as u8 & 4 != 0
    }

    const fn mirrors_rows(self) -> bool {
        self as u8 & 2 != 0
    }

    const fn mirrors_columns(self) -> bool {
        self as u8 & 1 != 0
    }

    /// The symmetry that undoes this one. Only the quarter turns are not their own.
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self {
            Self::TurnRight => Self::TurnLeft,
            Self::TurnLeft => Self::TurnRight,
            own => own,
        }
    }

    /// Where a cell of a grid of `width` by `height`, in which it must lie, goes.
    #[must_use]
    pub fn cell(self, cell: Cell, width: usize, height: usize) -> Cell {
        let (row, col) = (usize::from(cell.row), usize::from(cell.col));
        let (row, col) = self.place(row, col, width, height);
        Cell::new(row as u16, col as u16)
    }

    /// The same for a row and a column, which must lie in the grid.
    pub(crate) const fn place(
        self,
        row: usize,
        col: usize,
        width: usize,
        height: usize,
    ) -> (usize, usize) {
        let (row, col, width, height) =
            if self.swaps_sides() { (col, row, height, width) } else { (row, col, width, height) };
        (
            if self.mirrors_rows() { height - 1 - row } else { row },
            if self.mirrors_columns() { width - 1 - col } else { col },
        )
    }

    /// What becomes of a direction.
    #[must_use]
    pub const fn dir(self, dir: Dir) -> Dir {
        let dir = match (self.swaps_sides(), dir) {
            (false, dir) => dir,
            (true, Dir::Up) => Dir::Left,
            (true, Dir::Left) => Dir::Up,
            (true, Dir::Down) => Dir::Right,
            (true, Dir::Right) => Dir::Down,
        };
        let mirrored = if dir.is_vertical() { self.mirrors_rows() } else { self.mirrors_columns() };
        if mirrored { dir.opposite() } else { dir }
    }

    /// The moves that do in the transformed level what `moves` do in the level.
    #[must_use]
    pub fn moves(self, moves: &Moves) -> Moves {
        moves.iter().map(|step| Step { dir: self.dir(step.dir), push: step.push }).collect()
    }
}

/// The whole level turned or mirrored, decoration and titles included.
#[must_use]
pub fn transform(level: &Level, symmetry: Symmetry) -> Level {
    let (width, height) = (level.width(), level.height());
    let new_width = if symmetry.swaps_sides() { height } else { width };
    let mut tiles = vec![Tile::Floor; width * height];
    for (index, &tile) in level.tiles().iter().enumerate() {
        let (row, col) = symmetry.place(index / width, index % width, width, height);
        tiles[row * new_width + col] = tile;
    }
    let mut turned =
        Level::from_tiles(new_width, tiles).expect("a level turned or mirrored is still a level");
    turned.title.clone_from(&level.title);
    turned.author.clone_from(&level.author);
    turned
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify;

    const LEVEL: &str = "########\n#@ $ . #\n## $ . #\n########\n";

    #[test]
    fn a_right_turn_looks_like_one() {
        let level: Level = LEVEL.parse().expect("a level");
        let turned = transform(&level, Symmetry::TurnRight).to_string();
        assert_eq!(turned, "####\n##@#\n#  #\n#$$#\n#  #\n#..#\n#  #\n####\n");
    }

    #[test]
    fn the_inverse_undoes() {
        let mut level: Level = LEVEL.parse().expect("a level");
        level.title = Some("kept".into());
        for symmetry in Symmetry::ALL {
            assert_eq!(transform(&transform(&level, symmetry), symmetry.inverse()), level);
            for dir in Dir::ALL {
                assert_eq!(symmetry.inverse().dir(symmetry.dir(dir)), dir);
            }
        }
    }

    /// A step and then a symmetry lead to the same cell as the symmetry and then its step.
    #[test]
    fn cells_and_directions_agree() {
        let (width, height) = (7, 5);
        let cell = Cell::new(2, 3);
        for symmetry in Symmetry::ALL {
            for dir in Dir::ALL {
                let stepped = cell.step(dir).expect("within the grid");
                let there = symmetry.cell(cell, width, height).step(symmetry.dir(dir));
                assert_eq!(there, Some(symmetry.cell(stepped, width, height)));
            }
        }
    }

    #[test]
    fn a_solution_comes_along() {
        let level: Level = LEVEL.parse().expect("a level");
        let moves = "rRRlldRR".parse().expect("moves");
        let score = verify(&level, &moves).expect("a solution").score();
        for symmetry in Symmetry::ALL {
            let turned = verify(&transform(&level, symmetry), &symmetry.moves(&moves));
            assert_eq!(turned.map(|solution| solution.score()), Ok(score), "{symmetry:?}");
        }
    }
}
