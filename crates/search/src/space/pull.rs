//! HOT. Pull formulation: the game played backwards. A state is the boxes and the player's
//! region; the roots are the solved position with the player in each of its regions; an
//! action pulls a box; the search ends at the level's start.

use std::sync::Arc;

use hakooshi_board::movegen::pulls;
use hakooshi_board::{Board, Direction, Position, Pull, PullUndo, Push, Reach, Square, SquareSet};

use super::Space;

/// Boxes and player's region; one pull at a time, from the goals.
#[derive(Debug)]
pub struct PullSpace {
    board: Arc<Board>,
    start: Position,
    /// The name of the player's region at the start.
    home: Square,
    onto: SquareSet,
    position: Position,
    reach: Reach,
    child: Reach,
}

impl PullSpace {
    /// The space of pulls towards `start` that land on squares of `onto`. `start` must have a
    /// box for every goal.
    pub fn new(board: &Arc<Board>, start: &Position, onto: SquareSet) -> Self {
        debug_assert_eq!(start.boxes().len(), board.goals().len());
        let mut reach = Reach::new(board);
        reach.fill(board, start);
        Self {
            board: Arc::clone(board),
            start: start.clone(),
            home: reach.first(),
            onto,
            position: start.clone(),
            child: reach.clone(),
            reach,
        }
    }
}

impl Space for PullSpace {
    type Action = Pull;
    type Undo = PullUndo;

    const DIRECTION: Direction = Direction::Backward;

    fn board(&self) -> &Arc<Board> {
        &self.board
    }

    fn position(&self) -> &Position {
        &self.position
    }

    fn roots(&self) -> Vec<Position> {
        let goals: Vec<Square> = self.board.goals().iter().collect();
        let regions = Reach::new(&self.board).regions(&self.board, &goals);
        let root = |(player, _)| Position::new(&self.board, &goals, player);
        regions.into_iter().map(root).collect()
    }

    fn load(&mut self, boxes: &[Square], player: Square) {
        self.position.set(&self.board, boxes, player);
    }

    fn actions(&mut self, out: &mut Vec<Pull>) {
        self.reach.fill(&self.board, &self.position);
        pulls(&self.board, &self.position, &self.reach, &self.onto, out);
    }

    fn cost(&self, _: Pull) -> (u32, u32) {
        (1, 1)
    }

    fn apply(&mut self, pull: Pull) -> PullUndo {
        self.position.pull(&self.board, pull)
    }

    fn undo(&mut self, undo: PullUndo) {
        self.position.unpull(&self.board, undo);
    }

    fn canonical_player(&mut self, last: Option<Pull>) -> Square {
        let known = last.and_then(|pull| {
            self.reach.first_after(&self.board, pull.from, self.board.step(pull.from, pull.dir))
        });
        known.unwrap_or_else(|| {
            self.child.fill(&self.board, &self.position);
            self.child.first()
        })
    }

    fn moved(&self, pull: Pull) -> Option<(Square, Square)> {
        Some((pull.from, self.board.step(pull.from, pull.dir)))
    }

    fn is_goal(&mut self) -> bool {
        if self.position.occupied() != self.start.occupied() {
            return false;
        }
        self.child.fill(&self.board, &self.position);
        self.child.first() == self.home
    }

    fn pushes(&self, trail: &[Pull]) -> Vec<Push> {
        let undone = |pull: &Pull| Push {
            from: self.board.step(pull.from, pull.dir),
            dir: pull.dir.opposite(),
        };
        trail.iter().rev().map(undone).collect()
    }
}
