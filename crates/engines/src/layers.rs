//! HOT. The layers of a beam: of the candidates for the next one, half of those that stay have the best
//! ranks, and half are new in kind. Without the second half a beam fills up with positions that are all
//! alike.

use crate::novelty::Novelty;

/// The most candidates for a layer of up to a quarter as many members. A position of a large board has tens of
/// thousands of macro moves, and a layer is chosen between two looks at the clock.
const MOST_CANDIDATES: usize = 1 << 16;

/// A candidate for the next layer.
#[derive(Clone, Copy)]
struct Candidate<T> {
    /// The lower the better; the number breaks ties.
    rank: (u64, u32),
    novelty: Novelty,
    item: T,
}

/// A layer, and the candidates for the next one.
pub(crate) struct Layers<T> {
    width: usize,
    /// Whether anything was left out, by choice or because the search was interrupted.
    is_cut: bool,
    layer: Vec<Candidate<T>>,
    /// Index of the member whose turn is next.
    place: usize,
    next: Vec<Candidate<T>>,
}

impl<T: Copy> Layers<T> {
    pub(crate) fn new(width: usize) -> Self {
        Self { width, is_cut: false, layer: Vec::new(), place: 0, next: Vec::new() }
    }

    /// Adds a candidate for the next layer.
    pub(crate) fn push(&mut self, rank: (u64, u32), novelty: Novelty, item: T) {
        self.next.push(Candidate { rank, novelty, item });
        if self.next.len() >= MOST_CANDIDATES.max(self.width.saturating_mul(4)) {
            self.thin_out();
        }
    }

    /// Notes that something is missing, so that the end of the beam proves nothing.
    pub(crate) fn cut(&mut self) {
        self.is_cut = true;
    }

    /// Whether the layer is used up, so that the next call of [`Layers::next`] begins another.
    pub(crate) fn is_used_up(&self) -> bool {
        self.place == self.layer.len()
    }

    /// The next member of the layer, or the first of the next one; `None` if there is none left.
    pub(crate) fn next(&mut self) -> Option<T> {
        if self.is_used_up() {
            self.descend();
        }
        let member = self.layer.get(self.place)?;
        self.place += 1;
        Some(member.item)
    }

    /// Keeps the best and the newest candidates.
    fn thin_out(&mut self) {
        let Self { width, is_cut, next, .. } = self;
        if next.len() > *width {
            *is_cut = true;
            let sure = *width / 2;
            next.select_nth_unstable_by_key(sure, |it| it.rank);
            next[sure..].select_nth_unstable_by_key(*width - sure, |it| (it.novelty, it.rank));
            next.truncate(*width);
        }
    }

    /// Makes the best and the newest candidates the layer.
    fn descend(&mut self) {
        self.thin_out();
        let Self { layer, place, next, .. } = self;
        next.sort_unstable_by_key(|it| it.rank);
        std::mem::swap(layer, next);
        next.clear();
        *place = 0;
    }

    /// Begins again with twice the width, if that can change anything.
    pub(crate) fn widen(&mut self) -> bool {
        self.layer.clear();
        self.next.clear();
        self.place = 0;
        self.width = self.width.saturating_mul(2);
        std::mem::take(&mut self.is_cut)
    }

    /// Members and candidates still to come.
    pub(crate) fn open(&self) -> usize {
        self.layer.len() - self.place + self.next.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.layer.capacity() + self.next.capacity()) * size_of::<Candidate<T>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_a_layer_are_the_best_and_half_the_newest() {
        use Novelty::{Box, Nothing, Pair};
        let mut layers = Layers::new(4);
        for (rank, novelty) in (10..).zip([Nothing, Nothing, Pair, Nothing, Box, Pair]) {
            layers.push((rank, 0), novelty, rank);
        }
        assert_eq!((layers.open(), layers.is_used_up()), (6, true));
        let layer: Vec<u64> = (0..4).filter_map(|_| layers.next()).collect();
        assert_eq!(
            layer,
            [10, 11, 12, 14],
            "the two nearest, then a new box and the nearer new pair"
        );
        assert_eq!(layers.next(), None);
        assert!(layers.widen(), "two were left out");
        for rank in 0..8 {
            layers.push((rank, 0), Nothing, rank);
        }
        let layer: Vec<u64> = std::iter::from_fn(|| layers.next()).collect();
        assert_eq!(layer, [0, 1, 2, 3, 4, 5, 6, 7], "twice as wide");
        assert!(!layers.widen(), "nothing was left out");
        for rank in (0..2 * MOST_CANDIDATES as u64).rev() {
            layers.push((rank, 0), Nothing, rank);
        }
        assert!(layers.open() < MOST_CANDIDATES, "candidates do not pile up");
        assert_eq!(layers.next(), Some(0));
        assert!(layers.widen());
        layers.cut();
        assert!(layers.widen());
    }
}
