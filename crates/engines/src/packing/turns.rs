//! Two searches along packing orders, in turn.
//!
//! A search that suits a level solves it within some hundred positions, and one that does not
//! seldom does at all; so both manners are tried side by side.

use hakooshi_search::spec::{Parts, SearchClaims, SearchEntry, SearchSpec};
use hakooshi_search::{Context, Search, Stop, Task, Turn};

use super::manner::{BY_THE_BOOK, FREELY};
use super::search::PhaseSearch;
use crate::LARGEST_BOARD;

/// Expansions of a turn of each: if the plan to the letter leads anywhere, it does so soon.
const TURNS: [u64; 2] = [200, 50];

/// Search along packing orders.
struct PackingSearch {
    manners: [PhaseSearch; 2],
    /// Whose turn it is, and how much of it is left.
    next: usize,
    left: u64,
}

impl PackingSearch {
    fn new(spec: &SearchSpec, task: &Task) -> Self {
        let manners = [&FREELY, &BY_THE_BOOK].map(|manner| PhaseSearch::new(spec, task, manner));
        Self { manners, next: 0, left: TURNS[0] }
    }
}

impl Search for PackingSearch {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let mut nodes = nodes;
        while nodes > 0 {
            let share = nodes.min(self.left);
            match self.manners[self.next].turn(share, context)? {
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
        self.manners.iter().map(PhaseSearch::bytes).sum()
    }
}

pub(crate) static ENTRY: SearchEntry = SearchEntry {
    name: "packing",
    title: "pushes that fill the goals phase by phase, in an order found by taking them apart",
    reference: "Damgaard, YASS: packing order",
    params: &[],
    // Sound and exact as far as can be seen, but no test holds it to completeness yet.
    claims: SearchClaims {
        parts: Parts {
            deadlocks: true,
            choosing: true,
            usual: "deadlocks=[dead_squares,freeze,bipartite,finish,corral],pruning=[pi_corral]",
            ..Parts::NONE
        },
        most_squares: LARGEST_BOARD,
        ..SearchClaims::ENGINE
    },
    build: |spec, task| Box::new(PackingSearch::new(spec, task)),
};
