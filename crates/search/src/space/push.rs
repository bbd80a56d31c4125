//! HOT. Push formulation: a state is the boxes and the player's region, an action one push
//! that he can walk to. Walking is free, so positions that differ only in where the player
//! stands within his region are one state.

use std::sync::Arc;

use hakooshi_board::movegen::pushes;
use hakooshi_board::{Board, Position, Push, PushUndo, Square, SquareSet, View};

use super::ground::Regions;
use super::{Ground, Space};

/// Boxes and player's region; one push at a time.
#[derive(Debug)]
pub struct PushSpace {
    ground: Ground,
    regions: Regions,
}

impl PushSpace {
    /// The space of pushes from `start` that land on squares of `onto`.
    pub fn new(board: &Arc<Board>, start: &Position, onto: SquareSet) -> Self {
        Self { ground: Ground::new(board, start, onto), regions: Regions::new(board) }
    }
}

impl Space for PushSpace {
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
        self.regions.fill(&self.ground);
        let Ground { board, position, onto, .. } = &self.ground;
        pushes(View::new(board, position, &self.regions.parent), onto, out);
    }

    fn cost(&self, _: Push) -> (u32, u32) {
        (1, 1)
    }

    fn apply(&mut self, push: Push) -> PushUndo {
        self.ground.position.push(&self.ground.board, push)
    }

    fn undo(&mut self, undo: PushUndo) {
        self.ground.position.unpush(&self.ground.board, undo);
    }

    fn canonical_player(&mut self, last: Option<Push>) -> Square {
        match last.and_then(|push| self.moved(push)) {
            Some(moved) => self.regions.first_after(&self.ground, moved),
            None => self.regions.first(&self.ground),
        }
    }

    fn player_squares(&mut self, out: &mut Vec<Square>) {
        out.extend(self.regions.squares(&self.ground));
    }

    fn moved(&self, push: Push) -> Option<(Square, Square)> {
        Some((push.from, self.ground.board.step(push.from, push.dir)))
    }

    fn pushes(&self, trail: &[Push]) -> Vec<Push> {
        trail.to_vec()
    }
}
