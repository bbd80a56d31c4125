//! Rooms and corridors, as Shoham's Festival distinguishes them.
//!
//! Every 2×2 block of floor is a brick. A brick with no other brick beside it is dropped, so
//! the smallest room is 2×3; bricks that are side by side form a room. Floor in no
//! brick is corridor, and so is a square that bricks of two different rooms share at a
//! corner.

use hakooshi_level::Dir;

use crate::{Board, Square};

/// The rooms of a board.
#[derive(Clone, Debug)]
pub struct Rooms {
    /// Room of each square by index, `None` for corridor and the wall.
    room: Vec<Option<u16>>,
    count: usize,
}

impl Rooms {
    /// The room that `square` lies in; `None` for a corridor.
    #[inline]
    pub fn of(&self, square: Square) -> Option<usize> {
        self.room[square.index()].map(usize::from)
    }

    /// How many rooms there are; they are numbered from zero.
    pub fn count(&self) -> usize {
        self.count
    }
}

/// Finds the rooms of `board`.
pub fn rooms(board: &Board) -> Rooms {
    let is_brick = |square| brick(board, square).is_some();
    // A brick is identified by its top left square.
    let beside = |square, dir| {
        let next = board.step(square, dir);
        (!next.is_wall() && is_brick(next)).then_some(next)
    };
    let mut room_of_brick: Vec<Option<u16>> = vec![None; board.table_len()];
    let mut room: Vec<Option<u16>> = vec![None; board.table_len()];
    let mut shared = board.empty_set();
    let mut count = 0;
    for seed in board.squares() {
        let lonely = Dir::ALL.iter().all(|&dir| beside(seed, dir).is_none());
        if !is_brick(seed) || lonely || room_of_brick[seed.index()].is_some() {
            continue;
        }
        room_of_brick[seed.index()] = Some(count);
        let mut stack = vec![seed];
        while let Some(top_left) = stack.pop() {
            for square in brick(board, top_left).into_iter().flatten() {
                match room[square.index()] {
                    Some(other) if other != count => shared.insert(square),
                    _ => room[square.index()] = Some(count),
                }
            }
            for dir in Dir::ALL {
                if let Some(next) = beside(top_left, dir)
                    && room_of_brick[next.index()].is_none()
                {
                    room_of_brick[next.index()] = Some(count);
                    stack.push(next);
                }
            }
        }
        count += 1;
    }
    for square in shared.iter() {
        room[square.index()] = None;
    }
    Rooms { room, count: usize::from(count) }
}

/// The four squares of the brick whose top left is `square`, if all are floor.
fn brick(board: &Board, square: Square) -> Option<[Square; 4]> {
    let right = board.step(square, Dir::Right);
    let below = board.step(square, Dir::Down);
    let across = board.step(right, Dir::Down);
    let squares = [square, right, below, across];
    squares.iter().all(|square| !square.is_wall()).then_some(squares)
}

#[cfg(test)]
mod tests {
    use hakooshi_level::{Cell, Level};

    use super::*;
    use crate::compile;

    #[test]
    fn two_rooms_and_a_corridor() {
        let level: Level =
            "##########\n#   ##   #\n#  @ $  .#\n##########".parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        let found = rooms(&board);
        let room = |row, col| found.of(board.square_at(Cell::new(row, col)));
        assert_eq!(found.count(), 2);
        assert_eq!((room(1, 1), room(2, 4), room(2, 8)), (Some(0), None, Some(1)));
    }

    #[test]
    fn a_single_block_is_no_room() {
        let level: Level = "#####\n#@$.#\n###  #\n# #  #\n######".parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        assert_eq!(rooms(&board).count(), 0);
    }
}
