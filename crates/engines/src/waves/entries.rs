//! HOT. The entries of waves: those that wait, by cost, and those that were expanded, by number.

use hakooshi_search::{Reservation, Stop};

use super::grid::Bits;

/// States of equal cost that wait to be expanded, or have been.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) boxes: Bits,
    pub(super) players: Bits,
    pub(super) rank: u32,
    pub(super) pushes: u32,
}

/// An expanded entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closed {
    pub(super) entry: Entry,
    pub(super) moves: u32,
    /// The closed entry of the same set before this one, counted from one.
    pub(super) before: u32,
}

/// The entries that wait, by bound, then moves.
#[derive(Debug, Default)]
pub(super) struct Open {
    rows: Vec<Vec<Vec<Entry>>>,
    /// The cost of the entries that were taken last.
    bound: usize,
    moves: usize,
    len: usize,
    bytes: usize,
}

impl Open {
    /// How many wait.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The bound and the moves of the entries that were taken last.
    pub(super) fn cost(&self) -> (usize, usize) {
        (self.bound, self.moves)
    }

    /// The lists that are not empty, with their costs.
    pub(super) fn lists(&self) -> impl Iterator<Item = ((usize, usize), &[Entry])> {
        let rows = self.rows.iter().enumerate();
        let lists = rows.flat_map(|(bound, row)| {
            row.iter().enumerate().map(move |(moves, list)| ((bound, moves), &list[..]))
        });
        lists.filter(|(_, list)| !list.is_empty())
    }

    /// Adds an entry; `held` is the reservation for these entries and `other` bytes.
    #[inline]
    pub(super) fn add(
        &mut self,
        (bound, moves): (usize, usize),
        entry: Entry,
        other: usize,
        held: &mut Reservation,
    ) -> Result<(), Stop> {
        if self.rows.len() <= bound {
            self.rows.resize_with(bound + 1, Vec::new);
        }
        let row = &mut self.rows[bound];
        if row.len() <= moves {
            self.bytes += (moves + 1 - row.len()) * size_of::<Vec<Entry>>();
            row.resize_with(moves + 1, Vec::new);
        }
        let list = &mut row[moves];
        if list.len() == list.capacity() {
            // While a list grows, the old one and the new coexist.
            let more = list.capacity().max(4);
            held.resize(other + self.bytes + (list.capacity() + more) * size_of::<Entry>())?;
            list.reserve_exact(more);
            self.bytes += more * size_of::<Entry>();
        }
        list.push(entry);
        self.len += 1;
        Ok(())
    }

    /// Puts the entries of the least cost into `ready`, in the order of their pushes; whether there are any.
    pub(super) fn take(&mut self, ready: &mut Vec<Entry>) -> bool {
        self.bytes -= ready.capacity() * size_of::<Entry>();
        *ready = Vec::new();
        while self.bound < self.rows.len() {
            while let Some(list) = self.rows[self.bound].get_mut(self.moves) {
                if !list.is_empty() {
                    *ready = std::mem::take(list);
                    self.len -= ready.len();
                    ready.sort_unstable_by_key(|entry| (entry.pushes, entry.rank));
                    return true;
                }
                self.moves += 1;
            }
            self.bytes -= self.rows[self.bound].len() * size_of::<Vec<Entry>>();
            self.rows[self.bound] = Vec::new();
            (self.bound, self.moves) = (self.bound + 1, 0);
        }
        false
    }
}

/// Entries in a segment.
const SEGMENT: usize = 1 << 10;

/// The expanded entries, numbered from one, in segments that never move.
#[derive(Debug, Default)]
pub(super) struct ClosedList {
    segments: Vec<Vec<Closed>>,
}

impl ClosedList {
    /// The bytes of a segment.
    pub(super) const SEGMENT_BYTES: usize = SEGMENT * size_of::<Closed>();

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.segments.len() * Self::SEGMENT_BYTES
    }

    /// Adds one and returns its number.
    #[inline]
    pub(super) fn push(&mut self, closed: Closed) -> u32 {
        match self.segments.last_mut() {
            Some(last) if last.len() < SEGMENT => last.push(closed),
            _ => {
                let mut segment = Vec::with_capacity(SEGMENT);
                segment.push(closed);
                self.segments.push(segment);
            }
        }
        let last = self.segments.last().map_or(0, Vec::len);
        ((self.segments.len() - 1) * SEGMENT + last) as u32
    }

    /// The entry with this number; `None` for zero.
    pub(super) fn get(&self, number: u32) -> Option<Closed> {
        let at = (number as usize).checked_sub(1)?;
        self.segments.get(at / SEGMENT)?.get(at % SEGMENT).copied()
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_search::Memory;

    use super::*;

    fn entry(rank: u32, pushes: u32) -> Entry {
        Entry { boxes: 0, players: 1, rank, pushes }
    }

    #[test]
    fn the_least_bound_comes_first_then_the_fewest_moves_and_pushes() {
        let (memory, mut open, mut ready) = (Memory::default(), Open::default(), Vec::new());
        let mut held = memory.reservation();
        for (cost, of) in [((4, 1), 1), ((3, 9), 2), ((4, 0), 3), ((3, 2), 4), ((3, 2), 5)] {
            open.add(cost, entry(of, 10 - of), 0, &mut held).expect("no limit");
        }
        let mut order = Vec::new();
        while open.take(&mut ready) {
            order.push((open.cost(), ready.iter().map(|it| it.rank).collect::<Vec<_>>()));
        }
        let expected =
            [((3, 2), vec![5, 4]), ((3, 9), vec![2]), ((4, 0), vec![3]), ((4, 1), vec![1])];
        assert_eq!(order, expected);
        assert_eq!((open.len(), open.bytes()), (0, 0));
        let few = Memory::new(Some(1000));
        let mut held = few.reservation();
        let refused = (0..100).find_map(|of| open.add((9, 9), entry(of, 0), 0, &mut held).err());
        assert_eq!(refused, Some(Stop::Memory));
    }

    #[test]
    fn closed_entries_are_numbered_from_one() {
        let mut list = ClosedList::default();
        for number in 1..3000 {
            let closed = Closed { entry: entry(number, 0), moves: 0, before: 0 };
            assert_eq!(list.push(closed), number);
        }
        assert!(list.get(0).is_none() && list.get(3000).is_none());
        assert!(list.get(1025).is_some_and(|it| it.entry.rank == 1025));
        assert_eq!(list.bytes(), 3 * ClosedList::SEGMENT_BYTES);
    }
}
