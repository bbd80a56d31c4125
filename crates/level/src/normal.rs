//! The normal form of a level, and its id.
//!
//! Two levels are the same puzzle if they differ only by rotation or mirroring, in what is outside, or in
//! the player's place within the region reachable at the start. The normal form removes these
//! differences, and a [`LevelId`] is its hash. Most of the eight candidates for the normal form are
//! rejected within a few rows, so the id of a 10 by 10 level takes about two microseconds.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use xxhash_rust::xxh3::xxh3_128;

use crate::{Cell, Level, Symmetry, Tile};

/// The name of a puzzle: equal for levels with the same normal form.
///
/// It is the XXH3 hash, 128 bits wide and with seed 0, of the text of the normal form as told at
/// [`normalise`], written as 32 hexadecimal digits, most significant first: what
/// `xxhsum -H128` prints for a file with that text. It depends on nothing else, so it can be
/// stored, and compared between versions and programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LevelId(u128);

impl LevelId {
    /// The name of `level`.
    pub fn of(level: &Level) -> Self {
        Self(xxh3_128(&normal_text(level)))
    }

    /// The number itself.
    pub const fn as_u128(self) -> u128 {
        self.0
    }
}

impl fmt::Display for LevelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// A text that is not a level id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a level id is 32 hexadecimal digits")]
pub struct LevelIdError;

impl FromStr for LevelId {
    type Err = LevelIdError;

    fn from_str(text: &str) -> Result<Self, LevelIdError> {
        if text.len() != 32 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(LevelIdError);
        }
        u128::from_str_radix(text, 16).map(Self).map_err(|_| LevelIdError)
    }
}

/// The normal form of `level`, without title and author. It is made so:
///
/// 1. Cells inside keep their floor, goal or box.
/// 2. A cell outside becomes a wall if one of its eight neighbours is inside, else floor.
/// 3. Rows and columns around that are all floor are cropped.
/// 4. The player stands on the first cell, row by row, of those he can walk to at the start.
/// 5. The text in the common notation, trailing blanks of a row dropped and a line feed after
///    each row, is made for all eight symmetries, with step 4 done in each. The smallest text,
///    byte by byte, is the normal form.
///
/// ```text
/// ######            #####
/// #..  #            #+  #
/// #  $ #   becomes  #. $#
/// # $@ ##           # $ #
/// ######*#          #   #
///                   #####
/// ```
#[must_use]
pub fn normalise(level: &Level) -> Level {
    let text = String::from_utf8(normal_text(level)).expect("the common notation is ASCII");
    text.parse().expect("the normal form of a level is a level")
}

/// The text of the normal form.
fn normal_text(level: &Level) -> Vec<u8> {
    let core = Core::new(level);
    let mut best = Vec::with_capacity(core.cells.len() + core.width + core.height);
    let mut text = Vec::with_capacity(best.capacity());
    for symmetry in Symmetry::ALL {
        if core.write_if_smaller(symmetry, &best, &mut text) {
            std::mem::swap(&mut best, &mut text);
        }
    }
    best
}

/// Set in a cell's byte beside its character: the player can walk here at the start.
const REACHED: u8 = 0x80;

/// Steps 1 to 3: the cropped grid in characters, without the player.
struct Core {
    width: usize,
    height: usize,
    cells: Vec<u8>,
}

impl Core {
    fn new(level: &Level) -> Self {
        let start = level.player();
        let inside: Vec<Cell> = level.inside().collect();
        let (mut top, mut bottom, mut left, mut right) =
            (start.row, start.row, start.col, start.col);
        for cell in &inside {
            top = top.min(cell.row);
            bottom = bottom.max(cell.row);
            left = left.min(cell.col);
            right = right.max(cell.col);
        }
        // A border of one holds all walls, and no cell inside is at the edge of a level.
        let width = usize::from(right - left) + 3;
        let height = usize::from(bottom - top) + 3;
        let place =
            |row: u16, col: u16| (usize::from(row - top) + 1) * width + usize::from(col - left) + 1;
        let mut cells = vec![b' '; width * height];
        for cell in &inside {
            let at = place(cell.row, cell.col);
            for row in [at - width, at, at + width] {
                cells[row - 1..=row + 1].fill(b'#');
            }
        }
        for &cell in &inside {
            cells[place(cell.row, cell.col)] = match level.tile(cell) {
                Tile::BoxOnFloor => b'$',
                Tile::BoxOnGoal => b'*',
                Tile::Goal | Tile::PlayerOnGoal => b'.',
                Tile::Floor | Tile::PlayerOnFloor | Tile::Wall => b' ',
            };
        }
        let mut core = Self { width, height, cells };
        core.mark_reached(place(start.row, start.col));
        core
    }

    fn mark_reached(&mut self, start: usize) {
        let mut stack = Vec::with_capacity(self.cells.len());
        self.cells[start] |= REACHED;
        stack.push(start);
        while let Some(at) = stack.pop() {
            for next in [at - self.width, at - 1, at + 1, at + self.width] {
                if matches!(self.cells[next], b' ' | b'.') {
                    self.cells[next] |= REACHED;
                    stack.push(next);
                }
            }
        }
    }

    /// Steps 4 and 5: the text under `symmetry`. Given up, with answer false, after the first
    /// row that shows it to be larger than `best`; on most levels that is the second or third.
    fn write_if_smaller(&self, symmetry: Symmetry, best: &[u8], text: &mut Vec<u8>) -> bool {
        let (width, height) = if symmetry.swaps_sides() {
            (self.height, self.width)
        } else {
            (self.width, self.height)
        };
        // The inverse is linear in row and column, so three cells tell where it takes them all.
        let source = |row: usize, col: usize| {
            let (row, col) = symmetry.inverse().place(row, col, width, height);
            (row * self.width + col).cast_signed()
        };
        let origin = source(0, 0);
        let (down, right) = (source(1, 0) - origin, source(0, 1) - origin);

        text.clear();
        let mut player_placed = false;
        let mut smaller = best.is_empty();
        for row in 0..height.cast_signed() {
            let begin = text.len();
            let places = (0..width.cast_signed()).map(|col| origin + row * down + col * right);
            text.extend(places.map(|place| self.cells[place.cast_unsigned()]));
            for glyph in text[begin..].iter_mut().filter(|glyph| **glyph & REACHED != 0) {
                *glyph &= !REACHED;
                if !player_placed {
                    player_placed = true;
                    *glyph = if *glyph == b'.' { b'+' } else { b'@' };
                }
            }
            let blanks = text[begin..].iter().rev().take_while(|&&glyph| glyph == b' ').count();
            text.truncate(text.len() - blanks);
            text.push(b'\n');
            if !smaller {
                match text[begin..].cmp(&best[begin..text.len().min(best.len())]) {
                    Ordering::Less => smaller = true,
                    Ordering::Equal => {}
                    Ordering::Greater => return false,
                }
            }
        }
        smaller
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transform;

    fn level(text: &str) -> Level {
        text.parse().expect("a level")
    }

    /// The level of the picture above.
    const PICTURE: &str = "######\n#..  #\n#  $ #\n# $@ ##\n######*#\n";

    #[test]
    fn the_normal_form_is_the_smallest_text() {
        let normal = normalise(&level(PICTURE));
        assert_eq!(normal.to_string(), "#####\n#+  #\n#. $#\n# $ #\n#   #\n#####\n");
        let id = LevelId::of(&level(PICTURE));
        // Computed from the text above with another implementation of XXH3.
        assert_eq!(id.to_string(), "4bdbde6d86af13dd85f577edd30079cb");
        assert_eq!(id.as_u128(), xxh3_128(normal.to_string().as_bytes()));
        for symmetry in Symmetry::ALL {
            let turned = transform(&normal, symmetry);
            assert_eq!(normalise(&turned), normal);
            assert_eq!(LevelId::of(&turned), id);
        }
    }

    /// The published XXH3 128-bit hash of nothing, in the order the reference tool prints it.
    #[test]
    fn ids_are_written_as_the_reference_tool_does() {
        let id = LevelId(xxh3_128(b""));
        assert_eq!(id.to_string(), "99aa06d3014798d86001c324468d497f");
        assert_eq!(id.to_string().parse(), Ok(id));
        for bad in ["", "+9aa06d3014798d86001c324468d497f", "99aa06d3014798d86001c324468d497"] {
            assert_eq!(bad.parse::<LevelId>(), Err(LevelIdError));
        }
    }

    #[test]
    fn what_does_not_matter_does_not_count() {
        let plain = LevelId::of(&level("#####\n#@$.#\n#   #\n#####\n"));
        for same in [
            " ####\n#@$.#\n#   #\n#####\n",
            "#####\n# $.#\n# @ #\n#####\n",
            "       \n ######\n #@$.##\n #   #*\n ######\n   # $ ",
        ] {
            assert_eq!(LevelId::of(&level(same)), plain, "\n{same}");
        }
    }

    #[test]
    fn what_matters_counts() {
        let plain = LevelId::of(&level("######\n#@$ .#\n#    #\n######\n"));
        for other in [
            "######\n#@ $.#\n#    #\n######\n",
            "######\n#@$. #\n#    #\n######\n",
            "######\n#@$ .#\n##   #\n######\n",
            "######\n#@$ *#\n#   .#\n######\n",
        ] {
            assert_ne!(LevelId::of(&level(other)), plain, "\n{other}");
        }
        let left = LevelId::of(&level("######\n#@$ .#\n######\n"));
        let right = LevelId::of(&level("######\n# $@.#\n######\n"));
        assert_ne!(left, right, "the player's region matters");
    }
}
