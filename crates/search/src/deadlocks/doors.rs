//! Two boxes in a line behind a door.
//!
//! ```text
//!   ####        The player has pushed a box through the door, and behind it is a second box.
//!      #        He cannot push further, and there is no way round in the door: the room
//!      @$$      behind is closed.
//!      #
//!   ####
//! ```
//!
//! KTH always prunes this. That is **not sound**: if the boxes are on goals, the position can be
//! solvable, or even solved. With this test an exhausted search proves nothing. KTH 2009,
//! section III-F.

use std::sync::Arc;

use hakooshi_board::analysis::gates;
use hakooshi_board::{Board, Position, Square, SquareSet};
use hakooshi_level::Dir;

use super::{Detector, DetectorClaims, DetectorEntry, Verdict};

/// Finds the player in a door in front of two boxes.
#[derive(Debug)]
pub(super) struct Doors {
    board: Arc<Board>,
    narrow: SquareSet,
    pattern: [Square; 2],
}

impl Doors {
    /// A test for `board`.
    pub(super) fn new(board: &Arc<Board>) -> Self {
        Self { board: Arc::clone(board), narrow: gates(board).doors, pattern: [Square::WALL; 2] }
    }
}

impl Detector for Doors {
    fn check_after(&mut self, position: &Position, moved: Square) -> Verdict<'_> {
        let door = position.player();
        if !self.narrow.contains(door) {
            return Verdict::Unknown;
        }
        let ahead = Dir::ALL.into_iter().find(|&dir| self.board.step(door, dir) == moved);
        let Some(dir) = ahead else { return Verdict::Unknown };
        let shut = dir.sides().iter().all(|&side| self.board.step(door, side).is_wall());
        let next = self.board.step(moved, dir);
        self.pattern = [moved, next];
        if shut && position.has_box(next) { Verdict::Dead(&self.pattern) } else { Verdict::Unknown }
    }
}

pub(super) static ENTRY: DetectorEntry = DetectorEntry {
    name: "doors",
    title: "two boxes in a line in front of the player in a door; unsound if they are on goals",
    reference: "KTH 2009, section III-F",
    params: &[],
    claims: DetectorClaims { sound: false, ..DetectorClaims::AT_GENERATION },
    build: |task, _, _| Box::new(Doors::new(&task.board)),
};

#[cfg(test)]
mod tests {
    use super::super::tests::assert_verdicts;
    use super::*;

    #[test]
    fn a_line_of_two_behind_a_door() {
        assert_verdicts(
            |task| Box::new(Doors::new(&task.board)),
            &[
                ("#########\n#  #    #\n#  @$$  #\n#  #  ..#\n#########", 2),
                ("#########\n#  #    #\n#  @$ $ #\n#  #  ..#\n#########", 0),
                ("#########\n#  #    #\n# @ $$  #\n#  #  ..#\n#########", 0),
                ("#########\n#       #\n#  @$$  #\n#  #  ..#\n#########", 0),
            ],
        );
    }
}
