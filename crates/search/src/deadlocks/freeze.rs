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
use crate::spec::Param;

/// Steps after which a proof is abandoned: large clusters can have many branches.
const MOST_STEPS: u32 = 2000;

/// Finds frozen boxes off goal.
#[derive(Debug)]
pub struct Freeze {
    board: Arc<Board>,
    /// By square: along which axes a box there is blocked whatever the other boxes do, as a bit for
    /// the number of each direction.
    held: Vec<u8>,
    /// Boxes assumed immovable on the current branch of the proof.
    assumed: SquareSet,
    pattern: Vec<Square>,
    steps: u32,
}

impl Freeze {
    /// A test for `board`.
    pub fn new(board: &Arc<Board>) -> Self {
        Self {
            held: held(board, board.live()),
            assumed: board.empty_set(),
            board: Arc::clone(board),
            pattern: Vec::new(),
            steps: 0,
        }
    }

    /// The same without knowing dead squares: only walls and boxes block. For measuring what dead
    /// squares are worth, which this test would otherwise bring along.
    #[must_use]
    fn without_dead_squares(mut self) -> Self {
        self.held = held(&self.board, &self.board.all_squares());
        self
    }

    /// Whether the box on `square` is frozen. The boxes of the proof are left in `pattern`.
    pub fn is_frozen(&mut self, position: &Position, square: Square) -> bool {
        // Most boxes have nothing beside them along one of the axes.
        let is_held =
            |axis: Dir| self.is_held(square, axis) || self.touches(position, square, axis);
        if !is_held(Dir::Right) || !is_held(Dir::Down) {
            return false;
        }
        self.pattern.clear();
        self.assumed.clear();
        self.steps = 0;
        self.pattern.push(square);
        self.is_blocked(position, square, Dir::Right)
            && self.is_blocked(position, square, Dir::Down)
    }

    /// Whether walls or dead squares block the box on `square` along an axis.
    #[inline]
    fn is_held(&self, square: Square, axis: Dir) -> bool {
        self.held[square.index()] >> axis.index() & 1 != 0
    }

    /// Whether there is something on either side of `square`.
    #[inline]
    fn touches(&self, position: &Position, square: Square, axis: Dir) -> bool {
        let around = self.board.neighbours(square);
        let is_taken = |dir: Dir| !position.is_free(around[dir.index()]);
        is_taken(axis) | is_taken(axis.opposite())
    }

    fn is_blocked(&mut self, position: &Position, square: Square, axis: Dir) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return false;
        }
        let sides = [self.board.step(square, axis), self.board.step(square, axis.opposite())];
        if self.is_held(square, axis) || sides.iter().any(|&side| self.assumed.contains(side)) {
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

/// The axes along which a wall, or dead squares on both sides, block a box, by square.
fn held(board: &Board, live: &SquareSet) -> Vec<u8> {
    let mut held = vec![0; board.table_len()];
    for square in board.squares() {
        for dir in Dir::ALL {
            let sides = [board.step(square, dir), board.step(square, dir.opposite())];
            let is_held = sides.iter().any(|side| side.is_wall())
                || sides.iter().all(|&side| !live.contains(side));
            held[square.index()] |= u8::from(is_held) << dir.index();
        }
    }
    held
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

const DEAD_SQUARES: Param = Param::switch(
    "dead_squares",
    "a box between two dead squares is blocked; off: only walls and boxes block",
    true,
);

pub(super) static ENTRY: DetectorEntry = DetectorEntry {
    name: "freeze",
    title: "frozen boxes, one of them off goal",
    reference: "SokoKids; Sokoban wiki, How to detect deadlocks",
    params: &[DEAD_SQUARES],
    claims: DetectorClaims::AT_GENERATION,
    build: |task, _, params| {
        let test = Freeze::new(&task.board);
        let knows = params.is_on(DEAD_SQUARES.name);
        Box::new(if knows { test } else { test.without_dead_squares() })
    },
};

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_testkit::Rng;
    use hakooshi_testkit::strategies::{Shape, random_level};

    use super::super::tests::assert_verdicts;
    use super::*;

    #[test]
    fn dead_squares_block_unless_they_are_switched_off() {
        // Held from above by the wall; the squares beside it are dead, both in the goalless top row.
        let beside_dead = "#######\n#  $  #\n#  .  #\n#  @  #\n#######";
        let build = |on: bool| {
            move |task: &crate::Task| -> Box<dyn Detector> {
                let test = Freeze::new(&task.board);
                Box::new(if on { test } else { test.without_dead_squares() })
            }
        };
        assert_verdicts(build(true), &[(beside_dead, 1)]);
        assert_verdicts(build(false), &[(beside_dead, 0)]);
    }

    /// The definition, with nothing looked up or left out early.
    fn is_blocked(
        board: &Board,
        position: &Position,
        (square, axis): (Square, Dir),
        assumed: &mut Vec<Square>,
    ) -> bool {
        let sides = [board.step(square, axis), board.step(square, axis.opposite())];
        if sides.iter().any(|side| side.is_wall() || assumed.contains(side))
            || sides.iter().all(|&side| !board.live().contains(side))
        {
            return true;
        }
        assumed.push(square);
        let across = axis.sides()[0];
        let blocked = sides.into_iter().any(|side| {
            position.has_box(side) && is_blocked(board, position, (side, across), assumed)
        });
        assumed.pop();
        blocked
    }

    #[test]
    fn agrees_with_the_definition() {
        let mut rng = Rng::new(11);
        let shape = Shape { max_boxes: 7, ..Shape::default() };
        let (mut boxes, mut frozen) = (0, 0);
        for _ in 0..1000 {
            let Ok((board, position)) = compile(&random_level(&mut rng, shape)) else { continue };
            let mut freeze = Freeze::new(&board);
            for &square in position.boxes() {
                let blocked = |axis| is_blocked(&board, &position, (square, axis), &mut vec![]);
                let expected = blocked(Dir::Right) && blocked(Dir::Down);
                assert_eq!(freeze.is_frozen(&position, square), expected);
                boxes += 1;
                frozen += u32::from(expected);
            }
        }
        assert!(frozen > 500 && boxes > frozen + 500, "{frozen} of {boxes}");
    }
}
