//! Numbers all placements of `k` boxes on `n` cells: the combinatorial number system.
//!
//! The placement `c0 < c1 < … < c(k-1)` has the number `C(c0,1) + C(c1,2) + … + C(c(k-1),k)`; the numbers
//! run from zero without gaps, so a plain vector holds a value per placement.

/// The numbering for one `n` and `k`.
#[derive(Clone, Debug)]
pub(crate) struct Placements {
    /// `choose[k][c]` is `C(c, k)` for every `c` up to and including `n`.
    choose: Vec<Vec<usize>>,
    boxes: usize,
}

impl Placements {
    /// The numbering of `boxes` boxes on `cells` cells; `None` when there are more than
    /// `usize::MAX` placements.
    pub(crate) fn new(cells: usize, boxes: usize) -> Option<Self> {
        let mut choose = vec![vec![1; cells + 1]];
        for k in 1..=boxes {
            let mut row = vec![0usize; cells + 1];
            for c in 1..=cells {
                row[c] = row[c - 1].checked_add(choose[k - 1][c - 1])?;
            }
            choose.push(row);
        }
        Some(Self { choose, boxes })
    }

    /// How many placements there are.
    pub(crate) fn count(&self) -> usize {
        self.choose[self.boxes].last().copied().unwrap_or(0)
    }

    /// The number of a placement given in ascending order.
    pub(crate) fn rank(&self, placement: &[usize]) -> usize {
        placement.iter().enumerate().map(|(at, &cell)| self.choose[at + 1][cell]).sum()
    }

    /// The placement with number `rank`, in ascending order.
    pub(crate) fn unrank(&self, mut rank: usize) -> Vec<usize> {
        let mut placement = vec![0; self.boxes];
        for k in (1..=self.boxes).rev() {
            let cell = self.choose[k].partition_point(|&below| below <= rank) - 1;
            rank -= self.choose[k][cell];
            placement[k - 1] = cell;
        }
        placement
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placement_has_its_own_number() {
        for (cells, boxes, count) in [(6, 3, 20), (5, 0, 1), (4, 4, 1), (7, 1, 7), (3, 4, 0)] {
            let placements = Placements::new(cells, boxes).expect("small");
            assert_eq!(placements.count(), count);
            for rank in 0..count {
                let placement = placements.unrank(rank);
                assert!(placement.is_sorted_by(|a, b| a < b));
                assert!(placement.iter().all(|&cell| cell < cells));
                assert_eq!(placements.rank(&placement), rank);
            }
        }
    }

    #[test]
    fn too_many_placements_are_noticed() {
        assert!(Placements::new(1000, 100).is_none());
    }
}
