//! The pushes that led to an entry, found by going back through the closed ones: they hold no
//! parents, since an entry may have many.

use hakooshi_level::Dir;

use super::entries::{Closed, ClosedList, Entry};
use super::grid::{Bits, each};
use super::ground::Ground;
use super::set_table::SetTable;

/// A push as bits: the box's square before it, and the direction.
pub(super) type BitPush = (Bits, Dir);

/// What a search has expanded.
pub(super) struct Trace<'a> {
    pub(super) ground: &'a Ground,
    /// Whether the player's squares count, or only his region.
    pub(super) walks: bool,
    pub(super) sets: &'a SetTable,
    pub(super) closed: &'a ClosedList,
}

impl Trace<'_> {
    /// The pushes that led to a closed entry; `None` if one on the way is missing, which is a bug.
    pub(super) fn back(&self, mut now: Closed) -> Option<Vec<BitPush>> {
        let grid = &self.ground.grid;
        let mut player = now.entry.players & now.entry.players.wrapping_neg();
        let mut pushes = Vec::new();
        while now.moves > 0 {
            // One entry may hold several regions.
            let free = grid.floor & !now.entry.boxes;
            let players = if self.walks { player } else { grid.flood(player, free) };
            if let Some((before, push, stood)) = self.push_before(now, players) {
                pushes.push(push);
                (now, player) = (before, stood);
            } else {
                let beside = grid.around(player);
                let mut walked = self.closed(now.entry.boxes, now.moves - 1, now.entry.pushes);
                let before = walked.find(|it| it.entry.players & beside != 0)?;
                let from = before.entry.players & beside;
                (now, player) = (before, from & from.wrapping_neg());
            }
        }
        pushes.reverse();
        Some(pushes)
    }

    /// A closed entry from which one push leads to `now` with the player on one of `players`, the
    /// push, and where he stood.
    fn push_before(&self, now: Closed, players: Bits) -> Option<(Closed, BitPush, Bits)> {
        let grid = &self.ground.grid;
        let Entry { boxes, pushes, .. } = now.entry;
        let pushes = pushes.checked_sub(1)?;
        Dir::ALL.into_iter().find_map(|dir| {
            let pulled = grid.step(boxes, dir.opposite()) & players;
            each(pulled).find_map(|from| {
                let stood = grid.step(from, dir.opposite()) & grid.floor & !boxes;
                let earlier = boxes ^ grid.step(from, dir) ^ from;
                if stood == 0 || earlier & !grid.live != 0 {
                    return None;
                }
                let mut before = self.closed(earlier, now.moves - 1, pushes);
                let before = before.find(|it| it.entry.players & stood != 0)?;
                Some((before, (from, dir), stood))
            })
        })
    }

    /// The closed entries of a set at this cost.
    fn closed(&self, boxes: Bits, moves: u32, pushes: u32) -> impl Iterator<Item = Closed> {
        let last = self.sets.get(self.ground.sets.rank(boxes)).last;
        std::iter::successors(self.closed.get(last), |it| self.closed.get(it.before))
            .filter(move |it| it.moves == moves && it.entry.pushes == pushes)
    }
}
