//! Several searches in turn on one thread, each keeping its tree, each with its share of the
//! time.
//!
//! No search is the best on every level, and the one that suits a level often solves it at
//! once; so all are kept going from the beginning. The next turn is always that of the search
//! that has had the least time for its share. An expansion of one search can cost a hundred of
//! another, and which way that goes depends on the level, so it is time that is shared out
//! and not expansions. A search is made when its first turn comes, for most levels are
//! solved before.

use std::time::Duration;

use hakooshi_board::Board;
use hakooshi_board::analysis::live_squares;
use hakooshi_search::{Context, Stop};

use crate::{Case, EngineClaims, EngineEntry, Search, Turn, fess, greedy, imagine, packing, value};

/// Turns are made longer until they take this long, and shorter if they take ten times that.
const TURN: Duration = Duration::from_millis(4);

/// The longest turn: a search that refuses nearly all of its moves has them for nothing.
const MOST_NODES: u64 = 1 << 20;

/// Boards with more squares are left to the greedy searches.
const MOST_SQUARES: usize = 2500;

/// A search that takes turns with others.
struct Runner {
    entry: &'static EngineEntry,
    /// Its part of the time, as compared with the others.
    share: u32,
    /// Expansions of a turn.
    nodes: u64,
    used: Duration,
    search: Option<Box<dyn Search>>,
    /// It has nothing left to expand, or had to make room for others.
    is_done: bool,
    /// It was cut short in the middle of an expansion, so its end proves nothing.
    is_maimed: bool,
}

impl Runner {
    const fn new(entry: &'static EngineEntry, share: u32, nodes: u64) -> Self {
        Self {
            entry,
            share,
            nodes,
            used: Duration::ZERO,
            search: None,
            is_done: false,
            is_maimed: false,
        }
    }

    fn bytes(&self) -> usize {
        self.search.as_ref().map_or(0, |search| search.bytes())
    }

    /// Notes what a turn has taken.
    fn charge(&mut self, time: Duration) {
        self.used += time;
        if time < TURN {
            self.nodes = (self.nodes * 2).min(MOST_NODES);
        } else if time > TURN * 10 {
            self.nodes = (self.nodes / 2).max(1);
        }
    }
}

/// Searches that take turns.
pub struct Rota {
    case: Case,
    runners: Vec<Runner>,
    /// Some search has found no room, so that all of them done proves nothing.
    is_short: bool,
    elsewhere: usize,
}

impl std::fmt::Debug for Rota {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = self.runners.iter().map(|runner| runner.entry.name);
        f.debug_list().entries(names).finish()
    }
}

impl Rota {
    fn new(case: &Case, runners: Vec<Runner>) -> Self {
        Self { case: case.clone(), runners, is_short: false, elsewhere: 0 }
    }

    /// The search that has had the least time for its share.
    fn next(&self) -> Option<usize> {
        let going = (0..self.runners.len()).filter(|&at| !self.runners[at].is_done);
        going.min_by_key(|&at| self.runners[at].used / self.runners[at].share)
    }
}

impl Rota {
    /// Makes room when the search at `at` found none: where they meet is given up first, then
    /// the search that holds the most.
    fn make_room(&mut self, at: usize) {
        self.is_short = true;
        self.runners[at].is_maimed = true;
        if self.case.meet.close() {
            return;
        }
        let going = (0..self.runners.len()).filter(|&at| self.runners[at].search.is_some());
        if let Some(largest) = going.max_by_key(|&at| self.runners[at].bytes()) {
            self.runners[largest].search = None;
            self.runners[largest].is_done = true;
        }
    }
}

impl Search for Rota {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let mut nodes = nodes;
        while nodes > 0 {
            let Some(at) = self.next() else {
                return if self.is_short { Err(Stop::Memory) } else { Ok(Turn::Exhausted) };
            };
            let held = self.bytes();
            let Self { case, runners, elsewhere, .. } = self;
            let runner = &mut runners[at];
            let others = *elsewhere + held - runner.bytes();
            let begun = context.elapsed();
            let share = runner.nodes.min(nodes);
            let search = runner.search.get_or_insert_with(|| (runner.entry.build)(case));
            context.tell_turn(runner.entry.name);
            search.beside(others);
            match search.turn(share, context) {
                Ok(Turn::Paused) => {}
                Ok(Turn::Found(pushes)) => return Ok(Turn::Found(pushes)),
                Ok(Turn::Exhausted) if runner.entry.claims.complete && !runner.is_maimed => {
                    return Ok(Turn::Exhausted);
                }
                Ok(Turn::Exhausted) => {
                    // What it held is of no use to anyone.
                    runner.search = None;
                    runner.is_done = true;
                }
                Err(Stop::Memory) => self.make_room(at),
                Err(stop) => return Err(stop),
            }
            self.runners[at].charge(context.elapsed().saturating_sub(begun));
            nodes -= share;
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

/// Single pulls and pushes with exact tables are the strongest where there is little room.
fn greedy_runners(board: &Board) -> Vec<Runner> {
    let share = match live_squares(board).len() {
        0..=70 => 40,
        71..=100 => 14,
        _ => 8,
    };
    vec![Runner::new(&greedy::BACKWARD, share, 500), Runner::new(&greedy::FORWARD, 2, 100)]
}

/// Searches in large steps, unless a step would be too large: none of them looks at the clock
/// in the middle of one.
fn planned_runners(board: &Board) -> Vec<Runner> {
    if board.size() > MOST_SQUARES {
        return Vec::new();
    }
    vec![
        Runner::new(&fess::ENTRY, 4, 20),
        Runner::new(&fess::SHORT, 3, 20),
        Runner::new(&fess::NEAR, 3, 20),
        Runner::new(&imagine::OPEN, 4, 20),
        Runner::new(&imagine::REVERSE, 3, 20),
        Runner::new(&imagine::FAR, 2, 20),
        Runner::new(&imagine::DRAGONFLY, 1, 20),
        Runner::new(&packing::ENTRY, 2, 20),
        Runner::new(&value::ENTRY, 2, 20),
    ]
}

pub(crate) static ENTRY: EngineEntry = EngineEntry {
    name: "rota",
    title: "all the searches below in turn, each with its share of the time",
    reference: "",
    params: &[],
    // Those that are complete always have a turn to come.
    claims: EngineClaims { complete: true, repeatable: false },
    build: |case| {
        let mut runners = greedy_runners(&case.board);
        runners.extend(planned_runners(&case.board));
        Box::new(Rota::new(case, runners))
    },
};

pub(crate) static GREEDY: EngineEntry = EngineEntry {
    name: "greedy_rota",
    title: "backward and forward in turn: the half of rota for small dense levels",
    reference: "",
    params: &[],
    claims: EngineClaims { complete: true, repeatable: false },
    build: |case| Box::new(Rota::new(case, greedy_runners(&case.board))),
};

pub(crate) static PLANNED: EngineEntry = EngineEntry {
    name: "planned_rota",
    title: "the searches by plans in turn: the half of rota for large levels",
    reference: "",
    params: &[],
    claims: EngineClaims { complete: false, repeatable: false },
    build: |case| Box::new(Rota::new(case, planned_runners(&case.board))),
};
