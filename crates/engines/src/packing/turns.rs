//! Two searches along packing orders, in turn.
//!
//! A search that suits a level solves it within some hundred positions, and one that does not
//! seldom does at all; so both manners are tried side by side.

use hakooshi_search::{Context, Stop};

use super::manner::{BY_THE_BOOK, FREELY};
use super::search::Lane;
use crate::{Case, EngineClaims, EngineEntry, Search, Turn};

/// Expansions of a turn of each: if the plan to the letter leads anywhere, it does so soon.
const TURNS: [u64; 2] = [200, 50];

/// Search along packing orders.
#[derive(Debug)]
pub struct Packing {
    lanes: [Lane; 2],
    /// Whose turn it is, and how much of it is left.
    next: usize,
    left: u64,
    elsewhere: usize,
}

impl Packing {
    /// A search of `case`.
    pub fn new(case: &Case) -> Self {
        let lanes = [&FREELY, &BY_THE_BOOK].map(|manner| Lane::new(case, manner));
        Self { lanes, next: 0, left: TURNS[0], elsewhere: 0 }
    }
}

impl Search for Packing {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let mut nodes = nodes;
        while nodes > 0 {
            let share = nodes.min(self.left);
            let others = self.elsewhere + self.lanes[1 - self.next].bytes();
            match self.lanes[self.next].turn(share, others, context)? {
                Turn::Paused => {}
                // What one has exhausted the other cannot solve either.
                end => return Ok(end),
            }
            nodes -= share;
            self.left -= share;
            if self.left == 0 {
                self.next = 1 - self.next;
                self.left = TURNS[self.next];
            }
        }
        Ok(Turn::Paused)
    }

    fn bytes(&self) -> usize {
        self.lanes.iter().map(Lane::bytes).sum()
    }

    fn beside(&mut self, bytes: usize) {
        self.elsewhere = bytes;
    }
}

pub(crate) static ENTRY: EngineEntry = EngineEntry {
    name: "packing",
    title: "pushes that fill the goals phase by phase, in an order found by taking them apart",
    reference: "Damgaard, YASS: packing order",
    params: &[],
    // The battery remembers verdicts by keys of 64 bits, which could be mistaken.
    claims: EngineClaims { complete: false, repeatable: true },
    build: |case| Box::new(Packing::new(case)),
};
