//! A map from the keys of positions, in parts.
//!
//! A table of millions of entries takes a tenth of a second and more to grow, and three times its memory
//! while it does. In parts, of which each grows by itself, it takes neither.

use std::hash::{BuildHasherDefault, Hasher};

use hashbrown::HashMap;

/// The number of parts: a power of two.
const PARTS: usize = 64;

/// The bits of a key that choose the part; hashbrown uses the lowest and the highest ones.
const SHIFT: u32 = 40;

/// Hashes a key to itself: keys are random already.
#[derive(Clone, Copy, Debug, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

type Part<T> = HashMap<u64, T, BuildHasherDefault<KeyHasher>>;

/// A map from the keys of positions.
#[derive(Clone, Debug)]
pub struct ByKey<T> {
    parts: Vec<Part<T>>,
    len: usize,
    /// Bytes of all parts, and of the largest.
    held: usize,
    largest: usize,
}

impl<T> Default for ByKey<T> {
    fn default() -> Self {
        let parts = (0..PARTS).map(|_| Part::default()).collect();
        Self { parts, len: 0, held: 0, largest: 0 }
    }
}

#[inline]
fn part(key: u64) -> usize {
    (key >> SHIFT) as usize % PARTS
}

impl<T> ByKey<T> {
    /// The number of entries.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// What is kept for a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<&T> {
        self.parts[part(key)].get(&key)
    }

    /// Whether something is kept for a key.
    #[inline]
    pub fn contains(&self, key: u64) -> bool {
        self.parts[part(key)].contains_key(&key)
    }

    /// Keeps `value` for a key that has none; returns whether it had none.
    #[inline]
    pub fn insert_new(&mut self, key: u64, value: T) -> bool {
        let part = &mut self.parts[part(key)];
        if part.contains_key(&key) {
            return false;
        }
        let is_full = part.len() == part.capacity();
        let before = if is_full { part.allocation_size() } else { 0 };
        part.insert(key, value);
        if is_full {
            let now = part.allocation_size();
            self.held += now - before;
            self.largest = self.largest.max(now);
        }
        self.len += 1;
        true
    }

    /// Bytes held, with room for a part that grows.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.held + 2 * self.largest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_kept_once_and_all_bytes_are_counted() {
        let mut map = ByKey::default();
        // As random as keys are.
        let key = |at: u64| (at + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for at in 0..10_000 {
            assert!(!map.contains(key(at)) && map.insert_new(key(at), at));
            assert!(!map.insert_new(key(at), 0));
        }
        assert_eq!(map.len(), 10_000);
        assert!((0..10_000).all(|at| map.get(key(at)) == Some(&at)));
        let held: usize = map.parts.iter().map(Part::allocation_size).sum();
        let largest = map.parts.iter().map(Part::allocation_size).max();
        assert_eq!(map.bytes(), held + 2 * largest.unwrap_or(0));
        assert!(map.parts.iter().all(|part| part.len() < 10_000 / 32), "parts of like sizes");
    }
}
