//! HOT. An open list for small integer keys: one queue per key, least key first, and among equals
//! the oldest state. Taking the newest instead solved 31 levels of SokHard within 60,000 expansions
//! backwards where this solves 38.

use std::collections::VecDeque;

use super::OpenList;
use crate::store::StateId;

/// Queues by key.
#[derive(Debug, Default)]
pub struct FifoBuckets {
    queues: Vec<VecDeque<StateId>>,
    /// No queue below this one holds anything.
    lowest: usize,
    len: usize,
    bytes: usize,
}

impl OpenList for FifoBuckets {
    type Key = u32;

    #[inline]
    fn push(&mut self, key: u32, id: StateId) {
        let key = key as usize;
        if key >= self.queues.len() {
            self.queues.resize_with(key + 1, VecDeque::new);
        }
        let queue = &mut self.queues[key];
        let before = queue.capacity();
        queue.push_back(id);
        self.bytes += (queue.capacity() - before) * size_of::<StateId>();
        self.lowest = self.lowest.min(key);
        self.len += 1;
    }

    #[inline]
    fn pop(&mut self) -> Option<(u32, StateId)> {
        let key = self.least()?;
        let id = self.queues[self.lowest].pop_front()?;
        self.len -= 1;
        Some((key, id))
    }

    #[inline]
    fn least(&mut self) -> Option<u32> {
        while self.queues.get(self.lowest)?.is_empty() {
            self.lowest += 1;
        }
        Some(self.lowest as u32)
    }

    fn len(&self) -> usize {
        self.len
    }

    fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_key_first_and_then_the_oldest() {
        let mut list = FifoBuckets::default();
        for (number, key) in [3, 1, 3, 0, 1].into_iter().enumerate() {
            list.push(key, StateId::new(number as u32));
        }
        let order: Vec<u32> =
            std::iter::from_fn(|| list.pop()).map(|(_, id)| id.number()).collect();
        assert_eq!(order, [3, 1, 4, 0, 2]);
    }
}
