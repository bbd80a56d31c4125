//! A board turned or mirrored.
//!
//! It is the same game with the squares numbered in another order. Nothing that can be proved changes, but
//! every search that breaks ties by the number of a square or a direction takes another course.

use std::sync::Arc;

use hakooshi_level::{Dir, Symmetry};

use crate::{Board, Position, Push, Square, SquareSet};

/// A board turned or mirrored, and which of its squares is which.
#[derive(Debug)]
pub struct Turned {
    /// The turned board.
    pub board: Arc<Board>,
    by: Symmetry,
    /// For each square of the board as it was, the same square here.
    here: Vec<Square>,
    /// The reverse.
    there: Vec<Square>,
}

impl Turned {
    /// Turns a board.
    pub fn new(board: &Board, by: Symmetry) -> Self {
        let cells = || board.squares().map(|square| board.cell(square));
        let width = cells().map(|cell| usize::from(cell.col) + 1).max().unwrap_or(1);
        let height = cells().map(|cell| usize::from(cell.row) + 1).max().unwrap_or(1);
        let placed = board.squares().map(|old| (by.cell(board.cell(old), width, height), old));
        let mut placed: Vec<_> = placed.collect();
        placed.sort_unstable();

        let mut here = vec![Square::WALL; board.table_len()];
        let mut there = vec![Square::WALL];
        for (index, &(_, old)) in placed.iter().enumerate() {
            here[old.index()] = Square::from_index(index + 1);
            there.push(old);
        }
        let mut neighbours = vec![[Square::WALL; 4]; board.table_len()];
        let mut goals = SquareSet::new(board.size());
        for old in board.squares() {
            let new = here[old.index()];
            for dir in Dir::ALL {
                let next = board.step(old, dir);
                neighbours[new.index()][by.dir(dir).index()] = here[next.index()];
            }
            if board.is_goal(old) {
                goals.insert(new);
            }
        }
        let wall = board.cells[0];
        let cells = std::iter::once(wall).chain(placed.iter().map(|&(cell, _)| cell)).collect();
        Self { board: Arc::new(Board::new(neighbours, cells, goals)), by, here, there }
    }

    /// A position of the board as it was, here.
    #[must_use]
    pub fn position(&self, position: &Position) -> Position {
        let here = |square: Square| self.here[square.index()];
        let mut boxes: Vec<Square> = position.boxes().iter().map(|&square| here(square)).collect();
        // In the order of a level that is read.
        boxes.sort_unstable();
        Position::new(&self.board, &boxes, here(position.player()))
    }

    /// Pushes of the board as it was, here.
    #[must_use]
    pub fn pushes(&self, pushes: &[Push]) -> Vec<Push> {
        moved(pushes, &self.here, self.by)
    }

    /// Pushes from here, on the board as it was.
    #[must_use]
    pub fn pushes_back(&self, pushes: &[Push]) -> Vec<Push> {
        moved(pushes, &self.there, self.by.inverse())
    }
}

fn moved(pushes: &[Push], squares: &[Square], by: Symmetry) -> Vec<Push> {
    let moved = |push: &Push| Push { from: squares[push.from.index()], dir: by.dir(push.dir) };
    pushes.iter().map(moved).collect()
}

#[cfg(test)]
mod tests {
    use hakooshi_level::{Level, transform};

    use super::*;
    use crate::{compile, pushes_of};

    const LEVEL: &str = "#######\n#@ $ .#\n## $ .#\n #    #\n #######\n";

    #[test]
    fn a_turned_board_is_the_board_of_the_turned_level() {
        let level: Level = LEVEL.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        for by in Symmetry::ALL {
            let turned = Turned::new(&board, by);
            let (other, there) = compile(&transform(&level, by)).expect("small");
            assert_eq!(turned.board.neighbours, other.neighbours, "{by:?}");
            assert_eq!(turned.board.goals(), other.goals());
            assert_eq!(turned.position(&start), there);
            for square in turned.board.squares() {
                assert_eq!(turned.board.square_at(turned.board.cell(square)), square);
            }
        }
    }

    #[test]
    fn pushes_come_along_and_back() {
        let level: Level = LEVEL.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let moves = "rRRlldRR".parse().expect("moves");
        let pushes = pushes_of(&board, &start, &moves).expect("they can be played");
        for by in Symmetry::ALL {
            let turned = Turned::new(&board, by);
            let there = turned.pushes(&pushes);
            let mut position = turned.position(&start);
            for &push in &there {
                assert!(position.can_push(&turned.board, push), "{by:?}");
                let _ = position.push(&turned.board, push);
            }
            assert!(position.is_solved());
            assert_eq!(turned.pushes_back(&there), pushes);
        }
    }
}
