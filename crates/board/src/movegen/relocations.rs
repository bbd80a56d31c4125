//! HOT. Macro moves: one box moved to any other square by any number of pushes, or of pulls,
//! while all other boxes stay in place.
//!
//! With the box removed, the cut squares of the free floor answer three queries in constant
//! time for every square `s` the box could be on: which sides of `s` the player can walk
//! between, how many regions a box on `s` splits the floor into, and the first square of the
//! player's region. The box's path is a breadth-first search over (square, player's side), in
//! which changing sides is free and a push costs one. The slow twin, in the tests, floods the
//! board for each query.

use std::marker::PhantomData;

use hakooshi_level::Dir;

use crate::cuts::Cuts;
use crate::{Board, Position, Pulling, Push, Pushing, Square, SquareSet, View, Way};

/// One box moved to another square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Relocation {
    /// Where the box ends.
    pub to: Square,
    /// Where the player ends: beside `to`.
    pub player: Square,
    /// The fewest pushes or pulls.
    pub pushes: u32,
    /// The side of `to` that the player ends on.
    side: Dir,
    /// The relocation that this one continues, by index; itself at the start.
    before: u32,
}

/// Relocations by pushes.
pub type Relocations = RelocationsBy<Pushing>;
/// Relocations by pulls.
pub type PulledRelocations = RelocationsBy<Pulling>;

/// Reusable generator of relocations.
#[derive(Clone, Debug)]
pub struct RelocationsBy<W> {
    cuts: Cuts,
    /// The boxes that `cuts` was filled with, if it was.
    blocked: Vec<Square>,
    is_filled: bool,
    /// Sides of a square already reached by the player with the box on it, one bit each.
    sides: Vec<u8>,
    touched: Vec<Square>,
    found: Vec<Relocation>,
    from: Square,
    way: PhantomData<W>,
}

impl<W: Way> RelocationsBy<W> {
    /// A generator for `board`.
    pub fn new(board: &Board) -> Self {
        Self {
            cuts: Cuts::new(board),
            blocked: Vec::new(),
            is_filled: false,
            sides: vec![0; board.table_len()],
            touched: Vec::with_capacity(board.size()),
            found: Vec::with_capacity(board.size() * 2),
            from: Square::WALL,
            way: PhantomData,
        }
    }

    /// Every relocation of the box on `from` that only ever lands on squares of `onto`: one
    /// per square and side of it that the player can end on, in order of pushes. If there is no box on `from`, one is assumed, with
    /// the player on any side of it that he reaches now.
    pub fn of_box(&mut self, view: View<'_>, from: Square, onto: &SquareSet) -> &[Relocation] {
        let View { board, position, reach } = view;
        self.travel(board, position, from, onto, |square| reach.contains(square))
    }

    /// [`Self::of_box`] for a player who may begin on any free side of `from`.
    pub fn from_any_side(
        &mut self,
        board: &Board,
        position: &Position,
        from: Square,
        onto: &SquareSet,
    ) -> &[Relocation] {
        self.travel(board, position, from, onto, |square| position.is_free(square))
    }

    fn travel(
        &mut self,
        board: &Board,
        position: &Position,
        from: Square,
        onto: &SquareSet,
        begins: impl Fn(Square) -> bool,
    ) -> &[Relocation] {
        for square in self.touched.drain(..) {
            self.sides[square.index()] = 0;
        }
        self.found.clear();
        self.from = from;

        self.touched.push(from);
        let mut moves = false;
        for dir in Dir::ALL {
            if begins(board.step(from, dir)) {
                self.sides[from.index()] |= 1 << dir.index();
                moves |= self.step(board, position, onto, (from, dir)).is_some();
            }
        }
        // Half of the boxes cannot be moved at all.
        if !moves {
            return &self.found;
        }
        // Boxes that are only assumed, one after another, leave the same squares free.
        let blocked = position.boxes().iter().copied().filter(|&square| square != from);
        if !self.is_filled || !blocked.clone().eq(self.blocked.iter().copied()) {
            self.blocked.clear();
            self.blocked.extend(blocked.clone());
            self.cuts.fill(board, blocked);
            self.is_filled = true;
        }
        for dir in Dir::ALL {
            if self.sides[from.index()] & 1 << dir.index() != 0 {
                self.follow(board, position, onto, (from, dir), 0, None);
            }
        }
        let mut next = 0;
        while next < self.found.len() {
            let Relocation { to, side, pushes, .. } = self.found[next];
            // The player may continue from any side he can walk to; sides already reached have
            // been followed.
            let parts = self.cuts.parts_around(board, to);
            for dir in Dir::ALL {
                if self.sides[to.index()] & 1 << dir.index() != 0
                    && parts[dir.index()] == parts[side.index()]
                {
                    self.follow(board, position, onto, (to, dir), pushes, Some(next as u32));
                }
            }
            next += 1;
        }
        &self.found
    }

    /// Where the box on `at` and the player on its side `side` go, if there is room.
    #[inline]
    fn step(
        &self,
        board: &Board,
        position: &Position,
        onto: &SquareSet,
        (at, side): (Square, Dir),
    ) -> Option<(Square, Square)> {
        let (to, player) = W::moved(board, at, side);
        let free = |square| position.is_free(square) || square == self.from || square == at;
        (onto.contains(to) && free(to) && free(player)).then_some((to, player))
    }

    /// Moves the box on `at` with the player on its side `side`, if that is new.
    fn follow(
        &mut self,
        board: &Board,
        position: &Position,
        onto: &SquareSet,
        (at, side): (Square, Dir),
        pushes: u32,
        before: Option<u32>,
    ) {
        let Some((to, player)) = self.step(board, position, onto, (at, side)) else { return };
        if self.sides[to.index()] & 1 << side.index() != 0 {
            return;
        }
        if self.sides[to.index()] == 0 {
            self.touched.push(to);
        }
        let parts = self.cuts.parts_around(board, to);
        for other in Dir::ALL {
            if parts[other.index()] == parts[side.index()] {
                self.sides[to.index()] |= 1 << other.index();
            }
        }
        let before = before.unwrap_or(self.found.len() as u32);
        self.found.push(Relocation { to, player, pushes: pushes + 1, side, before });
    }

    /// The relocations last generated.
    pub fn found(&self) -> &[Relocation] {
        &self.found
    }

    /// How many regions the free squares form when the box of the last query, which has found
    /// something, is put on the free `square` instead.
    #[inline]
    pub fn regions_with_box_on(&self, board: &Board, square: Square) -> u32 {
        self.cuts.regions() - 1 + self.cuts.parts(board, square)
    }

    /// How many regions the free squares form without the box of the last query, which has found
    /// something.
    #[inline]
    pub fn regions_without_box(&self) -> u32 {
        self.cuts.regions()
    }

    /// The first square of the region of the free `square` without the box of the last query, which
    /// has found something.
    #[inline]
    pub fn region_without_box(&self, square: Square) -> Square {
        self.cuts.region(square)
    }

    /// The first square of the region that the player is in after `relocation`, one of those
    /// last generated.
    #[inline]
    pub fn region_after(&self, board: &Board, relocation: &Relocation) -> Square {
        self.cuts.first_of_part(board, relocation.to, relocation.player)
    }
}

impl RelocationsBy<Pushing> {
    /// The single pushes that make up the relocation with this index.
    pub fn pushes(&self, board: &Board, index: usize) -> Vec<Push> {
        let mut trail = Vec::with_capacity(self.found[index].pushes as usize);
        let mut at = index;
        loop {
            let step = self.found[at];
            trail.push(Push { from: step.player, dir: step.side.opposite() });
            debug_assert_eq!(board.step(step.player, step.side.opposite()), step.to);
            if step.before as usize == at {
                break;
            }
            at = step.before as usize;
        }
        trail.reverse();
        trail
    }
}

impl RelocationsBy<Pulling> {
    /// Whether the player can walk back to where he stood before the first pull of the
    /// relocation with this index.
    pub fn returns(&self, board: &Board, index: usize) -> bool {
        let mut first = self.found[index];
        while self.found[first.before as usize] != first {
            first = self.found[first.before as usize];
        }
        let Relocation { to, side, .. } = self.found[index];
        // The first pull moves the box to where he stood. If the box has ended there, he must
        // reach the square that it came from.
        let back = if first.to == to { self.from } else { first.to };
        back != to && self.cuts.part_of(board, to, back) == self.cuts.part(board, to, side)
    }
}
