//! HOT. An open list for scores: one stack per score, the least score first, and among equals the
//! newest state. At intervals a *rover* takes a state from the next score up, so that no score
//! starves.

use super::OpenList;
use crate::store::StateId;

/// One pop in this many is the rover's.
const ROVER: u32 = 8;
/// Scores at least this much above the least share the last stack.
const MOST: usize = 1 << 14;

/// Stacks by score.
#[derive(Debug)]
pub struct RoverBuckets {
    stacks: Vec<Vec<StateId>>,
    /// Added to a score to make it an index.
    offset: i32,
    /// No stack below this one holds anything.
    lowest: usize,
    rover: usize,
    pops: u32,
    len: usize,
    bytes: usize,
}

impl RoverBuckets {
    /// An empty list for scores from `least` up.
    pub const fn new(least: i32) -> Self {
        Self { stacks: Vec::new(), offset: -least, lowest: 0, rover: 0, pops: 0, len: 0, bytes: 0 }
    }

    #[expect(clippy::cast_possible_wrap, reason = "there are few places")]
    const fn score(&self, place: usize) -> i32 {
        place as i32 - self.offset
    }
}

impl OpenList for RoverBuckets {
    type Key = i32;

    fn push(&mut self, score: i32, id: StateId) {
        let place = ((score + self.offset).max(0) as usize).min(MOST);
        if place >= self.stacks.len() {
            self.stacks.resize_with(place + 1, Vec::new);
        }
        let stack = &mut self.stacks[place];
        let before = stack.capacity();
        stack.push(id);
        self.bytes += (stack.capacity() - before) * size_of::<StateId>();
        self.lowest = if self.len == 0 { place } else { self.lowest.min(place) };
        self.len += 1;
    }

    fn pop(&mut self) -> Option<(i32, StateId)> {
        self.least()?;
        self.pops = self.pops.wrapping_add(1);
        let mut place = self.lowest;
        if self.pops.is_multiple_of(ROVER) {
            let above = self.rover.max(self.lowest) + 1..self.stacks.len();
            let next = above.into_iter().find(|&place| !self.stacks[place].is_empty());
            self.rover = next.unwrap_or(self.lowest);
            place = self.rover;
        }
        self.len -= 1;
        let id = self.stacks[place].pop()?;
        Some((self.score(place), id))
    }

    fn least(&mut self) -> Option<i32> {
        if self.len == 0 {
            return None;
        }
        while self.stacks[self.lowest].is_empty() {
            self.lowest += 1;
        }
        Some(self.score(self.lowest))
    }

    fn len(&self) -> usize {
        self.len
    }

    fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_and_newest_first_and_the_rover_in_between() {
        let mut list = RoverBuckets::new(-5);
        for number in 0..20 {
            list.push(number % 10 - 5, StateId::new(number as u32));
        }
        let order: Vec<u32> =
            std::iter::from_fn(|| list.pop()).map(|(_, id)| id.number()).collect();
        assert_eq!(order[..9], [10, 0, 11, 1, 12, 2, 13, 14, 3]);
        assert_eq!(order.len(), 20);
    }
}
