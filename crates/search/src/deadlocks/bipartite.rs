//! Bipartite deadlocks: no matching gives every box a goal of its own that it can reach.
//!
//! ```text
//!   #########    Both boxes can only reach the one goal along the wall, although each alone
//!   # $  $ .#    could be solved.
//! ```
//!
//! A matching of boxes and goals by augmenting paths (Kuhn 1955); an edge means that a lone box
//! can be pushed to the goal, given the player's side. If a box finds no goal, the boxes tried on
//! its behalf share fewer goals than there are boxes (Hall 1935): they are the proof. Boxes that
//! can reach every goal take what is left and are not examined, so most positions cost one
//! lookup per box. Sound: fewer boxes only leave more goals.

use std::sync::Arc;

use hakooshi_board::analysis::{Sides, UNREACHABLE};
use hakooshi_board::{Board, Position, Square, SquareSet};

use super::{Detector, DetectorClaims, DetectorEntry, Verdict};

/// Finds boxes that cannot all have a goal of their own.
#[derive(Debug)]
pub struct Bipartite {
    board: Arc<Board>,
    sides: Sides,
    goals: usize,
    /// Goals that a box can be brought to, as bits; by vertex, then by square for boxes whose
    /// vertex is unknown.
    reachable: Vec<u64>,
    words: usize,
    /// By row of `reachable`: whether it holds every goal.
    all: Vec<bool>,
    /// By goal: the index of the constrained box matched with it.
    taken_by: Vec<Option<usize>>,
    /// By goal: already tried for the current box.
    tried: Vec<bool>,
    /// The boxes that cannot reach every goal, with their rows.
    constrained: Vec<(Square, usize)>,
    pattern: Vec<Square>,
}

impl Bipartite {
    /// A test for `board`.
    pub fn new(board: &Arc<Board>) -> Self {
        let goals: Vec<Square> = board.goals().iter().collect();
        let distances = board.to_goals();
        let sides = distances.sides().clone();
        let words = goals.len().div_ceil(64);
        let rows = sides.len() + board.table_len();
        let mut reachable = vec![0; rows * words];
        let mut all = vec![true; rows];
        // Goal by goal, as the distances are stored: the other way round takes several times as long.
        for goal in 0..goals.len() {
            let distances = distances.exact_to(goal).iter().chain(distances.least_to(goal));
            for (row, &distance) in distances.enumerate() {
                if distance == UNREACHABLE {
                    all[row] = false;
                } else {
                    reachable[row * words + goal / 64] |= 1 << (goal % 64);
                }
            }
        }
        Self {
            board: Arc::clone(board),
            sides,
            goals: goals.len(),
            reachable,
            words,
            all,
            taken_by: vec![None; goals.len()],
            tried: vec![false; goals.len()],
            constrained: Vec::with_capacity(goals.len()),
            pattern: Vec::with_capacity(goals.len()),
        }
    }

    /// Finds a goal for the constrained box with this index, rematching others if necessary.
    fn find_goal(&mut self, index: usize) -> bool {
        let row = self.constrained[index].1;
        self.pattern.push(self.constrained[index].0);
        for goal in 0..self.goals {
            let can = self.reachable[row * self.words + goal / 64] >> (goal % 64) & 1 == 1;
            if !can || self.tried[goal] {
                continue;
            }
            self.tried[goal] = true;
            if self.taken_by[goal].is_none_or(|other| self.find_goal(other)) {
                self.taken_by[goal] = Some(index);
                return true;
            }
        }
        false
    }
}

impl Bipartite {
    fn judge(&mut self, position: &Position) -> Verdict<'_> {
        if position.boxes().len() > self.goals {
            self.pattern.clear();
            self.pattern.extend_from_slice(position.boxes());
            return Verdict::Dead(&self.pattern);
        }
        self.constrained.clear();
        for &square in position.boxes() {
            let vertex = self.sides.vertex_of(&self.board, square, position.player());
            let row = vertex.unwrap_or_else(|| self.sides.len() + square.index());
            if !self.all[row] {
                self.constrained.push((square, row));
            }
        }
        self.taken_by.fill(None);
        for index in 0..self.constrained.len() {
            self.tried.fill(false);
            self.pattern.clear();
            if !self.find_goal(index) {
                return Verdict::Dead(&self.pattern);
            }
        }
        Verdict::Unknown
    }
}

impl Detector for Bipartite {
    fn check_after(&mut self, position: &Position, _: Square) -> Verdict<'_> {
        self.judge(position)
    }

    fn check(&mut self, position: &Position, _: &mut SquareSet) -> Verdict<'_> {
        self.judge(position)
    }
}

pub(super) static ENTRY: DetectorEntry = DetectorEntry {
    name: "bipartite",
    title: "boxes that together can reach fewer goals than there are boxes",
    reference: "Kuhn 1955; Hall 1935; Sokoban wiki",
    params: &[],
    claims: DetectorClaims::AT_EXPANSION,
    build: |task, _, _| Box::new(Bipartite::new(&task.board)),
};

#[cfg(test)]
mod tests {
    use super::super::tests::assert_verdicts;
    use super::*;

    #[test]
    fn boxes_that_share_too_few_goals() {
        assert_verdicts(
            |task| Box::new(Bipartite::new(&task.board)),
            &[
                ("#########\n# $  $ .#\n#   @   #\n#  .    #\n#########", 2),
                ("#########\n# $    .#\n#   @ $ #\n#  .    #\n#########", 0),
                ("#########\n#$     .#\n#   @   #\n#########", 1),
                ("#########\n# $  $..#\n#   @   #\n#########", 0),
            ],
        );
    }
}
