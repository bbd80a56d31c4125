//! A level with fewer squares and boxes that has the same solutions.
//!
//! ```text
//!   #########        #########     Three kinds of squares become wall, until no more are
//!   #*      #        ##      #     found: boxes on goals that can never be pushed, boxes on
//!   ##  $ . #   →    ##  $ . #     goals that cannot be pulled off in the solved position,
//!   #####@###        #####@###     and dead ends without goal, box or player.
//!   ##### ###        #########
//!   #########
//! ```
//!
//! Floor behind such walls is removed. No solution moves a box of the first or second kind, and
//! none needs a dead end; so every solution of the simplified level solves the original, letter by
//! letter, and their shortest solutions are equally long. A level that turns out to be unsolvable
//! on the way is left unchanged, because only a search reports that with a proof.

use std::sync::Arc;

use hakooshi_level::Dir;

use crate::{Board, Position, Square, SquareSet};

/// A simpler board and position with the same solutions, cell by cell; `None` if nothing can be
/// simplified.
pub fn simplify(board: &Board, start: &Position) -> Option<(Arc<Board>, Position)> {
    let mut walls = Walls { board, start, solid: board.empty_set() };
    walls.solid.insert(Square::WALL);
    loop {
        let before = walls.solid.len();
        let frozen = walls.immovable(start.boxes().iter().copied(), Walls::can_be_pushed);
        walls.fill(frozen.into_iter().filter(|&square| board.is_goal(square)));
        let kept = walls.immovable(board.goals().iter(), Walls::can_be_pulled);
        if kept.iter().any(|&square| !start.has_box(square)) {
            return None;
        }
        walls.fill(kept.into_iter());
        walls.fill_alleys();
        if walls.solid.len() == before {
            break;
        }
    }
    if walls.solid.len() == 1 {
        return None;
    }
    let inside = walls.inside();
    let behind = |square: &Square| !inside.contains(*square) && !walls.solid.contains(*square);
    if board.squares().filter(behind).any(|square| board.is_goal(square) != start.has_box(square)) {
        return None;
    }
    crop(board, start, &inside)
}

/// The squares turned into wall so far.
struct Walls<'a> {
    board: &'a Board,
    start: &'a Position,
    solid: SquareSet,
}

impl Walls<'_> {
    /// The largest subset of boxes on these squares in which each is held by the wall or by
    /// others of the subset.
    fn immovable(
        &self,
        boxes: impl Iterator<Item = Square>,
        can_move: fn(&Self, &SquareSet, Square) -> bool,
    ) -> Vec<Square> {
        let mut boxes: Vec<Square> = boxes.filter(|&square| !self.solid.contains(square)).collect();
        let mut held = self.solid.clone();
        held.extend(boxes.iter().copied());
        loop {
            let before = boxes.len();
            boxes.retain(|&square| {
                let stays = !can_move(self, &held, square);
                if !stays {
                    held.remove(square);
                }
                stays
            });
            if boxes.len() == before {
                return boxes;
            }
        }
    }

    fn can_be_pushed(&self, held: &SquareSet, square: Square) -> bool {
        [Dir::Right, Dir::Down].into_iter().any(|axis| {
            !held.contains(self.board.step(square, axis))
                && !held.contains(self.board.step(square, axis.opposite()))
        })
    }

    fn can_be_pulled(&self, held: &SquareSet, square: Square) -> bool {
        Dir::ALL.into_iter().any(|dir| {
            let to = self.board.step(square, dir);
            !held.contains(to) && !held.contains(self.board.step(to, dir))
        })
    }

    fn fill(&mut self, squares: impl Iterator<Item = Square>) {
        self.solid.extend(squares);
    }

    /// Turns dead ends into wall, from their closed ends.
    fn fill_alleys(&mut self) {
        let Self { board, start, solid } = self;
        for square in board.squares() {
            let mut at = square;
            while !solid.contains(at)
                && !board.is_goal(at)
                && !start.has_box(at)
                && start.player() != at
            {
                let mut ways = board.neighbours(at).iter().filter(|way| !solid.contains(**way));
                let (way, other) = (ways.next(), ways.next());
                if other.is_some() {
                    break;
                }
                solid.insert(at);
                let Some(&way) = way else { break };
                at = way;
            }
        }
    }

    /// The squares the player could walk to if there were no boxes.
    fn inside(&self) -> SquareSet {
        let mut inside = self.board.empty_set();
        inside.insert(self.start.player());
        let mut stack = vec![self.start.player()];
        while let Some(square) = stack.pop() {
            for &beside in self.board.neighbours(square) {
                if !self.solid.contains(beside) && !inside.contains(beside) {
                    inside.insert(beside);
                    stack.push(beside);
                }
            }
        }
        inside
    }
}

/// The part of a board and position on the squares `inside`; `None` if no box is left.
fn crop(board: &Board, start: &Position, inside: &SquareSet) -> Option<(Arc<Board>, Position)> {
    let mut number = vec![Square::WALL; board.table_len()];
    for (index, square) in inside.iter().enumerate() {
        number[square.index()] = Square::from_index(index + 1);
    }
    let renumbered = |square: Square| number[square.index()];
    let (mut neighbours, mut cells) = (vec![[Square::WALL; 4]], vec![board.cells[0]]);
    let mut goals = SquareSet::new(inside.len());
    for square in inside.iter() {
        neighbours.push(board.neighbours(square).map(renumbered));
        cells.push(board.cells[square.index()]);
        if board.is_goal(square) {
            goals.insert(renumbered(square));
        }
    }
    let boxes = start.boxes().iter().map(|&square| renumbered(square));
    let boxes: Vec<Square> = boxes.filter(|square| !square.is_wall()).collect();
    if boxes.is_empty() {
        return None;
    }
    let cropped = Board::new(neighbours, cells, goals);
    let position = Position::new(&cropped, &boxes, renumbered(start.player()));
    Some((Arc::new(cropped), position))
}

#[cfg(test)]
mod tests {
    use hakooshi_level::{Cell, Level};

    use super::*;
    use crate::compile;

    /// The level with every removed square drawn as a wall.
    fn simplified(text: &str) -> Option<String> {
        let level: Level = text.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let (simple, position) = simplify(&board, &start)?;
        assert_eq!(position.boxes().len(), simple.goals().len());
        let glyph = |row: usize, col: usize| {
            let cell = Cell::new(row as u16, col as u16);
            let square = simple.square_at(cell);
            let is_gone = square.is_wall() && level.is_inside(cell);
            if is_gone { '#' } else { level.tile(cell).glyph() }
        };
        let row = |row| (0..level.width()).map(|col| glyph(row, col)).collect::<String>();
        Some((0..level.height()).map(row).collect::<Vec<_>>().join("\n"))
    }

    #[test]
    fn boxes_that_never_move_and_dead_ends_become_walls() {
        let text = "#########\n#*      #\n##  $ . #\n#####@###\n##### ###\n#########";
        let simple = "#########\n##      #\n##  $ . #\n#####@###\n#########\n#########";
        assert_eq!(simplified(text).as_deref(), Some(simple));
        assert_eq!(simplified(simple), None);
    }

    #[test]
    fn boxes_that_cannot_be_pulled_off_their_goals_become_walls() {
        // The lowest box can be pushed aside, but not back.
        let text = "#######\n#@    #\n# $ . #\n#  #  #\n## * ##\n#######";
        let simple = "#######\n#@    #\n# $ . #\n#  #  #\n#######\n#######";
        assert_eq!(simplified(text).as_deref(), Some(simple));
    }

    #[test]
    fn floor_behind_walls_is_removed_and_unsolvable_levels_are_unchanged() {
        let text = "#######\n#@ $ .#\n###*###\n###*###\n#  *  #\n#######";
        let simple = "#######\n#@ $ .#\n#######\n#######\n#######\n#######";
        assert_eq!(simplified(text).as_deref(), Some(simple));
        assert_eq!(simplified(&text.replace("#  *  #", "#  $. #")), None);
    }
}
