//! Positions of searches by macro moves: the boxes, and a square of the player's region.

use hakooshi_board::{Board, BoxMove, Position, Reach, Square};
use hakooshi_search::Task;

/// Boxes, and the first square of the player's region.
#[derive(Clone, Debug)]
#[expect(clippy::struct_field_names, reason = "boxes with a player are still the boxes")]
pub(crate) struct Boxes {
    pub(crate) boxes: Vec<Square>,
    pub(crate) player: Square,
    /// Pushes from the start, in searches that limit them; otherwise zero.
    pub(crate) pushes: u32,
}

impl Boxes {
    /// The boxes and the region of a position.
    pub(crate) fn of(board: &Board, position: &Position) -> Self {
        let mut reach = Reach::new(board);
        reach.fill(board, position);
        Self { boxes: position.boxes().to_vec(), player: reach.first(), pushes: 0 }
    }

    /// The roots of a task in this direction.
    pub(crate) fn roots(task: &Task, direction: hakooshi_board::Direction) -> Vec<Self> {
        task.roots(direction).iter().map(|root| Self::of(&task.board, root)).collect()
    }

    /// The boxes after a move, if one stands where it begins. Its pushes are not counted.
    pub(crate) fn after(&self, moved: BoxMove) -> Option<Self> {
        let mut boxes = self.boxes.clone();
        let at = boxes.iter().position(|&square| square == moved.from)?;
        boxes[at] = moved.to;
        Some(Self { boxes, player: moved.player, pushes: self.pushes })
    }

    /// Whether every box is on a goal.
    pub(crate) fn is_solved(&self, board: &Board) -> bool {
        self.boxes.iter().all(|&square| board.is_goal(square))
    }

    /// A hash of the position.
    pub(crate) fn key(&self, board: &Board) -> u64 {
        let player = board.player_key(self.player);
        self.boxes.iter().fold(player, |key, &square| key ^ board.box_key(square))
    }

    /// Bytes held outside the struct itself.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.boxes.len() * size_of::<Square>()
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::{Direction, compile};
    use hakooshi_level::Level;

    use super::*;

    #[test]
    fn keys_are_those_of_positions_and_moves_lead_on() {
        let level: Level = "#######\n#@ $ .#\n#######".parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let task = Task::new(&board, &start);
        let root = Boxes::of(&board, &start);
        assert_eq!(root.key(&board), start.key(&board, Square::new(1)));
        assert_eq!(Boxes::roots(&task, Direction::Forward).len(), 1);
        assert_eq!(Boxes::roots(&task, Direction::Backward).len(), 1);
        let (from, to, player) = (Square::new(3), Square::new(5), Square::new(1));
        let solved = root.after(BoxMove { from, to, player }).expect("a box");
        assert!(solved.is_solved(&board) && !root.is_solved(&board));
        assert!(root.after(BoxMove { from: to, to: from, player }).is_none());
    }
}
