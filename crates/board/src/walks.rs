//! The player's shortest walks: the distance of every square, and a path to it.

use hakooshi_level::Dir;

use crate::{Board, Position, Square};

/// A reusable breadth-first search of the player's walks.
#[derive(Clone, Debug)]
pub struct Walks {
    /// Steps to each square, [`FAR`] where he cannot go.
    steps: Vec<u32>,
    queue: Vec<Square>,
}

const FAR: u32 = u32::MAX;

impl Walks {
    /// A search for `board` that has reached nothing yet.
    pub fn new(board: &Board) -> Self {
        Self { steps: vec![FAR; board.table_len()], queue: Vec::with_capacity(board.size()) }
    }

    /// Measures the walks of the player of `position`.
    pub fn fill(&mut self, board: &Board, position: &Position) {
        self.steps.fill(FAR);
        self.queue.clear();
        self.queue.push(position.player());
        self.steps[position.player().index()] = 0;
        let mut head = 0;
        while head < self.queue.len() {
            let square = self.queue[head];
            head += 1;
            let steps = self.steps[square.index()] + 1;
            for &next in board.neighbours(square) {
                if self.steps[next.index()] == FAR && position.is_free(next) {
                    self.steps[next.index()] = steps;
                    self.queue.push(next);
                }
            }
        }
    }

    /// The steps of a shortest walk to `square`, if he can go there.
    #[inline]
    pub fn steps(&self, square: Square) -> Option<u32> {
        let steps = self.steps[square.index()];
        (steps != FAR).then_some(steps)
    }

    /// A shortest walk to `square`, if he can go there.
    pub fn path(&self, board: &Board, square: Square) -> Option<Vec<Dir>> {
        let mut left = self.steps(square)?;
        let mut at = square;
        let mut path = Vec::with_capacity(left as usize);
        while left > 0 {
            left -= 1;
            let back =
                Dir::ALL.into_iter().find(|&dir| self.steps(board.step(at, dir)) == Some(left))?;
            path.push(back.opposite());
            at = board.step(at, back);
        }
        path.reverse();
        Some(path)
    }
}
