//! Static tables of a board, computed on first use and kept with the board.
//!
//! A level is searched by a dozen searches with as many deadlock tests each, and all of them need
//! the same few tables. All share the board, and so its tables. [`analysis`] computes them.

use std::sync::OnceLock;

use crate::analysis::{self, Distances, Rooms, UNREACHABLE};
use crate::{Board, Square, SquareSet};

/// The tables computed so far.
#[derive(Debug, Default)]
pub(crate) struct LazyTables {
    live: OnceLock<SquareSet>,
    to_goals: OnceLock<Distances>,
    pushes_home: OnceLock<Vec<u16>>,
    rooms: OnceLock<Rooms>,
    between: OnceLock<Between>,
}

/// Distances between every two squares of the empty board.
#[derive(Debug)]
pub struct Between {
    /// By square, then square: steps of the player.
    walks: Vec<u16>,
    /// By square, then square: pushes of a lone box.
    pushes: Distances,
    squares: usize,
}

impl Between {
    /// Bytes that the tables take for a board of this many squares.
    pub fn bytes(squares: usize) -> usize {
        (squares + 1) * (squares + 1) * size_of::<u16>() + Distances::bytes(squares, squares)
    }

    /// Steps of the player from each square, by index, to `square`.
    #[inline]
    pub fn walks(&self, square: Square) -> &[u16] {
        &self.walks[square.index() * self.squares..][..self.squares]
    }

    /// Pushes that take a lone box from one square to another; [`UNREACHABLE`] if none do.
    #[inline]
    pub fn pushes(&self, from: Square, to: Square) -> u16 {
        self.pushes.least(from.index() - 1, to)
    }
}

impl Board {
    /// The squares from which a lone box can still be brought to some goal; all others are dead.
    pub fn live(&self) -> &SquareSet {
        self.tables.live.get_or_init(|| analysis::live_squares(self))
    }

    /// Push distances from everywhere to each goal, in ascending order of the goals.
    pub fn to_goals(&self) -> &Distances {
        self.to_goals_while(|| true).expect("nobody stops it")
    }

    /// The same, computed as long as `goes_on` says so, which is asked for each goal: for three hundred
    /// goals on a hundred by hundred squares they take a tenth of a second. `None`, and nothing kept, if
    /// it was stopped.
    pub fn to_goals_while(&self, goes_on: impl FnMut() -> bool) -> Option<&Distances> {
        if let Some(distances) = self.tables.to_goals.get() {
            return Some(distances);
        }
        let goals: Vec<Square> = self.goals().iter().collect();
        let distances = Distances::to_while(self, &goals, goes_on)?;
        // If another thread was faster, its table is the same.
        Some(self.tables.to_goals.get_or_init(|| distances))
    }

    /// By square: the fewest pushes that bring a lone box from there to a goal, or
    /// [`UNREACHABLE`].
    pub fn pushes_home(&self) -> &[u16] {
        self.tables.pushes_home.get_or_init(|| {
            let goals: Vec<Square> = self.goals().iter().collect();
            let nearest = Distances::to_nearest(self, &goals);
            let squares = (0..self.table_len()).map(Square::from_index);
            squares.map(|square| nearest.least(0, square)).collect()
        })
    }

    /// Rooms and corridors.
    pub fn rooms(&self) -> &Rooms {
        self.tables.rooms.get_or_init(|| analysis::rooms(self))
    }

    /// Distances between every two squares.
    pub fn between(&self) -> &Between {
        self.between_while(|| true).expect("nobody stops it")
    }

    /// The same, computed as long as `goes_on` says so, which is asked twice for each square: on a
    /// large board the tables take seconds. `None`, and nothing kept, if it was stopped.
    pub fn between_while(&self, mut goes_on: impl FnMut() -> bool) -> Option<&Between> {
        if let Some(between) = self.tables.between.get() {
            return Some(between);
        }
        let all: Vec<Square> = self.squares().collect();
        // Growing would copy it.
        let mut walks = Vec::with_capacity(self.table_len() * self.table_len());
        walks.resize(self.table_len(), UNREACHABLE);
        for &square in &all {
            if !goes_on() {
                return None;
            }
            walks.extend(self.walks_from(std::iter::once(square)));
        }
        let pushes = Distances::from_while(self, &all, goes_on)?;
        let squares = self.table_len();
        // If another thread was faster, its tables are the same.
        Some(self.tables.between.get_or_init(|| Between { walks, pushes, squares }))
    }

    /// By square: steps of a walk over the empty board from the nearest of `starts`, or
    /// [`UNREACHABLE`].
    pub fn walks_from(&self, starts: impl Iterator<Item = Square>) -> Vec<u16> {
        let mut steps = vec![UNREACHABLE; self.table_len()];
        let mut queue: Vec<Square> = starts.collect();
        for square in &queue {
            steps[square.index()] = 0;
        }
        let mut next = 0;
        while next < queue.len() {
            let square = queue[next];
            next += 1;
            for &beside in self.neighbours(square) {
                if !beside.is_wall() && steps[beside.index()] == UNREACHABLE {
                    steps[beside.index()] = steps[square.index()] + 1;
                    queue.push(beside);
                }
            }
        }
        steps
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_level::{Cell, Level};

    use super::*;
    use crate::compile;

    #[test]
    fn tables_are_made_once_and_hold_what_the_analyses_say() {
        let level: Level = "#######\n#@ $ .#\n#######".parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        assert_eq!(board.live(), &analysis::live_squares(&board));
        assert!(std::ptr::eq(board.live(), board.live()));
        let at = |col| board.square_at(Cell::new(1, col));
        assert_eq!(board.to_goals().least(0, at(3)), 2);
        assert_eq!(board.pushes_home()[at(3).index()], 2);
        assert_eq!(board.pushes_home()[at(1).index()], UNREACHABLE);
        assert_eq!(board.rooms().count(), 0);
    }

    #[test]
    fn distances_between_squares_are_those_of_lone_walks_and_pushes() {
        let level: Level = "#######\n#@ $ .#\n#     #\n#######".parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        for from in board.squares() {
            let pushes = Distances::from(&board, &[from]);
            let walks = board.walks_from(std::iter::once(from));
            assert_eq!(board.between().walks(from), walks);
            for to in board.squares() {
                assert_eq!(board.between().pushes(from, to), pushes.least(0, to));
            }
        }
        assert!(Between::bytes(board.size()) > board.size() * board.size());
    }

    #[test]
    fn long_work_can_be_stopped_at_every_square() {
        let level: Level = "#######\n#@ $ .#\n#     #\n#######".parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        let needed = 2 * board.size();
        for most in 0..needed {
            let mut asked = 0;
            let stopped = board.between_while(|| {
                asked += 1;
                asked <= most
            });
            assert!(stopped.is_none() && asked == most + 1, "{most}");
        }
        assert!(board.between_while(|| true).is_some());
        assert!(board.between_while(|| false).is_some(), "it is there already");
    }
}
