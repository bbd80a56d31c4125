//! PI-corral pruning: a corral whose fence can only be pushed inwards, by pushes that are all
//! possible now, is opened first.
//!
//! ```text
//!   ######      The floor right of the boxes is out of reach: with the boxes that fence it in
//!   #  $ #      it is a corral. They can only be pushed inwards (I), and the player can make
//!   # @$.#      each of those pushes now (P). The corral is not solved yet, so one of these
//!   ####.#      pushes must come sooner or later, and it may as well come now.
//!      ###
//! ```
//!
//! Until a box of the corral is pushed nothing in it changes, so the first such push of any
//! solution can be made at once; and the pushes before it can as well come after it, since the
//! corral was closed to them and a box that has left the fence is not in their way. So all other
//! pushes can be pruned without losing a solution or adding a push. A corral that does not meet
//! the conditions is extended by the boxes and floor that violate them, and tried again. Among
//! several corrals the one with the fewest pushes is taken; one without any is a deadlock.
//! Damgaard and Meger (Sokoban wiki).

use std::sync::Arc;

use hakooshi_board::{Board, Position, Reach, Square, SquareSet};
use hakooshi_level::Dir;

use super::{Rule, RuleClaims, RuleEntry};
use crate::space::Carry;

/// Prunes every push that can wait until a corral is opened.
#[derive(Debug)]
pub struct PiCorral {
    board: Arc<Board>,
    onto: SquareSet,
    /// Floor and boxes of the corral under examination.
    corral: SquareSet,
    best: SquareSet,
    /// Floor of all corrals examined.
    seen: SquareSet,
    boxes: Vec<Square>,
    floor: Vec<Square>,
}

impl PiCorral {
    /// The rule for `board` and boxes that may land on `onto`.
    pub fn new(board: &Arc<Board>, onto: &SquareSet) -> Self {
        Self {
            board: Arc::clone(board),
            onto: onto.clone(),
            corral: board.empty_set(),
            best: board.empty_set(),
            seen: board.empty_set(),
            boxes: Vec::new(),
            floor: Vec::new(),
        }
    }

    /// Adds a square to the corral: a box, or free floor with everything connected to it and the
    /// boxes that fence it in.
    fn add(&mut self, position: &Position, square: Square) {
        if self.corral.contains(square) {
            return;
        }
        self.corral.insert(square);
        if position.has_box(square) {
            self.boxes.push(square);
            return;
        }
        let mut next = self.floor.len();
        self.floor.push(square);
        while next < self.floor.len() {
            self.seen.insert(self.floor[next]);
            for &beside in self.board.neighbours(self.floor[next]) {
                if beside.is_wall() || self.corral.contains(beside) {
                    continue;
                }
                self.corral.insert(beside);
                if position.has_box(beside) {
                    self.boxes.push(beside);
                } else {
                    self.floor.push(beside);
                }
            }
            next += 1;
        }
    }

    /// Extends the corral of the unreached floor at `square` until it is a PI-corral; returns the
    /// number of pushes that open it, or `None` if it never becomes one.
    fn close(&mut self, position: &Position, reach: &Reach, square: Square) -> Option<usize> {
        self.corral.clear();
        self.boxes.clear();
        self.floor.clear();
        self.add(position, square);
        let mut pushes = 0;
        let mut next = 0;
        while next < self.boxes.len() {
            for dir in Dir::ALL {
                pushes += usize::from(self.admits(position, reach, self.boxes[next], dir)?);
            }
            next += 1;
        }
        // A push counted before the corral grew may no longer be one. The count is then too large,
        // which only affects the choice among corrals.
        let is_solved = self.boxes.iter().all(|&square| self.board.is_goal(square))
            && !self.floor.iter().any(|&square| self.board.is_goal(square));
        (!is_solved).then_some(pushes)
    }

    /// Whether a box of the corral can be pushed in `dir` now; `None` if it could be pushed later
    /// without opening the corral first.
    fn admits(
        &mut self,
        position: &Position,
        reach: &Reach,
        square: Square,
        dir: Dir,
    ) -> Option<bool> {
        let (behind, ahead) =
            (self.board.step(square, dir.opposite()), self.board.step(square, dir));
        if behind.is_wall() || !self.onto.contains(ahead) || self.corral.contains(behind) {
            return Some(false);
        }
        if self.corral.contains(ahead) {
            if position.has_box(ahead) {
                return Some(false);
            }
            if reach.contains(behind) {
                return Some(true);
            }
            // The player may get there later, unless that square is in the corral too.
            self.add(position, behind);
            return Some(false);
        }
        let violates = [ahead, behind].into_iter().find(|&violates| !reach.contains(violates))?;
        self.add(position, violates);
        // One of the two squares is in the corral now, so this ends.
        self.admits(position, reach, square, dir)
    }

    /// The floor and boxes of the corral to open first; `None` if there is no PI-corral. `reach`
    /// is filled for `position`.
    fn choose(&mut self, position: &Position, reach: &Reach) -> Option<&SquareSet> {
        if reach.squares().len() + position.boxes().len() == self.board.size() {
            return None;
        }
        self.seen.clear();
        let mut least = usize::MAX;
        for &square in position.boxes() {
            for dir in Dir::ALL {
                let beside = self.board.step(square, dir);
                let out_of_reach = position.is_free(beside) && !reach.contains(beside);
                if !out_of_reach || self.seen.contains(beside) {
                    continue;
                }
                if let Some(pushes) = self.close(position, reach, beside)
                    && pushes < least
                {
                    least = pushes;
                    self.best.clone_from(&self.corral);
                }
            }
        }
        (least < usize::MAX).then_some(&self.best)
    }
}

impl Rule for PiCorral {
    fn edit(&mut self, position: &Position, reach: &Reach, carries: &mut Vec<Carry>) {
        if let Some(corral) = self.choose(position, reach) {
            carries.retain(|carry| corral.contains(carry.moved.from));
        }
    }

    fn boxes(&mut self, position: &Position, reach: &Reach) -> Option<&SquareSet> {
        self.choose(position, reach)
    }
}

pub(super) static ENTRY: RuleEntry = RuleEntry {
    name: "pi_corral",
    title: "PI-corral pruning: first open a corral whose pushes are all inward and possible",
    reference: "Damgaard and Meger, Sokoban wiki: PI-corral pruning",
    params: &[],
    claims: RuleClaims { keeps_solvable: true, keeps_optimal: true, chooses_boxes: true },
    build: |board, onto, _| Box::new(PiCorral::new(board, onto)),
};

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::{Cell, Level};

    use super::*;
    use crate::space::{CarrySpace, Space};

    fn offered(level: &str) -> Vec<Cell> {
        let level: Level = level.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let rule: Box<dyn Rule> = Box::new(PiCorral::new(&board, &board.all_squares()));
        let mut space = CarrySpace::pushes(&board, &start, board.all_squares(), vec![rule]);
        let mut carries = Vec::new();
        space.actions(&mut carries);
        let mut cells: Vec<Cell> =
            carries.iter().map(|carry| board.cell(carry.moved.from)).collect();
        cells.dedup();
        cells
    }

    #[test]
    fn only_the_fence_is_pushed() {
        let level = "##########\n#     #  #\n# $ @ $  #\n#.    # .#\n##########";
        assert_eq!(offered(level), [Cell::new(2, 6)]);
    }

    #[test]
    fn a_fence_that_can_go_outwards_proves_nothing() {
        // The left box of the pair in the way can also be pushed up and down.
        let level = "##########\n#        #\n# $   ####\n#  @ $  .#\n#.    ####\n##########";
        assert_eq!(offered(level).len(), 2);
    }
}
