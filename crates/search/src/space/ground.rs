//! What all spaces have in common: the board, the start, the working position, and for those that
//! do not tell the player's squares apart, his regions.

use std::sync::Arc;

use hakooshi_board::{Board, Position, Region, Square, SquareSet};

/// Where a space plays.
#[derive(Clone, Debug)]
pub struct Ground {
    pub(super) board: Arc<Board>,
    pub(super) start: Position,
    /// The squares that a box may land on.
    pub(super) onto: SquareSet,
    pub(super) position: Position,
}

impl Ground {
    pub(super) fn new(board: &Arc<Board>, start: &Position, onto: SquareSet) -> Self {
        Self { board: Arc::clone(board), start: start.clone(), onto, position: start.clone() }
    }
}

/// The player's regions: of the state whose actions were listed, and of one of its children.
#[derive(Clone, Debug)]
pub(super) struct Regions {
    pub(super) parent: Region,
    child: Region,
}

impl Regions {
    pub(super) fn new(board: &Board) -> Self {
        let parent = Region::new(board);
        Self { child: parent.clone(), parent }
    }

    /// Fills the region of the working position, whose actions are about to be listed.
    #[inline]
    pub(super) fn fill(&mut self, ground: &Ground) {
        self.parent.fill(&ground.board, &ground.position);
    }

    /// The first square of the player's region in the working position.
    #[inline]
    pub(super) fn first(&mut self, ground: &Ground) -> Square {
        self.child.fill(&ground.board, &ground.position);
        self.child.first()
    }

    /// The same after one box of the state last filled has gone to a neighbouring square.
    #[inline]
    pub(super) fn first_after(&mut self, ground: &Ground, moved: (Square, Square)) -> Square {
        let Ground { board, position, .. } = ground;
        self.parent.first_after(board, moved, position.player(), position.boxes())
    }

    /// The squares of the player's region in the working position.
    pub(super) fn squares(&mut self, ground: &Ground) -> impl Iterator<Item = Square> {
        self.child.fill(&ground.board, &ground.position);
        self.child.squares()
    }
}
