//! HOT. The position in hand: where it is loaded, judged and scored.

use std::sync::Arc;

use hakooshi_board::{Board, Direction, Position, Push, Reach, Square};
use hakooshi_search::Task;
use hakooshi_search::deadlocks::{Freeze, Guard};
use hakooshi_search::heuristics::{Aim, Heuristic, Matching};
use hakooshi_search::spec::SearchSpec;
use hakooshi_search::store::Layout;

use super::access::Access;
use super::score::{Score, Standing, Tools};

/// A position and all that is needed to look at it.
pub(super) struct Work {
    pub(super) board: Arc<Board>,
    pub(super) layout: Layout,
    pub(super) position: Position,
    /// Where the player gets to in the position loaded.
    pub(super) reach: Reach,
    /// Where he gets to after the last push.
    pub(super) after: Reach,
    /// The position after the last push as it is stored.
    pub(super) packed: Vec<u64>,
    boxes: Vec<Square>,
    matching: Matching,
    pub(super) guard: Guard,
    tools: Tools,
}

impl Work {
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
            tools: Tools { freeze: Freeze::new(board), access: Access::new(board) },
        }
    }

    /// Puts a stored state on the working position.
    pub(super) fn load(&mut self, state: &[u64]) {
        self.layout.load(state, &self.board, &mut self.boxes, &mut self.position);
        self.reach.fill(&self.board, &self.position);
        self.matching.expand(&self.position);
    }

    /// Finds out where the player gets to and packs the position as it is stored.
    pub(super) fn pack(&mut self) {
        self.after.fill(&self.board, &self.position);
        self.layout.pack(self.position.occupied(), self.after.first(), &mut self.packed);
    }

    /// Whether the goals cannot all be filled.
    pub(super) fn is_hopeless(&mut self) -> bool {
        self.matching.estimate(&self.position).is_none()
    }

    /// The cheap test that shows the position to be dead, in which a box has just come `to`
    /// its square from the position loaded.
    pub(super) fn is_dead(&mut self, to: Square) -> Option<&'static str> {
        if let Some(name) = self.guard.after_move(&self.position, to) {
            return Some(name);
        }
        let moved = self.position.box_index(to);
        self.matching.child(&self.position, moved).is_none().then_some("matching")
    }

    /// The expensive test that shows it to be dead.
    pub(super) fn refuses(&mut self) -> Option<&'static str> {
        self.guard.at_expansion(&self.position)
    }

    /// The standing of the packed position after `push` from one that stood at `before`.
    pub(super) fn standing(&mut self, score: &Score, before: Standing, push: Push) -> Standing {
        let way = (push.from, self.board.step(push.from, push.dir));
        score.after(before, (&self.position, &self.after), way, &mut self.tools)
    }
}
