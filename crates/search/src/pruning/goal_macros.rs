//! HOT. Goal macros and goal cuts: a box that reaches the entrance of a goal room goes straight to
//! the goal whose turn it is (Junghanns 1999; SokoKids, section 5.6).
//!
//! ```text
//!   #########     Every room (`analysis::goal_rooms`) has an order in which its goals are filled
//!   #  #  ..#     (`fill_order`). A push onto an entrance is replaced by the whole way to the
//!   # @$  ..#     first goal of the order that the box can be brought to; a goal out of turn will
//!   #  #  ..#     do if the rest can still be filled after it. A room without an order has no
//!   #########     macros until it has one again.
//! ```
//!
//! *Goal cuts* then drop other moves: of the same box (`cuts=box`), as the report describes them,
//! or of all boxes (`cuts=all`): then also boxes on goals of a room that can still be filled stay
//! where they are, and none is put where it shuts others off. With `from=anywhere` a box need not be at the entrance: if it can be brought to
//! its goal, it is, and what could be done on the way is cut with it.
//!
//! A macro that leaves a frozen box, or boxes without goals that they can reach, is no macro; with
//! `cuts=all` goals out of reach behind boxes that stay do not count, and a position that has too
//! few has no moves (`supply`).
//! Boxes that must be parked in the room, or leave it again, are not considered: solutions may be
//! lost, and those found may be longer. A search may [relax](Rule::relax) the rule step by step.

use std::sync::Arc;

use hakooshi_board::movegen::Relocations;
use hakooshi_board::{Board, BoxMove, Position, Reach, Square, SquareSet, View, analysis};
use hakooshi_level::Dir;

use super::fill_order::{FillOrder, Full, Trial};
use super::supply::Supply;
use super::{Rule, RuleClaims, RuleEntry};
use crate::Deadline;
use crate::deadlocks::{Bipartite, Detector, Freeze};
use crate::space::Carry;
use crate::spec::{Param, Params};

/// Moves boxes to the goals of rooms.
#[derive(Debug)]
pub struct GoalMacros {
    board: Arc<Board>,
    onto: SquareSet,
    most_entrances: usize,
    rooms: Vec<FillOrder>,
    /// Whether the rooms have been looked for, which takes a tenth of a second on a board of a hundred
    /// by hundred squares.
    is_begun: bool,
    /// The cuts asked for, and those made now.
    built: Cuts,
    cuts: Cuts,
    from_anywhere: bool,
    relocations: Relocations,
    trial: Trial,
    freeze: Freeze,
    bipartite: Bipartite,
    /// Only if one room holds all goals.
    supply: Option<Supply>,
    /// A position after a macro.
    after: Position,
    boxes: Vec<Square>,
    /// The boxes that may have a way to a goal, and the macros found.
    near: SquareSet,
    seen: SquareSet,
    queue: Vec<Square>,
    macros: Vec<Macro>,
}

/// Which other moves are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cuts {
    None,
    Box,
    All,
    /// As after the last relaxation: the rule does nothing.
    Off,
}

/// A way to a goal, and the goal's place in the order.
#[derive(Clone, Copy, Debug)]
struct Macro {
    carry: Carry,
    turn: usize,
}

/// Goals of an order that are tried for a box: the first whose turn it is, and the next few.
const MOST_TRIED: usize = 4;

impl GoalMacros {
    /// The rule for `board` and boxes that may land on `onto`. Without a room it does nothing.
    pub fn new(board: &Arc<Board>, onto: &SquareSet, params: &Params) -> Self {
        let first = board.squares().next().unwrap_or(Square::WALL);
        let cuts = [Cuts::Box, Cuts::None, Cuts::All][params.choice(CUTS.name)];
        Self {
            board: Arc::clone(board),
            onto: onto.clone(),
            most_entrances: params.get(ENTRANCES.name) as usize,
            rooms: Vec::new(),
            is_begun: false,
            built: cuts,
            cuts,
            from_anywhere: params.choice(FROM.name) == 1,
            relocations: Relocations::new(board),
            trial: Trial::new(board, onto),
            freeze: Freeze::new(board),
            bipartite: Bipartite::new(board),
            supply: None,
            after: Position::new(board, &[], first),
            boxes: Vec::new(),
            near: board.empty_set(),
            seen: board.empty_set(),
            queue: Vec::new(),
            macros: Vec::new(),
        }
    }

    /// Finds the rooms, before the first position; `false` if the time was up before.
    fn begin(&mut self) -> bool {
        if self.is_begun {
            return true;
        }
        let Self { board, onto, trial, .. } = self;
        let goes_on = || !trial.deadline.is_over();
        let found = analysis::goal_rooms_while(board, self.most_entrances, goes_on);
        let Some(found) = found else { return false };
        self.rooms =
            found.into_iter().filter_map(|room| FillOrder::new(room, board.size())).collect();
        let holds_all = |it: &FillOrder| it.room.goals.len() == board.goals().len();
        let is_whole = matches!(&self.rooms[..], [room] if holds_all(room));
        self.supply = is_whole.then(|| Supply::new(board, onto));
        self.is_begun = true;
        true
    }

    /// Lists the macros of the room with this index, each for one box.
    fn list(&mut self, index: usize, position: &Position, reach: &Reach, carries: &[Carry]) {
        let full = self.rooms[index].full(position);
        let Some(order) = self.rooms[index].order(full, &mut self.trial) else { return };
        self.find_near(&order, position);
        for &Carry { moved: BoxMove { from, to, .. }, .. } in carries {
            let room = &self.rooms[index].room;
            let begins = if self.from_anywhere {
                !room.goals.contains(&from)
            } else {
                room.entrances.contains(&from)
                    || room.entrances.contains(&to) && !room.squares.contains(from)
            };
            if begins && self.near.contains(from) {
                if self.trial.deadline.is_over() {
                    return;
                }
                self.near.remove(from);
                if let Some(found) = self.way((index, full), &order, position, reach, from) {
                    self.macros.push(found);
                }
            }
        }
    }

    /// Finds the boxes that could be pushed to one of the next goals if the player were always
    /// where he is needed: pulls an imaginary box from each goal, up to the boxes that it meets.
    /// This spares most boxes the closer look.
    fn find_near(&mut self, order: &[Square], position: &Position) {
        let Self { board, near, seen, queue, .. } = self;
        near.clear();
        seen.clear();
        queue.clear();
        for &goal in order.iter().take(MOST_TRIED).filter(|&&goal| position.is_free(goal)) {
            seen.insert(goal);
            queue.push(goal);
        }
        while let Some(square) = queue.pop() {
            for dir in Dir::ALL {
                let from = board.step(square, dir);
                // The player's square may be where the box was before.
                let behind = board.step(from, dir);
                if from.is_wall() || behind.is_wall() || seen.contains(from) {
                    continue;
                }
                if position.is_free(from) {
                    seen.insert(from);
                    queue.push(from);
                } else {
                    near.insert(from);
                }
            }
        }
    }

    /// The way of the box on `from` to the first goal of the order that it can be brought to.
    fn way(
        &mut self,
        (index, full): (usize, Full),
        order: &[Square],
        position: &Position,
        reach: &Reach,
        from: Square,
    ) -> Option<Macro> {
        let view = View::new(&self.board, position, reach);
        self.relocations.of_box(view, from, &self.onto);
        for (turn, &goal) in order.iter().enumerate().take(MOST_TRIED) {
            let found = self.relocations.found().iter().find(|found| found.to == goal);
            let Some(found) = found else { continue };
            let moved = BoxMove { from, to: goal, player: found.player };
            let carry = Carry { moved, pushes: found.pushes };
            let room = &mut self.rooms[index];
            let filled = room.with(full, goal);
            if (turn == 0 || room.order(filled, &mut self.trial).is_some())
                && !self.is_dead_after(position, moved)
                && self.is_supplied(index, filled)
            {
                return Some(Macro { carry, turn });
            }
        }
        None
    }

    fn is_dead_after(&mut self, position: &Position, moved: BoxMove) -> bool {
        self.boxes.clear();
        self.boxes.extend_from_slice(position.boxes());
        self.boxes[position.box_index(moved.from)] = moved.to;
        self.after.set(&self.board, &self.boxes, moved.player);
        self.freeze.check_after(&self.after, moved.to).is_dead()
            || self.bipartite.check_after(&self.after, moved.to).is_dead()
    }

    /// Whether the boxes left have goals after the macro last tested, if those on goals stay.
    fn is_supplied(&mut self, index: usize, full: Full) -> bool {
        let Self { supply, rooms, after, cuts, trial, .. } = self;
        let asked = supply.as_mut().filter(|_| *cuts == Cuts::All);
        asked.is_none_or(|supply| supply.suffices(&rooms[index].room, full, after, &trial.deadline))
    }

    /// Whether the boxes left have no goals although those on goals stay.
    fn is_lost(&mut self, position: &Position) -> bool {
        let Self { supply: Some(supply), rooms, trial, cuts: Cuts::All, .. } = self else {
            return false;
        };
        let [room] = &mut rooms[..] else { return false };
        let full = room.full(position);
        room.order(full, trial).is_some()
            && !supply.suffices(&room.room, full, position, &trial.deadline)
    }

    /// Whether the box on `square` is on a goal of a room whose other goals can still be filled.
    fn is_settled(&mut self, position: &Position, square: Square) -> bool {
        let Self { rooms, trial, .. } = self;
        let room = rooms.iter_mut().find(|it| it.room.goals.contains(&square));
        room.is_some_and(|room| room.order(room.full(position), trial).is_some())
    }
}

impl GoalMacros {
    /// Whether a box on the goal `square` would leave others of its room that can no longer be
    /// filled, although they can now.
    fn shuts_off(&mut self, position: &Position, square: Square) -> bool {
        let Self { rooms, trial, .. } = self;
        let room = rooms.iter_mut().find(|it| it.room.goals.contains(&square));
        room.is_some_and(|room| {
            let full = room.full(position);
            let filled = room.with(full, square);
            room.order(full, trial).is_some() && room.order(filled, trial).is_none()
        })
    }
}

impl Rule for GoalMacros {
    fn edit(&mut self, position: &Position, reach: &Reach, carries: &mut Vec<Carry>) {
        if self.cuts == Cuts::Off || !self.begin() {
            return;
        }
        if self.is_lost(position) {
            carries.clear();
            return;
        }
        self.macros.clear();
        for index in 0..self.rooms.len() {
            self.list(index, position, reach, carries);
        }
        let macros = std::mem::take(&mut self.macros);
        match self.cuts {
            Cuts::All => {
                // A goal whose turn it is, by the shortest way.
                let best = macros.iter().min_by_key(|it| (it.turn, it.carry.pushes));
                if let Some(best) = best {
                    carries.clear();
                    carries.push(best.carry);
                } else {
                    carries.retain(|carry| {
                        !self.is_settled(position, carry.moved.from)
                            && !self.shuts_off(position, carry.moved.to)
                    });
                }
            }
            Cuts::Box => {
                let has_macro = |from| macros.iter().any(|it| it.carry.moved.from == from);
                carries.retain(|carry| !has_macro(carry.moved.from));
                carries.extend(macros.iter().map(|it| it.carry));
            }
            Cuts::None => {
                for it in &macros {
                    let from = it.carry.moved.from;
                    let replaced = carries.iter().position(|carry| {
                        let is_entrance =
                            |room: &FillOrder| room.room.entrances.contains(&carry.moved.to);
                        carry.moved.from == from && self.rooms.iter().any(is_entrance)
                    });
                    match replaced {
                        Some(at) => carries[at] = it.carry,
                        None => carries.push(it.carry),
                    }
                }
            }
            Cuts::Off => {}
        }
        self.macros = macros;
    }

    fn until(&mut self, deadline: &Deadline) {
        self.trial.deadline = deadline.clone();
    }

    fn relax(&mut self, steps: u32) -> bool {
        const LESS: [Cuts; 4] = [Cuts::All, Cuts::Box, Cuts::None, Cuts::Off];
        let built = LESS.iter().position(|&cuts| cuts == self.built).unwrap_or(0);
        let relaxed = LESS.get(built + steps as usize);
        self.cuts = relaxed.copied().unwrap_or(Cuts::Off);
        relaxed.is_some()
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

    /// The macros, and all actions.
    fn actions(text: &str, settings: &[(&str, &str)], relaxed: u32) -> (usize, usize) {
        let level: Level = text.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let mut rule = rule(&board, settings);
        assert!(rule.relax(relaxed));
        let rules: Vec<Box<dyn Rule>> = vec![Box::new(rule)];
        let mut space = CarrySpace::pushes(&board, &start, board.all_squares(), rules);
        let mut carries = Vec::new();
        space.actions(&mut carries);
        (carries.iter().filter(|carry| carry.pushes > 1).count(), carries.len())
    }

    #[test]
    fn cuts_drop_the_moves_of_the_box_or_of_all_until_they_are_relaxed() {
        // The right box is one push from the entrance.
        let text = "###########\n#     #####\n#@ $ $  ..#\n#     #####\n###########";
        assert_eq!(actions(text, &[("cuts", "none")], 0), (1, 7));
        assert_eq!(actions(text, &[], 0), (1, 5));
        for from in ["entrance", "anywhere"] {
            let all = [("cuts", "all"), ("from", from)];
            assert_eq!(actions(text, &all, 0), (1, 1));
        }
        assert_eq!(actions(text, &[("cuts", "all")], 1), (1, 5));
        assert_eq!(actions(text, &[("cuts", "all")], 2), (1, 7));
        assert_eq!(actions(text, &[("cuts", "all")], 3), (0, 7));
        assert_eq!(actions(text, &[], 2), (0, 7));
    }
}
