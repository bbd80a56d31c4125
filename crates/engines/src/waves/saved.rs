//! Waves in a file: what was expanded, in order, and what waits. The table of sets follows from these.

use std::io::{self, ErrorKind, Read, Write};

use hakooshi_search::saving::{get, put, wrong};

use super::entries::{Closed, Entry};
use super::grid::Bits;
use super::ground::Ground;
use super::set_table::SetTable;
use super::{SLACK, Tables};

impl Entry {
    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        for bits in [self.boxes, self.players] {
            put(out, bits as u64)?;
            put(out, (bits >> 64) as u64)?;
        }
        put(out, u64::from(self.pushes))
    }

    /// Reads an entry of this ground.
    fn restore(ground: &Ground, from: &mut dyn Read) -> io::Result<Self> {
        let mut bits =
            || -> io::Result<Bits> { Ok(Bits::from(get(from)?) | Bits::from(get(from)?) << 64) };
        let (boxes, players) = (bits()?, bits()?);
        let is_set = boxes & !ground.grid.live == 0
            && boxes.count_ones() == ground.boxes.count_ones()
            && players & (boxes | !ground.grid.floor) == 0;
        if !is_set {
            return Err(wrong());
        }
        let rank = ground.sets.rank(boxes);
        Ok(Self { boxes, players, rank, pushes: get(from)? as u32 })
    }
}

impl Tables {
    /// Writes everything; `ready` are entries of the cost that is being expanded.
    pub(super) fn save(&self, ready: &[Entry], out: &mut dyn Write) -> io::Result<()> {
        let closed = (1..).map_while(|number| self.closed.get(number));
        put(out, closed.clone().count() as u64)?;
        for closed in closed {
            put(out, u64::from(closed.moves))?;
            closed.entry.save(out)?;
        }
        let lists = || std::iter::once((self.open.cost(), ready)).chain(self.open.lists());
        put(out, lists().count() as u64)?;
        for ((bound, moves), list) in lists() {
            put(out, bound as u64)?;
            put(out, moves as u64)?;
            put(out, list.len() as u64)?;
            list.iter().try_for_each(|entry| entry.save(out))?;
        }
        Ok(())
    }

    /// Reads what [`Tables::save`] wrote into empty tables.
    pub(super) fn restore(&mut self, ground: &Ground, from: &mut dyn Read) -> io::Result<()> {
        let short = |_| io::Error::from(ErrorKind::OutOfMemory);
        let count = ground.sets.count();
        self.held.resize(SetTable::least_bytes(count) + SLACK).map_err(short)?;
        self.sets = SetTable::new(count);
        for _ in 0..get(from)? {
            let moves = get(from)? as u32;
            self.close(Entry::restore(ground, from)?, moves);
            self.held.resize(self.bytes()).map_err(short)?;
        }
        for _ in 0..get(from)? {
            let cost = (get(from)? as usize, get(from)? as usize);
            // Costs are places in lists: no file may make these longer than a search could.
            if cost.0.max(cost.1) > 1 << 20 {
                return Err(wrong());
            }
            for _ in 0..get(from)? {
                self.add(cost, Entry::restore(ground, from)?).map_err(short)?;
            }
        }
        Ok(())
    }

    /// Adds an expanded entry.
    #[inline]
    pub(super) fn close(&mut self, entry: Entry, moves: u32) -> Closed {
        let seen = self.sets.at(entry.rank);
        let closed = Closed { entry, moves, before: seen.last };
        seen.players |= entry.players;
        seen.last = self.closed.push(closed);
        closed
    }
}
