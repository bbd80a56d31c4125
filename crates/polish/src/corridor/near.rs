//! HOT. Which configurations count as near the line.
//!
//! Those in which all but a few boxes are placed as in one position of the line, and each of these
//! few is within a given radius of a square that is missing its box: the vicinity of Gouezel's
//! optimizer in YASO. There the set is listed in advance; here a configuration is tested when the
//! search reaches it, so no time is spent on unreachable ones.
//!
//! The line is scanned from its end. Two positions differ by at most as many boxes as there are runs
//! of pushes between them, so a configuration that differs from a position in many boxes can skip as
//! many runs. Most of the line is never compared.

use std::ops::Range;

use hakooshi_board::{Board, Square};

use crate::line::{Line, squares};

/// The most boxes that may deviate.
pub(crate) const MOST_ASTRAY: usize = 4;
/// No limit on the distance.
pub(crate) const ANYWHERE: u16 = u16::MAX;

/// For each box that may deviate, how far, largest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rings {
    astray: usize,
    radius: [u16; MOST_ASTRAY],
}

impl Rings {
    /// Boxes may deviate by these distances.
    pub(crate) fn new(radii: &[u16]) -> Self {
        let mut radius = [0; MOST_ASTRAY];
        let astray = radii.len().min(MOST_ASTRAY);
        radius[..astray].copy_from_slice(&radii[..astray]);
        radius.sort_unstable_by(|a, b| b.cmp(a));
        Self { astray, radius }
    }
}

/// Tests whether configurations are near a section of a line.
#[derive(Debug)]
pub(super) struct Near<'a> {
    line: &'a Line,
    rings: Rings,
    first: usize,
    last: usize,
    /// By position of the section: the number of runs before it.
    runs: Vec<u32>,
    /// By number of runs: the last position with at most as many before it.
    last_with: Vec<u32>,
}

impl<'a> Near<'a> {
    pub(super) fn new(line: &'a Line, stretch: Range<usize>, rings: Rings) -> Self {
        let board = line.board();
        let mut runs = vec![0];
        let mut last_with = Vec::new();
        let mut last_box = Square::WALL;
        let mut count: u32 = 0;
        for (at, push) in line.pushes()[stretch.clone()].iter().enumerate() {
            if push.from != last_box {
                last_with.push((stretch.start + at) as u32);
                count += 1;
            }
            last_box = board.step(push.from, push.dir);
            runs.push(count);
        }
        last_with.push(stretch.end as u32);
        Self { line, rings, first: stretch.start, last: stretch.end, runs, last_with }
    }

    /// The last position of the section that `boxes` are near.
    #[inline]
    pub(super) fn last(&self, boxes: &[u64]) -> Option<usize> {
        let most = self.rings.astray as u32;
        let mut at = self.last;
        loop {
            let astray = astray(self.line.occupied(at), boxes);
            if astray <= most {
                if self.are_in_rings(self.line.occupied(at), boxes, astray as usize) {
                    return Some(at);
                }
                if at == self.first {
                    return None;
                }
                at -= 1;
                continue;
            }
            // At least this many runs lie between this position and a near one; one of them may
            // have begun before it.
            let skipped = astray - most - 1;
            let left = self.runs[at - self.first].checked_sub(skipped)?;
            let before = if skipped == 0 { at } else { self.last_with[left as usize] as usize + 1 };
            if before == self.first {
                return None;
            }
            at = before - 1;
        }
    }

    /// Whether the deviating boxes can be paired with the missing squares, each within its radius.
    fn are_in_rings(&self, line: &[u64], boxes: &[u64], astray: usize) -> bool {
        if self.rings.radius[astray.saturating_sub(1)] == ANYWHERE || astray == 0 {
            return true;
        }
        let mut left = [Square::WALL; MOST_ASTRAY];
        let mut found = [Square::WALL; MOST_ASTRAY];
        let (mut lefts, mut founds) = (0, 0);
        for (index, (&a, &b)) in line.iter().zip(boxes).enumerate() {
            for square in squares(&[a & !b]) {
                left[lefts] = Square::from_index(index * 64 + square.index());
                lefts += 1;
            }
            for square in squares(&[b & !a]) {
                found[founds] = Square::from_index(index * 64 + square.index());
                founds += 1;
            }
        }
        pairs(self.line.board(), &left[..lefts], &mut found[..founds], &self.rings.radius)
    }
}

/// Whether the squares of `left` and `found` can be paired so that, from the farthest pair to the
/// nearest, each distance is within its radius.
fn pairs(board: &Board, left: &[Square], found: &mut [Square], radius: &[u16]) -> bool {
    fn try_from(
        board: &Board,
        left: &[Square],
        found: &mut [Square],
        far: &mut [u16; MOST_ASTRAY],
        at: usize,
        radius: &[u16],
    ) -> bool {
        if at == left.len() {
            let mut sorted = *far;
            let sorted = &mut sorted[..at];
            sorted.sort_unstable_by(|a, b| b.cmp(a));
            return sorted.iter().zip(radius).all(|(far, most)| far <= most);
        }
        for other in at..found.len() {
            found.swap(at, other);
            far[at] = distance(board, left[at], found[at]);
            if far[at] <= radius[0] && try_from(board, left, found, far, at + 1, radius) {
                return true;
            }
            found.swap(at, other);
        }
        false
    }
    try_from(board, left, found, &mut [0; MOST_ASTRAY], 0, radius)
}

/// The Manhattan distance of two squares. Walls may make the real distance longer, but that would
/// need a table quadratic in the size of the board.
fn distance(board: &Board, one: Square, other: Square) -> u16 {
    let (one, other) = (board.cell(one), board.cell(other));
    one.row.abs_diff(other.row) + one.col.abs_diff(other.col)
}

/// The number of boxes that differ: each is missing on one square and found on another.
#[inline]
fn astray(one: &[u64], other: &[u64]) -> u32 {
    one.iter().zip(other).map(|(a, b)| (a ^ b).count_ones()).sum::<u32>() / 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::tests::line;

    const HALL: &str = "#########\n#       #\n#@$   . #\n#   $ . #\n#       #\n#########";

    /// [`Near::last`], by comparing every position.
    fn last_by_hand(line: &Line, boxes: &[u64], rings: Rings) -> Option<usize> {
        let near = Near::new(line, 0..line.len(), rings);
        (0..=line.len()).rev().find(|&at| {
            let astray = astray(line.occupied(at), boxes) as usize;
            astray <= rings.astray && near.are_in_rings(line.occupied(at), boxes, astray)
        })
    }

    #[test]
    fn skipping_runs_overlooks_nothing() {
        let line = line(HALL, "RRdRluRRldR");
        let board = line.board();
        for rings in [&[][..], &[1], &[3], &[ANYWHERE], &[2, 1], &[ANYWHERE, 2]].map(Rings::new) {
            let near = Near::new(&line, 0..line.len(), rings);
            for one in board.squares() {
                for other in board.squares().filter(|&other| other > one) {
                    let mut boxes = board.empty_set();
                    boxes.extend([Square::WALL, one, other]);
                    let expected = last_by_hand(&line, boxes.words(), rings);
                    assert_eq!(near.last(boxes.words()), expected, "{rings:?} {one:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn each_box_has_a_ring_of_its_own() {
        let line = line(HALL, "RRRRlldRR");
        let board = line.board();
        let at = |row, col| board.square_at(hakooshi_level::Cell::new(row, col));
        let is_in = |boxes: [Square; 2], radii: &[u16]| {
            let mut set = board.empty_set();
            set.extend([Square::WALL, boxes[0], boxes[1]]);
            Near::new(&line, 0..0, Rings::new(radii)).last(set.words()).is_some()
        };
        // The boxes stand in columns 2 and 4 of rows 2 and 3.
        assert!(is_in([at(2, 3), at(3, 7)], &[3, 1]) && !is_in([at(2, 3), at(3, 7)], &[2, 2]));
        assert!(!is_in([at(2, 4), at(3, 7)], &[3, 1]) && is_in([at(2, 4), at(3, 7)], &[3, 3]));
    }
}
