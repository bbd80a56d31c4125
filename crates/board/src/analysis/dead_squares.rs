//! Squares from which a lone box can still be brought to some goal.
//!
//! Pull a box from every goal over the empty board, given the side the player is on. A square
//! that is never reached is dead: a box there cannot be solved wherever the other boxes are.

use super::{Distances, UNREACHABLE};
use crate::{Board, Square, SquareSet};

/// The squares that are not dead.
pub fn live_squares(board: &Board) -> SquareSet {
    let goals: Vec<Square> = board.goals().iter().collect();
    let nearest = Distances::to_nearest(board, &goals);
    let mut live = board.empty_set();
    live.extend(board.squares().filter(|&square| nearest.least(0, square) != UNREACHABLE));
    live
}

#[cfg(test)]
mod tests {
    use hakooshi_level::Level;

    use super::*;
    use crate::compile;

    /// The level with `x` on its dead squares.
    fn drawn(level: &str) -> String {
        let level: Level = level.parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        let live = live_squares(&board);
        let mut rows: Vec<Vec<char>> =
            level.rows().map(|row| row.iter().map(|tile| tile.glyph()).collect()).collect();
        for square in board.squares().filter(|&square| !live.contains(square)) {
            let cell = board.cell(square);
            rows[usize::from(cell.row)][usize::from(cell.col)] = 'x';
        }
        rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
    }

    #[test]
    fn corners_and_bare_walls_are_dead() {
        assert_eq!(
            drawn("#######\n#     #\n# $@  #\n#    .#\n#######"),
            "#######\n#xxxxx#\n#x$@  #\n#x   .#\n#######\n"
        );
    }

    #[test]
    fn a_corridor_is_dead_where_the_player_cannot_get_behind_the_box() {
        assert_eq!(drawn("#######\n#@ $ .#\n#######"), "#######\n#x $ .#\n#######\n");
    }
}
