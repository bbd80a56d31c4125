//! Step formulation: a state is the boxes and the player's square, an action one step of the
//! player, be it a walk or a push. The rules of the game as they stand, and the largest of
//! the spaces.

use std::sync::Arc;

use hakooshi_board::movegen::{StepUndo, apply_step, steps, undo_step};
use hakooshi_board::{Board, Position, Push, Square, SquareSet};
use hakooshi_level::Step;

use super::{Ground, Space};

/// Boxes and player's square; one step at a time.
#[derive(Debug)]
pub struct StepSpace {
    ground: Ground,
}

impl StepSpace {
    /// The space of steps from `start` whose pushes land on squares of `onto`.
    pub fn new(board: &Arc<Board>, start: &Position, onto: SquareSet) -> Self {
        Self { ground: Ground::new(board, start, onto) }
    }
}

impl Space for StepSpace {
    type Action = Step;
    type Undo = StepUndo;

    #[inline]
    fn ground(&self) -> &Ground {
        &self.ground
    }

    #[inline]
    fn ground_mut(&mut self) -> &mut Ground {
        &mut self.ground
    }

    fn actions(&mut self, out: &mut Vec<Step>) {
        let Ground { board, position, onto, .. } = &self.ground;
        steps(board, position, onto, out);
    }

    fn cost(&self, step: Step) -> (u32, u32) {
        (u32::from(step.push), 1)
    }

    fn apply(&mut self, step: Step) -> StepUndo {
        apply_step(&self.ground.board, &mut self.ground.position, step)
    }

    fn undo(&mut self, undo: StepUndo) {
        undo_step(&self.ground.board, &mut self.ground.position, undo);
    }

    fn canonical_player(&mut self, _: Option<Step>) -> Square {
        self.position().player()
    }

    /// Asked after the step was applied: the player stands where the box was.
    fn moved(&self, step: Step) -> Option<(Square, Square)> {
        let from = self.position().player();
        step.push.then(|| (from, self.board().step(from, step.dir)))
    }

    fn pushes(&self, trail: &[Step]) -> Vec<Push> {
        let mut player = self.ground.start.player();
        let mut pushes = Vec::new();
        for step in trail {
            player = self.board().step(player, step.dir);
            if step.push {
                pushes.push(Push { from: player, dir: step.dir });
            }
        }
        pushes
    }
}
