//! HOT. An open list for small whole keys: one stack per key, least key first, and among
//! equals the state pushed last.

use hakooshi_search::store::StateId;

#[derive(Debug, Default)]
pub(crate) struct Ladder {
    rungs: Vec<Vec<StateId>>,
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
            self.rungs.resize_with(key + 1, Vec::new);
        }
        let rung = &mut self.rungs[key];
        let before = rung.capacity();
        rung.push(id);
        self.bytes += (rung.capacity() - before) * size_of::<StateId>();
        self.lowest = self.lowest.min(key);
        self.len += 1;
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(u32, StateId)> {
        while let Some(rung) = self.rungs.get_mut(self.lowest) {
            if let Some(id) = rung.pop() {
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
