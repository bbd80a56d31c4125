//! Dead squares recognised from the walls alone: corners, and walls between two corners.
//!
//! ```text
//!   #######    A box in a corner c can never leave it. A box on u can only move along the
//!   #cuuuc#    wall, because the player cannot get behind it, and the wall ends in corners:
//!   #     #    u is dead too, unless there is a goal on the run.
//! ```
//!
//! Weaker than [`super::live_squares`], which searches by pulls, but needs no search. The test
//! of the first student solvers.

use hakooshi_level::Dir;

use crate::{Board, Square, SquareSet};

/// The corners and bare walls of `board`.
pub fn cornered_squares(board: &Board) -> SquareSet {
    let mut dead = board.empty_set();
    for corner in board.squares().filter(|&square| is_corner(board, square)) {
        if board.is_goal(corner) {
            continue;
        }
        dead.insert(corner);
        for along in [Dir::Right, Dir::Down] {
            for side in along.sides() {
                if let Some(len) = bare_wall(board, corner, along, side) {
                    let run =
                        std::iter::successors(Some(corner), |&at| Some(board.step(at, along)));
                    dead.extend(run.take(len));
                }
            }
        }
    }
    dead
}

/// The length of the run from `corner` in direction `along` that has a wall on `side` all the
/// way, no goal, and ends before another wall.
fn bare_wall(board: &Board, corner: Square, along: Dir, side: Dir) -> Option<usize> {
    if !board.step(corner, along.opposite()).is_wall() {
        return None;
    }
    let mut at = corner;
    let mut len = 0;
    while !at.is_wall() {
        if board.is_goal(at) || !board.step(at, side).is_wall() {
            return None;
        }
        len += 1;
        at = board.step(at, along);
    }
    Some(len)
}

fn is_corner(board: &Board, square: Square) -> bool {
    let wall = |dir| board.step(square, dir).is_wall();
    (wall(Dir::Up) || wall(Dir::Down)) && (wall(Dir::Left) || wall(Dir::Right))
}

#[cfg(test)]
mod tests {
    use hakooshi_level::Level;

    use super::*;
    use crate::{analysis, compile};

    #[test]
    fn finds_no_more_than_the_search_by_pulls() {
        let level: Level =
            "########\n#      #\n# $@#  #\n#  .  ##\n#      #\n########".parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        let dead = cornered_squares(&board);
        assert!(dead.is_disjoint(&analysis::live_squares(&board)));
        // The whole top and left, the bottom, and the nook on the right.
        assert_eq!(dead.len(), 6 + 2 + 6 + 1);
    }
}
