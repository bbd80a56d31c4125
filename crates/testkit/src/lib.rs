//! Support for tests: slow and simple reference implementations, levels to try, and a shrinker for
//! failing levels.
//!
//! Nothing here shares code with what it checks. The rules are played on the written level ([`State`]),
//! tiny levels are solved completely and backwards ([`Oracle`]) or explored from the start
//! ([`Reachable`]), and move generators are checked by plain recursion ([`perft`]). Levels are drawn by
//! hand ([`fixtures`]), random ([`strategies`]), bundled with the program ([`collection`]) or generated to
//! be hard ([`generate`]); a failing level is shrunk and saved ([`shrink`]).
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
