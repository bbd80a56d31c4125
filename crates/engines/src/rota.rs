//! Several searches in turn on one thread, each keeping its tree, with turns that grow.
//!
//! No search is the best on every level, and the one that suits a level often solves it at
//! once. Short first turns find those; turns that double leave each search a fixed share of
//! all the time there is. Turns are counted in expansions, dearer for some searches than for
//! others, and not in seconds: so the same level always takes the same course. A search is
//! made when its first turn comes, for most levels are solved before.

use std::sync::Arc;

use hakooshi_board::{Board, Position};
use hakooshi_search::{Context, Stop};

use crate::{EngineClaims, EngineEntry, Search, Turn, fess, greedy, imagine, packing};

/// What the first round costs in all; each later round costs twice as much.
const FIRST_ROUND: u64 = 4000;
/// Rounds after which turns grow no more.
const MOST_DOUBLINGS: u32 = 10;

/// A search that takes turns with others.
struct Runner {
    entry: &'static EngineEntry,
    /// Part of a round.
    share: u64,
    /// What an expansion costs.
    price: u64,
    search: Option<Box<dyn Search>>,
    /// It has nothing left to expand.
    is_done: bool,
}

impl Runner {
    const fn new(entry: &'static EngineEntry, share: u64, price: u64) -> Self {
        Self { entry, share, price, search: None, is_done: false }
    }

    fn bytes(&self) -> usize {
        self.search.as_ref().map_or(0, |search| search.bytes())
    }
}

/// Searches that take turns.
pub struct Rota {
    board: Arc<Board>,
    start: Position,
    runners: Vec<Runner>,
    round: u32,
    /// Whose turn it is, and what is left of it.
    at: usize,
    left: u64,
    elsewhere: usize,
}

impl std::fmt::Debug for Rota {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rota")
            .field("round", &self.round)
            .field("at", &self.at)
            .finish_non_exhaustive()
    }
}

impl Rota {
    fn new(board: &Arc<Board>, start: &Position, runners: Vec<Runner>) -> Self {
        let (board, start) = (Arc::clone(board), start.clone());
        let mut rota = Self { board, start, runners, round: 0, at: 0, left: 0, elsewhere: 0 };
        rota.left = rota.share();
        rota
    }

    /// Expansions of the turn that begins.
    fn share(&self) -> u64 {
        let whole: u64 = self.runners.iter().map(|runner| runner.share).sum();
        let runner = &self.runners[self.at];
        let round = FIRST_ROUND << self.round.min(MOST_DOUBLINGS);
        (round * runner.share / whole / runner.price).max(1)
    }

    /// Hands over to the next that is not done; whether there is one.
    fn next(&mut self) -> bool {
        for _ in 0..self.runners.len() {
            self.at += 1;
            if self.at == self.runners.len() {
                self.at = 0;
                self.round += 1;
            }
            if !self.runners[self.at].is_done {
                self.left = self.share();
                return true;
            }
        }
        false
    }
}

impl Search for Rota {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let mut nodes = nodes;
        while nodes > 0 {
            let share = self.left.min(nodes);
            let held = self.bytes();
            let elsewhere = self.elsewhere;
            let Self { board, start, runners, at, .. } = self;
            let runner = &mut runners[*at];
            let others = elsewhere + held - runner.bytes();
            let search = runner.search.get_or_insert_with(|| (runner.entry.build)(board, start));
            search.beside(others);
            match search.turn(share, context)? {
                Turn::Paused => {}
                Turn::Exhausted if !runner.entry.claims.complete => {
                    // What it held is of no use to anyone.
                    runner.search = None;
                    runner.is_done = true;
                    self.left = share;
                }
                settled => return Ok(settled),
            }
            nodes -= share;
            self.left -= share;
            if self.left == 0 && !self.next() {
                return Ok(Turn::Exhausted);
            }
        }
        Ok(Turn::Paused)
    }

    fn bytes(&self) -> usize {
        self.runners.iter().map(Runner::bytes).sum()
    }

    fn beside(&mut self, bytes: usize) {
        self.elsewhere = bytes;
    }
}

/// What an expansion of a search by plans costs in expansions of a greedy one.
const DEAR: u64 = 48;

fn greedy_runners() -> Vec<Runner> {
    vec![Runner::new(&greedy::BACKWARD, 7, 1), Runner::new(&greedy::FORWARD, 1, 1)]
}

fn planned_runners() -> Vec<Runner> {
    vec![
        Runner::new(&fess::ENTRY, 6, DEAR),
        Runner::new(&imagine::OPEN, 4, DEAR),
        Runner::new(&imagine::FAR, 2, DEAR),
        Runner::new(&imagine::REVERSE, 3, DEAR),
        Runner::new(&imagine::DRAGONFLY, 1, DEAR / 3),
        Runner::new(&packing::ENTRY, 2, DEAR / 2),
    ]
}

pub(crate) static ENTRY: EngineEntry = EngineEntry {
    name: "rota",
    title: "all the searches below in turn, each keeping its tree, turns growing",
    reference: "",
    params: &[],
    // Those that are complete always have a turn to come.
    claims: EngineClaims { complete: true },
    build: |board, start| {
        let mut runners = greedy_runners();
        runners.extend(planned_runners());
        Box::new(Rota::new(board, start, runners))
    },
};

pub(crate) static GREEDY: EngineEntry = EngineEntry {
    name: "greedy_rota",
    title: "backward and forward in turn: the half of rota for small dense levels",
    reference: "",
    params: &[],
    claims: EngineClaims { complete: true },
    build: |board, start| Box::new(Rota::new(board, start, greedy_runners())),
};

pub(crate) static PLANNED: EngineEntry = EngineEntry {
    name: "planned_rota",
    title: "the searches by plans in turn: the half of rota for large levels",
    reference: "",
    params: &[],
    claims: EngineClaims { complete: false },
    build: |board, start| Box::new(Rota::new(board, start, planned_runners())),
};
