//! Engines for levels that the textbook cannot solve, and portfolios of any searches.
//!
//! Each is a [`hakooshi_search::Search`] like any other: put together from a spec, with the same
//! deadlock tests, paused and resumed at will.
#![forbid(unsafe_code)]

mod cells;
mod fess;
mod greedy;
mod imagine;
mod packing;
mod play;
mod race;
mod rota;
pub mod value;

use hakooshi_search::algorithms;
use hakooshi_search::spec::{ALIASES as TEXTBOOK_ALIASES, Alias, Registry, SearchEntry};
pub use rota::ROTA;

/// Boards with more squares are left to searches by single moves: those in large steps do not
/// look at the clock in the middle of an expansion.
const LARGEST_BOARD: usize = 2500;

/// Every engine.
pub static ALL: &[&SearchEntry] = &[
    &rota::ENTRY,
    &race::ENTRY,
    &greedy::BACKWARD,
    &greedy::FORWARD,
    &fess::ENTRY,
    &imagine::ENTRY,
    &packing::ENTRY,
    &value::ENTRY,
];

/// Settings of engines that have names of their own, and portfolios.
pub static ALIASES: &[Alias] = &[
    fess::SHORT,
    fess::NEAR,
    imagine::FAR,
    imagine::START,
    imagine::DRAGONFLY,
    rota::GREEDY,
    rota::PLANNED,
    rota::PINCER,
];

/// The engines and the textbook.
pub static REGISTRY: Registry =
    Registry { searches: &[ALL, algorithms::ALL], aliases: &[ALIASES, TEXTBOOK_ALIASES] };
