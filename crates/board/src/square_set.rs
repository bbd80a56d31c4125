//! HOT. A set of squares as a bit set, sized once for its board.

use std::ops::{BitAndAssign, BitOrAssign, SubAssign};

use crate::Square;

/// A set of squares of one board.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct SquareSet {
    words: Box<[u64]>,
}

impl SquareSet {
    /// The empty set for square numbers up to and including `last`.
    pub fn new(last: usize) -> Self {
        Self { words: vec![0; last / 64 + 1].into_boxed_slice() }
    }

    /// Whether `square` is in the set.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.words[square.index() >> 6] >> (square.index() & 63) & 1 != 0
    }

    /// Adds `square`.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.words[square.index() >> 6] |= 1 << (square.index() & 63);
    }

    /// Removes `square`.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.words[square.index() >> 6] &= !(1 << (square.index() & 63));
    }

    /// Empties the set.
    #[inline]
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// How many squares are in the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The square with the smallest number.
    #[inline]
    pub fn first(&self) -> Option<Square> {
        self.iter().next()
    }

    /// The squares in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| squares_of(index, word))
    }

    /// Whether every square of `self` is in `other`.
    #[inline]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(mine, theirs)| mine & !theirs == 0)
    }

    /// Whether no square is in both sets.
    pub fn is_disjoint(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(mine, theirs)| mine & theirs == 0)
    }

    /// How many squares are in both sets.
    #[inline]
    pub fn common(&self, other: &Self) -> usize {
        let both = self.words.iter().zip(&other.words);
        both.map(|(mine, theirs)| (mine & theirs).count_ones() as usize).sum()
    }

    /// The squares in both sets, in ascending order.
    #[inline]
    pub fn in_both<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = Square> + 'a {
        let both = self.words.iter().zip(&other.words).map(|(mine, theirs)| mine & theirs);
        both.enumerate().flat_map(|(index, word)| squares_of(index, word))
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }

    /// The raw words, for packing.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

impl Clone for SquareSet {
    fn clone(&self) -> Self {
        Self { words: self.words.clone() }
    }

    /// Copies in place; the derived version would allocate.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.words.clone_from(&other.words);
    }
}

/// The squares of one word.
#[inline]
fn squares_of(index: usize, word: u64) -> impl Iterator<Item = Square> {
    std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)))
        .take_while(|&word| word != 0)
        .map(move |word| Square::from_index(index * 64 + word.trailing_zeros() as usize))
}

/// Adds every square of another set.
impl BitOrAssign<&Self> for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: &Self) {
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine |= theirs;
        }
    }
}

/// Keeps only the squares of another set.
impl BitAndAssign<&Self> for SquareSet {
    #[inline]
    fn bitand_assign(&mut self, other: &Self) {
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine &= theirs;
        }
    }
}

/// Removes every square of another set.
impl SubAssign<&Self> for SquareSet {
    #[inline]
    fn sub_assign(&mut self, other: &Self) {
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine &= !theirs;
        }
    }
}

impl Extend<Square> for SquareSet {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        for square in squares {
            self.insert(square);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behaves_like_a_sorted_set() {
        let mut set = SquareSet::new(200);
        let numbers = [200, 3, 64, 63, 128, 3];
        set.extend(numbers.map(Square::new));
        assert_eq!(set.iter().map(Square::number).collect::<Vec<_>>(), [3, 63, 64, 128, 200]);
        assert_eq!((set.len(), set.first()), (5, Some(Square::new(3))));
        let mut other = SquareSet::new(200);
        other.insert(Square::new(64));
        assert!(other.is_subset(&set) && !set.is_subset(&other) && !set.is_disjoint(&other));
        assert_eq!(set.common(&other), 1);
        assert_eq!(set.in_both(&other).collect::<Vec<_>>(), [Square::new(64)]);
        set -= &other;
        assert!(!set.contains(Square::new(64)) && set.is_disjoint(&other));
        set |= &other;
        let mut both = set.clone();
        both &= &other;
        assert!(both == other && both.bytes() == 32);
        set.remove(Square::new(3));
        assert_eq!(set.len(), 4);
        set.clear();
        assert!(set.is_empty() && set.first().is_none());
    }
}
