//! HOT. Macro pulls: one box taken from its square to any other by any number of pulls, all
//! other boxes standing still. The mirror of [relocations](super::Relocations).
//!
//! With the box lifted, the cut squares of the free floor tell in constant time which sides of
//! a square the player can walk between while the box stands on it. The journey is a
//! breadth-first search over (square, sides the player can get to).

use hakooshi_level::Dir;

use crate::cuts::Cuts;
use crate::{Board, Position, Reach, Square, SquareSet};

/// One box pulled elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Haul {
    /// Where the box ends.
    pub to: Square,
    /// Where the player ends: beside `to`, on the side that the last pull went to.
    pub player: Square,
    /// The fewest pulls.
    pub pulls: u32,
    /// Whether the player can then walk back to where he stood before the first pull.
    pub returns: bool,
    side: Dir,
    /// Where the player stood beside the box before the first pull.
    begun: Square,
}

/// Reusable generator of hauls.
#[derive(Clone, Debug)]
pub struct Hauls {
    cuts: Cuts,
    /// Sides of a square that the player gets to with the box on it, one bit each.
    sides: Vec<u8>,
    touched: Vec<Square>,
    found: Vec<Haul>,
    from: Square,
}

impl Hauls {
    /// A generator for `board`.
    pub fn new(board: &Board) -> Self {
        Self {
            cuts: Cuts::new(board),
            sides: vec![0; board.table_len()],
            touched: Vec::with_capacity(board.size()),
            found: Vec::with_capacity(board.size() * 2),
            from: Square::WALL,
        }
    }

    /// Every haul of the box on `from` that only ever lands on squares of `onto`: one per
    /// square and part of the floor that the player can end in, in order of pulls. `reach` must
    /// be filled for `position`.
    pub fn of_box(
        &mut self,
        board: &Board,
        position: &Position,
        reach: &Reach,
        from: Square,
        onto: &SquareSet,
    ) -> &[Haul] {
        debug_assert!(position.has_box(from));
        self.cuts.fill(board, |square| square == from || position.is_free(square));
        for square in self.touched.drain(..) {
            self.sides[square.index()] = 0;
        }
        self.found.clear();
        self.from = from;
        self.touched.push(from);
        for dir in Dir::ALL {
            if reach.contains(board.step(from, dir)) {
                self.sides[from.index()] |= 1 << dir.index();
            }
        }
        for side in Dir::ALL {
            if self.sides[from.index()] & 1 << side.index() != 0 {
                self.follow(board, position, onto, from, side, 0, board.step(from, side));
            }
        }
        let mut next = 0;
        while next < self.found.len() {
            let Haul { to, side, pulls, begun, .. } = self.found[next];
            let part = self.cuts.part(board, to, side);
            for side in Dir::ALL {
                if self.cuts.part(board, to, side).is_some_and(|other| Some(other) == part) {
                    self.follow(board, position, onto, to, side, pulls, begun);
                }
            }
            next += 1;
        }
        &self.found
    }

    /// Pulls the box on `at` towards the player on its side `side`, if that is new.
    #[expect(clippy::too_many_arguments, reason = "the state of one search, passed down once")]
    fn follow(
        &mut self,
        board: &Board,
        position: &Position,
        onto: &SquareSet,
        at: Square,
        side: Dir,
        pulls: u32,
        begun: Square,
    ) {
        let to = board.step(at, side);
        let player = board.step(to, side);
        let free = |square| position.is_free(square) || square == self.from;
        if !free(to)
            || !free(player)
            || !onto.contains(to)
            || self.sides[to.index()] & 1 << side.index() != 0
        {
            return;
        }
        if self.sides[to.index()] == 0 {
            self.touched.push(to);
        }
        let part = self.cuts.part(board, to, side);
        for other in Dir::ALL {
            if self.cuts.part(board, to, other).is_some_and(|other| Some(other) == part) {
                self.sides[to.index()] |= 1 << other.index();
            }
        }
        // Where the box now stands on the square he came from, going back means to its old one.
        let back = if begun == to { self.from } else { begun };
        let returns = back != to && self.cuts.part_of(board, to, back) == part;
        self.found.push(Haul { to, player, pulls: pulls + 1, returns, side, begun });
    }
}
