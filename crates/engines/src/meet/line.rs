//! Lines of play from both ends joined to one, and played.

use hakooshi_board::movegen::Relocations;
use hakooshi_board::{Board, Position, Push, Reach, Square, SquareSet};

use super::End;
use crate::cells::Hop;

/// Hops from one end of the level, with the player's region at that end.
pub(crate) type Line = (Vec<Hop>, Square);

/// One line of play from the start, out of that of a search from `end` and one from the other
/// end to the same position.
pub(crate) fn join(end: End, own: Line, other: Line) -> Vec<Hop> {
    match end {
        End::Start => [own.0, turned(other)].concat(),
        End::Goal => [other.0, turned(own)].concat(),
    }
}

/// Hops turned round: each ends in the region that the one before it began in.
fn turned((hops, root): Line) -> Vec<Hop> {
    let mut players = vec![root];
    players.extend(hops.iter().map(|hop| hop.player));
    let back = hops.iter().zip(&players).rev();
    back.map(|(hop, &player)| Hop { from: hop.to, to: hop.from, player, ..*hop }).collect()
}

/// The single pushes that hops from `start` stand for; `None` if they cannot be played.
pub(crate) fn pushes_of(
    board: &Board,
    start: &Position,
    live: &SquareSet,
    hops: &[Hop],
) -> Option<Vec<Push>> {
    let mut position = start.clone();
    let mut reach = Reach::new(board);
    let mut relocations = Relocations::new(board);
    let mut out = Vec::new();
    for hop in hops {
        reach.fill(board, &position);
        relocations.of_box(board, &position, &reach, hop.from, live);
        let found = relocations.found().iter().position(|found| {
            found.to == hop.to && relocations.region_after(board, found) == hop.player
        })?;
        out.extend(relocations.pushes(board, found));
        let player = relocations.found()[found].player;
        position.carry(board, hop.from, hop.to, player);
    }
    Some(out)
}
