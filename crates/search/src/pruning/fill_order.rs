//! The order in which the goals of a room are filled, so that none shuts off another.
//!
//! ```text
//!   #########     Found from its end: the last goal is one that a box can be brought to from an
//!   #  #  ..#     entrance when all others are full; take it out and repeat. Fewer boxes only give
//!   # @$  ..#     more room, so no choice need be revised, and if none is left there is no order
//!   #  #  ..#     at all. Of several, the last is one that most entrances lead to and that is near
//!   #########     them, so that far goals come first.
//! ```
//!
//! Boxes may be on goals from the start, and goals may be filled out of turn: an order is known for
//! every set of full goals that occurs.

use std::collections::HashMap;
use std::sync::Arc;

use hakooshi_board::analysis::GoalRoom;
use hakooshi_board::movegen::Relocations;
use hakooshi_board::{Board, Position, Reach, Square, SquareSet, View};

use crate::Deadline;

/// Which goals of a room are full, by their place in its list.
pub(super) type Full = u64;

/// Orders kept for a room; then all are forgotten.
const MOST_ORDERS: usize = 1 << 16;

/// Goals, squared, times squares of the board, each of which is visited some ten times to find an order.
/// Sixty goals on a thousand squares, ten times the largest level of XSokoban.
const MOST_WORK: usize = 4_000_000;

/// A goal room and the orders of its goals found so far.
#[derive(Debug)]
pub(super) struct FillOrder {
    pub(super) room: GoalRoom,
    /// By the goals that are full; `None` if the others cannot all be filled any more.
    orders: HashMap<Full, Option<Arc<[Square]>>>,
}

impl FillOrder {
    /// Knows no order yet. `None` for a room with more goals than [`Full`] has bits, or so many on a
    /// board of so many squares that an order would take more than a tenth of a second.
    pub(super) fn new(room: GoalRoom, squares: usize) -> Option<Self> {
        let goals = room.goals.len();
        let fits = goals <= Full::BITS as usize && goals * goals * squares <= MOST_WORK;
        fits.then(|| Self { room, orders: HashMap::new() })
    }

    /// The goals that are full.
    pub(super) fn full(&self, position: &Position) -> Full {
        let goals = self.room.goals.iter().enumerate();
        goals.fold(0, |full, (at, &goal)| full | Full::from(position.has_box(goal)) << at)
    }

    /// The goals with `goal` filled too.
    pub(super) fn with(&self, full: Full, goal: Square) -> Full {
        let at = self.room.goals.iter().position(|&other| other == goal);
        at.map_or(full, |at| full | 1 << at)
    }

    /// The goals left, in the order in which they are to be filled; `None` if there is none, or if the
    /// time was up before it was found.
    pub(super) fn order(&mut self, full: Full, trial: &mut Trial) -> Option<Arc<[Square]>> {
        if let Some(known) = self.orders.get(&full) {
            return known.clone();
        }
        if self.orders.len() >= MOST_ORDERS {
            self.orders.clear();
        }
        let order: Option<Arc<[Square]>> = self.find(full, trial).map(Arc::from);
        if order.is_none() && trial.deadline.is_over() {
            return None;
        }
        // Whoever keeps to the order is never asked to find another.
        let mut filled = full;
        for (at, &goal) in order.iter().flat_map(|order| order.iter().enumerate()) {
            let rest = order.as_ref().map(|order| Arc::from(&order[at..]));
            self.orders.entry(filled).or_insert(rest);
            filled = self.with(filled, goal);
        }
        self.orders.insert(full, order.clone());
        order
    }

    fn find(&self, full: Full, trial: &mut Trial) -> Option<Vec<Square>> {
        let GoalRoom { goals, squares, entrances } = &self.room;
        let is_full = |at: usize| full >> at & 1 == 1;
        let (kept, left): (Vec<usize>, Vec<usize>) = (0..goals.len()).partition(|&at| is_full(at));
        let mut boxes: Vec<Square> = left.iter().chain(&kept).map(|&at| goals[at]).collect();
        let mut order = Vec::with_capacity(left.len());
        for count in (1..=left.len()).rev() {
            let mut best: Option<(usize, u32, usize)> = None;
            for last in 0..count {
                // On a board of a hundred by hundred squares every trial takes a millisecond.
                if trial.deadline.is_over() {
                    return None;
                }
                let goal = boxes.swap_remove(last);
                let ways = entrances
                    .iter()
                    .filter_map(|&entrance| trial.pushes(&boxes, entrance, squares, goal));
                let (ways, sum) = ways.fold((0, 0), |(ways, sum), pushes| (ways + 1, sum + pushes));
                boxes.push(goal);
                let end = boxes.len() - 1;
                boxes.swap(last, end);
                let is_better = best.is_none_or(|(most, least, _)| {
                    (ways, least * ways as u32) > (most, sum * most as u32)
                });
                if ways > 0 && is_better {
                    best = Some((ways, sum, last));
                }
            }
            let (_, _, last) = best?;
            order.push(boxes.remove(last));
        }
        order.reverse();
        Some(order)
    }
}

/// Brings single boxes into rooms, to see whether it can be done.
#[derive(Debug)]
pub(super) struct Trial {
    board: Arc<Board>,
    onto: SquareSet,
    position: Position,
    reach: Reach,
    relocations: Relocations,
    boxes: Vec<Square>,
    pub(super) deadline: Deadline,
}

impl Trial {
    /// For boxes that may land on `onto`.
    pub(super) fn new(board: &Arc<Board>, onto: &SquareSet) -> Self {
        let first = board.squares().next().unwrap_or(Square::WALL);
        Self {
            board: Arc::clone(board),
            onto: onto.clone(),
            position: Position::new(board, &[], first),
            reach: Reach::new(board),
            relocations: Relocations::new(board),
            boxes: Vec::new(),
            deadline: Deadline::default(),
        }
    }

    /// The fewest pushes that bring a box from `entrance` to `goal`, with others on `boxes`, by a
    /// player who comes from outside.
    fn pushes(
        &mut self,
        boxes: &[Square],
        entrance: Square,
        inside: &SquareSet,
        goal: Square,
    ) -> Option<u32> {
        let Self { board, onto, position, reach, relocations, boxes: all, .. } = self;
        all.clear();
        all.extend_from_slice(boxes);
        if !all.contains(&entrance) {
            all.push(entrance);
        }
        let beside = board.neighbours(entrance).iter().copied();
        let outside = beside.filter(|&at| !at.is_wall() && !inside.contains(at));
        let ways = outside.filter_map(|player| {
            if all.contains(&player) {
                return None;
            }
            position.set(board, all, player);
            reach.fill(board, position);
            let found = relocations.of_box(View::new(board, position, reach), entrance, onto);
            found.iter().find(|found| found.to == goal).map(|found| found.pushes)
        });
        ways.min()
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::{analysis, compile};
    use hakooshi_level::Level;

    use super::*;
    use crate::{Budget, Cancel, Context, Silent};

    fn order(text: &str) -> Option<Vec<(u16, u16)>> {
        let level: Level = text.parse().expect("a level");
        let (board, position) = compile(&level).expect("small");
        let room = analysis::goal_rooms(&board, 4).into_iter().next().expect("a room");
        let mut room = FillOrder::new(room, board.size()).expect("few goals");
        let mut trial = Trial::new(&board, &board.all_squares());
        let order = room.order(room.full(&position), &mut trial)?;
        Some(order.iter().map(|&goal| (board.cell(goal).row, board.cell(goal).col)).collect())
    }

    #[test]
    fn the_far_end_is_filled_first() {
        let level = "###########\n#  $ $    #\n#  @   #  #\n####   ####\n#  $   ...#\n###########";
        assert_eq!(order(level), Some(vec![(4, 9), (4, 8), (4, 7)]));
        // A box that is there already is passed over.
        let begun = "###########\n#  $ $    #\n#  @   #  #\n####   ####\n#      ..*#\n###########";
        assert_eq!(order(begun), Some(vec![(4, 8), (4, 7)]));
    }

    #[test]
    fn there_is_no_order_once_a_box_shuts_off_the_rest() {
        let level = "###########\n#  $ $    #\n#  @   #  #\n####   ####\n#      *..#\n###########";
        assert_eq!(order(level), None);
    }

    #[test]
    fn after_the_deadline_nothing_is_found_and_nothing_kept() {
        let text = "###########\n#  $ $    #\n#  @   #  #\n####   ####\n#  $   ...#\n###########";
        let level: Level = text.parse().expect("a level");
        let (board, position) = compile(&level).expect("small");
        let room = analysis::goal_rooms(&board, 4).into_iter().next().expect("a room");
        assert!(FillOrder::new(room.clone(), 1_000_000).is_none(), "too large");
        let mut room = FillOrder::new(room, board.size()).expect("few goals");
        let mut trial = Trial::new(&board, &board.all_squares());
        let (mut silent, cancel) = (Silent, Cancel::new());
        cancel.cancel();
        let budget = Budget { cancel, ..Budget::default() };
        trial.deadline = Context::new(budget, &mut silent).deadline();
        let full = room.full(&position);
        assert_eq!(room.order(full, &mut trial), None);
        trial.deadline = Deadline::default();
        assert!(room.order(full, &mut trial).is_some_and(|order| order.len() == 3));
    }
}
