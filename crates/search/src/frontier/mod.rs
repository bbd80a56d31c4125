//! The shared frontier: the positions that all searches of a level have reached, in one table.
//!
//! A forward search and a backward search have solved the level together as soon as both reach the
//! same position. So every search reports the positions it reaches, with the move that led there,
//! and looks up its successors among those reached in the other direction; together they form one
//! bidirectional search. Positions are identified by 64-bit keys, so a line found here must be
//! verified by playing it. The "perimeter" of Shoham's Festival.

mod by_key;
mod line;
mod link;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};

pub use by_key::ByKey;
use hakooshi_board::{BoxMove, Direction, Square};
pub use line::{Line, pushes_of};
pub use link::FrontierLink;

/// The most positions kept per direction.
const MOST: usize = 1 << 23;

/// Bytes per position when the table has just grown.
const BYTES_PER_POSITION: usize = 60;

/// How a position was reached.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    /// The key of the position before; its own key for a root.
    before: u64,
    /// The last move, with the player's region after it.
    moved: BoxMove,
}

/// The positions reached by all searches of one level, by direction.
#[derive(Debug, Default)]
pub struct SharedFrontier {
    forward: RwLock<ByKey<Arrival>>,
    backward: RwLock<ByKey<Arrival>>,
    is_closed: AtomicBool,
    /// Where each box move of the forward half began and ended, up to the last meeting.
    met: Mutex<Option<Vec<(Square, Square)>>>,
}

impl SharedFrontier {
    /// Frees the memory and accepts no more positions; `false` if it was closed already.
    pub fn close(&self) -> bool {
        let was_closed = self.is_closed.swap(true, Ordering::Relaxed);
        for side in [&self.forward, &self.backward] {
            *side.write().unwrap_or_else(PoisonError::into_inner) = ByKey::default();
        }
        !was_closed
    }

    /// The moves, from and to, that lead from the start to the position in which two searches met
    /// last. The line through it may turn out not to be playable.
    pub fn meeting(&self) -> Option<Vec<(Square, Square)>> {
        self.met.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set_meeting(&self, half: impl Iterator<Item = (Square, Square)>) {
        *self.met.lock().unwrap_or_else(PoisonError::into_inner) = Some(half.collect());
    }

    fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    fn side(&self, direction: Direction) -> &RwLock<ByKey<Arrival>> {
        match direction {
            Direction::Forward => &self.forward,
            Direction::Backward => &self.backward,
        }
    }

    /// Poisoning is ignored: no table is ever left half changed.
    fn read(&self, direction: Direction) -> RwLockReadGuard<'_, ByKey<Arrival>> {
        self.side(direction).read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds positions, each after the one that it was reached from.
    fn insert(&self, direction: Direction, fresh: &mut Vec<(u64, Arrival)>) {
        if !self.is_closed() {
            let mut side = self.side(direction).write().unwrap_or_else(PoisonError::into_inner);
            for &(key, arrival) in &*fresh {
                // When full, new entries are dropped, and so are their descendants.
                if side.len() < MOST {
                    side.insert_new(key, arrival);
                }
            }
        }
        fresh.clear();
    }

    /// The moves that led to a position in this direction, and the player's region at the root.
    fn trail(&self, direction: Direction, key: u64) -> Option<Line> {
        let side = self.read(direction);
        let mut moves = Vec::new();
        let mut at = key;
        // Each position was added after its predecessor, so this ends.
        loop {
            let &Arrival { before, moved } = side.get(at)?;
            if before == at {
                moves.reverse();
                return Some((moves, moved.player));
            }
            moves.push(moved);
            at = before;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hakooshi_board::{Position, Reach, compile};
    use hakooshi_level::{Cell, Level};

    use super::*;

    /// One box, two pushes from its goal.
    const LEVEL: &str = "########\n#@ $ . #\n########";

    #[test]
    fn two_halves_join_into_a_playable_line() {
        let level: Level = LEVEL.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let at = |column| board.square_at(Cell::new(1, column));
        // The player is left of the box all along.
        let region = |square| Reach::new(&board).regions(&board, &[square])[0].0;
        let key = |square| {
            let player = region(square);
            Position::new(&board, &[square], player).key(&board, player)
        };
        let moved = |from, to| BoxMove { from, to, player: region(to) };
        let frontier = Arc::<SharedFrontier>::default();

        let mut from_goal = FrontierLink::new(&frontier, Direction::Backward);
        from_goal.root(key(at(5)), region(at(5)));
        from_goal.reached(key(at(4)), key(at(5)), moved(at(5), at(4)));
        let mut from_start = FrontierLink::new(&frontier, Direction::Forward);
        from_start.root(key(at(3)), region(at(3)));
        let half = key(at(4));
        assert!(!from_start.is_met(half), "nothing is visible before it is flushed");
        from_goal.flush();
        assert!(from_start.is_met(half));

        from_start.met = Some((moved(at(3), at(4)), half));
        let line = from_start.line(|| (Vec::new(), region(at(3)))).expect("both halves");
        let pushes = pushes_of(&board, &start, &line).expect("a line of play");
        assert_eq!(pushes.len(), 2);
        assert_eq!(frontier.meeting(), Some(vec![(at(3), at(4))]), "half way");

        from_start.flush();
        let push = pushes[0];
        let whole = from_goal.via(&board, &start, vec![push], key(at(3)));
        assert_eq!(whole, Some(vec![push]), "the start needs no more pushes");
        assert!(frontier.close() && !frontier.close());
        let (before, key) = (key(at(3)), half);
        assert!(!from_start.is_met(key) && !from_start.has_room());
        assert_eq!(from_goal.via(&board, &start, Vec::new(), before), None);
    }
}
