//! HOT. Macro moves: one box taken from its square to any other by any number of pushes,
//! all other boxes standing still.
//!
//! With the box lifted, the cut squares of the free floor answer in constant time the two
//! questions asked at every square `s` the box could stand on: which sides of `s` can the
//! player walk between, and into how many regions does a box on `s` part the floor. The
//! box's own journey is a breadth-first search over (square, side the player is on), where
//! changing sides is free and a push costs one. The slow twin, in the tests, floods the
//! board for each question.

use hakooshi_level::Dir;

use crate::cuts::Cuts;
use crate::{Board, Position, Push, Reach, Square, SquareSet};

/// One box taken elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Relocation {
    /// Where the box ends.
    pub to: Square,
    /// Where the player ends: on the side of `to` from which the last push came.
    pub player: Square,
    /// The fewest pushes.
    pub pushes: u32,
    dir: Dir,
    /// The relocation that this one continues, by index; itself at the start.
    before: u32,
}

/// Reusable generator of relocations.
#[derive(Clone, Debug)]
pub struct Relocations {
    cuts: Cuts,
    /// Sides of a square already reached by the player with the box on it, one bit each.
    sides: Vec<u8>,
    touched: Vec<Square>,
    found: Vec<Relocation>,
    from: Square,
}

impl Relocations {
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

    /// Every relocation of the box on `from` that only ever lands on squares of `onto`: one
    /// per square and side of it that the player can end on, in order of pushes. `reach` must
    /// be filled for `position`.
    pub fn of_box(
        &mut self,
        board: &Board,
        position: &Position,
        reach: &Reach,
        from: Square,
        onto: &SquareSet,
    ) -> &[Relocation] {
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
        for dir in Dir::ALL {
            if self.sides[from.index()] & 1 << dir.index() != 0 {
                self.follow(board, position, onto, from, dir, 0, None);
            }
        }
        let mut next = 0;
        while next < self.found.len() {
            let Relocation { to, dir, pushes, .. } = self.found[next];
            // The player has just pushed in `dir`, so he stands on the opposite side. He may
            // now push from any side he can walk to; sides reached before were followed then.
            let part = self.cuts.part(board, to, dir.opposite());
            for dir in Dir::ALL {
                if self.sides[to.index()] & 1 << dir.index() != 0
                    && self.cuts.part(board, to, dir) == part
                {
                    self.follow(board, position, onto, to, dir, pushes, Some(next as u32));
                }
            }
            next += 1;
        }
        &self.found
    }

    /// Pushes the box on `at` away from the player on its side `side`, if that is new.
    #[expect(clippy::too_many_arguments, reason = "the state of one search, passed down once")]
    fn follow(
        &mut self,
        board: &Board,
        position: &Position,
        onto: &SquareSet,
        at: Square,
        side: Dir,
        pushes: u32,
        before: Option<u32>,
    ) {
        let dir = side.opposite();
        let to = board.step(at, dir);
        let free = position.is_free(to) || to == self.from;
        if !free || !onto.contains(to) || self.sides[to.index()] & 1 << side.index() != 0 {
            return;
        }
        if self.sides[to.index()] == 0 {
            self.touched.push(to);
        }
        let part = self.cuts.part(board, to, side);
        for other in Dir::ALL {
            if self.cuts.part(board, to, other) == part {
                self.sides[to.index()] |= 1 << other.index();
            }
        }
        let before = before.unwrap_or(self.found.len() as u32);
        self.found.push(Relocation { to, player: at, pushes: pushes + 1, dir, before });
    }

    /// The relocations last generated.
    pub fn found(&self) -> &[Relocation] {
        &self.found
    }

    /// The single pushes that make up the relocation with this index.
    pub fn pushes(&self, board: &Board, index: usize) -> Vec<Push> {
        let mut trail = Vec::with_capacity(self.found[index].pushes as usize);
        let mut at = index;
        loop {
            let step = self.found[at];
            trail.push(Push { from: board.step(step.to, step.dir.opposite()), dir: step.dir });
            if step.before as usize == at {
                break;
            }
            at = step.before as usize;
        }
        trail.reverse();
        trail
    }

    /// How many separate regions the free squares form when the box last asked about is put on
    /// the free `square` instead.
    pub fn regions_with_box_on(&self, board: &Board, square: Square) -> u32 {
        self.cuts.regions() - 1 + self.cuts.parts(board, square)
    }
}
