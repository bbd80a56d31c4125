//! The dear tests for deadlocks, for positions about to be expanded.
//!
//! A search in large steps generates hundreds of positions for each that it looks at more
//! closely; what takes microseconds is affordable only for the latter. All tests are sound;
//! answers of small searches are remembered by keys of 64 bits.

mod fences;
mod finish;
mod lone;
mod origin;
mod pairs;
mod stuck;
mod verdicts;

use std::sync::Arc;

use fences::Fences;
use finish::Finish;
use hakooshi_board::{Board, Position};
use hakooshi_search::deadlocks::{Bipartite, Detector, Verdict};
pub use origin::Origin;
pub(crate) use pairs::{PairTables, Pairs};

/// The tests, from the cheapest to the dearest.
#[derive(Debug)]
pub struct Battery {
    bipartite: Bipartite,
    finish: Finish,
    fences: Fences,
}

impl Battery {
    /// The tests for `board`.
    pub fn new(board: &Arc<Board>) -> Self {
        Self {
            bipartite: Bipartite::new(board),
            finish: Finish::new(board),
            fences: Fences::new(board),
        }
    }

    /// The test that shows the position to be dead.
    pub fn refuses(&mut self, position: &Position) -> Option<&'static str> {
        if self.bipartite.check(position) == Verdict::Dead {
            return Some("bipartite");
        }
        if self.finish.is_out_of_reach(position) {
            return Some("finish");
        }
        self.fences.is_hopeless(position, self.finish.walls()).then_some("corral")
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.finish.bytes() + self.fences.bytes()
    }
}
