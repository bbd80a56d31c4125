//! Corners, and bare walls between two corners, worked out once from the walls.
//!
//! The squares of [`hakooshi_board::analysis::cornered_squares`]: a box there is lost. A
//! subset of what the search by pulls calls dead squares, found the way KTH ("corner" and
//! "U") and SokoKids (3 x 3 patterns of walls) find them; here to be compared with it.

use std::sync::Arc;

use hakooshi_board::analysis::cornered_squares;
use hakooshi_board::{Board, Position, Square, SquareSet};

use super::{Detector, DetectorClaims, DetectorEntry, Verdict};

/// Finds boxes in corners and along bare walls.
#[derive(Debug)]
pub(super) struct Corners {
    lost: SquareSet,
    pattern: [Square; 1],
}

impl Corners {
    /// A test for `board`.
    pub(super) fn new(board: &Arc<Board>) -> Self {
        Self { lost: cornered_squares(board), pattern: [Square::WALL] }
    }
}

impl Detector for Corners {
    fn check_after(&mut self, _: &Position, moved: Square) -> Verdict<'_> {
        self.pattern = [moved];
        if self.lost.contains(moved) { Verdict::Dead(&self.pattern) } else { Verdict::Unknown }
    }
}

pub(super) static ENTRY: DetectorEntry = DetectorEntry {
    name: "corners",
    title: "boxes in corners and along walls without goal between two corners",
    reference: "KTH 2009, section III-F; SokoKids",
    params: &[],
    claims: DetectorClaims::AT_GENERATION,
    build: |task, _, _| Box::new(Corners::new(&task.board)),
};

#[cfg(test)]
mod tests {
    use super::super::tests::assert_verdicts;
    use super::*;

    #[test]
    fn corners_and_bare_walls() {
        assert_verdicts(
            |task| Box::new(Corners::new(&task.board)),
            &[
                ("#####\n#$ .#\n#  @#\n#####", 1),
                ("#####\n#*  #\n#  @#\n#####", 0),
                ("#######\n#  $  #\n# .  @#\n#     #\n#######", 1),
                ("#######\n#  $ .#\n#    @#\n#     #\n#######", 0),
                ("#### ##\n#  ####\n#  $  #\n# .  @#\n#     #\n#######", 0),
            ],
        );
    }
}
