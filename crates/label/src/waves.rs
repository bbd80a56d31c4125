//! HOT. The best solution of a small level: A* over sets of boxes, with the player as a wave.
//!
//! An entry of the open list is a set of boxes and *all* squares on which the player can be at
//! equal cost. Walking one step is then a shift of bits for all of them at once, and the state of
//! every set is found by its number, without hashing.
//!
//! Costs are pairs. With moves first, a step costs (1, pushes), with pushes first (pushes, 1);
//! either way an entry is found by the bound f of the first count and by its moves, entries with
//! the same f and moves are expanded in the order of their pushes, and every successor has one
//! more move. So a state is final when it is first expanded, and the first solved one is best in
//! both counts. If only pushes count, the player is his whole region.

use hakooshi_board::{Push, Square};
use hakooshi_level::Dir;
use hakooshi_search::{Context, Cost, Objective, Stop};

use crate::bound::Bound;
use crate::box_sets::BoxSets;
use crate::grid::{Bits, Grid, each};

/// What is known of a set of boxes.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// Where the player has been expanded.
    players: Bits,
    /// The last closed entry of the set, counted from one; zero for none.
    last: u32,
    /// The lower bound on pushes, or [`UNKNOWN`] or [`DEAD`].
    bound: u16,
}

const UNKNOWN: u16 = u16::MAX;
const DEAD: u16 = u16::MAX - 1;
const FRESH: Seen = Seen { players: 0, last: 0, bound: UNKNOWN };

/// States of equal cost that wait to be expanded, or have been.
#[derive(Clone, Copy, Debug)]
struct Entry {
    boxes: Bits,
    players: Bits,
    rank: u32,
    pushes: u32,
}

/// An expanded entry.
#[derive(Clone, Copy, Debug)]
struct Closed {
    entry: Entry,
    moves: u32,
    /// The closed entry of the same set before this one, counted from one.
    before: u32,
}

/// The memory of a search, kept for the next one.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    sets: Vec<Seen>,
    /// Numbers of the sets in use.
    touched: Vec<u32>,
    closed: Vec<Closed>,
    /// By bound, then moves.
    open: Vec<Vec<Vec<Entry>>>,
}

/// A level to be solved.
#[derive(Debug)]
pub(crate) struct Waves<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) sets: &'a BoxSets,
    pub(crate) bound: &'a Bound,
    pub(crate) objective: Objective,
}

/// A push as bits: the box's square before it, and the direction.
pub(crate) type BitPush = (Bits, Dir);

impl Scratch {
    fn clear(&mut self, sets: usize) {
        for &rank in &self.touched {
            self.sets[rank as usize] = FRESH;
        }
        self.touched.clear();
        self.closed.clear();
        self.open.iter_mut().flatten().for_each(Vec::clear);
        if self.sets.len() < sets {
            self.sets.resize(sets, FRESH);
        }
    }

    #[inline]
    fn add(&mut self, bound: usize, moves: usize, entry: Entry) {
        if self.open.len() <= bound {
            self.open.resize_with(bound + 1, Vec::new);
        }
        let row = &mut self.open[bound];
        if row.len() <= moves {
            row.resize_with(moves + 1, Vec::new);
        }
        row[moves].push(entry);
    }
}

impl Waves<'_> {
    /// The pushes of a best solution; `None` if there is proved to be none.
    pub(crate) fn solve(
        &self,
        boxes: Bits,
        player: Bits,
        scratch: &mut Scratch,
        context: &mut Context<'_>,
    ) -> Result<Option<Vec<BitPush>>, Stop> {
        scratch.clear(self.sets.count());
        if boxes & !self.grid.live != 0 {
            return Ok(None);
        }
        let rank = self.sets.rank(boxes);
        let Some(bound) = self.bound_of(rank, boxes, scratch) else { return Ok(None) };
        scratch.add(bound.into(), 0, Entry { boxes, players: player, rank, pushes: 0 });
        let mut bound = 0;
        while bound < scratch.open.len() {
            let mut moves = 0;
            while moves < scratch.open[bound].len() {
                let mut ready = std::mem::take(&mut scratch.open[bound][moves]);
                let solved = self.expand_all(&mut ready, bound, moves, scratch, context)?;
                ready.clear();
                scratch.open[bound][moves] = ready;
                if let Some(last) = solved {
                    return Ok(Some(self.trace_back(last, scratch)));
                }
                moves += 1;
            }
            bound += 1;
        }
        Ok(None)
    }

    /// Expands entries of one cost; the closed entry that is solved, if one is.
    fn expand_all(
        &self,
        ready: &mut [Entry],
        bound: usize,
        moves: usize,
        scratch: &mut Scratch,
        context: &mut Context<'_>,
    ) -> Result<Option<Closed>, Stop> {
        ready.sort_unstable_by_key(|entry| (entry.pushes, entry.rank));
        let mut rest = &*ready;
        while let Some((&first, others)) = rest.split_first() {
            let same = |it: &&Entry| it.rank == first.rank && it.pushes == first.pushes;
            let more = others.iter().take_while(same).count();
            let players = others[..more].iter().fold(first.players, |all, it| all | it.players);
            rest = &others[more..];
            let entry = Entry { players, ..first };
            if let Some(closed) = self.expand(entry, bound, moves, scratch, context)? {
                return Ok(Some(closed));
            }
        }
        Ok(None)
    }

    #[inline]
    fn expand(
        &self,
        entry: Entry,
        bound: usize,
        moves: usize,
        scratch: &mut Scratch,
        context: &mut Context<'_>,
    ) -> Result<Option<Closed>, Stop> {
        let Self { grid, objective, .. } = *self;
        let seen = &mut scratch.sets[entry.rank as usize];
        let mut players = entry.players & !seen.players;
        if players == 0 {
            return Ok(None);
        }
        let walks = objective.counts_moves();
        let free = grid.floor & !entry.boxes;
        if !walks {
            players = grid.flood(players, free);
        }
        seen.players |= players;
        let entry = Entry { players, ..entry };
        let closed = Closed { entry, moves: moves as u32, before: seen.last };
        scratch.closed.push(closed);
        seen.last = scratch.closed.len() as u32;
        let own = seen.bound;
        if own == 0 {
            return Ok(Some(closed));
        }
        context.expand(Cost::new(bound as u32, 0), scratch.closed.len())?;
        let unseen = free & !seen.players;
        if walks {
            let stepped = grid.around(players) & unseen;
            if stepped != 0 {
                let next = bound + usize::from(objective.moves_first());
                scratch.add(next, moves + 1, Entry { players: stepped, ..entry });
            }
        }
        for dir in Dir::ALL {
            let room = grid.step(grid.live & !entry.boxes, dir.opposite());
            for from in each(entry.boxes & grid.step(players, dir) & room) {
                let boxes = entry.boxes ^ from ^ grid.step(from, dir);
                let rank = self.sets.rank(boxes);
                let Some(left) = self.bound_of(rank, boxes, scratch) else { continue };
                if scratch.sets[rank as usize].players & from == 0 {
                    // The bound falls by one at most, so this is never below the present one.
                    let next = bound + 1 + usize::from(left) - usize::from(own);
                    let pushes = entry.pushes + 1;
                    scratch.add(next, moves + 1, Entry { boxes, players: from, rank, pushes });
                }
            }
        }
        Ok(None)
    }

    /// The lower bound of a set; `None` if it is dead.
    #[inline]
    fn bound_of(&self, rank: u32, boxes: Bits, scratch: &mut Scratch) -> Option<u16> {
        let seen = &mut scratch.sets[rank as usize];
        if seen.bound == UNKNOWN {
            let is_dead = self.grid.has_block(boxes);
            seen.bound = if is_dead { DEAD } else { self.bound.of(boxes).unwrap_or(DEAD) };
            scratch.touched.push(rank);
        }
        (seen.bound != DEAD).then_some(seen.bound)
    }

    /// The pushes that led to a closed entry.
    fn trace_back(&self, mut now: Closed, scratch: &Scratch) -> Vec<BitPush> {
        let walks = self.objective.counts_moves();
        let mut player = now.entry.players & now.entry.players.wrapping_neg();
        let mut pushes = Vec::new();
        while now.moves > 0 {
            // One entry may hold several regions.
            let free = self.grid.floor & !now.entry.boxes;
            let players = if walks { player } else { self.grid.flood(player, free) };
            let came = self.push_before(now, players, scratch);
            if let Some((before, push, stood)) = came {
                pushes.push(push);
                (now, player) = (before, stood);
            } else {
                let beside = self.grid.around(player);
                let mut walked =
                    self.closed(now.entry.boxes, now.moves - 1, now.entry.pushes, scratch);
                let walked = walked.find(|it| it.entry.players & beside != 0);
                let before = walked.expect("every entry but the first has one before it");
                let from = before.entry.players & beside;
                (now, player) = (before, from & from.wrapping_neg());
            }
        }
        pushes.reverse();
        pushes
    }

    /// A closed entry from which one push leads to `now` with the player on one of `players`, the
    /// push, and where he stood.
    fn push_before(
        &self,
        now: Closed,
        players: Bits,
        scratch: &Scratch,
    ) -> Option<(Closed, BitPush, Bits)> {
        let Self { grid, .. } = *self;
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
                let mut before = self.closed(earlier, now.moves - 1, pushes, scratch);
                let before = before.find(|it| it.entry.players & stood != 0)?;
                Some((before, (from, dir), stood))
            })
        })
    }

    /// The closed entries of a set at this cost.
    fn closed<'a>(
        &self,
        boxes: Bits,
        moves: u32,
        pushes: u32,
        scratch: &'a Scratch,
    ) -> impl Iterator<Item = Closed> + use<'a> {
        let number = |it: u32| (it as usize).checked_sub(1);
        let last = scratch.sets[self.sets.rank(boxes) as usize].last;
        let entry = move |at: u32| number(at).map(|at| scratch.closed[at]);
        std::iter::successors(entry(last), move |it| entry(it.before))
            .filter(move |it| it.moves == moves && it.entry.pushes == pushes)
    }
}

/// A push on the board that the grid was made of.
pub(crate) fn board_push(
    grid: &Grid,
    square_at: impl Fn(hakooshi_level::Cell) -> Square,
    (from, dir): BitPush,
) -> Push {
    Push { from: square_at(grid.cell(from)), dir }
}
