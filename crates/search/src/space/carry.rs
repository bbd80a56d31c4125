//! Carry formulation: an action takes one box any number of pushes at once. A state is the
//! boxes and the player's region, as in push formulation.
//!
//! As *relocation* space it offers every square that a box can be brought to while the others
//! stand still; solutions are then a few dozen actions deep, each with many siblings. As
//! *push* space under [rules](crate::pruning) it offers single pushes, which the rules may
//! lengthen or drop. Either way an action costs its pushes.

use std::sync::Arc;

use hakooshi_board::movegen::{Relocations, pushes};
use hakooshi_board::{Board, BoxMove, Position, Push, Reach, Square, SquareSet};

use super::Space;
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
    board: Arc<Board>,
    start: Position,
    onto: SquareSet,
    position: Position,
    reach: Reach,
    child: Reach,
    relocations: Option<Relocations>,
    rules: Vec<Box<dyn Rule>>,
    singles: Vec<Push>,
}

impl std::fmt::Debug for CarrySpace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CarrySpace")
            .field("start", &self.start)
            .field("position", &self.position)
            .finish_non_exhaustive()
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
            board: Arc::clone(board),
            start: start.clone(),
            onto,
            position: start.clone(),
            reach: Reach::new(board),
            child: Reach::new(board),
            relocations: None,
            rules,
            singles: Vec::new(),
        }
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

    fn board(&self) -> &Arc<Board> {
        &self.board
    }

    fn position(&self) -> &Position {
        &self.position
    }

    fn roots(&self) -> Vec<Position> {
        vec![self.start.clone()]
    }

    fn load(&mut self, boxes: &[Square], player: Square) {
        self.position.set(&self.board, boxes, player);
    }

    fn actions(&mut self, out: &mut Vec<Carry>) {
        let Self { board, position, reach, onto, .. } = self;
        reach.fill(board, position);
        if let Some(relocations) = &mut self.relocations {
            for &from in position.boxes() {
                let found = relocations.of_box(board, position, reach, from, onto);
                out.extend(found.iter().map(|found| Carry {
                    moved: BoxMove { from, to: found.to, player: found.player },
                    pushes: found.pushes,
                }));
            }
        } else {
            self.singles.clear();
            pushes(board, position, reach, onto, &mut self.singles);
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
        (carry.pushes, carry.pushes)
    }

    fn apply(&mut self, carry: Carry) -> BoxMove {
        let undo = carry.moved.undone(self.position.player());
        self.position.relocate(&self.board, carry.moved);
        undo
    }

    fn undo(&mut self, undo: BoxMove) {
        self.position.relocate(&self.board, undo);
    }

    fn canonical_player(&mut self, _: Option<Carry>) -> Square {
        self.child.fill(&self.board, &self.position);
        self.child.first()
    }

    fn moved(&self, carry: Carry) -> Option<(Square, Square)> {
        Some((carry.moved.from, carry.moved.to))
    }

    fn is_goal(&mut self) -> bool {
        self.position.is_solved()
    }

    fn pushes(&self, trail: &[Carry]) -> Vec<Push> {
        let mut out = Vec::new();
        let mut space = Self::pushes(&self.board, &self.start, self.onto.clone(), Vec::new());
        let mut relocations = Relocations::new(&self.board);
        for &carry in trail {
            space.reach.fill(&self.board, &space.position);
            let Self { position, reach, onto, .. } = &space;
            let found =
                relocations.of_box(&self.board, position, reach, carry.moved.from, onto).to_vec();
            let _ = space.apply(carry);
            space.reach.fill(&self.board, &space.position);
            // The player may end on another side of the box, if he can walk between the two.
            let same = found
                .iter()
                .position(|found| found.to == carry.moved.to && space.reach.contains(found.player));
            out.extend(
                same.map(|index| relocations.pushes(&self.board, index)).into_iter().flatten(),
            );
        }
        out
    }
}
