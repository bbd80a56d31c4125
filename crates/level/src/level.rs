//! A level exactly as written, checked to be one that can be played.
//!
//! The *inside* of a level is every cell the player could walk to if there were no boxes.
//! What lies outside it, be it walls, floor, boxes or goals, is decoration: it is kept for
//! writing and counts for nothing else.

use std::fmt;

use thiserror::Error;

use crate::{Cell, Tile, counted};

/// The longest row or column a level may have.
pub const MAX_SIDE: usize = 1000;

/// Why a grid of tiles is not a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LevelError {
    /// The grid has no cells.
    #[error("the level is empty")]
    Empty,
    /// A side is longer than [`MAX_SIDE`].
    #[error("the level is {width} columns by {height} rows, more than {MAX_SIDE} by {MAX_SIDE}")]
    TooLarge {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// No tile holds the player.
    #[error("the level has no player")]
    NoPlayer,
    /// Two tiles hold the player.
    #[error("the level has a second player (the first is at {first}); Multiban is not supported")]
    SecondPlayer {
        /// Where the first player stands.
        first: Cell,
        /// Where the second stands.
        at: Cell,
    },
    /// The player can walk off the edge of the grid when boxes are ignored.
    #[error("the level is not enclosed: the player can leave it here")]
    NotEnclosed {
        /// The cell at the edge.
        at: Cell,
    },
    /// There is no box within reach.
    #[error("the level has no box that the player can reach")]
    NoBoxes,
    /// Boxes and goals within reach differ in number.
    #[error(
        "the level has {} but {} within the player's walls",
        counted(*boxes, "box", "boxes"),
        counted(*goals, "goal", "goals")
    )]
    BoxGoalMismatch {
        /// Boxes inside.
        boxes: usize,
        /// Goals inside.
        goals: usize,
    },
}

impl LevelError {
    /// The cell to blame, where there is one.
    pub fn at(&self) -> Option<Cell> {
        match *self {
            Self::SecondPlayer { at, .. } | Self::NotEnclosed { at } => Some(at),
            _ => None,
        }
    }
}

/// A playable level: exactly one player, enclosed, as many boxes as goals inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    width: u16,
    tiles: Vec<Tile>,
    inside: Vec<bool>,
    player: Cell,
    boxes: usize,
    /// The title, if one was written.
    pub title: Option<String>,
    /// The author, if one was written.
    pub author: Option<String>,
}

impl Level {
    /// Checks a grid of `tiles`, given row by row, each row `width` long.
    pub fn from_tiles(width: usize, tiles: Vec<Tile>) -> Result<Self, LevelError> {
        if width == 0 || tiles.is_empty() {
            return Err(LevelError::Empty);
        }
        let height = tiles.len().div_ceil(width);
        if width > MAX_SIDE || height > MAX_SIDE {
            return Err(LevelError::TooLarge { width, height });
        }
        let mut tiles = tiles;
        tiles.resize(width * height, Tile::Floor);
        let cell = |index: usize| Cell::new((index / width) as u16, (index % width) as u16);

        let is_player = |tile: &Tile| tile.is_player();
        let start = tiles.iter().position(is_player).ok_or(LevelError::NoPlayer)?;
        let players: u32 = tiles.iter().map(|tile| u32::from(tile.is_player())).sum();
        if players > 1
            && let Some(further) = tiles[start + 1..].iter().position(is_player)
        {
            let at = cell(start + 1 + further);
            return Err(LevelError::SecondPlayer { first: cell(start), at });
        }

        let Reach { inside, boxes, goals } = flood(width, &tiles, start)
            .map_err(|index| LevelError::NotEnclosed { at: cell(index) })?;
        if boxes != goals {
            return Err(LevelError::BoxGoalMismatch { boxes, goals });
        }
        if boxes == 0 {
            return Err(LevelError::NoBoxes);
        }
        let player = cell(start);
        Ok(Self { width: width as u16, tiles, inside, player, boxes, title: None, author: None })
    }

    /// Columns.
    pub fn width(&self) -> usize {
        usize::from(self.width)
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.tiles.len() / self.width()
    }

    /// Where the player starts.
    pub fn player(&self) -> Cell {
        self.player
    }

    /// The number of boxes inside, which is also the number of goals inside.
    pub fn boxes(&self) -> usize {
        self.boxes
    }

    /// The tile at `cell`; a wall beyond the grid.
    pub fn tile(&self, cell: Cell) -> Tile {
        self.index(cell).map_or(Tile::Wall, |index| self.tiles[index])
    }

    /// Whether the player could walk to `cell` if there were no boxes.
    pub fn is_inside(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|index| self.inside[index])
    }

    /// All tiles, row by row.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = &[Tile]> {
        self.tiles.chunks_exact(self.width())
    }

    /// Every cell inside, row by row.
    pub fn inside(&self) -> impl Iterator<Item = Cell> {
        let width = self.width();
        (0..self.tiles.len())
            .filter(|&index| self.inside[index])
            .map(move |index| Cell::new((index / width) as u16, (index % width) as u16))
    }

    /// Whether every box inside already stands on a goal.
    pub fn is_solved(&self) -> bool {
        self.inside().all(|cell| self.tile(cell) != Tile::BoxOnFloor)
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let (row, col) = (usize::from(cell.row), usize::from(cell.col));
        (col < self.width() && row < self.height()).then(|| row * self.width() + col)
    }
}

/// The level in the common (XSB) notation, without title. Floor at the end of a row is not
/// written, nor are empty rows above and below; an empty row between others is `-`, because
/// an empty line would end the level.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_empty = |row: &&[Tile]| row.iter().all(|&tile| tile == Tile::Floor);
        let above = self.rows().take_while(is_empty).count();
        let below = self.tiles.rchunks_exact(self.width()).take_while(is_empty).count();
        for row in self.rows().take(self.height() - below).skip(above) {
            let text: String = row.iter().map(|tile| tile.glyph()).collect();
            let text = text.trim_end();
            writeln!(f, "{}", if text.is_empty() { "-" } else { text })?;
        }
        Ok(())
    }
}

/// What the player could reach if there were no boxes.
struct Reach {
    inside: Vec<bool>,
    boxes: usize,
    goals: usize,
}

/// Cells connected to `start` when boxes are ignored, or the index at which the walk meets
/// the edge of the grid.
///
/// HOT: most of the time of reading a million levels is spent here. Whether a neighbour is
/// new is a coin toss to the processor, so the stack grows by zero or one without a branch.
/// A closed row above and one below keep the walk in bounds, and the edge is looked at
/// afterwards: a walk that wraps around a side has been on the edge before.
fn flood(width: usize, tiles: &[Tile], start: usize) -> Result<Reach, usize> {
    let mut closed = vec![true; tiles.len() + 2 * width];
    for (closed, tile) in closed[width..].iter_mut().zip(tiles) {
        *closed = tile.is_wall();
    }
    // Each cell is pushed at most once; the last slot takes what is written in vain. Small
    // levels, of which there are millions, need no allocation for it.
    let (mut small, mut large) = ([0_u32; 256], Vec::new());
    let stack = if tiles.len() < small.len() {
        &mut small[..]
    } else {
        large.resize(tiles.len() + 1, 0_u32);
        &mut large[..]
    };
    stack[0] = start as u32;
    closed[start + width] = true;
    let mut top = 1;
    let (mut boxes, mut goals) = (0, 0);
    while top > 0 {
        top -= 1;
        let index = stack[top] as usize;
        boxes += usize::from(tiles[index].is_box());
        goals += usize::from(tiles[index].is_goal());
        // In the padded grid, one row further down.
        let around = &mut closed[index..=index + 2 * width];
        for (from, next) in [
            (0, index.wrapping_sub(width)),
            (2 * width, index + width),
            (width - 1, index.wrapping_sub(1)),
            (width + 1, index + 1),
        ] {
            stack[top] = next as u32;
            top += usize::from(!around[from]);
            around[from] = true;
        }
    }
    let mut inside = closed;
    inside.copy_within(width..width + tiles.len(), 0);
    inside.truncate(tiles.len());
    for (within, tile) in inside.iter_mut().zip(tiles) {
        *within &= !tile.is_wall();
    }
    let last = tiles.len() - width;
    let open_side = |row: &[bool]| row[0] | row[width - 1];
    if !inside[..width].contains(&true)
        && !inside[last..].contains(&true)
        && !inside.chunks_exact(width).any(open_side)
    {
        return Ok(Reach { inside, boxes, goals });
    }
    let is_edge = |index: &usize| {
        *index < width
            || *index >= last
            || matches!(index % width, col if col == 0 || col + 1 == width)
    };
    Err((0..tiles.len()).filter(is_edge).find(|&index| inside[index]).unwrap_or(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The inside by growing until nothing changes, or `None` if it meets the edge.
    fn inside_from_scratch(width: usize, tiles: &[Tile], start: usize) -> Option<Vec<bool>> {
        let mut inside = vec![false; tiles.len()];
        inside[start] = true;
        loop {
            let before = inside.clone();
            for index in (0..tiles.len()).filter(|&index| before[index]) {
                let (row, col) = (index / width, index % width);
                if row == 0 || col == 0 || col + 1 == width || (row + 1) * width == tiles.len() {
                    return None;
                }
                for next in [index - width, index + width, index - 1, index + 1] {
                    inside[next] |= !tiles[next].is_wall();
                }
            }
            if inside == before {
                return Some(inside);
            }
        }
    }

    #[test]
    fn the_inside_is_what_slow_growth_finds() {
        let mut seed = 1_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % below
        };
        let (mut closed, mut open) = (0, 0);
        for round in 0..3000 {
            let (width, height) = (1 + random(20) as usize, 1 + random(20) as usize);
            let mut tiles: Vec<Tile> = (0..width * height)
                .map(|_| if random(10) < 3 + round % 5 { Tile::Wall } else { Tile::Floor })
                .collect();
            let start = random(tiles.len() as u64) as usize;
            tiles[start] = Tile::Floor;
            let expected = inside_from_scratch(width, &tiles, start);
            let found = flood(width, &tiles, start);
            match (&expected, &found) {
                (Some(inside), Ok(reach)) => assert_eq!(*inside, reach.inside),
                (None, Err(index)) => {
                    let (row, col) = (index / width, index % width);
                    assert!(row == 0 || col == 0 || row + 1 == height || col + 1 == width);
                }
                _ => panic!("{width} {tiles:?} {start}: {expected:?}"),
            }
            if expected.is_some() { closed += 1 } else { open += 1 }
        }
        assert!(closed > 100 && open > 100, "{closed} closed, {open} open");
    }

    #[test]
    fn decoration_counts_for_nothing() {
        let level: Level = "#####.\n#@$.#$\n######\n".parse().unwrap();
        assert_eq!((level.boxes(), level.inside().count()), (1, 3));
        assert!(!level.is_solved());
        let solved: Level = "####\n#@*#\n####\n".parse().unwrap();
        assert!(solved.is_solved());
    }
}
