//! What tests lean on: slow and obvious twins of the engines, levels to try them on, and a
//! shrinker for whatever fails.
//!
//! Nothing here shares code with what it checks. The rules are played on the written level
//! ([`State`]), tiny levels are solved completely and backward ([`Oracle`]) or played through
//! from the start ([`Reachable`]), move generators are counted by plain recursion ([`perft`]). Levels come drawn by hand ([`fixtures`]), at
//! random ([`strategies`]), bundled with the program ([`collection`]) or made to be hard
//! ([`generate`]); a level that fails is made small and kept ([`shrink`]).
#![forbid(unsafe_code)]

pub mod collection;
pub mod fixtures;
pub mod generate;
mod oracle;
pub mod perft;
mod placements;
mod reachable;
mod replay;
mod rng;
pub mod shrink;
mod state;
pub mod strategies;

pub use oracle::{Oracle, TooLarge};
pub use reachable::Reachable;
pub use replay::{Cost, ReplayError, replay};
pub use rng::Rng;
pub use state::State;
