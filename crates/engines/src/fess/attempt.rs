//! Play along one plan, from the start of the level or from a position on the way.

use std::sync::Arc;

use hakooshi_board::{BoxMove, Position};
use hakooshi_search::{Context, Stop, Task, Turn};

use super::plan::FillPlan;
use super::scene::{self, PlannedGame};
use crate::scenes::{Boxes, Tree};

/// A plan and the tree of play along it. Attempts share a game, and with it what the deadlock tests
/// have learnt.
pub(super) struct Attempt {
    plan: Arc<FillPlan>,
    prefers_near: bool,
    /// The moves from the start of the level to where the plan begins.
    before: Vec<BoxMove>,
    tree: Tree<PlannedGame>,
    /// The fewest steps of the plan left in any position.
    least: u32,
    /// Expansions since a position with so few was found.
    pub(super) idle: u64,
}

/// A position at which play has stalled.
pub(super) struct Stall {
    /// The steps of the plan left there.
    pub(super) left: u32,
    pub(super) position: Position,
    /// The moves from the start of the level.
    pub(super) moves: Vec<BoxMove>,
}

impl Attempt {
    /// Play along `plan` from `start`, which follows from the start of the level by the moves
    /// `before`.
    pub(super) fn new(
        game: &mut PlannedGame,
        plan: Arc<FillPlan>,
        prefers_near: bool,
        start: &Position,
        before: Vec<BoxMove>,
    ) -> Self {
        game.follow(&plan, prefers_near);
        let tree = super::planted(game, start, before.is_empty());
        let least = scene::unpacked(tree.rank(tree.best()));
        Self { plan, prefers_near, before, tree, least, idle: 0 }
    }

    /// One expansion; `None` while the search goes on.
    pub(super) fn advance(
        &mut self,
        game: &mut PlannedGame,
        task: &Task,
        context: &mut Context<'_>,
    ) -> Result<Option<Turn>, Stop> {
        game.follow(&self.plan, self.prefers_near);
        let turn = super::advance(game, &mut self.tree, &self.before, task, context)?;
        let left = scene::unpacked(self.tree.rank(self.tree.best()));
        self.idle += 1;
        if left < self.least {
            (self.least, self.idle) = (left, 0);
        }
        Ok(turn)
    }

    /// The best position that has moves left to try.
    pub(super) fn stall(&self, task: &Task) -> Option<Stall> {
        let best = self.tree.best_open()?;
        let Boxes { boxes, player, .. } = self.tree.state(best);
        Some(Stall {
            left: scene::unpacked(self.tree.rank(best)),
            position: Position::new(&task.board, boxes, *player),
            moves: [&self.before[..], &self.tree.trail(best).1].concat(),
        })
    }

    /// Whether the plan begins where these moves lead.
    pub(super) fn begins_after(&self, moves: &[BoxMove]) -> bool {
        self.before == moves
    }

    pub(super) fn bytes(&self) -> usize {
        self.tree.bytes() + self.before.capacity() * size_of::<BoxMove>()
    }
}
