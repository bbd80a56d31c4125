//! HOT. A transposition table of bounded size for a round of depth-first search, in two levels.
//!
//! Every place has two entries. The first prefers the state that was reached at the least cost,
//! below which the round searches deepest; the second takes whatever comes last. A state that loses
//! the first entry moves to the second (Rolling Stone; SokoKids, section 5.2).
//!
//! An entry holds the whole packed state, or only its 64-bit hash, which is smaller but may confuse
//! two states. Replaced entries cost time, never a solution.

use super::table::hash;
use crate::{Cost, Stop};

/// Entries before the first growth.
const FEWEST: usize = 1 << 10;

/// Entries moved between two looks at the clock.
const LOOK: usize = 1 << 12;

/// One entry; round zero means empty.
#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    cost: Cost,
    round: u32,
}

/// Entries of a place.
const LEVELS: usize = 2;

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
        let most = if most < LEVELS { 0 } else { most };
        let slots = most.min(FEWEST);
        Self { words, slots: vec![EMPTY; slots], states: vec![0; slots * words], used: 0, most }
    }

    /// The same with at most `entries` entries, rounded up to a power of two.
    pub fn with_entries(words: usize, entries: usize, most_bytes: usize) -> Self {
        let mut table = Self::new(words, most_bytes);
        table.most = table.most.min(entries.next_power_of_two().max(FEWEST));
        table
    }

    /// The first entry of a place.
    fn place(&self, key: u64) -> usize {
        // The low bits choose the place: the hash mixes its high half into them.
        (key as usize & (self.slots.len() / LEVELS - 1)) * LEVELS
    }

    fn state(&self, at: usize) -> &[u64] {
        &self.states[at * self.words..][..self.words]
    }

    fn holds(&self, at: usize, key: u64, packed: &[u64]) -> bool {
        self.slots[at].key == key && self.state(at) == &packed[..self.words]
    }

    /// Whether the state was entered in this round at no greater cost.
    #[inline]
    pub fn covers(&self, packed: &[u64], cost: Cost, round: u32) -> bool {
        if self.slots.is_empty() {
            return false;
        }
        let key = hash(packed);
        let place = self.place(key);
        (place..place + LEVELS).any(|at| {
            let slot = self.slots[at];
            slot.round == round && slot.cost <= cost && self.holds(at, key, packed)
        })
    }

    /// Makes room for another state if the table is half full and may grow, as long as `look` allows, which
    /// is called now and then: a large table takes longer than the time between two looks.
    #[inline]
    pub fn reserve_while(&mut self, look: impl FnMut() -> Result<(), Stop>) -> Result<(), Stop> {
        if self.used * 2 >= self.slots.len() && self.slots.len() < self.most {
            return self.grow(look);
        }
        Ok(())
    }

    /// Records that the state was entered in this round; rounds count from one.
    #[inline]
    pub fn insert(&mut self, packed: &[u64], cost: Cost, round: u32) {
        if self.slots.is_empty() {
            return;
        }
        let key = hash(packed);
        let first = self.place(key);
        let old = self.slots[first];
        let second = self.slots[first + 1];
        // A place fills from the first entry to the second.
        let known = self.holds(first, key, packed) || self.holds(first + 1, key, packed);
        self.used += usize::from(!known && (old.round == 0 || second.round == 0));
        let wins = old.round < round || cost <= old.cost || self.holds(first, key, packed);
        if wins && old.round > 0 && !self.holds(first, key, packed) {
            self.slots[first + 1] = old;
            let state = first * self.words;
            self.states.copy_within(state..state + self.words, state + self.words);
        }
        let at = if wins { first } else { first + 1 };
        self.slots[at] = Slot { key, cost, round };
        self.states[at * self.words..][..self.words].copy_from_slice(&packed[..self.words]);
    }

    fn grow(&mut self, mut look: impl FnMut() -> Result<(), Stop>) -> Result<(), Stop> {
        let (size, words) = (self.slots.len() * 2, self.words);
        let (slots, states) = (vec![EMPTY; size], vec![0; size * words]);
        let mut larger = Self { slots, states, ..*self };
        for (old, &slot) in self.slots.iter().enumerate() {
            if old.is_multiple_of(LOOK) {
                look()?;
            }
            if slot.round == 0 {
                continue;
            }
            // Doubling only separates places and never merges them, so no entry is lost; one whose
            // partner went elsewhere moves up.
            let place = larger.place(slot.key);
            let at = place + usize::from(larger.slots[place].round > 0);
            larger.slots[at] = slot;
            larger.states[at * words..][..words].copy_from_slice(self.state(old));
        }
        *self = larger;
        Ok(())
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
            table.insert(&[7, 9], cost(3), 1);
            assert!(table.covers(&[7, 9], cost(3), 1) && table.len() == 1);
            for state in 0..100_000 {
                table.reserve_while(|| Ok(())).expect("nobody stops it");
                table.insert(&[state, 1], cost(1), 1);
                assert!(table.covers(&[state, 1], cost(1), 1));
            }
            assert!(table.bytes() <= 1 << 20 && table.len() > 1000);
            assert!(table.len() <= table.slots.len());
            table.insert(&[5, 5], cost(0), 1);
            for state in 0..100_000 {
                table.insert(&[state, 2], cost(2), 1);
            }
            assert!(table.covers(&[5, 5], cost(0), 1), "the deepest searched stays");
        }
        let mut none = Transpositions::new(2, 10);
        assert_eq!(none.reserve_while(|| Err(Stop::Time)), Ok(()), "there is nothing to grow");
        none.insert(&[1, 2], Cost::ZERO, 1);
        assert!(none.is_empty() && !none.covers(&[1, 2], Cost::ZERO, 1));
    }

    #[test]
    fn growing_can_be_stopped_and_loses_nothing() {
        let mut table = Transpositions::new(1, 1 << 20);
        for state in 0..600 {
            table.insert(&[state], Cost::ZERO, 1);
        }
        let known = |table: &Transpositions| -> Vec<u64> {
            (0..600).filter(|&state| table.covers(&[state], Cost::ZERO, 1)).collect()
        };
        let (before, bytes) = (known(&table), table.bytes());
        assert!(before.len() > 400, "{}", before.len());
        assert_eq!(table.reserve_while(|| Err(Stop::Time)), Err(Stop::Time));
        assert_eq!((known(&table), table.bytes()), (before.clone(), bytes));
        assert_eq!(table.reserve_while(|| Ok(())), Ok(()));
        assert_eq!((known(&table), table.bytes()), (before, 2 * bytes));
    }
}
