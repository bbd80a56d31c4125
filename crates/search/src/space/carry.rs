//! Carry formulation: an action takes one box any number of pushes at once. A state is the
//! boxes and the player's region, as in push formulation.
//!
//! As *relocation* space it offers every square that a box can be brought to while the others
//! stand still; solutions are then a few dozen actions deep, each with many siblings. As
//! *push* space under [rules](crate::pruning) it offers single pushes, which the rules may
//! lengthen or drop. Either way an action costs its pushes.

use std::sync::Arc;

use hakooshi_board::movegen::{Relocations, pushes};
use hakooshi_board::{Board, BoxMove, Position, Push, Reach, Square, SquareSet, View};
use hakooshi_level::Dir;

use super::ground::Regions;
use super::{Ground, Space};
use crate::Deadline;
use crate::pruning::Rule;

/// One box taken elsewhere, and how many pushes that takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Carry {
    /// The box, and the player beside it at the end.
    pub moved: BoxMove,
    /// How many pushes that takes.
    pub pushes: u32,
}

/// Boxes and player's region; one box carried at a time.
pub struct CarrySpace {
    ground: Ground,
    regions: Regions,
    /// The squares of the player, nearest first: for the rules.
    reach: Reach,
    relocations: Option<Relocations>,
    rules: Vec<Box<dyn Rule>>,
    singles: Vec<Push>,
    deadline: Deadline,
    exits: Option<Exits>,
}

/// What it costs to leave the board, in a game where boxes do so on its goals.
#[derive(Clone, Debug)]
pub struct Exits {
    /// By square: the pushes that leaving there counts for.
    pub tolls: Vec<u32>,
    /// What the start has cost.
    pub root_cost: u32,
}

impl std::fmt::Debug for CarrySpace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CarrySpace").field("ground", &self.ground).finish_non_exhaustive()
    }
}

impl CarrySpace {
    /// The space of single pushes from `start` that land on squares of `onto`, as edited by
    /// the rules.
    pub fn pushes(
        board: &Arc<Board>,
        start: &Position,
        onto: SquareSet,
        rules: Vec<Box<dyn Rule>>,
    ) -> Self {
        Self {
            ground: Ground::new(board, start, onto),
            regions: Regions::new(board),
            reach: Reach::new(board),
            relocations: None,
            rules,
            singles: Vec::new(),
            deadline: Deadline::default(),
            exits: None,
        }
    }

    /// The same, in which a box that is pushed onto a goal leaves the board. For single pushes.
    #[must_use]
    pub fn with_exits(self, exits: Exits) -> Self {
        Self { exits: Some(exits), ..self }
    }

    /// The space of relocations from `start` that only ever land on squares of `onto`, as
    /// edited by the rules.
    pub fn relocations(
        board: &Arc<Board>,
        start: &Position,
        onto: SquareSet,
        rules: Vec<Box<dyn Rule>>,
    ) -> Self {
        let relocations = Some(Relocations::new(board));
        Self { relocations, ..Self::pushes(board, start, onto, rules) }
    }
}

impl Space for CarrySpace {
    type Action = Carry;
    type Undo = BoxMove;

    // The relocations of one box can fill a large board.
    const IS_SLOW: bool = true;

    #[inline]
    fn ground(&self) -> &Ground {
        &self.ground
    }

    #[inline]
    fn ground_mut(&mut self) -> &mut Ground {
        &mut self.ground
    }

    fn actions(&mut self, out: &mut Vec<Carry>) {
        self.regions.fill(&self.ground);
        let Ground { board, position, onto, .. } = &self.ground;
        self.reach.fill(board, position);
        let reach = &self.reach;
        if let Some(relocations) = &mut self.relocations {
            for &from in position.boxes() {
                if self.deadline.is_over() {
                    return;
                }
                let found = relocations.of_box(View::new(board, position, reach), from, onto);
                out.extend(found.iter().map(|found| Carry {
                    moved: BoxMove { from, to: found.to, player: found.player },
                    pushes: found.pushes,
                }));
            }
        } else {
            self.singles.clear();
            pushes(View::new(board, position, reach), onto, &mut self.singles);
            out.extend(self.singles.iter().map(|&Push { from, dir }| Carry {
                moved: BoxMove { from, to: board.step(from, dir), player: from },
                pushes: 1,
            }));
        }
        for rule in &mut self.rules {
            rule.edit(position, reach, out);
        }
    }

    fn cost(&self, carry: Carry) -> (u32, u32) {
        let toll = self.exits.as_ref().map_or(0, |exits| exits.tolls[carry.moved.to.index()]);
        (carry.pushes + toll, carry.pushes)
    }

    fn apply(&mut self, carry: Carry) -> BoxMove {
        let undo = carry.moved.undone(self.position().player());
        let Ground { board, position, .. } = &mut self.ground;
        position.relocate(board, carry.moved);
        if self.exits.is_some() && board.is_goal(carry.moved.to) {
            position.take_off(board, carry.moved.to);
        }
        undo
    }

    fn undo(&mut self, undo: BoxMove) {
        let Ground { board, position, .. } = &mut self.ground;
        if self.exits.is_some() && board.is_goal(undo.from) {
            position.put_back(board, undo.from);
        }
        self.ground.position.relocate(&self.ground.board, undo);
    }

    fn canonical_player(&mut self, last: Option<Carry>) -> Square {
        match last {
            // A box that leaves opens the square that it would otherwise block.
            Some(Carry { moved, pushes: 1 }) if self.position().has_box(moved.to) => {
                self.regions.first_after(&self.ground, (moved.from, moved.to))
            }
            _ => self.regions.first(&self.ground),
        }
    }

    fn until(&mut self, deadline: Deadline) {
        for rule in &mut self.rules {
            rule.until(&deadline);
        }
        self.deadline = deadline;
    }

    fn root_cost(&self) -> u32 {
        self.exits.as_ref().map_or(0, |exits| exits.root_cost)
    }

    fn player_squares(&mut self, out: &mut Vec<Square>) {
        out.extend(self.regions.squares(&self.ground));
    }

    fn moved(&self, carry: Carry) -> Option<(Square, Square)> {
        Some((carry.moved.from, carry.moved.to))
    }

    fn relax(&mut self, steps: u32) -> bool {
        let relaxed = self.rules.iter_mut().filter_map(|rule| rule.relax(steps).then_some(()));
        relaxed.count() > 0
    }

    fn pushes(&self, trail: &[Carry]) -> Vec<Push> {
        let Ground { board, start, onto, .. } = &self.ground;
        if self.exits.is_some() {
            let push = |&Carry { moved: BoxMove { from, to, .. }, .. }: &Carry| {
                let dir = Dir::ALL.into_iter().find(|&dir| board.step(from, dir) == to);
                dir.map(|dir| Push { from, dir })
            };
            return trail.iter().filter_map(push).collect();
        }
        let mut out = Vec::new();
        let mut space = Self::pushes(board, start, onto.clone(), Vec::new());
        let mut relocations = Relocations::new(board);
        for &carry in trail {
            let position = &space.ground.position;
            space.reach.fill(board, position);
            let found = relocations
                .of_box(View::new(board, position, &space.reach), carry.moved.from, onto)
                .to_vec();
            let _ = space.apply(carry);
            space.reach.fill(board, &space.ground.position);
            // The player may end on another side of the box, if he can walk between the two.
            let same = found
                .iter()
                .position(|found| found.to == carry.moved.to && space.reach.contains(found.player));
            out.extend(same.map(|index| relocations.pushes(board, index)).into_iter().flatten());
        }
        out
    }
}
