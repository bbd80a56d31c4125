//! Goal-room macro: goals behind a door are filled in a fixed packing order. A box in the door
//! goes straight to the next goal, and no other move is tried.
//!
//! ```text
//!   #########     The door is the non-goal square that separates the smallest part of the
//!   #  #  ..#     floor with all goals from the rest. The order is found from its end: the
//!   # @$  ..#     last goal is one that a box can reach from the door when all others are
//!   #  #  ..#     full; remove it and repeat. Fewer boxes only give more room, so no choice
//!   #########     need be revised.
//! ```
//!
//! Boxes that must be parked in the room, or leave it again, are not considered: solutions may be
//! lost, and those found may be longer. The goal macros and goal cuts of Rolling
//! Stone (Junghanns 1999), for one room.

use std::sync::Arc;

use hakooshi_board::movegen::Relocations;
use hakooshi_board::{Board, BoxMove, Position, Reach, Square, SquareSet, View, analysis};

use super::{Rule, RuleClaims, RuleEntry};
use crate::space::Carry;

/// Moves a box in the door to its goal.
#[derive(Debug)]
pub struct GoalRoom {
    board: Arc<Board>,
    onto: SquareSet,
    room: Option<Room>,
    relocations: Relocations,
}

/// A door, its neighbours outside the room, and the packing order of the goals.
#[derive(Debug)]
struct Room {
    door: Square,
    outside: Vec<Square>,
    order: Vec<Square>,
}

impl GoalRoom {
    /// The rule for `board` and boxes that may land on `onto`. Without a room it does nothing.
    pub fn new(board: &Arc<Board>, onto: &SquareSet) -> Self {
        let mut rule = Self {
            board: Arc::clone(board),
            onto: onto.clone(),
            room: None,
            relocations: Relocations::new(board),
        };
        rule.room = rule.find_room();
        rule
    }

    /// The packing order of the goals; empty if there is no room.
    pub fn order(&self) -> &[Square] {
        self.room.as_ref().map_or(&[], |room| &room.order)
    }

    fn find_room(&mut self) -> Option<Room> {
        let board = Arc::clone(&self.board);
        let goals: Vec<Square> = board.goals().iter().collect();
        let &seed = goals.first()?;
        let mut reach = Reach::new(&board);
        let mut best: Option<(usize, Square, Vec<Square>)> = None;
        for door in analysis::gates(&board).gates.iter().filter(|&door| !board.is_goal(door)) {
            reach.fill_from(&board, seed, &[door]);
            let size = reach.squares().len();
            let smaller = best.as_ref().is_none_or(|&(least, ..)| size < least);
            if smaller && goals.iter().all(|&goal| reach.contains(goal)) {
                let beside = board.neighbours(door).iter().copied();
                let outside = beside.filter(|&next| !next.is_wall() && !reach.contains(next));
                best = Some((size, door, outside.collect()));
            }
        }
        let (_, door, outside) = best?;
        let order = self.packing_order(door, &outside, goals)?;
        Some(Room { door, outside, order })
    }

    fn packing_order(
        &mut self,
        door: Square,
        outside: &[Square],
        mut left: Vec<Square>,
    ) -> Option<Vec<Square>> {
        let mut reach = Reach::new(&self.board);
        let mut order = Vec::new();
        while !left.is_empty() {
            let last = (0..left.len()).find(|&index| {
                let others = left.iter().enumerate().filter(|&(other, _)| other != index);
                let boxes: Vec<Square> =
                    others.map(|(_, &goal)| goal).chain(std::iter::once(door)).collect();
                outside.iter().any(|&player| {
                    let position = Position::new(&self.board, &boxes, player);
                    reach.fill(&self.board, &position);
                    self.way(&position, &reach, door, left[index]).is_some()
                })
            })?;
            order.push(left.remove(last));
        }
        order.reverse();
        Some(order)
    }

    fn way(
        &mut self,
        position: &Position,
        reach: &Reach,
        door: Square,
        goal: Square,
    ) -> Option<Carry> {
        let found =
            self.relocations.of_box(View::new(&self.board, position, reach), door, &self.onto);
        let way = found.iter().find(|found| found.to == goal)?;
        let moved = BoxMove { from: door, to: goal, player: way.player };
        Some(Carry { moved, pushes: way.pushes })
    }
}

impl Rule for GoalRoom {
    fn edit(&mut self, position: &Position, reach: &Reach, carries: &mut Vec<Carry>) {
        let Some(room) = &self.room else { return };
        let ready = position.has_box(room.door)
            && room.outside.iter().any(|&square| reach.contains(square));
        let next = room.order.iter().copied().find(|&goal| position.is_free(goal));
        let (door, true, Some(goal)) = (room.door, ready, next) else { return };
        if let Some(carry) = self.way(position, reach, door, goal) {
            carries.clear();
            carries.push(carry);
        }
    }
}

pub(super) static ENTRY: RuleEntry = RuleEntry {
    name: "goal_room",
    title: "a box in the door of the goal room goes straight to the next goal; may lose solutions",
    reference: "Junghanns 1999; SokoKids 5.6",
    params: &[],
    claims: RuleClaims { keeps_solvable: false, keeps_optimal: false, chooses_boxes: false },
    build: |board, onto, _| Box::new(GoalRoom::new(board, onto)),
};

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    fn order(level: &str) -> Vec<(u16, u16)> {
        let level: Level = level.parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        let rule = GoalRoom::new(&board, &board.all_squares());
        rule.order().iter().map(|&goal| (board.cell(goal).row, board.cell(goal).col)).collect()
    }

    #[test]
    fn the_far_end_is_filled_first() {
        let level = "###########\n#  $ $    #\n#  @   #  #\n####   ####\n#  $   ...#\n###########";
        assert_eq!(order(level), [(4, 9), (4, 8), (4, 7)]);
    }

    #[test]
    fn open_floor_has_no_room() {
        assert_eq!(order("######\n#    #\n# $@ #\n#   .#\n######"), []);
    }
}
