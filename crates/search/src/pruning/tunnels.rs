//! Tunnel macro: a box pushed along a tunnel goes to its end in one action.
//!
//! ```text
//!   #######     The box, the player behind it and the square ahead all have walls on both
//!     @$        sides, and the box is off goal. Stopping here gains nothing: if the box is
//!   #######     later pushed back it need not have been pushed at all, and everything done in
//!               between can be done with the box one square further on.
//! ```
//!
//! A second box pushed in behind the first is stuck with it, and so is one pushed towards it, off
//! goal. So every solution can be played with the whole run at once, without more pushes. The run
//! ends at a goal, before a box, before a square that boxes may not land on, and at the last square
//! with walls on both sides. It may cost moves. The one-way tunnels of Rolling Stone (Junghanns
//! 1999).

use std::sync::Arc;

use hakooshi_board::{Board, Position, Reach, Square, SquareSet};
use hakooshi_level::Dir;

use super::{Rule, RuleClaims, RuleEntry};
use crate::space::Carry;

/// Extends pushes along tunnels.
#[derive(Debug)]
pub struct Tunnels {
    board: Arc<Board>,
    onto: SquareSet,
}

impl Tunnels {
    /// The rule for `board` and boxes that may land on `onto`.
    pub fn new(board: &Arc<Board>, onto: &SquareSet) -> Self {
        Self { board: Arc::clone(board), onto: onto.clone() }
    }

    fn is_narrow(&self, square: Square, dir: Dir) -> bool {
        !square.is_wall() && dir.sides().iter().all(|&side| self.board.step(square, side).is_wall())
    }

    /// Whether a box on `to`, pushed there in `dir`, is pushed one square further.
    fn goes_on(&self, position: &Position, to: Square, dir: Dir) -> bool {
        let behind = self.board.step(to, dir.opposite());
        let ahead = self.board.step(to, dir);
        [behind, to, ahead].iter().all(|&square| self.is_narrow(square, dir))
            && !self.board.is_goal(to)
            && !self.board.is_goal(behind)
            && position.is_free(ahead)
            && self.onto.contains(ahead)
    }
}

impl Rule for Tunnels {
    fn edit(&mut self, position: &Position, _: &Reach, carries: &mut Vec<Carry>) {
        for Carry { moved, pushes } in carries.iter_mut().filter(|carry| carry.pushes == 1) {
            let Some(dir) =
                Dir::ALL.into_iter().find(|&dir| self.board.step(moved.from, dir) == moved.to)
            else {
                continue;
            };
            while self.goes_on(position, moved.to, dir) {
                moved.player = moved.to;
                moved.to = self.board.step(moved.to, dir);
                *pushes += 1;
            }
        }
    }
}

pub(super) static ENTRY: RuleEntry = RuleEntry {
    name: "tunnels",
    title: "tunnel macro: a box pushed along a tunnel goes to its end",
    reference: "Junghanns 1999; SokoKids 5.5",
    params: &[],
    claims: RuleClaims { keeps_solvable: true, keeps_optimal: true, chooses_boxes: false },
    build: |board, onto, _| Box::new(Tunnels::new(board, onto)),
};

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;
    use crate::space::{CarrySpace, Space};

    #[test]
    fn runs_end_where_the_tunnel_does() {
        let level: Level = "###########\n#  #### ..#\n#@$     $ #\n#  ####   #\n###########"
            .parse()
            .expect("a level");
        let (board, start) = compile(&level).expect("small");
        let rule: Box<dyn Rule> = Box::new(Tunnels::new(&board, &board.all_squares()));
        let mut space = CarrySpace::pushes(&board, &start, board.all_squares(), vec![rule]);
        let mut carries = Vec::new();
        let mut right = |space: &mut CarrySpace| {
            carries.clear();
            space.actions(&mut carries);
            let rightwards = |carry: &&Carry| {
                let (from, to) = (board.cell(carry.moved.from), board.cell(carry.moved.to));
                from.row == to.row && from.col < to.col
            };
            let carry = *carries.iter().find(rightwards).expect("a push to the right");
            let _ = space.apply(carry);
            carry.pushes
        };
        // Into the tunnel with the player still outside; through; and out at the other end.
        assert_eq!([right(&mut space), right(&mut space), right(&mut space)], [1, 3, 1]);
    }
}
