//! Whether the boxes of a backward search can have come from the start.
//!
//! ```text
//!   #####      Played backwards, a box is stuck if no two free squares in a line lead away from
//!   #$  #      it. A box stuck for ever must be on a start square, and counts as a wall.
//!   ## ##      Among these walls the player must get to where he starts, and each other box to
//!    # #       a start square of its own.
//! ```
//!
//! The mirror of [`super::finish`]: boxes with room to be pulled are removed repeatedly, and those
//! that remain are stuck. Sound for the same reason: removing boxes only makes room.

use std::collections::HashMap;

use hakooshi_board::{Direction, Position, Pulling, Square, SquareSet};

use super::lone_box::LoneBoxReach;
use super::stuck::Stuck;
use super::{Detector, DetectorClaims, DetectorEntry, Verdict};
use crate::{BipartiteMatching, Context, Deadline, Stop, Task};

/// Sets of walls cached before the cache is cleared.
const MOST_REMEMBERED: usize = 1000;

/// Tests whether a position can have come from the start.
#[derive(Debug)]
struct Origin {
    task: Task,
    /// Walls, and boxes that count as walls.
    walls: SquareSet,
    stuck: Stuck,
    /// By walls: the number of start squares that are not walls, and their reach.
    remembered: HashMap<SquareSet, (usize, LoneBoxReach)>,
    bytes: usize,
    boxes: Vec<Square>,
    matching: BipartiteMatching,
    /// The boxes of the position last found dead.
    pattern: Vec<Square>,
    deadline: Deadline,
}

impl Origin {
    fn new(task: &Task) -> Self {
        Self {
            walls: task.board.empty_set(),
            stuck: Stuck::new(&task.board),
            pattern: Vec::new(),
            remembered: HashMap::new(),
            bytes: 0,
            boxes: Vec::new(),
            matching: BipartiteMatching::default(),
            deadline: Deadline::default(),
            task: task.clone(),
        }
    }

    /// Whether no line of play from the start leads to the position.
    fn is_out_of_reach(&mut self, position: &Position) -> bool {
        self.walls.clear();
        self.walls.insert(Square::WALL);
        let mut live = self.task.live(Direction::Backward).clone();
        loop {
            self.stuck.find::<Pulling>(&self.task.board, position, &self.walls, &live);
            if !self.stuck.left.is_subset(self.task.start.occupied()) {
                return true;
            }
            self.walls |= &self.stuck.left;
            let Some((starts, lone)) = self.ways() else { return false };
            if lone.live == live {
                return !self.can_match(position, starts);
            }
            live.clone_from(&lone.live);
        }
    }

    /// The number of start squares that are not walls, and their reach; `None` if the time is up.
    fn ways(&mut self) -> Option<(usize, &LoneBoxReach)> {
        let Self { task: Task { board, start, .. }, walls, remembered, bytes, deadline, .. } = self;
        if remembered.len() >= MOST_REMEMBERED {
            remembered.clear();
            *bytes = 0;
        }
        if !remembered.contains_key(walls) {
            let boxes = start.boxes().iter().copied();
            let open: Vec<Square> = boxes.filter(|&square| !walls.contains(square)).collect();
            let lone = LoneBoxReach::to_starts(board, walls, &open, start.player(), deadline)?;
            *bytes += lone.bytes();
            remembered.insert(walls.clone(), (open.len(), lone));
        }
        remembered.get(walls).map(|(count, lone)| (*count, lone))
    }

    /// Whether the player gets to where he starts, and every box that is not a wall to a start
    /// square of its own.
    fn can_match(&mut self, position: &Position, starts: usize) -> bool {
        let Self { task: Task { board, start, .. }, walls, remembered, boxes, matching, .. } = self;
        let Some((_, lone)) = remembered.get(walls) else { return true };
        boxes.clear();
        boxes.extend(position.boxes().iter().copied().filter(|&square| !walls.contains(square)));
        lone.are_joined(start.player(), position.player())
            && matching.exists(boxes.len(), starts, |at, start| {
                lone.can_bring(board, boxes[at], position.player(), start)
            })
    }
}

impl Detector for Origin {
    fn check_after(&mut self, position: &Position, _: Square) -> Verdict<'_> {
        if self.is_out_of_reach(position) {
            self.pattern.clear();
            self.pattern.extend_from_slice(position.boxes());
            return Verdict::Dead(&self.pattern);
        }
        Verdict::Unknown
    }

    fn check(&mut self, position: &Position, _: &mut SquareSet) -> Verdict<'_> {
        self.check_after(position, Square::WALL)
    }

    fn prepare(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        self.deadline = context.deadline();
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.bytes
    }
}

pub(super) static ENTRY: DetectorEntry = DetectorEntry {
    name: "origin",
    title: "backward: boxes that cannot have come from the start",
    reference: "the mirror of `finish`",
    params: &[],
    claims: DetectorClaims { directions: &[Direction::Backward], ..DetectorClaims::AT_EXPANSION },
    build: |task, _, _| Box::new(Origin::new(task)),
};

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    /// Tests the boxes and the player of one level as a position of another with the same walls.
    fn is_out_of_reach(level: &str, position: &str) -> bool {
        let level: Level = level.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let position: Level = position.parse().expect("a level");
        let (other, position) = compile(&position).expect("small");
        let square = |at: Square| board.square_at(other.cell(at));
        let boxes: Vec<Square> = position.boxes().iter().map(|&at| square(at)).collect();
        let position = Position::new(&board, &boxes, square(position.player()));
        Origin::new(&Task::new(&board, &start)).is_out_of_reach(&position)
    }

    #[test]
    fn boxes_stuck_away_from_their_start() {
        let start = "#######\n#.    #\n#  $  #\n#  @  #\n#######";
        // A box in a corner could be pulled out along the wall.
        assert!(!is_out_of_reach(start, "#######\n#*    #\n#     #\n#  @  #\n#######"));
        // But not where a corridor is too short for that.
        let start = "######\n#. $@#\n## ###\n######";
        assert!(is_out_of_reach(start, "######\n#.  @#\n##$###\n######"));
    }

    #[test]
    fn a_player_on_the_wrong_side_of_a_box() {
        let start = "########\n#. $  @#\n########";
        assert!(!is_out_of_reach(start, "########\n#.$   @#\n########"));
        assert!(is_out_of_reach(start, "########\n#.@$   #\n########"));
    }
}
