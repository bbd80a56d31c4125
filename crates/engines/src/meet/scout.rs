//! What one search has to do with the table: it reports what it reaches and asks what others
//! have.

use std::sync::Arc;

use hakooshi_board::{Board, Position, Push, Square};
use hakooshi_search::space::landing_for_pushes;

use super::{BYTES_PER_POSITION, End, Last, Line, MOST, Meet, join, pushes_of};
use crate::cells::Hop;

/// The most that one search reports, so that there is room for others.
const MOST_OF_ONE: usize = MOST / 4;

/// Reports are handed in together, so that the table is seldom locked.
const BATCH: usize = 64;

/// A search's link to the table.
#[derive(Debug)]
pub(crate) struct Scout {
    meet: Arc<Meet>,
    end: End,
    fresh: Vec<(u64, Last)>,
    reported: usize,
    /// A move from the state last looked at, and the key of the position that it leads to,
    /// which was reached from the other end.
    pub(crate) met: Option<(Hop, u64)>,
}

impl Scout {
    pub(crate) fn new(meet: &Arc<Meet>, end: End) -> Self {
        Self { meet: Arc::clone(meet), end, fresh: Vec::new(), reported: 0, met: None }
    }

    /// Whether more reports are taken.
    pub(crate) fn has_room(&self) -> bool {
        self.reported < MOST_OF_ONE && !self.meet.is_closed()
    }

    /// Reports a position to begin with.
    pub(crate) fn root(&mut self, key: u64, player: Square) {
        let (from, to) = (Square::WALL, Square::WALL);
        self.report(key, Last { before: key, from, to, player });
    }

    /// Reports a position and the move that led to it from the one before.
    pub(crate) fn reached(&mut self, key: u64, before: u64, hop: Hop) {
        let Hop { from, to, player, .. } = hop;
        self.report(key, Last { before, from, to, player });
    }

    fn report(&mut self, key: u64, last: Last) {
        if self.has_room() {
            self.reported += 1;
            self.fresh.push((key, last));
            if self.fresh.len() >= BATCH {
                self.hand_in();
            }
        }
    }

    /// Reports a position with the player's region, and how it was reached: the box moved,
    /// from and to, and the player's region before.
    pub(crate) fn moved(
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
                let hop = Hop { from, to, player, gone: false, weight: 0 };
                self.reached(key, boxes ^ board.player_key(stood), hop);
            }
        }
    }

    /// Makes known to all what has been reported.
    pub(crate) fn hand_in(&mut self) {
        self.meet.take_in(self.end, &mut self.fresh);
    }

    /// Whether a position was reached from the other end.
    #[inline]
    pub(crate) fn is_met(&self, key: u64) -> bool {
        self.meet.read(self.end.other()).contains_key(&key)
    }

    /// The pushes of the whole line by way of a position that was reached from the other end
    /// as well; `own` are those on this side of it, in the order of play.
    pub(crate) fn via(
        &self,
        board: &Board,
        start: &Position,
        own: Vec<Push>,
        key: u64,
    ) -> Option<Vec<Push>> {
        let other = self.meet.trail(self.end.other(), key)?;
        let other = join(self.end, (Vec::new(), Square::WALL), other);
        let live = landing_for_pushes(board, true);
        match self.end {
            End::Goal => Some([pushes_of(board, start, &live, &other)?, own].concat()),
            End::Start => {
                let mut position = start.clone();
                for &push in &own {
                    let _ = position.push(board, push);
                }
                let rest = pushes_of(board, &position, &live, &other)?;
                Some([own, rest].concat())
            }
        }
    }

    /// The whole line of play, if `own` leads to the state last looked at and a move from
    /// there to where others have been.
    pub(crate) fn line(&mut self, own: impl FnOnce() -> Line) -> Option<Vec<Hop>> {
        let (hop, key) = self.met.take()?;
        let (mut hops, root) = own();
        hops.push(hop);
        Some(join(self.end, (hops, root), self.meet.trail(self.end.other(), key)?))
    }

    pub(crate) fn bytes(&self) -> usize {
        if self.meet.is_closed() { 0 } else { self.reported * BYTES_PER_POSITION }
    }
}
