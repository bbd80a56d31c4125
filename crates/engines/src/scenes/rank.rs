//! Features packed into one number, the most important first, so that comparing ranks compares
//! features lexicographically.

/// The widths in bits of the features of a rank, the most important first. Cells ignore the last
/// `FINE` of them. Widths hold the counts of the largest boards; greater values are clamped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankLayout<const N: usize, const FINE: usize> {
    widths: [u32; N],
}

impl<const N: usize, const FINE: usize> RankLayout<N, FINE> {
    pub(crate) const fn new(widths: [u32; N]) -> Self {
        let layout = Self { widths };
        assert!(layout.shift(0) + widths[0] < u64::BITS, "the top bit is for roots without rank");
        layout
    }

    /// The lowest bit of a feature.
    const fn shift(&self, feature: usize) -> u32 {
        let (mut shift, mut at) = (0, N - 1);
        while at > feature {
            shift += self.widths[at];
            at -= 1;
        }
        shift
    }

    const fn most(&self, feature: usize) -> u32 {
        (1 << self.widths[feature]) - 1
    }

    /// The rank of these features, each clamped to its width.
    #[inline]
    pub(crate) fn pack(&self, features: [u32; N]) -> u64 {
        let mut rank = 0;
        for (at, feature) in features.into_iter().enumerate() {
            rank = rank << self.widths[at] | u64::from(feature.min(self.most(at)));
        }
        rank
    }

    /// Encodes a feature of which more is better.
    #[inline]
    pub(crate) fn more(&self, feature: usize, value: u32) -> u32 {
        self.most(feature) - value.min(self.most(feature))
    }

    /// A feature of a rank.
    pub(crate) const fn get(&self, rank: u64, feature: usize) -> u32 {
        (rank >> self.shift(feature)) as u32 & self.most(feature)
    }

    /// The cell of a rank: all but its fine features.
    #[inline]
    pub(crate) const fn cell(&self, rank: u64) -> u64 {
        rank >> if FINE == 0 { 0 } else { self.shift(N - FINE) + self.widths[N - FINE] }
    }
}

/// The rank of a root that has none: worse than any other.
pub(crate) const UNRANKED: u64 = u64::MAX >> 1;

#[cfg(test)]
mod tests {
    use super::*;

    const LAYOUT: RankLayout<3, 1> = RankLayout::new([10, 8, 16]);

    #[test]
    fn features_are_compared_in_order_and_clamped_to_their_widths() {
        let rank = |a, b, c| LAYOUT.pack([a, b, c]);
        assert!(rank(1, 255, 9) < rank(2, 0, 0) && rank(1, 2, 9) < rank(1, 3, 0));
        assert_eq!(rank(5000, 999, 3), rank(1023, 255, 3));
        assert_eq!(LAYOUT.get(rank(7, 8, 9), 0), 7);
        assert_eq!(LAYOUT.get(rank(7, 8, 9), 2), 9);
        assert_eq!(LAYOUT.cell(rank(7, 8, 9)), LAYOUT.cell(rank(7, 8, 10)));
        assert_ne!(LAYOUT.cell(rank(7, 8, 9)), LAYOUT.cell(rank(7, 9, 9)));
        assert!(rank(0, 0, LAYOUT.more(2, 9)) < rank(0, 0, LAYOUT.more(2, 8)));
        assert!(rank(1023, 255, 65_535) < UNRANKED);
    }
}
