//! The level played in one direction in steps of one box taken any distance: pushed from the
//! start, or pulled from the end. Which direction is a type, so that searches that go both
//! ways are written once.

mod game;
mod side;

pub(crate) use game::{Game, Move};
use hakooshi_board::Square;
pub(crate) use side::{Judge, Side};

use crate::cells::Hop;

/// Hops turned round, `root` being the player's region before the first: each ends in the
/// region that the one before it began in.
pub(crate) fn turned((hops, root): (Vec<Hop>, Square)) -> Vec<Hop> {
    let mut players = vec![root];
    players.extend(hops.iter().map(|hop| hop.player));
    let back = hops.iter().zip(&players).rev();
    back.map(|(hop, &player)| Hop { from: hop.to, to: hop.from, player, ..*hop }).collect()
}
