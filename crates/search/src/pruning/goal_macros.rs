//! Goal macros and goal cuts: a box that reaches the entrance of a goal room goes straight to the
//! goal whose turn it is (Junghanns 1999; SokoKids, section 5.6).
//!
//! ```text
//!   #########     Each room (`analysis::goal_rooms`) is filled in an order found from its end:
//!   #  #  ..#     the last goal is one that a box can reach from an entrance when all others
//!   # @$  ..#     are full; remove it and repeat. Fewer boxes only give more room, so no choice
//!   #  #  ..#     need be revised. The order is found again for every set of goals that are
//!   #########     full, since boxes may be there from the start.
//! ```
//!
//! A push onto an entrance is replaced by the whole way to the first goal of the order that the
//! box can be brought to. *Goal cuts* then drop the other moves: of the same box (`cuts=box`), as
//! the report describes them, or of all boxes (`cuts=all`). With `from=anywhere` a box need not be
//! at the entrance: if it can be brought to its goal, it is.
//!
//! Boxes that must be parked in the room, or leave it again, are not considered: solutions may be
//! lost, and those found may be longer.

use std::collections::HashMap;
use std::sync::Arc;

use hakooshi_board::analysis::{self, GoalRoom};
use hakooshi_board::movegen::Relocations;
use hakooshi_board::{Board, BoxMove, Position, Reach, Square, SquareSet, View};

use super::{Rule, RuleClaims, RuleEntry};
use crate::space::Carry;
use crate::spec::{Param, Params};

/// Moves boxes at the entrance of a goal room to their goals.
#[derive(Debug)]
pub struct GoalMacros {
    board: Arc<Board>,
    onto: SquareSet,
    rooms: Vec<Room>,
    cuts: Cuts,
    from_anywhere: bool,
    relocations: Relocations,
    reach: Reach,
}

/// Which other moves are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cuts {
    None,
    Box,
    All,
}

/// A goal room, with the orders found so far by the goals that were full.
#[derive(Debug)]
struct Room {
    room: GoalRoom,
    orders: HashMap<Vec<bool>, Option<Arc<[Square]>>>,
}

/// Orders remembered for a room; then all are forgotten.
const MOST_ORDERS: usize = 1 << 14;

impl GoalMacros {
    /// The rule for `board` and boxes that may land on `onto`. Without a room it does nothing.
    pub fn new(board: &Arc<Board>, onto: &SquareSet, params: &Params) -> Self {
        let rooms = analysis::goal_rooms(board, params.get(ENTRANCES.name) as usize);
        Self {
            board: Arc::clone(board),
            onto: onto.clone(),
            rooms: rooms.into_iter().map(|room| Room { room, orders: HashMap::new() }).collect(),
            cuts: [Cuts::Box, Cuts::None, Cuts::All][params.choice(CUTS.name)],
            from_anywhere: params.choice(FROM.name) == 1,
            relocations: Relocations::new(board),
            reach: Reach::new(board),
        }
    }

    /// The order in which the room with this index is filled from `position` on; `None` if there
    /// is none.
    fn order(&mut self, index: usize, position: &Position) -> Option<Arc<[Square]>> {
        let full: Vec<bool> =
            self.rooms[index].room.goals.iter().map(|&goal| position.has_box(goal)).collect();
        if let Some(known) = self.rooms[index].orders.get(&full) {
            return known.clone();
        }
        let order = self.find_order(index, &full).map(Arc::from);
        let orders = &mut self.rooms[index].orders;
        if orders.len() >= MOST_ORDERS {
            orders.clear();
        }
        orders.insert(full, order.clone());
        order
    }

    fn find_order(&mut self, index: usize, full: &[bool]) -> Option<Vec<Square>> {
        let GoalRoom { goals, squares, entrances } = self.rooms[index].room.clone();
        let split = |wanted: bool| {
            let all = goals.iter().zip(full).filter(move |(_, full)| **full == wanted);
            all.map(|(&goal, _)| goal).collect::<Vec<Square>>()
        };
        let (kept, mut left) = (split(true), split(false));
        let mut order = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let mut best: Option<(usize, u32, usize)> = None;
            for last in 0..left.len() {
                let others = left.iter().enumerate().filter(|&(at, _)| at != last);
                let boxes: Vec<Square> =
                    others.map(|(_, &goal)| goal).chain(kept.iter().copied()).collect();
                let ways = entrances.iter().filter_map(|&entrance| {
                    self.way_from_outside(&boxes, entrance, &squares, left[last])
                });
                let (count, pushes) =
                    ways.fold((0, 0), |(count, sum), pushes| (count + 1, sum + pushes));
                // The last goal is one that most entrances lead to, and one near them, so that
                // the far ones are filled first.
                if count > 0
                    && best.is_none_or(|(most, least, _)| {
                        (count, least * count as u32) > (most, pushes * most as u32)
                    })
                {
                    best = Some((count, pushes, last));
                }
            }
            order.push(left.remove(best?.2));
        }
        order.reverse();
        Some(order)
    }

    /// Pushes that bring a box from an entrance to `goal`, with boxes on `boxes`, by a player who
    /// comes from outside.
    fn way_from_outside(
        &mut self,
        boxes: &[Square],
        entrance: Square,
        inside: &SquareSet,
        goal: Square,
    ) -> Option<u32> {
        let board = Arc::clone(&self.board);
        let mut all = boxes.to_vec();
        if !all.contains(&entrance) {
            all.push(entrance);
        }
        let outside = board.neighbours(entrance).iter().copied();
        let players =
            outside.filter(|&at| !at.is_wall() && !inside.contains(at) && !all.contains(&at));
        let ways = players.filter_map(|player| {
            let position = Position::new(&board, &all, player);
            self.reach.fill(&board, &position);
            let view = View::new(&board, &position, &self.reach);
            let found = self.relocations.of_box(view, entrance, &self.onto);
            found.iter().find(|found| found.to == goal).map(|found| found.pushes)
        });
        ways.min()
    }

    /// The way of the box on `from` to the goal of the room whose turn it is.
    fn carry(
        &mut self,
        index: usize,
        position: &Position,
        reach: &Reach,
        from: Square,
    ) -> Option<Carry> {
        let order = self.order(index, position)?;
        let view = View::new(&self.board, position, reach);
        let found = self.relocations.of_box(view, from, &self.onto);
        let to_goal = |goal: &Square| found.iter().find(|found| found.to == *goal);
        let way = order.iter().take(MOST_TRIED).find_map(to_goal)?;
        let moved = BoxMove { from, to: way.to, player: way.player };
        Some(Carry { moved, pushes: way.pushes })
    }
}

/// Goals of an order that are tried: those after the first do not keep to it.
const MOST_TRIED: usize = 1;

impl Rule for GoalMacros {
    fn edit(&mut self, position: &Position, reach: &Reach, carries: &mut Vec<Carry>) {
        let mut at = 0;
        while at < carries.len() {
            let BoxMove { from, to, .. } = carries[at].moved;
            let leads = |it: &Room| {
                let is_outside = !it.room.squares.contains(from);
                is_outside && (self.from_anywhere || it.room.entrances.contains(&to))
                    || it.room.entrances.contains(&from)
            };
            let Some(index) = self.rooms.iter().position(leads) else {
                at += 1;
                continue;
            };
            let Some(carry) = self.carry(index, position, reach, from) else {
                at += 1;
                continue;
            };
            match self.cuts {
                Cuts::All => {
                    carries.clear();
                    carries.push(carry);
                    return;
                }
                Cuts::Box => {
                    carries[at] = carry;
                    let mut place = 0;
                    carries.retain(|other| {
                        place += 1;
                        place - 1 == at || other.moved.from != from
                    });
                    at = carries.iter().position(|it| it.moved.from == from).unwrap_or(at) + 1;
                }
                Cuts::None => {
                    if carries.contains(&carry) {
                        carries.swap_remove(at);
                    } else {
                        carries[at] = carry;
                        at += 1;
                    }
                }
            }
        }
    }
}

const ENTRANCES: Param =
    Param::number("entrances", "most entrances of a goal room", 4.0, (1.0, 8.0));
const CUTS: Param = Param::word(
    "cuts",
    "goal cuts: drop the other moves of the box that goes to its goal, none, or all moves",
    &["box", "none", "all"],
);
const FROM: Param =
    Param::word("from", "where a box goes to its goal from", &["entrance", "anywhere"]);

pub(super) static ENTRY: RuleEntry = RuleEntry {
    name: "goal_macros",
    title: "a box at the entrance of a goal room goes straight to the next goal; may lose solutions",
    reference: "Junghanns 1999; SokoKids, section 5.6",
    params: &[CUTS, FROM, ENTRANCES],
    claims: RuleClaims { keeps_solvable: false, keeps_optimal: false, chooses_boxes: false },
    build: |board, onto, params| Box::new(GoalMacros::new(board, onto, params)),
};

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;
    use crate::space::{CarrySpace, Space};

    fn rule(board: &Arc<Board>, settings: &[(&str, &str)]) -> GoalMacros {
        let mut params = Params::new(ENTRY.params);
        for (name, value) in settings {
            params.set(name, value).expect("a parameter");
        }
        GoalMacros::new(board, &board.all_squares(), &params)
    }

    fn order(text: &str) -> Vec<(u16, u16)> {
        let level: Level = text.parse().expect("a level");
        let (board, position) = compile(&level).expect("small");
        let mut rule = rule(&board, &[]);
        let order = if rule.rooms.is_empty() { None } else { rule.order(0, &position) };
        let goals = order.iter().flat_map(|order| order.iter());
        goals.map(|&goal| (board.cell(goal).row, board.cell(goal).col)).collect()
    }

    #[test]
    fn the_far_end_is_filled_first() {
        let level = "###########\n#  $ $    #\n#  @   #  #\n####   ####\n#  $   ...#\n###########";
        assert_eq!(order(level), [(4, 9), (4, 8), (4, 7)]);
        // A box that is there already is passed over.
        let begun = "###########\n#  $ $    #\n#  @   #  #\n####   ####\n#      ..*#\n###########";
        assert_eq!(order(begun), [(4, 8), (4, 7)]);
    }

    #[test]
    fn cuts_drop_the_moves_of_the_box_or_of_all() {
        // The right box is one push from the entrance.
        let text = "###########\n#     #####\n#@ $ $  ..#\n#     #####\n###########";
        let level: Level = text.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let actions = |settings: &[(&str, &str)]| {
            let rules: Vec<Box<dyn Rule>> = vec![Box::new(rule(&board, settings))];
            let mut space = CarrySpace::pushes(&board, &start, board.all_squares(), rules);
            let mut carries = Vec::new();
            space.actions(&mut carries);
            carries.iter().filter(|carry| carry.pushes > 1).count() * 100 + carries.len()
        };
        let none = actions(&[("cuts", "none")]);
        let (boxed, all) = (actions(&[]), actions(&[("cuts", "all")]));
        assert!(none > boxed && boxed > all, "{none} {boxed} {all}");
        assert_eq!(all, 101);
        assert_eq!(actions(&[("cuts", "all"), ("from", "anywhere")]), 101);
    }
}
