//! HOT. Pull formulation: the game played backwards. A state is the boxes and the player's
//! region; the roots are the solved position with the player in each of its regions; an
//! action pulls a box; the search ends at the level's start.

use std::sync::Arc;

use hakooshi_board::movegen::pulls;
use hakooshi_board::{
    Board, Direction, Position, Pull, PullUndo, Push, Reach, Square, SquareSet, View,
};

use super::ground::Regions;
use super::{Ground, Space};

/// Boxes and player's region; one pull at a time, from the goals.
#[derive(Debug)]
pub struct PullSpace {
    ground: Ground,
    regions: Regions,
    /// The first square of the player's region at the start.
    home: Square,
}

impl PullSpace {
    /// The space of pulls towards `start` that land on squares of `onto`. `start` must have a
    /// box for every goal.
    pub fn new(board: &Arc<Board>, start: &Position, onto: SquareSet) -> Self {
        debug_assert_eq!(start.boxes().len(), board.goals().len());
        let ground = Ground::new(board, start, onto);
        let mut regions = Regions::new(board);
        let home = regions.first(&ground);
        Self { ground, regions, home }
    }
}

impl Space for PullSpace {
    type Action = Pull;
    type Undo = PullUndo;

    const DIRECTION: Direction = Direction::Backward;

    #[inline]
    fn ground(&self) -> &Ground {
        &self.ground
    }

    #[inline]
    fn ground_mut(&mut self) -> &mut Ground {
        &mut self.ground
    }

    fn roots(&self) -> Vec<Position> {
        let board = self.board();
        let goals: Vec<Square> = board.goals().iter().collect();
        let regions = Reach::new(board).regions(board, &goals);
        regions.into_iter().map(|(player, _)| Position::new(board, &goals, player)).collect()
    }

    fn actions(&mut self, out: &mut Vec<Pull>) {
        self.regions.fill(&self.ground);
        let Ground { board, position, onto, .. } = &self.ground;
        pulls(View::new(board, position, &self.regions.parent), onto, out);
    }

    fn cost(&self, _: Pull) -> (u32, u32) {
        (1, 1)
    }

    fn apply(&mut self, pull: Pull) -> PullUndo {
        self.ground.position.pull(&self.ground.board, pull)
    }

    fn undo(&mut self, undo: PullUndo) {
        self.ground.position.unpull(&self.ground.board, undo);
    }

    fn canonical_player(&mut self, last: Option<Pull>) -> Square {
        match last.and_then(|pull| self.moved(pull)) {
            Some(moved) => self.regions.first_after(&self.ground, moved),
            None => self.regions.first(&self.ground),
        }
    }

    fn moved(&self, pull: Pull) -> Option<(Square, Square)> {
        Some((pull.from, self.ground.board.step(pull.from, pull.dir)))
    }

    fn is_goal(&mut self) -> bool {
        let Ground { position, start, .. } = &self.ground;
        position.occupied() == start.occupied() && self.regions.first(&self.ground) == self.home
    }

    fn pushes(&self, trail: &[Pull]) -> Vec<Push> {
        let undone = |pull: &Pull| Push {
            from: self.board().step(pull.from, pull.dir),
            dir: pull.dir.opposite(),
        };
        trail.iter().rev().map(undone).collect()
    }
}
