//! Boxes in corners, and along walls without goals between two corners.
//!
//! A box on one of [`hakooshi_board::analysis::cornered_squares`] is dead. These are a subset of
//! the dead squares found by pulling, computed as KTH ("corner" and "U") and SokoKids (3 x 3
//! patterns of walls) do; included for comparison.

use std::sync::Arc;

use hakooshi_board::analysis::cornered_squares;
use hakooshi_board::{Board, Position, Square, SquareSet};

use super::{Detector, DetectorClaims, DetectorEntry, Verdict};

/// Finds boxes in corners and along bare walls.
#[derive(Debug)]
pub(super) struct Corners {
    dead: SquareSet,
    pattern: [Square; 1],
}

impl Corners {
    /// A test for `board`.
    pub(super) fn new(board: &Arc<Board>) -> Self {
        Self { dead: cornered_squares(board), pattern: [Square::WALL] }
    }
}

impl Detector for Corners {
    fn check_after(&mut self, _: &Position, moved: Square) -> Verdict<'_> {
        self.pattern = [moved];
        if self.dead.contains(moved) { Verdict::Dead(&self.pattern) } else { Verdict::Unknown }
    }
}

pub(super) static ENTRY: DetectorEntry = DetectorEntry {
    name: "corners",
    title: "boxes in corners and along walls without goals between two corners",
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
