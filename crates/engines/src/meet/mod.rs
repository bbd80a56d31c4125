//! Where searches meet: what each end of the level has led to, in one table for all of them.
//!
//! A search that plays forward from the start and one that plays back from the end have
//! solved the level together as soon as both know one position. So every search puts what it
//! reaches here, with the move that led there, and looks its moves up among what was reached
//! from the other end; all of them together are one search from both ends. Keys of 64 bits
//! stand for positions, so a line found here is a belief until it has been played.
//! The "perimeter" of Shoham's Festival.

mod line;
mod scout;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use hakooshi_board::Square;
pub(crate) use line::{Line, join, pushes_of};
pub(crate) use scout::Scout;

use crate::cells::{AsIs, Hop};

/// Positions kept of either end, when there is memory for them.
const MOST: usize = 1 << 23;

/// What a position takes, its share of the free places included.
const BYTES_PER_POSITION: usize = 48;

/// The end of the level that play comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// By pushes, from where the boxes stand.
    Start,
    /// By pulls, from where they belong.
    Goal,
}

impl End {
    fn other(self) -> Self {
        match self {
            Self::Start => Self::Goal,
            Self::Goal => Self::Start,
        }
    }
}

/// The last move of the way to a position.
#[derive(Clone, Copy, Debug)]
struct Last {
    /// The key of the position before; a root is its own.
    before: u64,
    from: Square,
    to: Square,
    /// The player's region afterwards.
    player: Square,
}

/// Positions by their keys.
type Reached = hashbrown::HashMap<u64, Last, std::hash::BuildHasherDefault<AsIs>>;

/// What all searches of one level have reached, from either end.
#[derive(Debug, Default)]
pub struct Meet {
    from_start: RwLock<Reached>,
    from_goal: RwLock<Reached>,
    is_closed: AtomicBool,
}

impl Meet {
    /// Gives the memory back and takes nothing more in; `false` if it was so already.
    pub(crate) fn close(&self) -> bool {
        let was_closed = self.is_closed.swap(true, Ordering::Relaxed);
        for side in [&self.from_start, &self.from_goal] {
            *side.write().unwrap_or_else(PoisonError::into_inner) = Reached::default();
        }
        !was_closed
    }

    fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    fn side(&self, end: End) -> &RwLock<Reached> {
        match end {
            End::Start => &self.from_start,
            End::Goal => &self.from_goal,
        }
    }

    /// A table is never left half changed, so one whose holder panicked can still be read.
    fn read(&self, end: End) -> RwLockReadGuard<'_, Reached> {
        self.side(end).read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in positions, each after the one that it was reached from.
    fn take_in(&self, end: End, fresh: &mut Vec<(u64, Last)>) {
        if !self.is_closed() {
            let mut side = self.side(end).write().unwrap_or_else(PoisonError::into_inner);
            for &(key, last) in &*fresh {
                // Once it is full it stays full, so what follows from one left out is left out.
                if side.len() < MOST {
                    side.entry(key).or_insert(last);
                }
            }
        }
        fresh.clear();
    }

    /// The moves from an end to a position reached from there, and the player's region at
    /// that end.
    fn trail(&self, end: End, key: u64) -> Option<Line> {
        let side = self.read(end);
        let mut hops = Vec::new();
        let mut at = key;
        // What a position was reached from was here before it, so this ends.
        loop {
            let last = side.get(&at)?;
            if last.before == at {
                hops.reverse();
                return Some((hops, last.player));
            }
            let Last { from, to, player, .. } = *last;
            hops.push(Hop { from, to, player, gone: false, weight: 0 });
            at = last.before;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hakooshi_board::{Reach, compile};
    use hakooshi_level::{Cell, Level};
    use hakooshi_search::space::landing_for_pushes;

    use super::*;
    use crate::cells::Boxes;

    /// One box, two pushes from its goal.
    const LEVEL: &str = "########\n#@ $ . #\n########";

    #[test]
    fn two_halves_make_a_line_that_can_be_played() {
        let level: Level = LEVEL.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let at = |column| board.square_at(Cell::new(1, column));
        let regions = |square| Reach::new(&board).regions(&board, &[square]);
        let state =
            |square, side: usize| Boxes { boxes: vec![square], player: regions(square)[side].0 };
        let meet = Arc::<Meet>::default();
        let hop = |from, to: &Boxes| Hop {
            from,
            to: to.boxes[0],
            player: to.player,
            gone: false,
            weight: 0,
        };
        // The player is left of the box all along.
        let (first, half, last) = (state(at(3), 0), state(at(4), 0), state(at(5), 0));

        let mut from_goal = Scout::new(&meet, End::Goal);
        from_goal.root(last.key(&board), last.player);
        from_goal.reached(half.key(&board), last.key(&board), hop(at(5), &half));
        let mut from_start = Scout::new(&meet, End::Start);
        from_start.root(first.key(&board), first.player);
        let key = half.key(&board);
        assert!(!from_start.is_met(key), "nothing is known before it is handed in");
        from_goal.hand_in();
        assert!(from_start.is_met(key));

        let live = landing_for_pushes(&board, true);
        from_start.met = Some((hop(at(3), &half), key));
        let line = from_start.line(|| (Vec::new(), first.player)).expect("both halves");
        let pushes = pushes_of(&board, &start, &live, &line).expect("a line of play");
        assert_eq!(pushes.len(), 2);

        from_start.hand_in();
        let before = first.key(&board);
        let push = pushes[0];
        let whole = from_goal.via(&board, &start, vec![push], before);
        assert_eq!(whole, Some(vec![push]), "the start is an end of its own");
        assert!(meet.close() && !meet.close());
        assert!(!from_start.is_met(key) && !from_start.has_room());
        assert_eq!(from_goal.via(&board, &start, Vec::new(), before), None);
    }
}
