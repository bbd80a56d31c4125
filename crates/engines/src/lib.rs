//! Engines for levels that the textbook cannot solve.
//!
//! Each is a [`Search`] that can be paused and resumed, so that a scheduler may give several
//! of them turns on one level.
#![forbid(unsafe_code)]

pub mod battery;
mod cells;
pub mod dead_sets;
mod fess;
mod greedy;
mod imagine;
mod ladder;
mod meet;
mod packing;
mod pairing;
mod pincer;
mod play;
mod rota;
pub mod value;

pub use fess::Fess;
pub use greedy::{Backward, Forward, Greedy};
use std::sync::Arc;

use battery::PairTables;

use hakooshi_board::{Board, Position, Push};
use hakooshi_search::spec::Entry;
use hakooshi_search::{Context, Stop};
pub use meet::Meet;
pub use packing::Packing;
pub use pincer::Pincer;
pub use rota::Rota;

/// How a turn ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// These pushes solve the level, or so the search believes.
    Found(Vec<Push>),
    /// Nothing is left to expand.
    Exhausted,
    /// The turn is over; the search can go on.
    Paused,
}

/// A search that keeps its tree between turns.
pub trait Search {
    /// Goes on for at most `nodes` expansions.
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop>;

    /// Bytes held between turns.
    fn bytes(&self) -> usize;

    /// Tells what others hold of the same budget while this one has its turn.
    fn beside(&mut self, bytes: usize);
}

/// What an engine promises. None says anything about the length of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineClaims {
    /// An exhausted search means that there is no solution.
    pub complete: bool,
    /// The same level takes the same course every time, whatever the clock says.
    pub repeatable: bool,
}

/// A level to be searched, and where the searches of it meet.
#[derive(Clone, Debug)]
pub struct Case {
    board: Arc<Board>,
    start: Position,
    meet: Arc<Meet>,
    pairs: Arc<PairTables>,
}

impl Case {
    /// The search for a way from `start` to the goals. Clones share what their searches find.
    pub fn new(board: &Arc<Board>, start: &Position) -> Self {
        Self {
            board: Arc::clone(board),
            start: start.clone(),
            meet: Arc::default(),
            pairs: Arc::default(),
        }
    }
}

/// How an engine is made.
pub type BuildEngine = fn(&Case) -> Box<dyn Search>;

/// An engine that can be asked for by name.
pub type EngineEntry = Entry<EngineClaims, BuildEngine>;

/// Every engine.
pub static ALL: &[&EngineEntry] = &[
    &rota::ENTRY,
    &rota::GREEDY,
    &rota::PLANNED,
    &greedy::BACKWARD,
    &greedy::FORWARD,
    &fess::ENTRY,
    &fess::SHORT,
    &fess::NEAR,
    &imagine::OPEN,
    &imagine::FAR,
    &imagine::REVERSE,
    &imagine::DRAGONFLY,
    &packing::ENTRY,
    &pincer::ENTRY,
    &value::ENTRY,
];
