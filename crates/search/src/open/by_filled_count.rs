//! HOT. An open list for packing: states by the number of targets filled and then by score, so
//! that states with fewer targets filled do not starve.
//!
//! Every other pop takes the state with the best score. The score is mostly the number of targets
//! filled, and a state that filled many of them in a way that cannot be continued has so many
//! successors that no state with fewer would ever be popped. So the pops in between cycle through
//! the numbers of targets filled, from the largest down, and take the best state of each.

use super::{OpenList, RoverBuckets};
use crate::store::StateId;

/// One pop in this many cycles through the counts.
const ROUND: u32 = 2;

/// Rover buckets by the number of targets filled.
#[derive(Debug)]
pub struct ByFilledCount {
    /// The least possible score.
    least: i32,
    by_filled: Vec<RoverBuckets>,
    /// The count that the cycle took last.
    turn: usize,
    pops: u32,
    len: usize,
}

impl ByFilledCount {
    /// An empty list for scores from `least` up.
    pub const fn new(least: i32) -> Self {
        Self { least, by_filled: Vec::new(), turn: 0, pops: 0, len: 0 }
    }

    /// The count with the best score, and among equals the largest.
    fn best(&mut self) -> Option<(i32, std::cmp::Reverse<usize>)> {
        let scores = self.by_filled.iter_mut().map(RoverBuckets::least).enumerate();
        scores.filter_map(|(at, score)| Some((score?, std::cmp::Reverse(at)))).min()
    }

    /// The next count of the cycle that has open states.
    fn next(&mut self) -> Option<usize> {
        let below = (0..self.turn).rev();
        let mut round = below.chain((self.turn..self.by_filled.len()).rev());
        self.turn = round.find(|&at| !self.by_filled[at].is_empty())?;
        Some(self.turn)
    }
}

/// The score, and the targets filled.
impl OpenList for ByFilledCount {
    type Key = (i32, u16);

    fn push(&mut self, (score, filled): (i32, u16), id: StateId) {
        let filled = usize::from(filled);
        while self.by_filled.len() <= filled {
            self.by_filled.push(RoverBuckets::new(self.least));
        }
        self.by_filled[filled].push(score, id);
        self.len += 1;
    }

    fn pop(&mut self) -> Option<((i32, u16), StateId)> {
        if self.len == 0 {
            return None;
        }
        self.len -= 1;
        self.pops = self.pops.wrapping_add(1);
        let at = if self.pops.is_multiple_of(ROUND) { self.next()? } else { self.best()?.1.0 };
        let (score, id) = self.by_filled[at].pop()?;
        Some(((score, at as u16), id))
    }

    fn least(&mut self) -> Option<(i32, u16)> {
        self.best().map(|(score, at)| (score, at.0 as u16))
    }

    fn len(&self) -> usize {
        self.len
    }

    fn bytes(&self) -> usize {
        self.by_filled.iter().map(RoverBuckets::bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(list: &mut ByFilledCount) -> Vec<u32> {
        std::iter::from_fn(|| list.pop()).map(|(_, id)| id.number()).collect()
    }

    #[test]
    fn every_other_pop_cycles_through_the_counts() {
        let mut list = ByFilledCount::new(-100);
        let keys = [(5, 0), (4, 0), (-20, 1), (-21, 1), (-90, 3), (-91, 3)];
        for (number, key) in keys.into_iter().enumerate() {
            list.push(key, StateId::new(number as u32));
        }
        assert_eq!(list.least(), Some((-91, 3)));
        assert_eq!(order(&mut list), [5, 4, 3, 2, 1, 0]);
        for (number, filled) in [0u16, 0, 1, 1, 1, 1].into_iter().enumerate() {
            list.push((-i32::from(filled) * 32, filled), StateId::new(number as u32));
        }
        let order = order(&mut list);
        assert_eq!(order[..4], [5, 4, 3, 1], "the cycle reaches the count that is not the best");
        assert_eq!(order.len(), 6);
    }
}
