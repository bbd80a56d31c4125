//! Can the boxes of a search that pulls have come from the start at all?
//!
//! ```text
//!   #####      Played backwards, a box is stuck where no line of two free squares leads away
//!   #$  #      from it. Stuck for good, it must stand where the level has a box at the start,
//!   ## ##      and is a wall from then on. Among these walls the player must get to where he
//!    # #       starts, and each other box to a start square of its own.
//! ```
//!
//! The mirror of the look at the finish: boxes are taken as stuck when they are left after
//! removing again and again those with room to be pulled. Sound for the same reason, since
//! boxes taken off only make room.

use std::collections::HashMap;
use std::sync::Arc;

use hakooshi_board::{Board, Position, Square, SquareSet};
use hakooshi_level::Dir;

use super::lone::Lone;
use super::stuck::leave_stuck;
use crate::pairing::Pairing;

/// Sets of walls remembered before all are forgotten.
const MOST_REMEMBERED: usize = 1000;

/// Judges whether a position can have come from the start.
#[derive(Debug)]
pub struct Origin {
    board: Arc<Board>,
    /// Squares that a box may stand on.
    onto: SquareSet,
    starts: SquareSet,
    player: Square,
    /// Walls, and boxes that are as good as walls.
    walls: SquareSet,
    /// Boxes left while others are taken off.
    left: SquareSet,
    queue: Vec<Square>,
    /// By walls: the start squares that are none, and the ways there.
    remembered: HashMap<SquareSet, (usize, Lone)>,
    bytes: usize,
    boxes: Vec<Square>,
    pairing: Pairing,
}

impl Origin {
    /// A test for a search from `start` in which boxes are pulled onto squares of `onto`.
    pub fn new(board: &Arc<Board>, start: &Position, onto: &SquareSet) -> Self {
        Self {
            onto: onto.clone(),
            starts: start.occupied().clone(),
            player: start.player(),
            walls: board.empty_set(),
            left: board.empty_set(),
            queue: Vec::new(),
            remembered: HashMap::new(),
            bytes: 0,
            boxes: Vec::new(),
            pairing: Pairing::default(),
            board: Arc::clone(board),
        }
    }

    /// Whether no line from the start leads to the position.
    pub fn is_out_of_reach(&mut self, position: &Position) -> bool {
        self.walls.clear();
        self.walls.insert(Square::WALL);
        let mut live = self.onto.clone();
        loop {
            self.freeze(position, &live);
            if !self.left.is_subset(&self.starts) {
                return true;
            }
            self.walls.union_with(&self.left);
            let (starts, lone) = self.ways();
            if lone.live == live {
                return !self.can_match(position, starts);
            }
            live.clone_from(&lone.live);
        }
    }

    /// Leaves in `left` the boxes that can never be pulled again, whatever the player does.
    fn freeze(&mut self, position: &Position, live: &SquareSet) {
        let Self { board, walls, left, queue, .. } = self;
        leave_stuck(board, position, walls, (left, queue), |left, square| {
            let free = |at: Square| !walls.contains(at) && !left.contains(at);
            Dir::ALL.into_iter().any(|dir| {
                let to = board.step(square, dir);
                free(to) && live.contains(to) && free(board.step(to, dir))
            })
        });
    }

    /// The number of start squares that are no walls, and the ways there.
    fn ways(&mut self) -> (usize, &Lone) {
        let Self { board, starts, player, walls, remembered, bytes, .. } = self;
        if remembered.len() >= MOST_REMEMBERED {
            remembered.clear();
            *bytes = 0;
        }
        let (count, lone) = remembered.entry(walls.clone()).or_insert_with(|| {
            let open: Vec<Square> = starts.iter().filter(|&start| !walls.contains(start)).collect();
            let lone = Lone::to_starts(board, walls, &open, *player);
            *bytes += lone.bytes();
            (open.len(), lone)
        });
        (*count, lone)
    }

    /// Whether the player gets to where he starts, and every box that is not a wall to a start
    /// square of its own.
    fn can_match(&mut self, position: &Position, starts: usize) -> bool {
        let Self { board, player, walls, remembered, boxes, pairing, .. } = self;
        let Some((_, lone)) = remembered.get(walls) else { return true };
        boxes.clear();
        boxes.extend(position.boxes().iter().copied().filter(|&square| !walls.contains(square)));
        lone.are_joined(*player, position.player())
            && pairing.is_possible(boxes.len(), starts, |at, start| {
                lone.can_bring(board, boxes[at], position.player(), start)
            })
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    /// Judges the boxes and the player of one level as a position of another with its walls.
    fn is_out_of_reach(level: &str, position: &str) -> bool {
        let level: Level = level.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let position: Level = position.parse().expect("a level");
        let (other, position) = compile(&position).expect("small");
        let square = |at: Square| board.square_at(other.cell(at));
        let boxes: Vec<Square> = position.boxes().iter().map(|&at| square(at)).collect();
        let position = Position::new(&board, &boxes, square(position.player()));
        Origin::new(&board, &start, &board.all_squares()).is_out_of_reach(&position)
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
