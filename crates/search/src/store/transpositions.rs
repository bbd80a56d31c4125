//! HOT. A table of fixed greatest size that remembers where a round of depth-first search
//! has been: a newcomer takes the place of whoever is in it.
//!
//! An entry holds the whole packed state, or its 64-bit hash alone, which is smaller and may
//! confuse two states. Forgetting costs time, never an answer.

use super::table::hash;
use crate::Cost;

/// Entries before the first growth.
const FEWEST: usize = 1 << 10;

/// One place of the table; round zero is an empty one.
#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    cost: Cost,
    round: u32,
}

const EMPTY: Slot = Slot { key: 0, cost: Cost::ZERO, round: 0 };

/// Where a search has been.
#[derive(Debug)]
pub struct Transpositions {
    /// Words kept of each state; none for hashes alone.
    words: usize,
    slots: Vec<Slot>,
    states: Vec<u64>,
    used: usize,
    most: usize,
}

impl Transpositions {
    /// An empty table that keeps so many words of each state, in at most so many bytes.
    pub fn new(words: usize, most_bytes: usize) -> Self {
        let most = most_bytes / (size_of::<Slot>() + words * size_of::<u64>());
        // The largest power of two that fits; while growing, the old half stands beside it.
        let most = (most * 2 / 3 + 1).next_power_of_two() / 2;
        let slots = most.min(FEWEST);
        Self { words, slots: vec![EMPTY; slots], states: vec![0; slots * words], used: 0, most }
    }

    fn place(&self, key: u64) -> usize {
        // The low bits choose the place: the hash mixes its high half down.
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

    /// Remembers that the state was entered in this round, which counts from one.
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
            // Doubling parts what shared a place and joins nothing, so none is lost.
            let place = self.place(slot.key);
            self.slots[place] = slot;
            self.states[place * self.words..][..self.words]
                .copy_from_slice(&states[old * self.words..][..self.words]);
        }
    }

    /// How many places are taken.
    pub fn len(&self) -> usize {
        self.used
    }

    /// Whether nothing is remembered.
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
            assert!(!table.covers(&[7, 9], cost(4), 1), "a cheaper way is news");
            assert!(!table.covers(&[7, 9], cost(5), 2), "a new round forgets");
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
