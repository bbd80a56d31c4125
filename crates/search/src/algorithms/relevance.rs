//! Relevance cuts: a depth-first search stays with what it is doing (Junghanns and Schaeffer 2001;
//! SokoKids, section 5.9).
//!
//! A push is *distant* from another if the square it starts on has little influence on where the
//! other ended. Two rules cut pushes, by the path that led to them:
//!
//! 1. a distant push, if more than `distant` of the last `recent` pushes were distant;
//! 2. a distant push near one of the last `recent` pushes: it returns to a part of the board that
//!    was left unfinished.
//!
//! After a push that ends on a goal nothing is distant: that box is done, and the next has to be
//! somewhere else. (Without this, goal macros would use up the distant pushes allowed: of 90
//! XSokoban levels in four seconds each, 2 were solved instead of 27.)
//!
//! ```text
//!   ###########     Solving this level is solving two small ones. A search without the rules
//!   # .$  $. ##     tries every way of mixing their pushes.
//!   #@##### ###
//!   ###########
//! ```
//!
//! Influence is a distance: the less, the more influence. Between neighbouring squares it grows
//! with the alternatives that a box or the player has on the way; a step through a tunnel adds
//! nothing, a step that takes a box towards a goal adds less, and one where only the player can
//! pass adds more. The report defines it in words; the weights are ours.
//!
//! The rules see the path, so a state may be cut on one path and be wanted on another: complete
//! and optimal no longer.

use hakooshi_board::analysis::UNREACHABLE;
use hakooshi_board::{Board, Square, SquareSet};
use hakooshi_level::Dir;

use crate::heuristics::Aim;
use crate::spec::Param;

pub(super) const RELEVANCE: Param = Param::switch(
    "relevance",
    "cut pushes unrelated to the last ones; turns `cache` off, and may lose solutions",
    false,
);

/// How many of the last pushes the rules look at.
pub(super) const RECENT: usize = 10;
/// How many of them may be distant.
const DISTANT: usize = 3;
/// The influence beyond which a push is distant, as a part of the mean over all pairs of squares.
const THRESHOLD: f64 = 0.5;

/// Larger boards have no influences: for ten thousand squares they took four seconds.
const MOST_SQUARES: usize = 1500;

/// Influence between squares.
#[derive(Debug)]
pub(super) struct Relevance {
    /// By square, then square.
    influence: Vec<u16>,
    squares: usize,
    threshold: u16,
    goals: SquareSet,
}

impl Relevance {
    /// `None` for a board that is too large.
    pub(super) fn new(board: &std::sync::Arc<Board>) -> Option<Self> {
        let squares = board.table_len();
        if squares > MOST_SQUARES {
            return None;
        }
        let nearest = Aim::goals(board).nearest();
        let mut influence = vec![u16::MAX; squares * squares];
        let (mut sum, mut count) = (0u64, 0u64);
        for from in board.squares() {
            let row = &mut influence[from.index() * squares..][..squares];
            spread(board, from, |square| nearest.least(0, square), row);
            let met = row.iter().filter(|&&value| value != u16::MAX);
            (sum, count) =
                met.fold((sum, count), |(sum, count), &it| (sum + u64::from(it), count + 1));
        }
        let mean = sum as f64 / count.max(1) as f64;
        let threshold = (mean * THRESHOLD) as u16;
        Some(Self { influence, squares, threshold, goals: board.goals().clone() })
    }

    fn is_far(&self, from: Square, to: Square) -> bool {
        self.influence[from.index() * self.squares + to.index()] > self.threshold
    }

    /// Whether a push from `from` is distant after one that ended on `last`.
    fn is_distant(&self, last: Square, from: Square) -> bool {
        !self.goals.contains(last) && self.is_far(last, from)
    }

    /// Whether a push of the box on `from` is cut after these pushes, each (from, to), the last
    /// first.
    pub(super) fn cuts(&self, recent: &[(Square, Square)], from: Square) -> bool {
        let Some((&(_, last), earlier)) = recent.split_first() else { return false };
        if !self.is_distant(last, from) {
            return false;
        }
        let pairs = recent.windows(2);
        let distant = pairs.filter(|pair| self.is_distant(pair[1].1, pair[0].0)).count();
        distant >= DISTANT || earlier.iter().any(|&(_, to)| !self.is_far(to, from))
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.influence.len() * size_of::<u16>()
    }
}

/// Fills `row` with the influence of `from` on every square, by relaxing until nothing changes.
fn spread(board: &Board, from: Square, to_goal: impl Fn(Square) -> u16, row: &mut [u16]) {
    row[from.index()] = 0;
    let mut queue = std::collections::VecDeque::from([from]);
    while let Some(square) = queue.pop_front() {
        for dir in Dir::ALL {
            let next = board.step(square, dir);
            if next.is_wall() {
                continue;
            }
            let is_narrow =
                |at: Square| dir.sides().iter().all(|&side| board.step(at, side).is_wall());
            let passes = !board.step(square, dir.opposite()).is_wall();
            let towards = to_goal(next) != UNREACHABLE && to_goal(next) < to_goal(square);
            let open =
                dir.sides().iter().filter(|&&side| !board.step(next, side).is_wall()).count();
            let weight = match (is_narrow(square) && is_narrow(next), passes, towards) {
                (true, ..) => 0,
                (_, true, true) => 1 + open as u16,
                (_, true, false) => 2 + open as u16,
                (_, false, _) => 3 + open as u16,
            };
            let through = row[square.index()].saturating_add(weight);
            if through < row[next.index()] {
                row[next.index()] = through;
                queue.push_back(next);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::{Cell, Level};

    use super::*;

    #[test]
    fn far_pushes_are_cut_once_there_are_too_many_of_them() {
        let level: Level = "################\n#   ########   #\n# $.        $. #\n#  @########   #\n################"
            .parse()
            .expect("a level");
        let (board, _) = compile(&level).expect("small");
        let relevance = Relevance::new(&board).expect("small");
        let at = |row, col| board.square_at(Cell::new(row, col));
        let influence = |one: Square, other: Square| {
            relevance.influence[one.index() * board.table_len() + other.index()]
        };
        // A tunnel adds nothing, however long it is.
        assert_eq!(influence(at(2, 4), at(2, 10)), 0);
        assert!(influence(at(2, 2), at(2, 3)) < influence(at(2, 2), at(1, 1)));
        // A push in the left room, off goal, and one in the right room.
        let (left, right) = ((at(2, 1), at(2, 2)), (at(2, 13), at(2, 12)));
        assert!(relevance.is_distant(left.1, right.0));
        assert!(!relevance.cuts(&[], left.0));
        assert!(!relevance.cuts(&[left], right.0), "the first change of room is free");
        assert!(relevance.cuts(&[right, left], left.0), "back to a room just left");
        let done = (at(2, 2), at(2, 3));
        assert!(!relevance.cuts(&[done, right], right.0), "the box is on its goal");
        assert!(!relevance.cuts(&[left, right, left, right, left], at(2, 2)), "the same box");
    }
}
