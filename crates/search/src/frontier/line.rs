//! Joins lines of play of both directions into one, and expands it to pushes.

use hakooshi_board::movegen::Relocations;
use hakooshi_board::{Board, BoxMove, Direction, Position, Push, Reach, Square, View};

/// Moves in one direction, and the player's region at the root.
pub type Line = (Vec<BoxMove>, Square);

/// One line of play from the start, joined from a line in `direction` and one in the other
/// direction that end in the same position.
pub(super) fn join(direction: Direction, own: Line, other: Line) -> Vec<BoxMove> {
    match direction {
        Direction::Forward => [own.0, reversed(other)].concat(),
        Direction::Backward => [other.0, reversed(own)].concat(),
    }
}

/// The moves of a line reversed.
fn reversed((moves, root): Line) -> Vec<BoxMove> {
    let mut players = vec![root];
    players.extend(moves.iter().map(|moved| moved.player));
    moves.iter().zip(&players).rev().map(|(moved, &player)| moved.undone(player)).collect()
}

/// Expands moves from `start` to single pushes; `None` if they cannot be played.
pub fn pushes_of(board: &Board, start: &Position, moves: &[BoxMove]) -> Option<Vec<Push>> {
    let mut position = start.clone();
    let mut reach = Reach::new(board);
    let mut relocations = Relocations::new(board);
    let mut out = Vec::new();
    for moved in moves {
        reach.fill(board, &position);
        relocations.of_box(View::new(board, &position, &reach), moved.from, board.live());
        let found = relocations.found().iter().position(|found| {
            found.to == moved.to && relocations.region_after(board, found) == moved.player
        })?;
        out.extend(relocations.pushes(board, found));
        let player = relocations.found()[found].player;
        position.relocate(board, BoxMove { player, ..*moved });
    }
    Some(out)
}
