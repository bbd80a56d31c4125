//! How far it is over the empty board, for boxes and for the player.

use hakooshi_board::analysis::Distances;
use hakooshi_board::{Board, Square};

/// By square: the fewest pushes that bring a lone box from there to a goal.
pub(crate) fn ways_home(board: &Board) -> Vec<u16> {
    let goals: Vec<Square> = board.goals().iter().collect();
    let nearest = Distances::to_nearest(board, &goals);
    (0..board.table_len()).map(|square| nearest.least(0, Square::from_index(square))).collect()
}

/// Steps of a walk over the empty board to each square from the nearest of some.
pub(crate) fn walks_from(board: &Board, starts: impl Iterator<Item = Square>) -> Vec<u16> {
    let mut steps = vec![u16::MAX; board.table_len()];
    let mut queue: Vec<Square> = starts.collect();
    for square in &queue {
        steps[square.index()] = 0;
    }
    let mut next = 0;
    while next < queue.len() {
        let square = queue[next];
        next += 1;
        for &beside in board.neighbours(square) {
            if !beside.is_wall() && steps[beside.index()] == u16::MAX {
                steps[beside.index()] = steps[square.index()] + 1;
                queue.push(beside);
            }
        }
    }
    steps
}
