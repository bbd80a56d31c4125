//! Walk formulation: a state is the boxes and the player's square, an action a shortest walk
//! and the push that ends it. It has the branching of the push formulation and counts moves
//! exactly, which that cannot.

use std::sync::Arc;

use hakooshi_board::movegen::pushes;
use hakooshi_board::{Board, Position, Push, PushUndo, Reach, Square, SquareSet, Walks};

use super::Space;

/// Boxes and player's square; one walk and push at a time.
#[derive(Debug)]
pub struct WalkSpace {
    board: Arc<Board>,
    start: Position,
    onto: SquareSet,
    position: Position,
    reach: Reach,
    walks: Walks,
}

impl WalkSpace {
    /// The space of walks and pushes from `start` that land on squares of `onto`.
    pub fn new(board: &Arc<Board>, start: &Position, onto: SquareSet) -> Self {
        Self {
            board: Arc::clone(board),
            start: start.clone(),
            onto,
            position: start.clone(),
            reach: Reach::new(board),
            walks: Walks::new(board),
        }
    }
}

impl Space for WalkSpace {
    type Action = Push;
    type Undo = PushUndo;

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

    fn actions(&mut self, out: &mut Vec<Push>) {
        self.reach.fill(&self.board, &self.position);
        self.walks.fill(&self.board, &self.position);
        pushes(&self.board, &self.position, &self.reach, &self.onto, out);
    }

    fn cost(&self, push: Push) -> (u32, u32) {
        let behind = self.board.step(push.from, push.dir.opposite());
        (1, self.walks.steps(behind).unwrap_or(0) + 1)
    }

    fn apply(&mut self, push: Push) -> PushUndo {
        self.position.push(&self.board, push)
    }

    fn undo(&mut self, undo: PushUndo) {
        self.position.unpush(&self.board, undo);
    }

    fn canonical_player(&mut self, _: Option<Push>) -> Square {
        self.position.player()
    }

    fn moved(&self, push: Push) -> Option<(Square, Square)> {
        Some((push.from, self.board.step(push.from, push.dir)))
    }

    fn is_goal(&mut self) -> bool {
        self.position.is_solved()
    }

    fn pushes(&self, trail: &[Push]) -> Vec<Push> {
        trail.to_vec()
    }
}
