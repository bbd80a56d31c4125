//! HOT. Boxes and player on a board: one mutable working copy with do and undo.
//!
//! Occupancy, box list, hash key and the count of boxes off goal are kept up to date by
//! every push and pull; in debug builds each is compared with a recount from scratch.
//! A box keeps its index in the list, so the index identifies the box.

use hakooshi_level::Dir;

use crate::{Board, Square, SquareSet};

/// A box pushed one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Push {
    /// Where the box is before.
    pub from: Square,
    /// Where box and player go.
    pub dir: Dir,
}

/// A box pulled one square: the player stands next to it and backs away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pull {
    /// Where the box is before.
    pub from: Square,
    /// Where box and player go.
    pub dir: Dir,
}

/// One box moved to another square by any number of pushes or pulls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoxMove {
    /// Where the box is before.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// Where the player ends: his square or, in searches that only distinguish regions, the
    /// first square of his region.
    pub player: Square,
}

impl BoxMove {
    /// The move that undoes this one, for a player who was on `player` before.
    #[must_use]
    pub const fn undone(self, player: Square) -> Self {
        Self { from: self.to, to: self.from, player }
    }
}

/// What [`Position::unpush`] needs to undo a push.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct PushUndo {
    push: Push,
    player: Square,
}

/// What [`Position::unpull`] needs to undo a pull.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct PullUndo {
    pull: Pull,
    player: Square,
}

/// Boxes and player on a board.
#[derive(Clone, Debug)]
pub struct Position {
    /// The boxes and the wall, so that one test decides whether a square is free.
    pub(crate) occupied: SquareSet,
    pub(crate) boxes: Vec<Square>,
    /// Place in `boxes` of the box on a square; meaningless where there is none.
    pub(crate) place: Vec<u16>,
    pub(crate) player: Square,
    pub(crate) box_key: u64,
    pub(crate) off_goal: u32,
}

impl Position {
    /// Places boxes and player. There may be fewer boxes than goals.
    ///
    /// `boxes` and `player` must be different squares of `board`.
    pub fn new(board: &Board, boxes: &[Square], player: Square) -> Self {
        let mut position = Self {
            occupied: board.empty_set(),
            boxes: Vec::with_capacity(boxes.len()),
            place: vec![0; board.table_len()],
            player,
            box_key: 0,
            off_goal: 0,
        };
        position.set(board, boxes, player);
        position
    }

    /// Replaces boxes and player without allocating.
    pub fn set(&mut self, board: &Board, boxes: &[Square], player: Square) {
        self.occupied.clear();
        self.occupied.insert(Square::WALL);
        self.occupied.extend(boxes.iter().copied());
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
        self.player = player;
        self.box_key = 0;
        self.off_goal = 0;
        for (place, &square) in boxes.iter().enumerate() {
            self.place[square.index()] = place as u16;
            self.box_key ^= board.box_key(square);
            self.off_goal += u32::from(!board.is_goal(square));
        }
        debug_assert_eq!(self.validate(board), Ok(()));
    }

    /// The squares of the boxes; the index of a box never changes.
    #[inline]
    pub fn boxes(&self) -> &[Square] {
        &self.boxes
    }

    /// The player's square.
    #[inline]
    pub fn player(&self) -> Square {
        self.player
    }

    /// Puts the player on `square`, which must be free.
    #[inline]
    pub fn place_player(&mut self, square: Square) {
        debug_assert!(self.is_free(square));
        self.player = square;
    }

    /// Whether neither wall nor box is on `square`.
    #[inline]
    pub fn is_free(&self, square: Square) -> bool {
        !self.occupied.contains(square)
    }

    /// Whether a box is on `square`.
    #[inline]
    pub fn has_box(&self, square: Square) -> bool {
        !square.is_wall() && self.occupied.contains(square)
    }

    /// The index of the box on `square`, which must hold one.
    #[inline]
    pub fn box_index(&self, square: Square) -> usize {
        debug_assert!(self.has_box(square));
        usize::from(self.place[square.index()])
    }

    /// The boxes and the wall as a set.
    #[inline]
    pub fn occupied(&self) -> &SquareSet {
        &self.occupied
    }

    /// How many boxes are not on goals.
    #[inline]
    pub fn off_goal(&self) -> u32 {
        self.off_goal
    }

    /// Whether every box is on a goal.
    #[inline]
    pub fn is_solved(&self) -> bool {
        self.off_goal == 0
    }

    /// Hash key of the boxes alone.
    #[inline]
    pub fn box_key(&self) -> u64 {
        self.box_key
    }

    /// Hash key of the boxes and of the player's region, identified by its first square.
    #[inline]
    pub fn key(&self, board: &Board, first: Square) -> u64 {
        self.box_key ^ board.player_key(first)
    }

    /// Whether `push` is possible once the player stands behind the box.
    #[inline]
    pub fn can_push(&self, board: &Board, push: Push) -> bool {
        self.has_box(push.from)
            && self.is_free(board.step(push.from, push.dir))
            && self.is_free(board.step(push.from, push.dir.opposite()))
    }

    /// Pushes a box. The player need not be behind it already.
    #[inline]
    pub fn push(&mut self, board: &Board, push: Push) -> PushUndo {
        debug_assert!(self.can_push(board, push));
        let undo = PushUndo { push, player: self.player };
        self.shift(board, push.from, board.step(push.from, push.dir));
        self.player = push.from;
        debug_assert_eq!(self.validate(board), Ok(()));
        undo
    }

    /// Undoes a push.
    #[inline]
    pub fn unpush(&mut self, board: &Board, undo: PushUndo) {
        let PushUndo { push, player } = undo;
        self.player = player;
        self.shift(board, board.step(push.from, push.dir), push.from);
        debug_assert_eq!(self.validate(board), Ok(()));
    }

    /// Whether `pull` is possible once the player stands in front of the box.
    pub fn can_pull(&self, board: &Board, pull: Pull) -> bool {
        let to = board.step(pull.from, pull.dir);
        self.has_box(pull.from) && self.is_free(to) && self.is_free(board.step(to, pull.dir))
    }

    /// Pulls a box. The player need not be in front of it already.
    #[inline]
    pub fn pull(&mut self, board: &Board, pull: Pull) -> PullUndo {
        debug_assert!(self.can_pull(board, pull));
        let undo = PullUndo { pull, player: self.player };
        let to = board.step(pull.from, pull.dir);
        self.player = board.step(to, pull.dir);
        self.shift(board, pull.from, to);
        debug_assert_eq!(self.validate(board), Ok(()));
        undo
    }

    /// Undoes a pull.
    #[inline]
    pub fn unpull(&mut self, board: &Board, undo: PullUndo) {
        let PullUndo { pull, player } = undo;
        self.shift(board, board.step(pull.from, pull.dir), pull.from);
        self.player = player;
        debug_assert_eq!(self.validate(board), Ok(()));
    }

    /// Puts a box and the player on other squares.
    #[inline]
    pub fn relocate(&mut self, board: &Board, moved: BoxMove) {
        self.shift(board, moved.from, moved.to);
        self.player = moved.player;
        debug_assert_eq!(self.validate(board), Ok(()));
    }

    /// Takes the box on `square` off the board. The box with the greatest index gets its index.
    pub fn take_off(&mut self, board: &Board, square: Square) {
        let place = usize::from(self.place[square.index()]);
        self.boxes.swap_remove(place);
        if let Some(&other) = self.boxes.get(place) {
            self.place[other.index()] = place as u16;
        }
        self.occupied.remove(square);
        self.box_key ^= board.box_key(square);
        self.off_goal -= u32::from(!board.is_goal(square));
        debug_assert_eq!(self.validate(board), Ok(()));
    }

    /// Undoes [`Position::take_off`], the last thing that was done.
    pub fn put_back(&mut self, board: &Board, square: Square) {
        let (place, last) = (usize::from(self.place[square.index()]), self.boxes.len());
        self.boxes.push(square);
        self.boxes.swap(place, last);
        let other = self.boxes[last];
        self.place[other.index()] = last as u16;
        self.place[square.index()] = place as u16;
        self.occupied.insert(square);
        self.box_key ^= board.box_key(square);
        self.off_goal += u32::from(!board.is_goal(square));
        debug_assert_eq!(self.validate(board), Ok(()));
    }

    #[inline]
    fn shift(&mut self, board: &Board, from: Square, to: Square) {
        let place = self.place[from.index()];
        self.place[to.index()] = place;
        self.boxes[usize::from(place)] = to;
        self.occupied.remove(from);
        self.occupied.insert(to);
        self.box_key ^= board.box_key(from) ^ board.box_key(to);
        self.off_goal += u32::from(board.is_goal(from));
        self.off_goal -= u32::from(board.is_goal(to));
    }
}

/// Positions are equal if boxes and player are on the same squares; box indices do not matter.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.player == other.player && self.occupied == other.occupied
    }
}

impl Eq for Position {}
