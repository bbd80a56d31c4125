//! What people see of a running search: the position closest to a solution so far, and where two
//! searches met. Only for an observer that [wants](crate::Observer::wants_sights) it: every
//! expanded position is counted.

use std::sync::Arc;

use hakooshi_board::{Board, Direction, Position, Push, Square};
use hakooshi_level::Cell;

/// A position that a search has reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The direction of the search.
    pub direction: Direction,
    /// How many boxes are where the search wants them: on goals, or on the squares of the start if
    /// it pulls boxes back from the goals.
    pub placed: u32,
    /// All boxes of the level.
    pub boxes: Vec<Cell>,
    /// The player, or a square that the player can walk to.
    pub player: Cell,
}

/// The position with the most boxes placed in one direction.
#[derive(Clone, Debug)]
struct Best {
    placed: u32,
    boxes: Vec<Square>,
    player: Square,
    /// Whether the observer has not heard of it yet.
    is_new: bool,
}

impl Best {
    const NONE: Self = Self { placed: 0, boxes: Vec::new(), player: Square::WALL, is_new: false };
}

/// What is needed to tell how close a position is.
#[derive(Clone, Debug)]
pub(crate) struct Watched {
    board: Arc<Board>,
    start: Position,
    /// Boxes that are walls of the board, because no solution moves them.
    fixed: Vec<Cell>,
    forward: Best,
    backward: Best,
    has_met: bool,
}

impl Watched {
    pub(crate) fn new(board: &Arc<Board>, start: &Position, fixed: Vec<Cell>) -> Self {
        Self {
            board: Arc::clone(board),
            start: start.clone(),
            fixed,
            forward: Best::NONE,
            backward: Best::NONE,
            has_met: false,
        }
    }

    /// Keeps a position if it is closer than all before it.
    pub(crate) fn look(&mut self, direction: Direction, boxes: &[Square], player: Square) {
        let Self { board, start, forward, backward, .. } = self;
        let (best, placed) = match direction {
            Direction::Forward => (forward, count(boxes, |square| board.is_goal(square))),
            Direction::Backward => (backward, count(boxes, |square| start.has_box(square))),
        };
        if placed > best.placed || best.boxes.is_empty() {
            best.placed = placed;
            best.boxes.clear();
            best.boxes.extend_from_slice(boxes);
            best.player = player;
            best.is_new = true;
        }
    }

    /// The positions that the observer has not heard of.
    pub(crate) fn news(&mut self) -> impl Iterator<Item = Sight> + use<> {
        let forward = std::mem::take(&mut self.forward.is_new).then_some(Direction::Forward);
        let backward = std::mem::take(&mut self.backward.is_new).then_some(Direction::Backward);
        let sights = [forward, backward].map(|direction| {
            let direction = direction?;
            let best = match direction {
                Direction::Forward => &self.forward,
                Direction::Backward => &self.backward,
            };
            Some(self.sight(direction, best.placed, &best.boxes, best.player))
        });
        sights.into_iter().flatten()
    }

    /// The position in which two searches met: after the moves of the forward one, from and to, which
    /// `pushes` must pass through. `None` if they do not, or if a meeting was told before.
    pub(crate) fn meeting(&mut self, half: &[(Square, Square)], pushes: &[Push]) -> Option<Sight> {
        if self.has_met {
            return None;
        }
        let mut boxes = self.start.occupied().clone();
        for &(from, to) in half {
            boxes.remove(from);
            boxes.insert(to);
        }
        let mut position = self.start.clone();
        let mut rest = pushes.iter();
        while *position.occupied() != boxes {
            let _ = position.push(&self.board, *rest.next()?);
        }
        self.has_met = true;
        let placed = count(position.boxes(), |square| self.board.is_goal(square));
        Some(self.sight(Direction::Forward, placed, position.boxes(), position.player()))
    }

    fn sight(&self, direction: Direction, placed: u32, boxes: &[Square], player: Square) -> Sight {
        let fixed = self.fixed.iter().copied();
        Sight {
            direction,
            placed: placed + self.fixed.len() as u32,
            boxes: boxes.iter().map(|&square| self.board.cell(square)).chain(fixed).collect(),
            player: self.board.cell(player),
        }
    }
}

fn count(boxes: &[Square], is_placed: impl Fn(Square) -> bool) -> u32 {
    boxes.iter().filter(|&&square| is_placed(square)).count() as u32
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::{Dir, Level};

    use super::*;

    const LEVEL: &str = "########\n#@ $ . #\n#  $ . #\n########";

    fn watched() -> (Arc<Board>, Position, Watched) {
        let level: Level = LEVEL.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let fixed = vec![Cell::new(0, 0)];
        let watched = Watched::new(&board, &start, fixed);
        (board, start, watched)
    }

    #[test]
    fn only_closer_positions_are_news() {
        let (board, start, mut watched) = watched();
        let at = |row, col| board.square_at(Cell::new(row, col));
        let home = [at(1, 5), at(2, 3)];
        watched.look(Direction::Forward, start.boxes(), start.player());
        watched.look(Direction::Forward, &home, at(1, 4));
        watched.look(Direction::Forward, start.boxes(), start.player());
        let told: Vec<Sight> = watched.news().collect();
        assert_eq!(told.len(), 1, "only the best of them");
        assert_eq!(
            (told[0].direction, told[0].placed),
            (Direction::Forward, 2),
            "with the fixed one"
        );
        assert_eq!(told[0].boxes, [Cell::new(1, 5), Cell::new(2, 3), Cell::new(0, 0)]);
        assert_eq!(told[0].player, Cell::new(1, 4));
        watched.look(Direction::Forward, &home, at(1, 4));
        assert_eq!(watched.news().count(), 0, "as close is not closer");
        watched.look(Direction::Backward, start.boxes(), start.player());
        let told: Vec<Sight> = watched.news().collect();
        assert_eq!((told[0].direction, told[0].placed), (Direction::Backward, 3), "all are back");
    }

    #[test]
    fn a_meeting_is_told_once_and_only_where_the_solution_passes() {
        let (board, _, mut watched) = watched();
        let at = |row, col| board.square_at(Cell::new(row, col));
        let push = |row, col| Push { from: at(row, col), dir: Dir::Right };
        let pushes = [push(1, 3), push(1, 4), push(2, 3), push(2, 4)];
        assert_eq!(watched.meeting(&[(at(2, 3), at(2, 4))], &pushes), None, "it passes elsewhere");
        let met = watched.meeting(&[(at(1, 3), at(1, 5))], &pushes).expect("a meeting");
        assert_eq!(met.boxes[..2], [Cell::new(1, 5), Cell::new(2, 3)]);
        assert_eq!(watched.meeting(&[(at(1, 3), at(1, 5))], &pushes), None, "once");
    }
}
