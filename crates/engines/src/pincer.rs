//! Greedy search from both ends at once, until one side meets a position of the other.
//!
//! Each side alone can solve the level; together they also join wherever a position that
//! pushes lead to is one that pulls lead to. Turns alternate, the backward side getting the
//! larger share because it is the stronger on most levels.

use std::sync::Arc;

use hakooshi_board::{Board, Position};
use hakooshi_search::{Context, Stop};

use crate::greedy::{Backward, Forward, Go};
use crate::{EngineClaims, EngineEntry, Search, Turn};

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
    /// A search for `start`, which must have a box for every goal.
    pub fn new(board: &Arc<Board>, start: &Position) -> Self {
        Self {
            backward: Backward::new(board, start),
            forward: Forward::new(board, start),
            elsewhere: 0,
        }
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
            match backward.go(share, context, &|packed| forward.find(packed).is_some())? {
                Go::Ended(id) => return Ok(Turn::Found(backward.pushes(id))),
                Go::Joined(id) => {
                    let other = forward.find(backward.state(id));
                    let first = other.map(|other| forward.pushes(other)).unwrap_or_default();
                    return Ok(Turn::Found([first, backward.pushes(id)].concat()));
                }
                Go::Exhausted => return Ok(Turn::Exhausted),
                Go::Paused => {}
            }
            forward.beside(*elsewhere + backward.bytes());
            let share = left.min(FORWARD_TURN);
            left -= share;
            match forward.go(share, context, &|packed| backward.find(packed).is_some())? {
                Go::Ended(id) => return Ok(Turn::Found(forward.pushes(id))),
                Go::Joined(id) => {
                    let other = backward.find(forward.state(id));
                    let last = other.map(|other| backward.pushes(other)).unwrap_or_default();
                    return Ok(Turn::Found([forward.pushes(id), last].concat()));
                }
                Go::Exhausted => return Ok(Turn::Exhausted),
                Go::Paused => {}
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
    build: |board, start| Box::new(Pincer::new(board, start)),
};
