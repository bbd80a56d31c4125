//! Walk formulation: a state is the boxes and the player's square, an action a shortest walk
//! and the push that ends it. It has the branching of the push formulation and counts moves
//! exactly, which that cannot.

use std::sync::Arc;

use hakooshi_board::movegen::pushes;
use hakooshi_board::{Board, Position, Push, PushUndo, Reach, Square, SquareSet, View, Walks};

use super::{Ground, Space};

/// Boxes and player's square; one walk and push at a time.
#[derive(Debug)]
pub struct WalkSpace {
    ground: Ground,
    reach: Reach,
    walks: Walks,
}

impl WalkSpace {
    /// The space of walks and pushes from `start` that land on squares of `onto`.
    pub fn new(board: &Arc<Board>, start: &Position, onto: SquareSet) -> Self {
        let (reach, walks) = (Reach::new(board), Walks::new(board));
        Self { ground: Ground::new(board, start, onto), reach, walks }
    }
}

impl Space for WalkSpace {
    type Action = Push;
    type Undo = PushUndo;

    #[inline]
    fn ground(&self) -> &Ground {
        &self.ground
    }

    #[inline]
    fn ground_mut(&mut self) -> &mut Ground {
        &mut self.ground
    }

    fn actions(&mut self, out: &mut Vec<Push>) {
        let Ground { board, position, onto, .. } = &self.ground;
        self.reach.fill(board, position);
        self.walks.fill(board, position);
        pushes(View::new(board, position, &self.reach), onto, out);
    }

    fn cost(&self, push: Push) -> (u32, u32) {
        let behind = self.board().step(push.from, push.dir.opposite());
        (1, self.walks.steps(behind).unwrap_or(0) + 1)
    }

    fn apply(&mut self, push: Push) -> PushUndo {
        self.ground.position.push(&self.ground.board, push)
    }

    fn undo(&mut self, undo: PushUndo) {
        self.ground.position.unpush(&self.ground.board, undo);
    }

    fn canonical_player(&mut self, _: Option<Push>) -> Square {
        self.position().player()
    }

    fn moved(&self, push: Push) -> Option<(Square, Square)> {
        Some((push.from, self.board().step(push.from, push.dir)))
    }

    fn pushes(&self, trail: &[Push]) -> Vec<Push> {
        trail.to_vec()
    }
}
