//! Engines for levels beyond the textbook algorithms, and portfolios of any searches.
//!
//! Each is a [`hakooshi_search::Search`] like any other: it is built from a spec, uses the same
//! deadlock tests, and can be paused and resumed.
#![forbid(unsafe_code)]

mod assorted;
mod beams;
mod fess;
mod greedy;
mod imagine;
mod layers;
mod linked;
mod maze;
mod novelty;
mod packing;
mod play;
mod race;
mod restarts;
mod rota;
mod scenes;
mod schedule;
pub mod value;
pub mod waves;

use hakooshi_search::algorithms;
use hakooshi_search::spec::{ALIASES as TEXTBOOK_ALIASES, Alias, Registry, SearchEntry};
pub use schedule::{MOST_THREADS, portfolio};

/// The largest board, in squares, for searches by macro moves. They do not check the clock during
/// an expansion, and expansions grow with the board. Set by judgement.
const LARGEST_BOARD: usize = 2500;

/// The bytes of a list, and of the next one if it is full.
fn grown<T>(list: &Vec<T>) -> usize {
    let slots = if list.len() == list.capacity() { 3 * list.capacity() } else { list.capacity() };
    slots * size_of::<T>()
}

/// Every engine.
pub static ALL: &[&SearchEntry] = &[
    &rota::ENTRY,
    &race::ENTRY,
    &assorted::ENTRY,
    &greedy::BACKWARD,
    &greedy::FORWARD,
    &beams::ENTRY,
    &fess::ENTRY,
    &fess::frugal::ENTRY,
    &imagine::ENTRY,
    &packing::ENTRY,
    &value::ENTRY,
    &waves::ENTRY,
    &maze::ENTRY,
];

/// Named settings of engines, and portfolios.
pub static ALIASES: &[Alias] = &[
    fess::SHORT,
    fess::NEAR,
    fess::BEAMS,
    imagine::FAR,
    imagine::START,
    imagine::BEAMS,
    imagine::BEAMS_FAR,
    imagine::BEAMS_START,
    imagine::DRAGONFLY,
    beams::START,
    rota::PINCER,
];

/// The engines and the textbook algorithms.
pub static REGISTRY: Registry =
    Registry { searches: &[ALL, algorithms::ALL], aliases: &[ALIASES, TEXTBOOK_ALIASES] };

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
