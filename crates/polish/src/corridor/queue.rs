//! HOT. The open list, in buckets by cost. A step adds one of a few amounts, so the states of one
//! bucket have children of only a few costs. These are collected in separate lists and added to the
//! tree of buckets when the bucket is done.

use std::collections::BTreeMap;

use hakooshi_board::Square;
use hakooshi_search::{Memory, Reservation, Stop};

use super::table::Row;
use crate::scale::Cost;

/// A state to be closed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    pub(super) row: Row,
    /// The index of the previous state in the log.
    pub(super) parent: u32,
    pub(super) player: Square,
    /// The step that led to it.
    pub(super) step: u8,
}

/// The open list.
#[derive(Debug)]
pub(super) struct Queue {
    buckets: BTreeMap<Cost, Vec<Waiting>>,
    /// The children of the current bucket, by additional cost.
    children: Vec<(Cost, Vec<Waiting>)>,
    spare: Vec<Vec<Waiting>>,
    len: usize,
    memory: Reservation,
}

impl Queue {
    pub(super) fn new(memory: &Memory) -> Self {
        Self {
            buckets: BTreeMap::new(),
            children: Vec::new(),
            spare: Vec::new(),
            len: 0,
            memory: memory.reservation(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds a child of the current bucket that costs `delta` more.
    #[inline]
    pub(super) fn add_child(&mut self, delta: Cost, state: Waiting) {
        for (known, list) in &mut self.children {
            if *known == delta {
                list.push(state);
                return;
            }
        }
        self.children.push((delta, vec![state]));
    }

    /// Files the children of the bucket of this cost.
    pub(super) fn file(&mut self, cost: Cost) -> Result<(), Stop> {
        for (delta, list) in self.children.iter_mut().filter(|(_, list)| !list.is_empty()) {
            self.len += list.len();
            let bucket = self.buckets.entry(cost + *delta);
            let bucket = bucket.or_insert_with(|| self.spare.pop().unwrap_or_default());
            bucket.append(list);
        }
        // Lists grow by doubling, and spare lists keep their capacity.
        self.memory.resize(
            self.len.max(self.memory.bytes() / size_of::<Waiting>() / 4) * 2 * size_of::<Waiting>(),
        )
    }

    /// Takes the bucket of least cost.
    pub(super) fn pop(&mut self) -> Option<(Cost, Vec<Waiting>)> {
        let (cost, bucket) = self.buckets.pop_first()?;
        self.len -= bucket.len();
        Some((cost, bucket))
    }

    /// Returns the rest of a bucket to the list.
    pub(super) fn put_back(&mut self, cost: Cost, bucket: Vec<Waiting>) {
        self.len += bucket.len();
        self.buckets.insert(cost, bucket);
    }

    /// Takes back the empty list of a finished bucket for reuse.
    pub(super) fn recycle(&mut self, mut bucket: Vec<Waiting>) {
        bucket.clear();
        if self.spare.len() < 8 {
            self.spare.push(bucket);
        }
    }
}
