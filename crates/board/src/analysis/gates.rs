//! Squares that separate the floor.
//!
//! A *gate* is an articulation point of the empty floor: blocking it disconnects the floor. A gate
//! with walls on both sides of one axis is a *door*.

use hakooshi_level::Dir;

use crate::cuts::Cuts;
use crate::{Board, SquareSet};

/// The gates of a board.
#[derive(Clone, Debug)]
pub struct Gates {
    /// Articulation points of the floor.
    pub gates: SquareSet,
    /// Gates with walls on both sides of one axis and floor on both sides of the other.
    pub doors: SquareSet,
}

/// Finds the gates and doors of `board`.
pub fn gates(board: &Board) -> Gates {
    let mut cuts = Cuts::new(board);
    cuts.fill(board, []);
    let mut gates = board.empty_set();
    let mut doors = board.empty_set();
    for square in board.squares() {
        if cuts.parts(board, square) < 2 {
            continue;
        }
        gates.insert(square);
        let wall = |dir| board.step(square, dir).is_wall();
        let shut = |a, b| wall(a) && wall(b);
        if shut(Dir::Up, Dir::Down) || shut(Dir::Left, Dir::Right) {
            doors.insert(square);
        }
    }
    Gates { gates, doors }
}

#[cfg(test)]
mod tests {
    use hakooshi_level::{Cell, Level};

    use super::*;
    use crate::compile;

    #[test]
    fn a_gap_in_a_wall_is_a_door() {
        let level: Level = "#######\n#  #  #\n# @ $.#\n#  #  #\n#######".parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        let found = gates(&board);
        let at = |col| board.square_at(Cell::new(2, col));
        assert_eq!(found.doors.iter().collect::<Vec<_>>(), [at(3)]);
        assert_eq!(found.gates.iter().collect::<Vec<_>>(), [at(2), at(3), at(4)]);
    }
}
