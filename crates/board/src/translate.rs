//! Translation between the written grid and numbered squares: compiles levels to boards and
//! expands pushes to letters. No other module converts between the two.

use std::sync::Arc;

use hakooshi_level::{Cell, Dir, Level, Moves, Step};
use thiserror::Error;

use crate::{Board, Position, Push, Square, SquareSet, Walks};

/// Why a level cannot become a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CompileError {
    /// More squares than a square number can name.
    #[error("the level has {squares} playable squares; the engines take at most {}", Square::MOST)]
    TooManySquares {
        /// Squares the player can reach.
        squares: usize,
    },
}

/// Numbers the squares the player can reach and places boxes and player on them. Anything
/// outside the player's walls is left out.
pub fn compile(level: &Level) -> Result<(Arc<Board>, Position), CompileError> {
    let inside: Vec<Cell> = level.inside().collect();
    if inside.len() > Square::MOST {
        return Err(CompileError::TooManySquares { squares: inside.len() });
    }
    let mut number = vec![Square::WALL; level.width() * level.height()];
    let place = |cell: Cell| usize::from(cell.row) * level.width() + usize::from(cell.col);
    for (index, &cell) in inside.iter().enumerate() {
        number[place(cell)] = Square::from_index(index + 1);
    }

    let mut neighbours = vec![[Square::WALL; 4]];
    let mut goals = SquareSet::new(inside.len());
    let mut boxes = Vec::with_capacity(level.boxes());
    for &cell in &inside {
        let square = number[place(cell)];
        // An inside cell is never at the edge of the grid, so every neighbour has a place.
        neighbours.push(
            Dir::ALL.map(|dir| cell.step(dir).map_or(Square::WALL, |next| number[place(next)])),
        );
        let tile = level.tile(cell);
        if tile.is_goal() {
            goals.insert(square);
        }
        if tile.is_box() {
            boxes.push(square);
        }
    }
    // The wall's cell is never read; it keeps the table aligned.
    let cells = std::iter::once(Cell::new(0, 0)).chain(inside.iter().copied()).collect();
    let board = Board::new(neighbours, cells, goals);
    let position = Position::new(&board, &boxes, number[place(level.player())]);
    Ok((Arc::new(board), position))
}

impl Board {
    /// The written cell of `square`, which must not be the wall.
    pub fn cell(&self, square: Square) -> Cell {
        debug_assert!(!square.is_wall());
        self.cells[square.index()]
    }

    /// The square at `cell`, or the wall.
    pub fn square_at(&self, cell: Cell) -> Square {
        // Squares are numbered in reading order, so the cells after the wall's are sorted.
        self.cells[1..].binary_search(&cell).map_or(Square::WALL, |at| Square::from_index(at + 1))
    }
}

/// The letters of `pushes` from `start`, connected by shortest walks; `None` if a push cannot be
/// reached or made.
pub fn expand(board: &Board, start: &Position, pushes: &[Push]) -> Option<Moves> {
    let mut position = start.clone();
    let mut walks = Walks::new(board);
    let mut moves = Moves::new();
    for &push in pushes {
        if !position.can_push(board, push) {
            return None;
        }
        let behind = board.step(push.from, push.dir.opposite());
        walks.fill(board, &position);
        let way = walks.path(board, behind)?;
        moves.extend(way.into_iter().map(|dir| Step { dir, push: false }));
        moves.push(Step { dir: push.dir, push: true });
        let _ = position.push(board, push);
    }
    Some(moves)
}

/// The pushes that `moves` make from `start`, whatever the case of their letters; `None` if a
/// move cannot be made.
pub fn pushes_of(board: &Board, start: &Position, moves: &Moves) -> Option<Vec<Push>> {
    let mut position = start.clone();
    let mut pushes = Vec::new();
    for Step { dir, .. } in moves.iter() {
        let next = board.step(position.player(), dir);
        if position.has_box(next) {
            let push = Push { from: next, dir };
            if !position.can_push(board, push) {
                return None;
            }
            let _ = position.push(board, push);
            pushes.push(push);
        } else if position.is_free(next) {
            position.place_player(next);
        } else {
            return None;
        }
    }
    Some(pushes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_cells_agree_and_decoration_is_left_out() {
        let level: Level = "########\n#  .#*.#\n#@$ #$ #\n########".parse().expect("a level");
        let (board, position) = compile(&level).expect("small");
        assert_eq!(board.size(), 6);
        assert_eq!(board.goals().len(), 1);
        assert_eq!(position.boxes().len(), 1);
        for square in board.squares() {
            assert_eq!(board.square_at(board.cell(square)), square);
            for dir in Dir::ALL {
                let next = board.step(square, dir);
                if !next.is_wall() {
                    assert_eq!(board.step(next, dir.opposite()), square);
                }
            }
        }
        assert!(board.square_at(Cell::new(1, 5)).is_wall());
        assert!(board.square_at(Cell::new(900, 900)).is_wall());
    }

    #[test]
    fn pushes_become_letters_with_shortest_walks() {
        let level: Level = "######\n#   .#\n# $  #\n#@   #\n######".parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let right = |row, col| Push { from: board.square_at(Cell::new(row, col)), dir: Dir::Right };
        let up = |row, col| Push { from: board.square_at(Cell::new(row, col)), dir: Dir::Up };
        let text = expand(&board, &start, &[right(2, 2), right(2, 3), up(2, 4)]);
        let pushes = text.as_ref().and_then(|moves| pushes_of(&board, &start, moves));
        assert_eq!(pushes, Some(vec![right(2, 2), right(2, 3), up(2, 4)]));
        assert_eq!(text.map(|moves| moves.to_string()).as_deref(), Some("uRRdrU"));
        let wall = "d".parse().expect("moves");
        assert_eq!(pushes_of(&board, &start, &wall), None);
        assert_eq!(expand(&board, &start, &[right(2, 3)]), None);
    }
}
