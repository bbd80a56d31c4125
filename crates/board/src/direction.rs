//! The direction in which a level is played, as a value and as a type.
//!
//! Tables and registries use a [`Direction`]. Code that runs for every position is generic over
//! a [`Way`], so that it is compiled once per direction and does not branch on it.

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

    /// Where the boxes are at the end of play in this direction: on the goals, or where `start`
    /// has them.
    pub fn targets(self, board: &Board, start: &Position) -> Vec<Square> {
        match self {
            Self::Forward => board.goals().iter().collect(),
            Self::Backward => start.boxes().to_vec(),
        }
    }
}

/// A direction of play as a type: how a player beside a box moves it.
pub trait Way: std::fmt::Debug + Send + 'static {
    /// The direction as a value.
    const DIRECTION: Direction;

    /// The other direction.
    type Reverse: Way;

    /// Where the box on `at` and the player go when he stands on its side `side`; both squares
    /// must be free. He ends on the same side of the box.
    fn moved(board: &Board, at: Square, side: Dir) -> (Square, Square);

    /// Whether a box on `square` could be moved if the player were on the right side of it and
    /// could use every square that is `free`.
    #[inline]
    fn has_room(board: &Board, square: Square, free: impl Fn(Square) -> bool) -> bool {
        Self::has_room_onto(board, square, free, |_| true)
    }

    /// [`Way::has_room`] if boxes may only be moved to squares of `onto`.
    #[inline]
    fn has_room_onto(
        board: &Board,
        square: Square,
        free: impl Fn(Square) -> bool,
        onto: impl Fn(Square) -> bool,
    ) -> bool {
        Dir::ALL.into_iter().any(|side| {
            // A pushing player stands opposite to where the box goes and ends where it was.
            let (to, player) = Self::moved(board, square, side);
            free(to)
                && onto(to)
                && (player == square || free(player))
                && free(board.step(square, side))
        })
    }
}

/// The player pushes the box in front of him.
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
