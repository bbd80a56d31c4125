//! The dear tests for deadlocks, for positions about to be expanded.
//!
//! A search in large steps generates hundreds of positions for each that it looks at more
//! closely; what takes microseconds is affordable only for the latter. All tests are sound.

mod finish;

use std::sync::Arc;

use finish::Finish;
use hakooshi_board::{Board, Position, Square};
use hakooshi_search::deadlocks::{Bipartite, Corral, Detector, Verdict};

/// Positions that a corral is searched for.
const CORRAL_NODES: usize = 100;

/// The tests, from the cheapest to the dearest.
#[derive(Debug)]
pub struct Battery {
    bipartite: Bipartite,
    finish: Finish,
    corral: Corral,
}

impl Battery {
    /// The tests for `board`.
    pub fn new(board: &Arc<Board>) -> Self {
        Self {
            bipartite: Bipartite::new(board),
            finish: Finish::new(board),
            corral: Corral::new(board, CORRAL_NODES),
        }
    }

    /// The test that shows the position to be dead, in which the box on `moved` has just been
    /// moved.
    pub fn refuses(&mut self, position: &Position, moved: Square) -> Option<&'static str> {
        if self.bipartite.check(position) == Verdict::Dead {
            return Some("bipartite");
        }
        if self.finish.is_out_of_reach(position) {
            return Some("finish");
        }
        (self.corral.check_after(position, moved) == Verdict::Dead).then_some("corral")
    }
}
