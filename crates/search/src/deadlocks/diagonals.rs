//! HOT. Closed diagonals: a diagonal row of empty squares closed in by boxes and walls.
//!
//! ```text
//!   ##         The empty squares c0, c1, ... run diagonally, with pairs of occupied squares
//!   #c$        L0, L1, ... before, between and after them; each end is closed by an occupied
//!    $c$       square, or by a pair that is walls. A box of a pair can only be pushed into the
//!     $c#      row, which splits it: one side opens, and the other is again a closed
//!      ##      diagonal, only shorter, down to a block of four.
//! ```
//!
//! So, whatever is played, some run of pairs Li..Lj never moves again, with boxes in the empty
//! squares just outside it. All those boxes must be on goals: if there is no such run, the
//! position is dead. If the player is inside the row, nothing is known. Costs a few lookups when
//! there is no diagonal, which is nearly always the case. Sokoban wiki, closed diagonals.

use std::sync::Arc;

use hakooshi_board::{Board, Position, Square};
use hakooshi_level::Dir;

use super::{Detector, DetectorClaims, DetectorEntry, Verdict};

/// Finds closed diagonals.
#[derive(Debug)]
pub(super) struct Diagonals {
    board: Arc<Board>,
    /// The empty squares in order.
    row: Vec<Square>,
    pattern: Vec<Square>,
}

/// The two diagonals, downwards.
const SLANTS: [[Dir; 2]; 2] = [[Dir::Down, Dir::Right], [Dir::Down, Dir::Left]];

impl Diagonals {
    /// A test for `board`.
    pub(super) fn new(board: &Arc<Board>) -> Self {
        let len = board.table_len();
        Self {
            board: Arc::clone(board),
            row: Vec::with_capacity(len),
            pattern: Vec::with_capacity(len),
        }
    }

    /// Whether the diagonal through the empty square `at` is dead.
    fn is_dead(&mut self, position: &Position, at: Square, slant: [Dir; 2]) -> bool {
        let back = slant.map(Dir::opposite);
        let mut first = at;
        // Back to the first empty square; this ends, because boards are finite.
        loop {
            if !self.is_shut_in(position, first) {
                return false;
            }
            match self.beyond(first, back) {
                Some(next) if position.is_free(next) => first = next,
                _ => break,
            }
        }
        self.row.clear();
        let mut next = Some(first).filter(|&square| position.is_free(square));
        while let Some(square) = next {
            if !self.is_shut_in(position, square) {
                return false;
            }
            self.row.push(square);
            next = self.beyond(square, slant).filter(|&square| position.is_free(square));
        }
        if self.row.contains(&position.player()) || self.can_stay_solved(position, slant) {
            return false;
        }
        self.collect_boxes(position, slant);
        true
    }

    fn is_shut_in(&self, position: &Position, square: Square) -> bool {
        self.board.neighbours(square).iter().all(|&beside| !position.is_free(beside))
    }

    /// The square diagonally beyond; `None` where two walls close the row.
    fn beyond(&self, square: Square, slant: [Dir; 2]) -> Option<Square> {
        let pair = slant.map(|dir| self.board.step(square, dir));
        match pair.map(Square::is_wall) {
            [true, true] => None,
            [false, _] => Some(self.board.step(pair[0], slant[1])),
            [true, false] => Some(self.board.step(pair[1], slant[0])),
        }
    }

    /// Pair number `at`: before the first square, between two, or after the last.
    fn pair(&self, at: usize, slant: [Dir; 2]) -> [Square; 2] {
        match at.checked_sub(1) {
            None => slant.map(|dir| self.board.step(self.row[0], dir.opposite())),
            Some(before) => slant.map(|dir| self.board.step(self.row[before], dir)),
        }
    }

    /// Whether some run of pairs could stay in place in a solution.
    fn can_stay_solved(&self, position: &Position, slant: [Dir; 2]) -> bool {
        let pairs = self.row.len() + 1;
        let at_home = |square: Square| !position.has_box(square) || self.board.is_goal(square);
        let end_at_home = |end: Option<Square>| end.is_none_or(at_home);
        // Whether a run from an earlier pair extends to the current one.
        let mut open = false;
        for at in 0..pairs {
            let begins = match at.checked_sub(1) {
                None => end_at_home(self.beyond(self.row[0], slant.map(Dir::opposite))),
                Some(before) => self.board.is_goal(self.row[before]),
            };
            open = (open || begins) && self.pair(at, slant).into_iter().all(at_home);
            let ends = match self.row.get(at) {
                None => end_at_home(self.beyond(self.row[at - 1], slant)),
                Some(&after) => self.board.is_goal(after),
            };
            if open && ends {
                return true;
            }
        }
        false
    }

    fn collect_boxes(&mut self, position: &Position, slant: [Dir; 2]) {
        self.pattern.clear();
        for at in 0..=self.row.len() {
            let pair = self.pair(at, slant);
            self.pattern.extend(pair.into_iter().filter(|&square| position.has_box(square)));
        }
        let last = self.row[self.row.len() - 1];
        let ends = [self.beyond(self.row[0], slant.map(Dir::opposite)), self.beyond(last, slant)];
        let ends = ends.into_iter().flatten();
        self.pattern.extend(ends.filter(|&square| position.has_box(square)));
    }
}

impl Detector for Diagonals {
    fn check_after(&mut self, position: &Position, moved: Square) -> Verdict<'_> {
        // The box may be in a pair, beside the row, or close an end, diagonally before it.
        for dir in Dir::ALL {
            let beside = self.board.step(moved, dir);
            if position.is_free(beside) && self.is_shut_in(position, beside) {
                for slant in SLANTS {
                    if self.is_dead(position, beside, slant) {
                        return Verdict::Dead(&self.pattern);
                    }
                }
            }
        }
        for slant in SLANTS {
            for slant in [slant, slant.map(Dir::opposite)] {
                let Some(across) = self.beyond(moved, slant) else { continue };
                if position.is_free(across)
                    && self.is_shut_in(position, across)
                    && self.is_dead(position, across, slant)
                {
                    return Verdict::Dead(&self.pattern);
                }
            }
        }
        Verdict::Unknown
    }
}

pub(super) static ENTRY: DetectorEntry = DetectorEntry {
    name: "diagonals",
    title: "closed diagonals whose boxes cannot all end on goals",
    reference: "Sokoban wiki, How to detect deadlocks",
    params: &[],
    claims: DetectorClaims::AT_GENERATION,
    build: |task, _, _| Box::new(Diagonals::new(&task.board)),
};

#[cfg(test)]
mod tests {
    use super::super::tests::assert_verdicts;
    use super::*;

    #[test]
    fn rows_of_one_and_more() {
        assert_verdicts(
            |task| Box::new(Diagonals::new(&task.board)),
            &[
                // Closed by two walls at one end and by one at the other.
                ("#######\n# $   #\n#$#@  #\n# ..  #\n#######", 2),
                ("########\n#. $   #\n# $ $  #\n#  $ $ #\n#   $  #\n#.....@#\n########", 0),
                ("#########\n#       #\n# $$    #\n# $ $   #\n#  $$   #\n#......@#\n#########", 6),
                (
                    "#########\n#       #\n# $$    #\n# $ $   #\n#  $ $  #\n#   $$  #\n#.......#\n#.@     #\n#########",
                    8,
                ),
                // All on goals, and a goal inside that lets one end become a solved block.
                ("#########\n#       #\n# **    #\n# * *   #\n#  **   #\n#   @   #\n#########", 0),
                ("#########\n#       #\n# **    #\n# *.*   #\n#  *$   #\n#   @   #\n#########", 0),
                ("#########\n#       #\n# **    #\n# * *   #\n#  *$   #\n#.  @   #\n#########", 6),
                // The player inside can push his way out.
                ("#########\n#       #\n# $$    #\n# $@$   #\n#  $$   #\n#...... #\n#########", 0),
            ],
        );
    }
}
