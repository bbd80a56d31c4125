//! Greedy search from both ends at once, until one side meets a position of the other.
//!
//! Each side alone can solve the level; together they also join wherever a position that
//! pushes lead to is one that pulls lead to. Turns alternate, the backward side getting the
//! larger share because it is the stronger on most levels.

use hakooshi_search::{Context, Stop};

use crate::greedy::{Backward, Forward};
use crate::{Case, EngineClaims, EngineEntry, Search, Turn};

/// Expansions of one turn of each side.
const BACKWARD_TURN: u64 = 300;
const FORWARD_TURN: u64 = 100;

/// Greedy search from both ends.
#[derive(Debug)]
pub struct Pincer {
    backward: Backward,
    forward: Forward,
    elsewhere: usize,
}

impl Pincer {
    /// A search of `case`, which must have a box for every goal.
    pub fn new(case: &Case) -> Self {
        Self { backward: Backward::new(case), forward: Forward::new(case), elsewhere: 0 }
    }
}

impl Search for Pincer {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let Self { backward, forward, elsewhere } = self;
        let mut left = nodes;
        while left > 0 {
            backward.beside(*elsewhere + forward.bytes());
            let share = left.min(BACKWARD_TURN);
            left -= share;
            let end = backward.turn(share, context)?;
            if end != Turn::Paused {
                return Ok(end);
            }
            forward.beside(*elsewhere + backward.bytes());
            let share = left.min(FORWARD_TURN);
            left -= share;
            let end = forward.turn(share, context)?;
            if end != Turn::Paused {
                return Ok(end);
            }
        }
        Ok(Turn::Paused)
    }

    fn bytes(&self) -> usize {
        self.backward.bytes() + self.forward.bytes()
    }

    fn beside(&mut self, bytes: usize) {
        self.elsewhere = bytes;
    }
}

pub(crate) static ENTRY: EngineEntry = EngineEntry {
    name: "pincer",
    title: "backward and forward in turn, until they meet",
    reference: "Pohl 1971, Bi-directional search",
    params: &[],
    claims: EngineClaims { complete: true, repeatable: true },
    build: |case| Box::new(Pincer::new(case)),
};
