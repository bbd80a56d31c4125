//! HOT. The open list: shelves of positions by the number of targets filled, so that those
//! with fewer are not forgotten.
//!
//! The position of the best score has its turn every other time. A score is mostly targets
//! filled, and a position that filled many of them in a way that cannot be gone on with has
//! so many successors that none with fewer would ever have a turn; so in between the
//! numbers of targets filled are gone through in order, from the most down, and each gives its best.

use hakooshi_search::store::StateId;

use super::shelves::Shelves;

/// One pop in this many goes round the racks.
const ROUND: u32 = 2;

#[derive(Debug)]
pub(super) struct Racks {
    /// The least score there can be.
    least: i32,
    by_filled: Vec<Shelves>,
    /// The rack that last had a turn on the round.
    turn: usize,
    pops: u32,
    len: usize,
}

impl Racks {
    /// For scores from `least` on.
    pub(super) fn new(least: i32) -> Self {
        Self { least, by_filled: Vec::new(), turn: 0, pops: 0, len: 0 }
    }

    pub(super) fn push(&mut self, filled: u16, score: i32, id: StateId) {
        let filled = usize::from(filled);
        while self.by_filled.len() <= filled {
            self.by_filled.push(Shelves::new(self.least));
        }
        self.by_filled[filled].push(score, id);
        self.len += 1;
    }

    /// The best score waiting.
    pub(super) fn best(&mut self) -> Option<i32> {
        self.by_filled.iter_mut().filter_map(Shelves::best).min()
    }

    pub(super) fn pop(&mut self) -> Option<StateId> {
        if self.len == 0 {
            return None;
        }
        self.len -= 1;
        self.pops = self.pops.wrapping_add(1);
        let at = if self.pops.is_multiple_of(ROUND) { self.next()? } else { self.best_rack()? };
        self.by_filled[at].pop()
    }

    /// The rack with the best score, and among equals that with the most targets filled.
    fn best_rack(&mut self) -> Option<usize> {
        let scores = self.by_filled.iter_mut().map(Shelves::best).enumerate();
        let scores = scores.filter_map(|(at, score)| Some((score?, std::cmp::Reverse(at))));
        scores.min().map(|(_, at)| at.0)
    }

    /// The next rack on the round that holds anything.
    fn next(&mut self) -> Option<usize> {
        let below = (0..self.turn).rev();
        let mut round = below.chain((self.turn..self.by_filled.len()).rev());
        self.turn = round.find(|&at| !self.by_filled[at].is_empty())?;
        Some(self.turn)
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn bytes(&self) -> usize {
        self.by_filled.iter().map(Shelves::bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packing::shelves::tests::ids;

    #[test]
    fn every_other_pop_goes_round() {
        let ids = ids(6);
        let mut racks = Racks::new(-100);
        for (at, (filled, score)) in
            [(0, 5), (0, 4), (1, -20), (1, -21), (3, -90), (3, -91)].into_iter().enumerate()
        {
            racks.push(filled, score, ids[at]);
        }
        assert_eq!((racks.len(), racks.best()), (6, Some(-91)));
        let order: Vec<u32> = std::iter::from_fn(|| racks.pop()).map(StateId::number).collect();
        assert_eq!(order, [5, 4, 3, 2, 1, 0]);
        assert_eq!((racks.len(), racks.best()), (0, None));
        for (at, filled) in [(0, 0), (1, 0), (2, 1), (3, 1), (4, 1), (5, 1)] {
            racks.push(filled, -i32::from(filled) * 32, ids[at]);
        }
        let order: Vec<u32> = std::iter::from_fn(|| racks.pop()).map(StateId::number).collect();
        assert_eq!(order[..4], [5, 4, 3, 1], "the round comes to the rack that is not the best");
        assert_eq!(order.len(), 6);
    }
}
