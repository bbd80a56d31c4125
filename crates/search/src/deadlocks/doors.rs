//! Two boxes in a line behind a door: the room beyond is closed for good.
//!
//! ```text
//!   ####        The player has pushed a box through the door, and behind it is a second box.
//!      #        He cannot push further, and a door has no way round: he never enters the room
//!      @$$      beyond again, and no box in it ever moves.
//!      #
//!   ####
//! ```
//!
//! KTH 2009, section III-F, calls that blocked, and it is: nothing beyond the door can change any
//! more. Lost it is only if something beyond the door still has to change, that is, if a box
//! there is off goal, or a goal there is empty and every box is needed. A test that prunes
//! whatever is blocked prunes solved positions too: boards 38, 40, 43, 45, 99 and 100 of the
//! course's server then have no solution left.

use std::sync::Arc;

use hakooshi_board::analysis::gates;
use hakooshi_board::{Board, Position, Reach, Square, SquareSet};
use hakooshi_level::Dir;

use super::{Detector, DetectorClaims, DetectorEntry, Verdict};

/// Finds the player in a door, shut out of the room in front of him by two boxes.
#[derive(Debug)]
pub(super) struct Doors {
    board: Arc<Board>,
    openings: SquareSet,
    reach: Reach,
    pattern: Vec<Square>,
}

impl Doors {
    /// A test for `board`.
    pub(super) fn new(board: &Arc<Board>) -> Self {
        let reach = Reach::new(board);
        Self { board: Arc::clone(board), openings: gates(board).doors, reach, pattern: Vec::new() }
    }

    /// The box behind the one on `moved`, if the player stands in a door and those two shut it.
    fn second(&self, position: &Position, moved: Square) -> Option<Square> {
        let door = position.player();
        if !self.openings.contains(door) {
            return None;
        }
        // A door has walls on two opposite sides, so it is crossed in the direction of the box.
        let dir = Dir::ALL.into_iter().find(|&dir| self.board.step(door, dir) == moved)?;
        Some(self.board.step(moved, dir)).filter(|&next| position.has_box(next))
    }
}

impl Detector for Doors {
    fn check_after(&mut self, position: &Position, moved: Square) -> Verdict<'_> {
        let Some(next) = self.second(position, moved) else { return Verdict::Unknown };
        let (board, door) = (&self.board, position.player());
        self.reach.fill_from(board, moved, &[door]);
        let mut room = self.reach.squares().iter();
        let displaced = room.find(|&&at| position.has_box(at) && !board.is_goal(at)).copied();
        self.pattern.clear();
        if let Some(displaced) = displaced {
            self.pattern.extend([moved, next, displaced]);
            return Verdict::Dead(&self.pattern);
        }
        // An empty goal is lost only if there is no box to spare: all boxes are the proof.
        let needed = position.boxes().len() == board.goals().len();
        let empty = |&&at: &&Square| board.is_goal(at) && !position.has_box(at);
        if needed && self.reach.squares().iter().any(|at| empty(&at)) {
            self.pattern.extend_from_slice(position.boxes());
            return Verdict::Dead(&self.pattern);
        }
        Verdict::Unknown
    }
}

pub(super) static ENTRY: DetectorEntry = DetectorEntry {
    name: "doors",
    title: "a room closed by two boxes in a line behind its door, and not finished",
    reference: "KTH 2009, section III-F",
    params: &[],
    claims: DetectorClaims::AT_GENERATION,
    build: |task, _, _| Box::new(Doors::new(&task.board)),
};

#[cfg(test)]
mod tests {
    use super::super::tests::assert_verdicts;
    use super::*;

    #[test]
    fn a_room_closed_by_two_boxes_is_dead_unless_it_is_finished() {
        assert_verdicts(
            |task| Box::new(Doors::new(&task.board)),
            &[
                ("#########\n#  #    #\n#  @$$  #\n#  #  ..#\n#########", 3),
                ("#########\n#  #    #\n#  @$ $ #\n#  #  ..#\n#########", 0),
                ("#########\n#  #    #\n# @ $$  #\n#  #  ..#\n#########", 0),
                ("#########\n#       #\n#  @$$  #\n#  #  ..#\n#########", 0),
                // Solved, and solvable by the boxes on the player's side.
                ("#########\n#  #    #\n#  @**  #\n#  #    #\n#########", 0),
                ("#########\n#  #    #\n#  @**  #\n#.$#    #\n#########", 0),
                // A box off goal elsewhere in the room, or a goal that no box can be brought to.
                ("#########\n#  #    #\n#  @**$ #\n#  #  . #\n#########", 3),
                ("#########\n#  #    #\n#  @**  #\n# $#  . #\n#########", 3),
            ],
        );
    }
}
