//! HOT. An open list of stacks, one per distinct key: the least key first, and among equals
//! the state pushed last. Keys take few distinct values in Sokoban, so the tree over them
//! stays small, no node is allocated, and most keys are among those pushed lately, whose stacks
//! are found without the tree.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};

use super::OpenList;
use crate::Cost;
use crate::saving::{Word as _, get, put, wrong};
use crate::store::StateId;

/// Places for the stacks that were pushed on lately.
const RECENT: usize = 64;

/// The states of one key; empty only if the key is not in the list.
#[derive(Debug, Default)]
struct Stack {
    key: (Cost, Cost),
    ids: Vec<StateId>,
}

/// An open list ordered by a pair of costs.
#[derive(Debug)]
pub struct Buckets {
    /// By key: the place of its stack.
    order: BTreeMap<(Cost, Cost), u32>,
    stacks: Vec<Stack>,
    /// The places of empty stacks, kept for the next new key.
    spare: Vec<u32>,
    /// The place of the stack of the least key, if there is any.
    least: u32,
    /// Places of stacks by a hash of their keys; they may be those of other keys by now.
    recent: [u32; RECENT],
    len: usize,
    bytes: usize,
}

impl Default for Buckets {
    fn default() -> Self {
        Self {
            order: BTreeMap::new(),
            stacks: Vec::new(),
            spare: Vec::new(),
            least: 0,
            recent: [0; RECENT],
            len: 0,
            bytes: 0,
        }
    }
}

impl Buckets {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Removes every state.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// The place of the stack of a key that was not pushed lately.
    fn find(&mut self, key: (Cost, Cost)) -> u32 {
        let Self { order, stacks, spare, .. } = self;
        *order.entry(key).or_insert_with(|| {
            let place = spare.pop().unwrap_or_else(|| {
                stacks.push(Stack::default());
                (stacks.len() - 1) as u32
            });
            stacks[place as usize].key = key;
            place
        })
    }

    /// Writes all states with their keys.
    pub(crate) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        put(out, self.order.len() as u64)?;
        for (&(key, tie), &place) in &self.order {
            let stack = &self.stacks[place as usize].ids;
            put(out, key.to_word())?;
            put(out, tie.to_word())?;
            put(out, stack.len() as u64)?;
            stack.iter().try_for_each(|id| put(out, u64::from(id.number())))?;
        }
        Ok(())
    }

    /// Fills an empty list with what [`Buckets::save`] wrote, for a store of so many states.
    pub(crate) fn restore(&mut self, states: usize, from: &mut dyn Read) -> io::Result<()> {
        for _ in 0..get(from)? {
            let key = (Cost::from_word(get(from)?), Cost::from_word(get(from)?));
            for _ in 0..get(from)? {
                let number = get(from)?;
                if number >= states as u64 {
                    return Err(wrong());
                }
                self.push(key, StateId::new(number as u32));
            }
        }
        Ok(())
    }
}

/// The key and a tie-break.
impl OpenList for Buckets {
    type Key = (Cost, Cost);

    #[inline]
    fn push(&mut self, key: Self::Key, id: StateId) {
        let at = hash(key);
        let recent = self.stacks.get(self.recent[at] as usize);
        if recent.is_none_or(|stack| stack.key != key || stack.ids.is_empty()) {
            self.recent[at] = self.find(key);
        }
        let place = self.recent[at];
        if self.len == 0 || key < self.stacks[self.least as usize].key {
            self.least = place;
        }
        let ids = &mut self.stacks[place as usize].ids;
        let before = ids.capacity();
        ids.push(id);
        self.bytes += (ids.capacity() - before) * size_of::<StateId>();
        self.len += 1;
    }

    #[inline]
    fn pop(&mut self) -> Option<(Self::Key, StateId)> {
        if self.len == 0 {
            return None;
        }
        let stack = &mut self.stacks[self.least as usize];
        let (key, id) = (stack.key, stack.ids.pop()?);
        self.len -= 1;
        if stack.ids.is_empty() {
            self.order.remove(&key);
            self.spare.push(self.least);
            self.least = self.order.first_key_value().map_or(0, |(_, &place)| place);
        }
        Some((key, id))
    }

    fn least(&mut self) -> Option<Self::Key> {
        (self.len > 0).then(|| self.stacks[self.least as usize].key)
    }

    fn len(&self) -> usize {
        self.len
    }

    fn bytes(&self) -> usize {
        self.bytes + self.stacks.len() * 64 + self.order.len() * 32
    }
}

/// A place in `recent`.
#[inline]
fn hash((key, tie): (Cost, Cost)) -> usize {
    let (key, tie) = (key.first() ^ key.second(), tie.first() ^ tie.second());
    key.wrapping_mul(5).wrapping_add(tie) as usize % RECENT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_a_sorted_list() {
        let mut random = 5u64;
        let mut draw = move |below: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(11);
            ((random >> 33) % below) as u32
        };
        let (mut buckets, mut slow) = (Buckets::new(), Vec::new());
        for number in 0..20_000 {
            // Now more pushes than pops, now fewer, until the list is empty.
            if draw(4) < 1 + (number >> 10 & 1) * 2 {
                let first = slow.iter().map(|&(key, _)| key).min();
                let at = slow.iter().rposition(|&(key, _)| Some(key) == first);
                assert_eq!(buckets.pop(), at.map(|at| slow.remove(at)));
            } else {
                let key = (Cost::new(draw(30), draw(2)), Cost::new(draw(9), draw(2)));
                buckets.push(key, StateId::new(number));
                slow.push((key, StateId::new(number)));
            }
            assert_eq!(buckets.least(), slow.iter().map(|&(key, _)| key).min());
            assert_eq!(buckets.len(), slow.len());
        }
    }
}
