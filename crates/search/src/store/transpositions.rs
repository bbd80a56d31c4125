//! HOT. A transposition table of bounded size for a round of depth-first search. A new entry always
//! replaces the old one in its place.
//!
//! An entry holds the whole packed state, or only its 64-bit hash, which is smaller but may confuse
//! two states. Replaced entries cost time, never a solution.

use super::table::hash;
use crate::Cost;

/// Entries before the first growth.
const FEWEST: usize = 1 << 10;

/// One entry; round zero means empty.
#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    cost: Cost,
    round: u32,
}

const EMPTY: Slot = Slot { key: 0, cost: Cost::ZERO, round: 0 };

/// The states that a round has entered.
#[derive(Debug)]
pub struct Transpositions {
    /// Words kept of each state; zero for hashes only.
    words: usize,
    slots: Vec<Slot>,
    states: Vec<u64>,
    used: usize,
    most: usize,
}

impl Transpositions {
    /// An empty table that keeps `words` words of each state, in at most `most_bytes` bytes.
    pub fn new(words: usize, most_bytes: usize) -> Self {
        let most = most_bytes / (size_of::<Slot>() + words * size_of::<u64>());
        // The largest power of two that fits, with the old half beside it while growing.
        let most = (most * 2 / 3 + 1).next_power_of_two() / 2;
        let slots = most.min(FEWEST);
        Self { words, slots: vec![EMPTY; slots], states: vec![0; slots * words], used: 0, most }
    }

    fn place(&self, key: u64) -> usize {
        // The low bits choose the place: the hash mixes its high half into them.
        key as usize & (self.slots.len() - 1)
    }

    /// Whether the state was entered in this round at no greater cost.
    #[inline]
    pub fn covers(&self, packed: &[u64], cost: Cost, round: u32) -> bool {
        if self.slots.is_empty() {
            return false;
        }
        let key = hash(packed);
        let place = self.place(key);
        let slot = self.slots[place];
        slot.round == round
            && slot.cost <= cost
            && slot.key == key
            && (self.words == 0 || self.states[place * self.words..][..self.words] == *packed)
    }

    /// Records that the state was entered in this round; rounds count from one.
    #[inline]
    pub fn insert(&mut self, packed: &[u64], cost: Cost, round: u32) {
        if self.used * 2 >= self.slots.len() && self.slots.len() < self.most {
            self.grow();
        }
        if self.slots.is_empty() {
            return;
        }
        let key = hash(packed);
        let place = self.place(key);
        self.used += usize::from(self.slots[place].round == 0);
        self.slots[place] = Slot { key, cost, round };
        self.states[place * self.words..][..self.words].copy_from_slice(&packed[..self.words]);
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        let slots = std::mem::replace(&mut self.slots, vec![EMPTY; size]);
        let states = std::mem::replace(&mut self.states, vec![0; size * self.words]);
        for (old, slot) in slots.into_iter().enumerate().filter(|(_, slot)| slot.round > 0) {
            // Doubling only separates places and never merges them, so no entry is lost.
            let place = self.place(slot.key);
            self.slots[place] = slot;
            self.states[place * self.words..][..self.words]
                .copy_from_slice(&states[old * self.words..][..self.words]);
        }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.used
    }

    /// Whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot>() + self.states.capacity() * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_within_a_round_and_keeps_to_its_size() {
        for words in [0, 2] {
            let mut table = Transpositions::new(words, 1 << 20);
            let cost = |pushes| Cost::new(pushes, 0);
            table.insert(&[7, 9], cost(5), 1);
            assert!(table.covers(&[7, 9], cost(5), 1) && table.covers(&[7, 9], cost(6), 1));
            assert!(!table.covers(&[7, 9], cost(4), 1), "a cheaper path is not covered");
            assert!(!table.covers(&[7, 9], cost(5), 2), "entries of an old round do not count");
            assert!(!table.covers(&[7, 8], cost(5), 1));
            for state in 0..100_000 {
                table.insert(&[state, 1], cost(1), 1);
                assert!(table.covers(&[state, 1], cost(1), 1));
            }
            assert!(table.bytes() <= 1 << 20 && table.len() > 1000);
        }
        let mut none = Transpositions::new(2, 10);
        none.insert(&[1, 2], Cost::ZERO, 1);
        assert!(none.is_empty() && !none.covers(&[1, 2], Cost::ZERO, 1));
    }
}
