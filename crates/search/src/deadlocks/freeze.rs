//! HOT. Freeze deadlocks: boxes that can never move again, one of them off goal.
//!
//! ```text
//!   ####     ####      A box is blocked along an axis if a wall is on either side, if both
//!   #$$      # $#      sides are dead squares, or if a neighbour on that axis is itself
//!   #  @     #$        blocked along the other axis, with this box counted as a wall.
//! ```
//!
//! A box blocked along both axes is frozen, and so is every box that the proof relies on. The
//! assumption that a box is a wall must end with the branch of the proof that made it: marks left
//! behind make solvable positions look dead. The recursion of SokoKids and of the Sokoban wiki.

use std::sync::Arc;

use hakooshi_board::{Board, Position, Square, SquareSet};
use hakooshi_level::Dir;

use super::{Detector, DetectorClaims, DetectorEntry, Verdict};

/// Steps after which a proof is abandoned: large clusters can have many branches.
const MOST_STEPS: u32 = 2000;

/// Finds frozen boxes off goal.
#[derive(Debug)]
pub struct Freeze {
    board: Arc<Board>,
    live: SquareSet,
    /// Boxes assumed immovable on the current branch of the proof.
    assumed: SquareSet,
    pattern: Vec<Square>,
    steps: u32,
}

impl Freeze {
    /// A test for `board`.
    pub fn new(board: &Arc<Board>) -> Self {
        Self {
            live: board.live().clone(),
            assumed: board.empty_set(),
            board: Arc::clone(board),
            pattern: Vec::new(),
            steps: 0,
        }
    }

    /// Whether the box on `square` is frozen. The boxes of the proof are left in `pattern`.
    pub fn is_frozen(&mut self, position: &Position, square: Square) -> bool {
        self.pattern.clear();
        self.assumed.clear();
        self.steps = 0;
        self.pattern.push(square);
        self.is_blocked(position, square, Dir::Right)
            && self.is_blocked(position, square, Dir::Down)
    }

    fn is_blocked(&mut self, position: &Position, square: Square, axis: Dir) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return false;
        }
        let sides = [self.board.step(square, axis), self.board.step(square, axis.opposite())];
        if sides.iter().any(|&side| side.is_wall() || self.assumed.contains(side)) {
            return true;
        }
        if sides.iter().all(|&side| !self.live.contains(side)) {
            return true;
        }
        let across = axis.sides()[0];
        for side in sides {
            if !position.has_box(side) {
                continue;
            }
            let before = self.pattern.len();
            self.assumed.insert(square);
            self.pattern.push(side);
            let blocked = self.is_blocked(position, side, across);
            self.assumed.remove(square);
            if blocked {
                return true;
            }
            self.pattern.truncate(before);
        }
        false
    }
}

impl Detector for Freeze {
    fn check_after(&mut self, position: &Position, moved: Square) -> Verdict<'_> {
        let frozen = self.is_frozen(position, moved);
        if frozen && self.pattern.iter().any(|&square| !self.board.is_goal(square)) {
            Verdict::Dead(&self.pattern)
        } else {
            Verdict::Unknown
        }
    }
}

pub(super) static ENTRY: DetectorEntry = DetectorEntry {
    name: "freeze",
    title: "frozen boxes, one of them off goal",
    reference: "SokoKids; Sokoban wiki, How to detect deadlocks",
    params: &[],
    claims: DetectorClaims::AT_GENERATION,
    build: |task, _, _| Box::new(Freeze::new(&task.board)),
};
