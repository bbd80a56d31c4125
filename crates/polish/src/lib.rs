//! Makes solutions shorter.
//!
//! Engines for hard levels look for any solution, and what they find wanders. An [`Improver`]
//! takes a solution and makes it better by any order of the six metrics, for milliseconds or
//! for days: cycles are left out, pushes of one box brought together, and stretches searched
//! anew near the line or anywhere, short ones first. It can be paused at any time, and what it
//! holds is a solution at every moment. [`polish`] is its quick form for solutions just found.
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

/// Pushes that solve `start` as `pushes` do, never with more pushes nor with more moves.
///
/// Goes on until nothing more is found or the budget of `context` ends. Pushes that cannot be
/// played or do not solve the level are given back as they are.
pub fn polish(
    board: &Arc<Board>,
    start: &Position,
    pushes: &[Push],
    context: &mut Context<'_>,
) -> Vec<Push> {
    let Some(line) = Line::new(board, start, pushes) else { return pushes.to_vec() };
    let ranking = Ranking::new(&[Metric::Pushes, Metric::Moves]);
    let mut improver = Improver::new(line, ranking).capped(Metric::Moves);
    // Whatever stops the work, the line is a solution at every moment.
    while matches!(improver.turn(context), Ok(Progress::Better(_) | Progress::Working)) {}
    improver.line().pushes().to_vec()
}

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
