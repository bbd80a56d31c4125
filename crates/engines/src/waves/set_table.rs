//! HOT. What is known of each set of boxes, found by its number. Pages of the table are made when they are
//! first used, since most searches see a small part of all sets.

use super::grid::Bits;

/// What is known of a set of boxes. All zero: nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// Where the player has been expanded.
    pub(super) players: Bits,
    /// The last closed entry of the set, counted from one; zero for none.
    pub(super) last: u32,
    /// The lower bound on pushes, counted from one, or [`DEAD`]; zero if it is not known.
    pub(super) bound: u16,
}

/// The mark of a set from which nothing can be solved.
pub(super) const DEAD: u16 = u16::MAX;

/// Sets in a page: neighbouring numbers are sets that differ in one box, so pages fill up.
const PAGE: usize = 256;

/// The bytes of a page.
pub(super) const PAGE_BYTES: usize = PAGE * size_of::<Seen>();

/// The table.
#[derive(Debug, Default)]
pub(super) struct SetTable {
    /// By page: its place in `pages`, counted from one; zero if it is not made.
    places: Vec<u32>,
    pages: Vec<Box<[Seen; PAGE]>>,
}

impl SetTable {
    /// An empty table for sets with numbers below `count`.
    pub(super) fn new(count: usize) -> Self {
        Self { places: vec![0; count.div_ceil(PAGE)], pages: Vec::new() }
    }

    /// Bytes that a table for `count` sets begins with.
    pub(super) const fn least_bytes(count: usize) -> usize {
        count.div_ceil(PAGE) * size_of::<u32>()
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.places.len() * size_of::<u32>() + self.pages.len() * PAGE_BYTES
    }

    /// What is known of a set.
    #[inline]
    pub(super) fn get(&self, rank: u32) -> Seen {
        let (page, at) = (rank as usize / PAGE, rank as usize % PAGE);
        match self.places[page].checked_sub(1) {
            Some(place) => self.pages[place as usize][at],
            None => Seen::default(),
        }
    }

    /// The same, to be changed.
    #[inline]
    pub(super) fn at(&mut self, rank: u32) -> &mut Seen {
        let (page, at) = (rank as usize / PAGE, rank as usize % PAGE);
        if self.places[page] == 0 {
            self.pages.push(Box::new([Seen::default(); PAGE]));
            self.places[page] = self.pages.len() as u32;
        }
        &mut self.pages[self.places[page] as usize - 1][at]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_in_use_take_memory() {
        let mut table = SetTable::new(1_000_000);
        assert_eq!(table.bytes(), SetTable::least_bytes(1_000_000));
        for rank in [0, 255, 256, 999_999] {
            assert_eq!(table.get(rank).bound, 0);
            table.at(rank).bound = 7;
            assert_eq!(table.get(rank).bound, 7);
        }
        assert_eq!(table.bytes(), SetTable::least_bytes(1_000_000) + 3 * PAGE_BYTES);
        assert_eq!(table.get(1).bound, 0);
    }
}
