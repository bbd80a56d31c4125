//! The dear tests for deadlocks, for positions about to be expanded.

mod finish;

use std::sync::Arc;

use hakooshi_board::{Board, Position, Square};
use hakooshi_search::deadlocks::{Bipartite, Corral, Detector, Verdict};

use self::finish::Finish;

/// Positions that a corral is searched for.
const CORRAL_NODES: usize = 100;

#[derive(Debug)]
pub(crate) struct Battery {
    bipartite: Bipartite,
    corral: Corral,
    finish: Finish,
}

impl Battery {
    pub(crate) fn new(board: &Arc<Board>) -> Self {
        Self {
            bipartite: Bipartite::new(board),
            corral: Corral::new(board, CORRAL_NODES),
            finish: Finish::new(board),
        }
    }

    /// The test that refuses the position, in which the box on `moved` has just been moved.
    pub(crate) fn refuses(&mut self, position: &Position, moved: Square) -> Option<&'static str> {
        if self.bipartite.check(position) == Verdict::Dead {
            return Some("bipartite");
        }
        if self.finish.is_out_of_reach(position) {
            return Some("finish");
        }
        if self.corral.check_after(position, moved) == Verdict::Dead {
            return Some("corral");
        }
        None
    }
}
