//! HOT. Numbers for sets of boxes: the combinatorial number system, so that tables over all sets
//! need no hashing.

use super::grid::{Bits, each};

/// The sets of a given number of boxes on some squares.
#[derive(Clone, Debug)]
pub struct BoxSets {
    boxes: usize,
    count: usize,
    /// By place in the set, then bit: what a box there adds to the number of the set.
    places: Vec<[u32; Bits::BITS as usize]>,
    squares: Vec<Bits>,
}

impl BoxSets {
    /// Sets of `boxes` of `squares`; `None` if there are more than `most`.
    pub fn new(squares: Bits, boxes: usize, most: usize) -> Option<Self> {
        let squares: Vec<Bits> = each(squares).collect();
        let count = binomial(squares.len(), boxes)?;
        if count > most.min(u32::MAX as usize) {
            return None;
        }
        let places = (0..boxes).map(|place| {
            let mut row = [0; Bits::BITS as usize];
            for (index, bit) in squares.iter().enumerate() {
                let added = binomial(index, place + 1).and_then(|it| u32::try_from(it).ok());
                // Numbers beyond the count belong to no set.
                row[bit.trailing_zeros() as usize] = added.unwrap_or(u32::MAX);
            }
            row
        });
        Some(Self { boxes, count, places: places.collect(), squares })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The number of a set, which must be one of these.
    #[inline]
    pub fn rank(&self, boxes: Bits) -> u32 {
        let mut rank = 0;
        let mut rest = boxes;
        for row in &self.places {
            rank += row[(rest.trailing_zeros() & (Bits::BITS - 1)) as usize];
            rest &= rest.wrapping_sub(1);
        }
        rank
    }

    /// All sets in the order of their numbers.
    pub fn all(&self) -> Vec<Bits> {
        let mut places: Vec<usize> = (0..self.boxes).collect();
        let mut sets = Vec::with_capacity(self.count);
        while sets.len() < self.count {
            sets.push(places.iter().fold(0, |bits, &place| bits | self.squares[place]));
            // The lowest place that has room moves up, and all below it go back.
            let room = |at: usize| places.get(at + 1).is_none_or(|&above| places[at] + 1 < above);
            let Some(at) = (0..self.boxes).find(|&at| room(at)) else { break };
            places[at] += 1;
            for (below, place) in places[..at].iter_mut().enumerate() {
                *place = below;
            }
        }
        sets
    }
}

/// `n` over `k`, unless it is too large for any table.
fn binomial(n: usize, k: usize) -> Option<usize> {
    if k > n {
        return Some(0);
    }
    (0..k).try_fold(1_usize, |product, i| Some(product.checked_mul(n - i)? / (i + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_its_own_number() {
        let squares: Bits = 0b1011_0110_1101 | (1 << 100) | (1 << 127);
        for boxes in 0..=4 {
            let sets = BoxSets::new(squares, boxes, 1 << 20).expect("few");
            let all = sets.all();
            assert_eq!(all.len(), sets.count());
            for (rank, &set) in all.iter().enumerate() {
                assert_eq!(sets.rank(set) as usize, rank);
                assert_eq!(set.count_ones() as usize, boxes);
                assert_eq!(set & !squares, 0);
            }
        }
        assert!(BoxSets::new(squares, 4, 209).is_none() && BoxSets::new(squares, 4, 210).is_some());
        assert_eq!(BoxSets::new(1, 2, 10).map(|sets| sets.count()), Some(0));
        assert!(BoxSets::new(Bits::MAX, 60, usize::MAX).is_none());
    }
}
