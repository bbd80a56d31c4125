//! HOT. Push formulation: a state is the boxes and the player's region, an action one push
//! that he can walk to. Walking is free, so positions that differ only in where the player
//! stands within his region are one state.

use std::sync::Arc;

use hakooshi_board::movegen::pushes;
use hakooshi_board::{Board, Position, Push, PushUndo, Reach, Square, SquareSet};

use super::Space;

/// Boxes and player's region; one push at a time.
#[derive(Debug)]
pub struct PushSpace {
    board: Arc<Board>,
    start: Position,
    onto: SquareSet,
    position: Position,
    reach: Reach,
    child: Reach,
}

impl PushSpace {
    /// The space of pushes from `start` that land on squares of `onto`.
    pub fn new(board: &Arc<Board>, start: &Position, onto: SquareSet) -> Self {
        Self {
            board: Arc::clone(board),
            start: start.clone(),
            onto,
            position: start.clone(),
            reach: Reach::new(board),
            child: Reach::new(board),
        }
    }
}

impl Space for PushSpace {
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
        pushes(&self.board, &self.position, &self.reach, &self.onto, out);
    }

    fn cost(&self, _: Push) -> (u32, u32) {
        (1, 1)
    }

    fn apply(&mut self, push: Push) -> PushUndo {
        self.position.push(&self.board, push)
    }

    fn undo(&mut self, undo: PushUndo) {
        self.position.unpush(&self.board, undo);
    }

    fn canonical_player(&mut self, last: Option<Push>) -> Square {
        let known = last.and_then(|push| {
            self.reach.first_after(&self.board, push.from, self.board.step(push.from, push.dir))
        });
        known.unwrap_or_else(|| {
            self.child.fill(&self.board, &self.position);
            self.child.first()
        })
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
