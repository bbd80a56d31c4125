//! HOT. Blocks of two by two squares, all wall or box, with a box off goal among them.
//!
//! ```text
//!   $$    $#    No box of such a block can be pushed: along each axis it has a wall or a box
//!   $$    $#    of the block next to it, and that box is held in the same way.
//! ```
//!
//! Examines the four blocks around the box just pushed: constant time. The first dynamic test of
//! KTH and of SokoBOT's table. Sound; `freeze` finds all of these and more.

use std::sync::Arc;

use hakooshi_board::{Board, Position, Square};
use hakooshi_level::Dir;

use super::{Detector, DetectorClaims, DetectorEntry, Verdict};

/// Finds blocks of four.
#[derive(Debug)]
pub(super) struct Blocks {
    board: Arc<Board>,
    pattern: Vec<Square>,
}

impl Blocks {
    /// A test for `board`.
    pub(super) fn new(board: &Arc<Board>) -> Self {
        Self { board: Arc::clone(board), pattern: Vec::with_capacity(4) }
    }
}

impl Detector for Blocks {
    fn check_after(&mut self, position: &Position, moved: Square) -> Verdict<'_> {
        for upright in [Dir::Up, Dir::Down] {
            let above = self.board.step(moved, upright);
            if position.is_free(above) {
                continue;
            }
            for level in [Dir::Left, Dir::Right] {
                let beside = self.board.step(moved, level);
                if position.is_free(beside) {
                    continue;
                }
                let across = diagonal(&self.board, moved, upright, level);
                if position.is_free(across) {
                    continue;
                }
                self.pattern.clear();
                let four = [moved, above, beside, across];
                self.pattern.extend(four.into_iter().filter(|&square| position.has_box(square)));
                if self.pattern.iter().any(|&square| !self.board.is_goal(square)) {
                    return Verdict::Dead(&self.pattern);
                }
            }
        }
        Verdict::Unknown
    }
}

/// The square diagonally across. Behind two walls it cannot be found by stepping and counts as
/// wall, which is correct here: a box beside both walls is held whatever is there.
fn diagonal(board: &Board, square: Square, upright: Dir, level: Dir) -> Square {
    let first = board.step(board.step(square, upright), level);
    if first.is_wall() { board.step(board.step(square, level), upright) } else { first }
}

pub(super) static ENTRY: DetectorEntry = DetectorEntry {
    name: "blocks",
    title: "2x2 blocks of walls and boxes with a box off goal",
    reference: "KTH 2009; SokoBOT",
    params: &[],
    claims: DetectorClaims::AT_GENERATION,
    build: |task, _, _| Box::new(Blocks::new(&task.board)),
};

#[cfg(test)]
mod tests {
    use super::super::tests::assert_verdicts;
    use super::*;

    #[test]
    fn blocks_of_four() {
        assert_verdicts(
            |task| Box::new(Blocks::new(&task.board)),
            &[
                ("########\n#      #\n#  $$  #\n#  $$  #\n#....@ #\n########", 4),
                ("#######\n# $$  #\n# $$ @#\n#.... #\n#######", 2),
                ("#######\n#   $$#\n#..  @#\n#######", 2),
                ("#######\n# ** @#\n# **  #\n#     #\n#######", 0),
                ("#######\n# *$ @#\n# **  #\n#  .  #\n#######", 2),
                ("#######\n# $$  #\n# $ $@#\n#.... #\n#######", 2),
                ("########\n#  $$  #\n#  $   #\n# ...@ #\n########", 2),
                ("########\n#      #\n# $$   #\n#  $ @ #\n# ...  #\n########", 0),
            ],
        );
    }
}
