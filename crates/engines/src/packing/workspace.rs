//! The working position of the search, with everything needed to test and score it.

use std::sync::Arc;

use hakooshi_board::{Board, Direction, Position, Push, Reach, Square};
use hakooshi_search::Task;
use hakooshi_search::deadlocks::{Freeze, Guard};
use hakooshi_search::heuristics::{Aim, Heuristic, Matching};
use hakooshi_search::spec::SearchSpec;
use hakooshi_search::store::Layout;

use super::access::Access;
use super::score::{Evaluation, Score, Scratch};

/// The working position and its tools.
pub(super) struct Workspace {
    pub(super) board: Arc<Board>,
    pub(super) layout: Layout,
    pub(super) position: Position,
    /// The reach of the player in the position loaded.
    pub(super) reach: Reach,
    /// The reach of the player after the last push.
    pub(super) after: Reach,
    /// The position after the last push, packed for the store.
    pub(super) packed: Vec<u64>,
    boxes: Vec<Square>,
    matching: Matching,
    pub(super) guard: Guard,
    scratch: Scratch,
}

impl Workspace {
    pub(super) fn new(spec: &SearchSpec, task: &Task) -> Self {
        let Task { board, start, .. } = task;
        let layout = Layout::new(board);
        Self {
            board: Arc::clone(board),
            layout,
            position: start.clone(),
            reach: Reach::new(board),
            after: Reach::new(board),
            packed: vec![0; layout.words()],
            boxes: Vec::new(),
            matching: Matching::new(&Aim::goals(board)),
            guard: Guard::new(&spec.deadlocks, task, Direction::Forward),
            scratch: Scratch { freeze: Freeze::new(board), access: Access::new(board) },
        }
    }

    /// Loads a stored state into the working position.
    pub(super) fn load(&mut self, state: &[u64]) {
        self.layout.load(state, &self.board, &mut self.boxes, &mut self.position);
        self.reach.fill(&self.board, &self.position);
        self.matching.expand(&self.position);
    }

    /// Computes the player's reach and packs the position for the store.
    pub(super) fn pack(&mut self) {
        self.after.fill(&self.board, &self.position);
        self.layout.pack(self.position.occupied(), self.after.first(), &mut self.packed);
    }

    /// Whether the boxes cannot be matched to the goals.
    pub(super) fn is_hopeless(&mut self) -> bool {
        self.matching.estimate(&self.position).is_none()
    }

    /// The cheap test that finds a deadlock after a push `to` a square, made in the position
    /// loaded.
    pub(super) fn is_dead(&mut self, to: Square) -> Option<&'static str> {
        if let Some(name) = self.guard.after_move(&self.position, to) {
            return Some(name);
        }
        let moved = self.position.box_index(to);
        self.matching.child(&self.position, moved).is_none().then_some("matching")
    }

    /// The expensive test that finds a deadlock in the working position.
    pub(super) fn refuses(&mut self) -> Option<&'static str> {
        self.guard.at_expansion(&self.position)
    }

    /// The evaluation after `push` from a position evaluated as `before`. [`Workspace::pack`] must
    /// have been called.
    pub(super) fn evaluation(
        &mut self,
        score: &Score,
        before: Evaluation,
        push: Push,
    ) -> Evaluation {
        let way = (push.from, self.board.step(push.from, push.dir));
        score.after(before, (&self.position, &self.after), way, &mut self.scratch)
    }
}
