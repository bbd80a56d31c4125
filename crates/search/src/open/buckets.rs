//! HOT. An open list of stacks, one per distinct key: the least key first, and among equals
//! the state pushed last. Keys take few distinct values in Sokoban, so the tree over them
//! stays small and no node is allocated.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};

use super::OpenList;
use crate::Cost;
use crate::saving::{Word as _, get, put, wrong};
use crate::store::StateId;

/// An open list ordered by a pair of costs.
#[derive(Debug, Default)]
pub struct Buckets {
    stacks: BTreeMap<(Cost, Cost), Vec<StateId>>,
    /// Empty stacks, kept for the next new key.
    spare: Vec<Vec<StateId>>,
    len: usize,
    bytes: usize,
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

    /// Writes all states with their keys.
    pub(crate) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        put(out, self.stacks.len() as u64)?;
        for (&(key, tie), stack) in &self.stacks {
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
        let spare = &mut self.spare;
        let stack = self.stacks.entry(key).or_insert_with(|| spare.pop().unwrap_or_default());
        let before = stack.capacity();
        stack.push(id);
        self.bytes += (stack.capacity() - before) * size_of::<StateId>();
        self.len += 1;
    }

    #[inline]
    fn pop(&mut self) -> Option<(Self::Key, StateId)> {
        let mut least = self.stacks.first_entry()?;
        let key = *least.key();
        let id = least.get_mut().pop()?;
        self.len -= 1;
        if least.get().is_empty() {
            self.spare.push(least.remove());
        }
        Some((key, id))
    }

    fn least(&mut self) -> Option<Self::Key> {
        self.stacks.first_key_value().map(|(key, _)| *key)
    }

    fn len(&self) -> usize {
        self.len
    }

    fn bytes(&self) -> usize {
        self.bytes + self.stacks.len() * 64
    }
}
