//! The direction in which a level is played, as a value and as a type.
//!
//! Tables and registries ask for a [`Direction`]. What runs for every position is written once
//! for any [`Way`], so that the compiler makes a copy for each direction and nothing asks at
//! run time.

use hakooshi_level::Dir;

use crate::{Board, Position, Square};

/// The direction of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Boxes are pushed, from where the level starts to the goals.
    Forward,
    /// Boxes are pulled, from the goals to where the level starts.
    Backward,
}

impl Direction {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Forward, Self::Backward];

    /// The other direction.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }

    /// Where each way of ending a game of this direction leaves the boxes: the goals, or the
    /// boxes of `start`.
    pub fn targets(self, board: &Board, start: &Position) -> Vec<Square> {
        match self {
            Self::Forward => board.goals().iter().collect(),
            Self::Backward => start.boxes().to_vec(),
        }
    }
}

/// How a box is moved by a player who stands on one side of it: a direction of play as a type.
pub trait Way: std::fmt::Debug + Send + 'static {
    /// The same as a value.
    const DIRECTION: Direction;

    /// The other direction.
    type Reverse: Way;

    /// Where the box goes and where the player ends, when he stands on the side `side` of
    /// `at`; both must be free. He ends on the same side as before.
    fn moved(board: &Board, at: Square, side: Dir) -> (Square, Square);

    /// Whether a box on `square` could be moved if the player were on the right side of it and
    /// could use every square that is `free`.
    #[inline]
    fn has_room(board: &Board, square: Square, free: impl Fn(Square) -> bool) -> bool {
        Self::has_room_onto(board, square, free, |_| true)
    }

    /// The same if boxes may be brought to some squares only.
    #[inline]
    fn has_room_onto(
        board: &Board,
        square: Square,
        free: impl Fn(Square) -> bool,
        onto: impl Fn(Square) -> bool,
    ) -> bool {
        Dir::ALL.into_iter().any(|side| {
            // Whoever pushes stands on the opposite side of where the box goes, and ends where
            // the box was.
            let (to, player) = Self::moved(board, square, side);
            free(to)
                && onto(to)
                && (player == square || free(player))
                && free(board.step(square, side))
        })
    }
}

/// The player pushes the box before him.
#[derive(Clone, Copy, Debug)]
pub enum Pushing {}

/// The player pulls the box behind him.
#[derive(Clone, Copy, Debug)]
pub enum Pulling {}

impl Way for Pushing {
    const DIRECTION: Direction = Direction::Forward;

    type Reverse = Pulling;

    #[inline]
    fn moved(board: &Board, at: Square, side: Dir) -> (Square, Square) {
        (board.step(at, side.opposite()), at)
    }
}

impl Way for Pulling {
    const DIRECTION: Direction = Direction::Backward;

    type Reverse = Pushing;

    #[inline]
    fn moved(board: &Board, at: Square, side: Dir) -> (Square, Square) {
        let to = board.step(at, side);
        (to, board.step(to, side))
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_level::{Cell, Level};

    use super::*;
    use crate::compile;

    #[test]
    fn a_push_needs_both_sides_and_a_pull_two_squares_on_one() {
        let level: Level = "#######\n#@ $  #\n# .####\n#######".parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let at = |col| board.square_at(Cell::new(1, col));
        let free = |square| start.is_free(square) || square == at(3);
        for (col, push, pull) in [(1, false, true), (2, true, true), (5, false, true)] {
            assert_eq!(Pushing::has_room(&board, at(col), free), push, "column {col}");
            assert_eq!(Pulling::has_room(&board, at(col), free), pull, "column {col}");
        }
        let none = |_| false;
        assert!(!Pushing::has_room(&board, at(2), none) && !Pulling::has_room(&board, at(2), none));
    }

    #[test]
    fn directions_are_reversed_and_know_their_targets() {
        let level: Level = "#####\n#@$.#\n#####".parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        for direction in Direction::ALL {
            assert_eq!(direction.reversed().reversed(), direction);
        }
        assert_eq!(Direction::Forward.targets(&board, &start), [Square::new(3)]);
        assert_eq!(Direction::Backward.targets(&board, &start), [Square::new(2)]);
        assert_eq!(<Pulling as Way>::Reverse::DIRECTION, Direction::Forward);
    }
}
