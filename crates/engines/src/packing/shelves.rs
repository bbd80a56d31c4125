//! HOT. Positions by score: one stack for each, best score first, the newest first on each; and a
//! rover that now and then takes a position from the next score up, so that no score starves.

use hakooshi_search::store::StateId;

/// One pop in this many is the rover's.
const ROVER: u32 = 8;
/// Scores above this one share the last shelf.
const MOST: usize = 1 << 14;

#[derive(Debug)]
pub(super) struct Shelves {
    stacks: Vec<Vec<StateId>>,
    /// What is added to a score to make it a place.
    offset: i32,
    /// No shelf below this one holds anything.
    lowest: usize,
    rover: usize,
    pops: u32,
    len: usize,
    bytes: usize,
}

impl Shelves {
    /// For scores from `least` on.
    pub(super) fn new(least: i32) -> Self {
        Self { stacks: Vec::new(), offset: -least, lowest: 0, rover: 0, pops: 0, len: 0, bytes: 0 }
    }

    pub(super) fn push(&mut self, score: i32, id: StateId) {
        let place = ((score + self.offset).max(0) as usize).min(MOST);
        if place >= self.stacks.len() {
            self.stacks.resize_with(place + 1, Vec::new);
        }
        let shelf = &mut self.stacks[place];
        let before = shelf.capacity();
        shelf.push(id);
        self.bytes += (shelf.capacity() - before) * size_of::<StateId>();
        self.lowest = if self.len == 0 { place } else { self.lowest.min(place) };
        self.len += 1;
    }

    /// The best score waiting.
    pub(super) fn best(&mut self) -> Option<i32> {
        if self.len == 0 {
            return None;
        }
        while self.stacks[self.lowest].is_empty() {
            self.lowest += 1;
        }
        Some(self.lowest as i32 - self.offset)
    }

    pub(super) fn pop(&mut self) -> Option<StateId> {
        self.best()?;
        self.pops += 1;
        let mut place = self.lowest;
        if self.pops.is_multiple_of(ROVER) {
            let above = self.rover.max(self.lowest) + 1..self.stacks.len();
            let next = above.into_iter().find(|&place| !self.stacks[place].is_empty());
            self.rover = next.unwrap_or(self.lowest);
            place = self.rover;
        }
        self.len -= 1;
        self.stacks[place].pop()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
pub(super) mod tests {
    use hakooshi_board::compile;
    use hakooshi_search::store::{Layout, Met, Store};
    use hakooshi_search::{Budget, Context, Cost, Silent};

    use super::*;

    /// So many names of states.
    pub(in crate::packing) fn ids(count: u64) -> Vec<StateId> {
        let level: hakooshi_level::Level = "#####\n#@$.#\n#####".parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        let mut store: Store<()> = Store::new(Layout::new(&board));
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        store.reserve(count as usize, 0, &mut context).expect("no limit");
        (0..count)
            .filter_map(|word| match store.meet(&[word], None, None, Cost::ZERO) {
                Met::New(id) => Some(id),
                Met::Known(_) => None,
            })
            .collect()
    }

    #[test]
    fn the_best_and_newest_first_and_the_rover_in_between() {
        let ids = ids(20);
        let mut shelves = Shelves::new(-5);
        for (at, &id) in ids.iter().enumerate() {
            shelves.push(at as i32 % 10 - 5, id);
        }
        assert_eq!(shelves.best(), Some(-5));
        let order: Vec<u32> = std::iter::from_fn(|| shelves.pop()).map(StateId::number).collect();
        assert_eq!(order[..9], [10, 0, 11, 1, 12, 2, 13, 14, 3]);
        assert_eq!(order.len(), 20);
        assert!(shelves.is_empty());
        assert_eq!(shelves.best(), None);
    }
}
