//! Tunnel macros: a box pushed into a tunnel goes as far as it may as well go, in one action
//! (Junghanns 1999; SokoKids, section 5.5).
//!
//! ```text
//!   #######     The box, the player behind it and the square ahead all have walls on both
//!     @$        sides, and the box is off goal. Stopping here gains nothing: if the box is
//!   #######     later pushed back it need not have been pushed at all, and everything done in
//!               between can be done with the box one square further on.
//! ```
//!
//! A second box pushed in behind the first is stuck with it, and so is one pushed towards it, off
//! goal. So every solution can be played with the whole run at once, without more pushes.
//!
//! In a *two-way* tunnel, whose ends are joined elsewhere, the run ends with the last square that
//! has walls on both sides: a box there can be pushed back, so the tunnel is a place to store it. A
//! *one-way* tunnel is the only way between its ends (its squares are articulation points of the
//! floor). A box in it shuts the player off from the far end, so nothing there changes until the
//! box comes out, and it can only come out at the far end: the run goes on to the first square
//! beyond. Either way it ends at a goal, before a box, and before a square that boxes may not land
//! on. It may cost moves.

use std::sync::Arc;

use hakooshi_board::{Board, Position, Reach, Square, SquareSet, analysis};
use hakooshi_level::Dir;

use super::{Rule, RuleClaims, RuleEntry};
use crate::space::Carry;

/// Extends pushes along tunnels.
#[derive(Debug)]
pub struct Tunnels {
    board: Arc<Board>,
    onto: SquareSet,
    /// The squares that are the only way between their neighbours.
    gates: SquareSet,
}

impl Tunnels {
    /// The rule for `board` and boxes that may land on `onto`.
    pub fn new(board: &Arc<Board>, onto: &SquareSet) -> Self {
        let gates = analysis::gates(board).gates;
        Self { board: Arc::clone(board), onto: onto.clone(), gates }
    }

    fn is_narrow(&self, square: Square, dir: Dir) -> bool {
        !square.is_wall() && dir.sides().iter().all(|&side| self.board.step(square, side).is_wall())
    }

    /// Whether a box on `to`, pushed there in `dir`, is pushed one square further.
    fn goes_on(&self, position: &Position, to: Square, dir: Dir) -> bool {
        let behind = self.board.step(to, dir.opposite());
        let ahead = self.board.step(to, dir);
        let may = !self.board.is_goal(to) && position.is_free(ahead) && self.onto.contains(ahead);
        let is_one_way = self.is_narrow(to, dir) && self.gates.contains(to);
        let is_run = !self.board.is_goal(behind)
            && [behind, to, ahead].iter().all(|&square| self.is_narrow(square, dir));
        may && (is_one_way || is_run)
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
    title: "tunnel macro: a box pushed into a tunnel goes to its end, or through it",
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

    /// The lengths of the first rightward runs.
    fn runs<const N: usize>(text: &str) -> [u32; N] {
        let level: Level = text.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let rule: Box<dyn Rule> = Box::new(Tunnels::new(&board, &board.all_squares()));
        let mut space = CarrySpace::pushes(&board, &start, board.all_squares(), vec![rule]);
        let mut carries = Vec::new();
        std::array::from_fn(|_| {
            carries.clear();
            space.actions(&mut carries);
            let rightwards = |carry: &&Carry| {
                let (from, to) = (board.cell(carry.moved.from), board.cell(carry.moved.to));
                from.row == to.row && from.col < to.col
            };
            let carry = *carries.iter().find(rightwards).expect("a push to the right");
            let _ = space.apply(carry);
            carry.pushes
        })
    }

    #[test]
    fn a_one_way_tunnel_is_passed_in_one_action() {
        let text = "###########\n#  #### ..#\n#@$       #\n#  #### $ #\n###########";
        assert_eq!(runs(text), [5, 1]);
    }

    #[test]
    fn a_two_way_tunnel_stores_a_box_at_either_end() {
        let text = "###########\n#  #### ..#\n#@$     $ #\n#  ####   #\n#  ####   #\n#         #\n###########";
        // Into it with the player still outside; through; and out at the other end.
        assert_eq!(runs(text), [1, 3, 1]);
    }
}
