//! Open lists: who is next. One file per order.
//!
//! Keys of searches take few distinct values in Sokoban, so all of these are arrays or trees of
//! stacks and queues: pushing and popping cost the same however many states wait, and no node is
//! allocated.

mod buckets;
mod by_filled_count;
mod fifo_buckets;
mod rover_buckets;

pub use buckets::Buckets;
pub use by_filled_count::ByFilledCount;
pub use fifo_buckets::FifoBuckets;
pub use rover_buckets::RoverBuckets;

use crate::store::StateId;

/// A list of states that wait to be expanded.
pub trait OpenList {
    /// What states are ranked by, smaller first.
    type Key: Copy + Ord;

    /// Adds a state.
    fn push(&mut self, key: Self::Key, id: StateId);

    /// Takes the state whose turn it is, with its key.
    fn pop(&mut self) -> Option<(Self::Key, StateId)>;

    /// The least key, if any state waits.
    fn least(&mut self) -> Option<Self::Key>;

    /// How many states wait.
    fn len(&self) -> usize;

    /// Whether none waits.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes held.
    fn bytes(&self) -> usize;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the order, each state comes out once, with its own key, and counts are right.
    fn conforms<L: OpenList>(mut list: L, keys: &[L::Key])
    where
        L::Key: std::fmt::Debug,
    {
        assert!(list.is_empty() && list.least().is_none() && list.pop().is_none());
        let waiting = 3 * keys.len();
        for number in 0..waiting {
            list.push(keys[number * 7 % keys.len()], StateId::new(number as u32));
        }
        assert_eq!(list.len(), waiting);
        assert_eq!(list.least().as_ref(), keys.iter().min());
        assert!(list.bytes() > 0);
        let mut seen = vec![false; waiting];
        while let Some((key, id)) = list.pop() {
            let number = id.number() as usize;
            assert_eq!(key, keys[number * 7 % keys.len()]);
            assert!(!std::mem::replace(&mut seen[number], true));
        }
        assert!(seen.iter().all(|&seen| seen) && list.is_empty());
    }

    #[test]
    fn every_list_gives_back_what_it_was_given() {
        let costs: Vec<_> =
            (0..10).map(|n| (crate::Cost::new(n % 4, n), crate::Cost::ZERO)).collect();
        conforms(Buckets::new(), &costs);
        conforms(FifoBuckets::default(), &(0..10).collect::<Vec<u32>>());
        conforms(RoverBuckets::new(-3), &(-3..7).collect::<Vec<i32>>());
        let filled: Vec<(i32, u16)> = (0..10).map(|n| (i32::from(n) - 5, n % 3)).collect();
        conforms(ByFilledCount::new(-5), &filled);
    }
}
