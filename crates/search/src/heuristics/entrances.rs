//! HOT. Rolling Stone's entrance improvement: the matching of boxes that have yet to go through
//! the same entrance.
//!
//! ```text
//!   ########
//!   #  $  ####     The way of a box outside to each goal leads through X, so its row of
//!   # $ $  X..#    distances is that of X plus a constant. Rows that differ only by a constant
//!   #   @ ##..#    have the same *profile*. Comparing profiles finds every entrance, whatever
//!   ############   its shape.
//! ```
//!
//! The least total is the sum of the constants plus the least total of the profiles, which is the
//! same for all positions with as many boxes before each entrance and the same boxes inside. It is
//! matched once and remembered: O(n log n) instead of a matching. The whole list of profiles is
//! the key, not a hash of it, because estimates are part of proofs.

use hashbrown::HashTable;

use super::rows::Rows;

/// Totals remembered; then all are forgotten.
const MOST: usize = 1 << 16;

/// The profiles of the rows of distances, and the totals of lists of profiles.
#[derive(Debug)]
pub(super) struct Entrances {
    /// By row: its profile and the constant to add to it.
    rows: Vec<(u32, u32)>,
    /// The list of profiles looked up, in order.
    wanted: Vec<u32>,
    /// The lists known, one after the other, and by list its total.
    lists: Vec<u32>,
    totals: Vec<Option<u32>>,
    known: HashTable<u32>,
}

impl Entrances {
    pub(super) fn new(rows: &Rows) -> Self {
        // By the first row that has it: of a large board the rows themselves are tens of megabytes.
        let mut profiles: HashTable<(u64, u32, u32)> = HashTable::new();
        let numbered = (0..rows.len() as u32).map(|row| {
            let (least, profile) = rows.profile(row);
            let key = hash(profile.clone().map(i32::cast_unsigned));
            let known = profiles.find(key, |&(other, first, _)| {
                other == key && profile.clone().eq(rows.profile(first).1)
            });
            if let Some(&(_, _, number)) = known {
                return (number, least);
            }
            let number = profiles.len() as u32;
            profiles.insert_unique(key, (key, row, number), |&(key, _, _)| key);
            (number, least)
        });
        Self {
            rows: numbered.collect(),
            wanted: Vec::new(),
            lists: Vec::new(),
            totals: Vec::new(),
            known: HashTable::new(),
        }
    }

    /// The least total for boxes with these rows, and whether it was known; if not, it is that of
    /// `matched`.
    pub(super) fn total(
        &mut self,
        boxes: &[u32],
        matched: impl FnOnce() -> Option<u32>,
    ) -> (Option<u32>, bool) {
        self.wanted.clear();
        let mut constants = 0;
        for &row in boxes {
            let (profile, least) = self.rows[row as usize];
            self.wanted.push(profile);
            constants += least;
        }
        self.wanted.sort_unstable();
        let Self { wanted, lists, totals, known, .. } = self;
        let key = hash(wanted.iter().copied());
        let list = |at: u32| &lists[at as usize * wanted.len()..][..wanted.len()];
        if let Some(&at) = known.find(key, |&at| list(at) == wanted.as_slice()) {
            return (totals[at as usize].map(|total| total + constants), true);
        }
        let total = matched();
        // Positions with fewer boxes have shorter lists; those of one length are kept.
        if totals.len() >= MOST || lists.len() != totals.len() * wanted.len() {
            lists.clear();
            totals.clear();
            known.clear();
        }
        let new = totals.len() as u32;
        totals.push(total.map(|total| total - constants));
        lists.extend_from_slice(wanted);
        let width = wanted.len();
        known.insert_unique(key, new, |&at| {
            hash(lists[at as usize * width..][..width].iter().copied())
        });
        (total, false)
    }
}

fn hash(list: impl Iterator<Item = u32>) -> u64 {
    list.fold(0x9E37_79B9_7F4A_7C15, |hash: u64, number| {
        (hash.rotate_left(5) ^ u64::from(number)).wrapping_mul(0xD6E8_FEB8_6659_FD93)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_before_one_entrance_are_matched_once() {
        let mut rows = Rows::new(2);
        let outside: Vec<u32> =
            (0..4).map(|far| rows.push([Some(far + 1), Some(far + 2)].into_iter())).collect();
        let inside = rows.push([Some(1), Some(0)].into_iter());
        let mut entrances = Entrances::new(&rows);
        assert_eq!(entrances.total(&[outside[0], outside[1]], || Some(1 + 3)), (Some(4), false));
        for (one, other, total) in [(1, 0, 4), (2, 3, 8), (3, 0, 6)] {
            let known = entrances.total(&[outside[one], outside[other]], || unreachable!("known"));
            assert_eq!(known, (Some(total), true));
        }
        assert_eq!(entrances.total(&[inside, outside[0]], || Some(1)), (Some(1), false));
        assert_eq!(
            entrances.total(&[outside[2], inside], || unreachable!("known")),
            (Some(3), true)
        );
    }
}
