//! HOT. An open list for small whole keys: one queue per key, least key first, and among
//! equals the state that has waited longest. Taking the newest instead solved 31 levels of
//! SokHard within 60,000 expansions backwards where this solves 38.

use std::collections::VecDeque;

use hakooshi_search::store::StateId;

#[derive(Debug, Default)]
pub(crate) struct Ladder {
    rungs: Vec<VecDeque<StateId>>,
    /// No rung below this one holds anything.
    lowest: usize,
    len: usize,
    bytes: usize,
}

impl Ladder {
    #[inline]
    pub(crate) fn push(&mut self, key: u32, id: StateId) {
        let key = key as usize;
        if key >= self.rungs.len() {
            self.rungs.resize_with(key + 1, VecDeque::new);
        }
        let rung = &mut self.rungs[key];
        let before = rung.capacity();
        rung.push_back(id);
        self.bytes += (rung.capacity() - before) * size_of::<StateId>();
        self.lowest = self.lowest.min(key);
        self.len += 1;
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(u32, StateId)> {
        while let Some(rung) = self.rungs.get_mut(self.lowest) {
            if let Some(id) = rung.pop_front() {
                self.len -= 1;
                return Some((self.lowest as u32, id));
            }
            self.lowest += 1;
        }
        None
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}
