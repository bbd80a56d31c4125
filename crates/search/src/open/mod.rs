//! Open lists: which state is expanded next. One file per order.
//!
//! Keys of searches take few distinct values in Sokoban, so all of these are arrays or trees of
//! stacks and queues: the cost of pushing and popping does not depend on the number of states,
//! and no node is allocated.

mod buckets;
mod by_filled_count;
mod fifo_buckets;
mod rover_buckets;

pub use buckets::Buckets;
pub use by_filled_count::ByFilledCount;
pub use fifo_buckets::FifoBuckets;
pub use rover_buckets::RoverBuckets;

use crate::store::StateId;

/// A list of states to be expanded.
pub trait OpenList {
    /// What states are ranked by, smaller first.
    type Key: Copy + Ord;

    /// Adds a state.
    fn push(&mut self, key: Self::Key, id: StateId);

    /// Removes and returns the next state, with its key.
    fn pop(&mut self) -> Option<(Self::Key, StateId)>;

    /// The least key; `None` if the list is empty.
    fn least(&mut self) -> Option<Self::Key>;

    /// The number of states.
    fn len(&self) -> usize;

    /// Whether the list is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes held.
    fn bytes(&self) -> usize;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that each state comes out once, with its own key, in any order, and that counts are
    /// right.
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
    fn every_list_returns_each_state_once() {
        let costs: Vec<_> =
            (0..10).map(|n| (crate::Cost::new(n % 4, n), crate::Cost::ZERO)).collect();
        conforms(Buckets::new(), &costs);
        conforms(FifoBuckets::default(), &(0..10).collect::<Vec<u32>>());
        conforms(RoverBuckets::new(-3), &(-3..7).collect::<Vec<i32>>());
        let filled: Vec<(i32, u16)> = (0..10).map(|n| (i32::from(n) - 5, n % 3)).collect();
        conforms(ByFilledCount::new(-5), &filled);
    }
}
