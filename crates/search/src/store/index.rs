//! HOT. A hash table of ids that answers with one line of the cache.
//!
//! A closed list is far larger than the caches, so what counts is how many lines a question touches
//! and whether the processor can fetch those of several questions at once. A group of twelve ids
//! and one byte of each one's hash fill one line:
//!
//! ```text
//!   byte    0 … 11         12 … 14   15       16 … 63
//!           tags of ids    –         ids in   ids, four bytes each
//!                                    the group
//! ```
//!
//! Ids that find their group full go to the next. At most ten of twelve places are used, so
//! that few do: 6.4 to 12.8 bytes for an id. hashbrown keeps tags and entries apart, so that every
//! question touches two lines, in 5.7 to 11.4 bytes; and it has no way to
//! [fetch](Index::fetch) the lines of questions to come.

/// Ids of a group.
const PLACES: usize = 12;
/// Of which so many are used on average before the index grows.
const USED: usize = 10;

/// A line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Group {
    tags: [u64; 2],
    ids: [u32; PLACES],
}

const EMPTY: Group = Group { tags: [0; 2], ids: [0; PLACES] };
/// The number of ids is in the last byte of the tags.
const LEN_SHIFT: u32 = 56;
/// The lowest and the highest bit of every byte.
const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = LOW << 7;

impl Group {
    #[inline]
    fn len(&self) -> usize {
        (self.tags[1] >> LEN_SHIFT) as usize
    }

    /// The places of the ids whose tag is `tag`, and a few others, as bits; see [`place`].
    #[inline]
    fn matches(&self, tag: u8) -> u64 {
        let wanted = LOW * u64::from(tag);
        // A byte that is zero borrows from the next, so a byte above one may be reported wrongly.
        let equal = |word: u64| (word ^ wanted).wrapping_sub(LOW) & !(word ^ wanted) & HIGH;
        // In the second word there are four tags.
        equal(self.tags[0]) >> 7 | u64::from(equal(self.tags[1]) as u32 >> 3)
    }
}

/// The place of the lowest of some matches: bits of the first word of tags are multiples of eight,
/// those of the second four more.
#[inline]
fn place(matches: u64) -> usize {
    let bit = matches.trailing_zeros();
    (bit / 8 + (bit & 4) * 2) as usize % PLACES
}

/// Ids by hash. The states themselves are elsewhere: the caller compares them.
#[derive(Debug, Default)]
pub(super) struct Index {
    groups: Vec<Group>,
    len: usize,
}

impl Index {
    /// An empty index with room for so many ids.
    pub(super) fn with_capacity(ids: usize) -> Self {
        Self { groups: vec![EMPTY; Self::groups(ids)], len: 0 }
    }

    fn groups(ids: usize) -> usize {
        ids.div_ceil(USED).next_power_of_two()
    }

    /// Bytes of an index with room for so many ids.
    pub(super) fn bytes_for(ids: usize) -> usize {
        Self::groups(ids) * size_of::<Group>()
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.groups.len() * size_of::<Group>()
    }

    /// The number of ids that it has room for.
    #[inline]
    pub(super) fn capacity(&self) -> usize {
        self.groups.len() * USED
    }

    #[inline]
    fn place(&self, hash: u64) -> usize {
        hash as usize & (self.groups.len() - 1)
    }

    /// Adds an id; there must be room.
    #[inline]
    pub(super) fn insert(&mut self, hash: u64, id: u32) {
        debug_assert!(self.len < self.capacity());
        let mut at = self.place(hash);
        while self.groups[at].len() == PLACES {
            at = (at + 1) & (self.groups.len() - 1);
        }
        let group = &mut self.groups[at];
        let place = group.len();
        group.ids[place] = id;
        group.tags[place / 8] |= u64::from(tag(hash)) << (place % 8 * 8);
        group.tags[1] += 1 << LEN_SHIFT;
        self.len += 1;
    }

    /// The id with this hash that is the right one.
    #[inline]
    pub(super) fn find(&self, hash: u64, is_right: impl Fn(u32) -> bool) -> Option<u32> {
        if self.groups.is_empty() {
            return None;
        }
        let (mut at, tag) = (self.place(hash), tag(hash));
        loop {
            let group = &self.groups[at];
            let mut matches = group.matches(tag);
            while matches != 0 {
                let id = group.ids[place(matches)];
                if is_right(id) {
                    return Some(id);
                }
                matches &= matches - 1;
            }
            if group.len() < PLACES {
                return None;
            }
            at = (at + 1) & (self.groups.len() - 1);
        }
    }

    /// Reads the groups of these hashes.
    #[inline]
    pub(super) fn fetch_groups(&self, hashes: &[u64]) {
        let groups = hashes.iter().map(|&hash| self.groups[self.place(hash)].tags[1]);
        std::hint::black_box(groups.fold(0, |sum, word| sum ^ word));
    }

    /// Reads the groups of these hashes, and what `read` reads of the ids that they may be of. One
    /// question after the other waits for memory each time; here nothing waits for anything else,
    /// so that the processor fetches many lines at once.
    #[inline]
    pub(super) fn fetch(&self, hashes: &[u64], read: impl Fn(u32) -> u64) {
        self.fetch_groups(hashes);
        let mut sum = 0;
        for &hash in hashes {
            // Of several the first is enough. Without any, the first id of all takes the place of a
            // branch that could not be predicted.
            let group = &self.groups[self.place(hash)];
            let matches = group.matches(tag(hash));
            let id = group.ids[place(matches)];
            sum ^= read(if matches == 0 { 0 } else { id });
        }
        std::hint::black_box(sum);
    }
}

/// One byte of the hash, never zero; the place depends on other bits.
#[inline]
fn tag(hash: u64) -> u8 {
    ((hash >> 56) as u8).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_inserted_and_nothing_else() {
        // Few places and few tags, so that groups overflow and wrap round.
        for (count, places, tags) in [(1000, 100, 200), (1000, 3, 2), (40, 1, 1)] {
            let hash = |id: u64| {
                let mixed = id.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
                (mixed % tags) << 56 | (127 - mixed / 7 % places)
            };
            let mut index = Index::with_capacity(count);
            assert!(index.capacity() >= count && index.bytes() == Index::bytes_for(count));
            for id in 0..count as u64 {
                assert_eq!(index.find(hash(id), |other| u64::from(other) == id), None);
                index.insert(hash(id), id as u32);
                index.fetch(&[hash(id), hash(id + 1)], u64::from);
            }
            for id in 0..count as u64 {
                let found = index.find(hash(id), |other| u64::from(other) == id);
                assert_eq!(found, Some(id as u32));
                assert_eq!(index.find(hash(id), |_| false), None);
            }
        }
        assert_eq!(Index::default().find(7, |_| true), None);
    }
}
