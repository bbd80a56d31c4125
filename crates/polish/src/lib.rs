//! Improves solutions.
//!
//! Engines for hard levels return any solution, usually with many detours. An [`Improver`] improves
//! a solution in any order of the six metrics, for milliseconds or for days: it removes cycles,
//! brings pushes of one box together, and searches sections of the solution again, short ones
//! first. It can be paused at any time and always holds a valid solution. [`polish`] is the quick
//! version for solutions just found.
#![forbid(unsafe_code)]

mod corridor;
mod improver;
mod incumbent;
mod line;
pub mod methods;
mod scale;

use std::sync::Arc;

use hakooshi_board::{Board, Position, Push};
use hakooshi_level::{Metric, Ranking};
use hakooshi_search::Context;

pub use improver::{Improver, Progress};
pub use line::Line;

/// Shortens the solution `pushes` of `start`, with neither more pushes nor more moves.
///
/// Continues until nothing more is found or the budget of `context` ends. Pushes that are illegal
/// or do not solve the level are returned unchanged.
pub fn polish(
    board: &Arc<Board>,
    start: &Position,
    pushes: &[Push],
    context: &mut Context<'_>,
) -> Vec<Push> {
    let Some(line) = Line::new(board, start, pushes) else { return pushes.to_vec() };
    let ranking = Ranking::new(&[Metric::Pushes, Metric::Moves]);
    let mut improver = Improver::new(line, ranking).capped(Metric::Moves);
    // The line is a valid solution whatever stops the work.
    while matches!(improver.turn(context), Ok(Progress::Better(_) | Progress::Working)) {}
    improver.line().pushes().to_vec()
}

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
