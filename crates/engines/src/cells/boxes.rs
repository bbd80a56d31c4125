//! Positions of searches in large steps, and the steps: one box taken any distance.

use hakooshi_board::{Board, Square};

/// One box taken elsewhere, or off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hop {
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// A square of the region that the player ends in.
    pub(crate) player: Square,
    /// The box is gone once it is at `to`.
    pub(crate) gone: bool,
    /// How difficult the move is: none if an advisor proposes it.
    pub(crate) weight: u8,
}

/// Boxes, and a square of the player's region.
#[derive(Clone, Debug)]
pub(crate) struct Boxes {
    pub(crate) boxes: Vec<Square>,
    pub(crate) player: Square,
}

impl Boxes {
    /// The boxes after a hop, if one stands where it begins.
    pub(crate) fn after(&self, hop: Hop) -> Option<Self> {
        let mut boxes = self.boxes.clone();
        let at = boxes.iter().position(|&square| square == hop.from)?;
        boxes[at] = hop.to;
        Some(Self { boxes, player: hop.player })
    }

    /// Whether every box is on a goal.
    pub(crate) fn is_solved(&self, board: &Board) -> bool {
        self.boxes.iter().all(|&square| board.is_goal(square))
    }

    /// A number that tells positions apart.
    pub(crate) fn key(&self, board: &Board) -> u64 {
        let player = board.player_key(self.player);
        self.boxes.iter().fold(player, |key, &square| key ^ board.box_key(square))
    }
}
