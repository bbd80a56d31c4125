//! A search's link to the shared frontier: it reports the positions it reaches and looks up those
//! that others have reached.

use std::sync::Arc;

use hakooshi_board::{Board, BoxMove, Direction, Position, Push, Square};

use super::line::join;
use super::{Arrival, BYTES_PER_POSITION, Line, MOST, SharedFrontier, pushes_of};

/// The most positions that one search reports, which leaves room for others.
const MOST_OF_ONE: usize = MOST / 4;

/// Reports per flush, so that the table is rarely locked.
const BATCH: usize = 64;

/// A search's link to the frontier.
#[derive(Debug)]
pub struct FrontierLink {
    frontier: Arc<SharedFrontier>,
    direction: Direction,
    fresh: Vec<(u64, Arrival)>,
    reported: usize,
    /// A move from the position last examined to one that was reached in the other direction, and
    /// the key of the latter.
    pub met: Option<(BoxMove, u64)>,
}

impl FrontierLink {
    /// The link of a search in this direction.
    pub fn new(frontier: &Arc<SharedFrontier>, direction: Direction) -> Self {
        let frontier = Arc::clone(frontier);
        Self { frontier, direction, fresh: Vec::new(), reported: 0, met: None }
    }

    /// Whether more reports are accepted.
    pub fn has_room(&self) -> bool {
        self.reported < MOST_OF_ONE && !self.frontier.is_closed()
    }

    /// Reports a root.
    pub fn root(&mut self, key: u64, player: Square) {
        let moved = BoxMove { from: Square::WALL, to: Square::WALL, player };
        self.report(key, Arrival { before: key, moved });
    }

    /// Reports a position and the move that led to it from the one before.
    #[inline]
    pub fn reached(&mut self, key: u64, before: u64, moved: BoxMove) {
        self.report(key, Arrival { before, moved });
    }

    fn report(&mut self, key: u64, arrival: Arrival) {
        if self.has_room() {
            self.reported += 1;
            self.fresh.push((key, arrival));
            if self.fresh.len() >= BATCH {
                self.flush();
            }
        }
    }

    /// Reports a position with the player's region, and how it was reached: the box moved,
    /// from and to, and the player's region before.
    pub fn moved(
        &mut self,
        board: &Board,
        position: &Position,
        player: Square,
        last: Option<(Square, Square, Square)>,
    ) {
        let boxes = position.box_key();
        let key = boxes ^ board.player_key(player);
        match last {
            None => self.root(key, player),
            Some((from, to, stood)) => {
                let boxes = boxes ^ board.box_key(from) ^ board.box_key(to);
                self.reached(key, boxes ^ board.player_key(stood), BoxMove { from, to, player });
            }
        }
    }

    /// Publishes the pending reports.
    pub fn flush(&mut self) {
        self.frontier.insert(self.direction, &mut self.fresh);
    }

    /// Whether a position was reached in the other direction.
    #[inline]
    pub fn is_met(&self, key: u64) -> bool {
        self.frontier.read(self.direction.reversed()).contains(key)
    }

    /// Those of `items` whose keys were reached in the other direction. The table is locked once,
    /// and no key is computed while nothing was reached there.
    #[inline]
    pub fn met_among<T: Copy>(&self, items: &[T], key: impl Fn(T) -> u64) -> Vec<(T, u64)> {
        let other = self.frontier.read(self.direction.reversed());
        if other.is_empty() {
            return Vec::new();
        }
        let keyed = items.iter().map(|&item| (item, key(item)));
        keyed.filter(|&(_, key)| other.contains(key)).collect()
    }

    /// The pushes of the whole solution through a position that was also reached in the other
    /// direction; `own` are the pushes on this side of it, in order of play.
    pub fn via(
        &self,
        board: &Board,
        start: &Position,
        own: Vec<Push>,
        key: u64,
    ) -> Option<Vec<Push>> {
        let other = self.frontier.trail(self.direction.reversed(), key)?;
        let other = join(self.direction, (Vec::new(), Square::WALL), other);
        match self.direction {
            Direction::Backward => {
                self.frontier.set_meeting(other.iter().map(|moved| (moved.from, moved.to)));
                Some([pushes_of(board, start, &other)?, own].concat())
            }
            Direction::Forward => {
                let ends = |push: &Push| (push.from, board.step(push.from, push.dir));
                self.frontier.set_meeting(own.iter().map(ends));
                let mut position = start.clone();
                for &push in &own {
                    let _ = position.push(board, push);
                }
                let rest = pushes_of(board, &position, &other)?;
                Some([own, rest].concat())
            }
        }
    }

    /// The whole line of play, if [`Self::met`] is set; `own` leads to the position last
    /// examined.
    pub fn line(&mut self, own: impl FnOnce() -> Line) -> Option<Vec<BoxMove>> {
        let (moved, key) = self.met.take()?;
        let (mut moves, root) = own();
        moves.push(moved);
        let other = self.frontier.trail(self.direction.reversed(), key)?;
        let forward = if self.direction == Direction::Forward { &moves } else { &other.0 };
        self.frontier.set_meeting(forward.iter().map(|moved| (moved.from, moved.to)));
        Some(join(self.direction, (moves, root), other))
    }

    /// Bytes of the positions that this search has reported.
    pub fn bytes(&self) -> usize {
        if self.frontier.is_closed() { 0 } else { self.reported * BYTES_PER_POSITION }
    }
}
