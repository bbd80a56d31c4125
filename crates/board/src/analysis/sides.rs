//! Which sides of a box the player can walk between.
//!
//! On the empty board a box may cut off some of its own sides: a player left of a box in a corridor
//! cannot get to its right. A *vertex* is a square together with one such part of the floor, the
//! unit in which exact distances of a single box are measured. Most squares have one vertex,
//! corridor squares two, crossings more.

use hakooshi_level::Dir;

use crate::cuts::Cuts;
use crate::{Board, Square};

/// Numbers every (square, part of the floor around it).
#[derive(Clone, Debug)]
pub struct Sides {
    /// First vertex of each square; one more entry closes the last range.
    start: Vec<u32>,
    /// Which vertex of the square the player is at when on a side of it, by direction.
    part: Vec<[u8; 4]>,
    cuts: Cuts,
}

/// Marks a side where the player cannot stand.
const NOWHERE: u8 = u8::MAX;

impl Sides {
    /// Numbers the vertices of `board`.
    pub fn new(board: &Board) -> Self {
        Self::among(board, |square| !square.is_wall())
    }

    /// Numbers the vertices of the squares that are `free`; all others count as walls.
    pub fn among(board: &Board, free: impl Fn(Square) -> bool) -> Self {
        let mut cuts = Cuts::new(board);
        cuts.fill(board, board.squares().filter(|&square| !free(square)));
        let mut start = vec![0, 0];
        let mut part = vec![[NOWHERE; 4]];
        for square in board.squares() {
            if !free(square) {
                part.push([NOWHERE; 4]);
                start.push(start[square.index()]);
                continue;
            }
            let parts = Dir::ALL.map(|dir| cuts.part(board, square, dir));
            let mut seen = Vec::with_capacity(4);
            let numbers = parts.map(|part| {
                part.map_or(NOWHERE, |part| {
                    let at = seen.iter().position(|&other| other == part);
                    at.unwrap_or_else(|| {
                        seen.push(part);
                        seen.len() - 1
                    }) as u8
                })
            });
            part.push(numbers);
            start.push(start[square.index()] + seen.len() as u32);
        }
        Self { start, part, cuts }
    }

    /// Whether the player can walk between two free squares when there is no box.
    #[inline]
    pub fn are_joined(&self, one: Square, other: Square) -> bool {
        self.cuts.region(one) == self.cuts.region(other)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.start.len() * size_of::<u32>() + self.part.len() * 4 + self.cuts.bytes()
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.start.last().map_or(0, |&end| end as usize)
    }

    /// Whether there are no vertices, as on a board of one square.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The vertex of a box on `square` with the player on its side `dir`; `None` if that side
    /// is a wall.
    #[inline]
    pub fn vertex(&self, square: Square, dir: Dir) -> Option<usize> {
        let part = self.part[square.index()][dir.index()];
        (part != NOWHERE).then(|| self.start[square.index()] as usize + usize::from(part))
    }

    /// The vertex of a box on `square` with the player on `player`, wherever that is: he is in
    /// that part of the floor and cannot leave it while the box stays.
    #[inline]
    pub fn vertex_of(&self, board: &Board, square: Square, player: Square) -> Option<usize> {
        let range = self.vertices(square);
        if range.len() == 1 {
            return Some(range.start);
        }
        let part = self.cuts.part_of(board, square, player)?;
        let beside =
            Dir::ALL.into_iter().find(|&dir| self.cuts.part(board, square, dir) == Some(part));
        self.vertex(square, beside?)
    }

    /// All vertices of `square`.
    pub fn vertices(&self, square: Square) -> std::ops::Range<usize> {
        self.start[square.index()] as usize..self.start[square.index() + 1] as usize
    }
}
