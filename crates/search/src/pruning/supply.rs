//! HOT. Whether the boxes left can be brought to the goals left of a room, past those that stay on
//! its goals for good.
//!
//! ```text
//!   ########     The box on the goal stays. The box on the right can pass it only on the side of
//!   #  *   #     the lower row, and so on: for every set of full goals, each goal left is asked
//!   #  . $ #     once from which squares a box gets there, by pulling one away from it. If no
//!   ########     assignment gives every box a goal, the position is lost.
//! ```
//!
//! Other boxes are left out, so that a position that fails cannot be solved without moving a box
//! off its goal. Asked only for rooms that hold all goals of a level.

use std::collections::HashMap;
use std::sync::Arc;

use hakooshi_board::analysis::GoalRoom;
use hakooshi_board::movegen::PulledRelocations;
use hakooshi_board::{Board, Position, Square, SquareSet};

use super::fill_order::Full;
use crate::Deadline;

/// Sets of full goals that are kept; then all are forgotten.
const MOST_TABLES: usize = 1 << 13;

/// From where boxes get to the goals of a room.
#[derive(Debug)]
pub(super) struct Supply {
    board: Arc<Board>,
    onto: SquareSet,
    /// By the goals that are full, then by square: the goals that a box there can be brought to.
    tables: HashMap<Full, Arc<[Full]>>,
    pulls: PulledRelocations,
    settled: Position,
    boxes: Vec<Square>,
    /// The goals of each box left, and by goal the box that has it.
    wanted: Vec<Full>,
    taken_by: [usize; Full::BITS as usize],
}

impl Supply {
    /// For boxes that may land on `onto`.
    pub(super) fn new(board: &Arc<Board>, onto: &SquareSet) -> Self {
        let first = board.squares().next().unwrap_or(Square::WALL);
        Self {
            board: Arc::clone(board),
            onto: onto.clone(),
            tables: HashMap::new(),
            pulls: PulledRelocations::new(board),
            settled: Position::new(board, &[], first),
            boxes: Vec::new(),
            wanted: Vec::new(),
            taken_by: [0; Full::BITS as usize],
        }
    }

    /// Whether every box of `position` that is not on a goal of `room` can have one of its own, if
    /// the boxes on its goals, which are `full`, stay there. After the deadline the answer is void.
    pub(super) fn suffices(
        &mut self,
        room: &GoalRoom,
        full: Full,
        position: &Position,
        deadline: &Deadline,
    ) -> bool {
        let Some(table) = self.table(room, full, deadline) else { return true };
        self.wanted.clear();
        let left = position.boxes().iter().filter(|square| !self.board.is_goal(**square));
        self.wanted.extend(left.map(|square| table[square.index()]));
        let mut taken = 0;
        (0..self.wanted.len()).all(|at| {
            let mut tried = 0;
            self.find_goal(at, &mut taken, &mut tried)
        })
    }

    /// Finds a goal for the box with this index, and others for those that had it.
    fn find_goal(&mut self, at: usize, taken: &mut Full, tried: &mut Full) -> bool {
        let free = self.wanted[at] & !*taken;
        if free != 0 {
            let goal = free.trailing_zeros() as usize;
            *taken |= 1 << goal;
            self.taken_by[goal] = at;
            return true;
        }
        loop {
            let open = self.wanted[at] & !*tried;
            if open == 0 {
                return false;
            }
            let goal = open.trailing_zeros() as usize;
            *tried |= 1 << goal;
            if self.find_goal(self.taken_by[goal], taken, tried) {
                self.taken_by[goal] = at;
                return true;
            }
        }
    }

    fn table(&mut self, room: &GoalRoom, full: Full, deadline: &Deadline) -> Option<Arc<[Full]>> {
        if let Some(known) = self.tables.get(&full) {
            return Some(Arc::clone(known));
        }
        let Self { board, onto, tables, pulls, settled, boxes, .. } = self;
        let is_full = |at: usize| full >> at & 1 == 1;
        boxes.clear();
        boxes.extend((0..room.goals.len()).filter(|&at| is_full(at)).map(|at| room.goals[at]));
        let player = board.squares().find(|square| !boxes.contains(square));
        settled.set(board, boxes, player.unwrap_or(Square::WALL));
        let mut table = vec![0; board.table_len()];
        for at in (0..room.goals.len()).filter(|&at| !is_full(at)) {
            if deadline.is_over() {
                return None;
            }
            for found in pulls.from_any_side(board, settled, room.goals[at], onto) {
                table[found.to.index()] |= 1 << at;
            }
        }
        if tables.len() >= MOST_TABLES {
            tables.clear();
        }
        let table: Arc<[Full]> = Arc::from(table);
        tables.insert(full, Arc::clone(&table));
        Some(table)
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::{analysis, compile};
    use hakooshi_level::Level;

    use super::super::fill_order::FillOrder;
    use super::*;

    #[test]
    fn boxes_that_stay_may_leave_others_without_goals() {
        let suffices = |text: &str| {
            let level: Level = text.parse().expect("a level");
            let (board, position) = compile(&level).expect("small");
            let room = analysis::goal_rooms(&board, 4).into_iter().next().expect("a room");
            let room = FillOrder::new(room, board.size()).expect("few goals");
            let mut supply = Supply::new(&board, &board.all_squares());
            supply.suffices(&room.room, room.full(&position), &position, &Deadline::default())
        };
        // The goals are in a corridor that opens on the left.
        let corridor = |row: &str| {
            format!("##############\n#    #########\n#{row}#\n#  @ #########\n#    #\n######")
        };
        assert!(suffices(&corridor("  $ $    ..*")));
        assert!(!suffices(&corridor("  $ $    .*.")), "two boxes, one goal");
        assert!(!suffices(&corridor("  $ $    *..")));
    }
}
