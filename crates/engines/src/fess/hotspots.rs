//! Hotspots: boxes in the way of other boxes.
//!
//! A box on `y` is a hotspot for one on `x` if, were it a wall, the box on `x` could reach fewer
//! goals. The table is built once: for every `y`, boxes are pulled from each goal over the board
//! with a wall on `y`. Goals are excluded on both sides, because a box there may be there to stay.

use hakooshi_board::movegen::PulledRelocations;
use hakooshi_board::{Board, Position, Square, SquareSet};

/// The most steps to build the table, about a third of a second. Larger levels do without.
const MOST_WORK: usize = 20_000_000;

#[derive(Debug)]
pub(crate) struct Hotspots {
    /// By square `y`: the squares `x` that it hampers.
    hampers: Vec<SquareSet>,
    /// The inverse: by `x`, the squares `y` that hamper it.
    hampered: Vec<SquareSet>,
    /// All boxes of a position but the one lifted.
    others: SquareSet,
    /// Those of `others` that are not hotspots.
    cool: SquareSet,
    /// The number of `others` that are.
    hot: u32,
}

impl Hotspots {
    /// The table for `board`, with boxes that may stand on `live`.
    pub(crate) fn new(board: &Board, live: &SquareSet) -> Self {
        let mut hampers = vec![board.empty_set(); board.table_len()];
        let mut hampered = hampers.clone();
        let mut pulled = PulledRelocations::new(board);
        let goals: Vec<Square> = board.goals().iter().collect();
        let work = live.len() * goals.len() * board.size();
        let live = if work > MOST_WORK { &board.empty_set() } else { live };
        let empty = count_goals(board, &mut pulled, live, &goals, None);
        for y in live.iter().filter(|&square| !board.is_goal(square)) {
            let blocked = count_goals(board, &mut pulled, live, &goals, Some(y));
            for x in live.iter().filter(|&square| square != y && !board.is_goal(square)) {
                if blocked[x.index()] < empty[x.index()] {
                    hampers[y.index()].insert(x);
                    hampered[x.index()].insert(y);
                }
            }
        }
        Self { hampers, hampered, others: board.empty_set(), cool: board.empty_set(), hot: 0 }
    }

    /// The number of hotspots.
    pub(crate) fn count(&mut self, position: &Position) -> u32 {
        self.lift(position, Square::WALL);
        self.hot
    }

    /// Lifts the box on `from`, so that [`Hotspots::with_box_on`] can put it elsewhere.
    pub(crate) fn lift(&mut self, position: &Position, from: Square) {
        let Self { hampers, others, cool, hot, .. } = self;
        others.clone_from(position.occupied());
        others.remove(Square::WALL);
        others.remove(from);
        cool.clone_from(others);
        *hot = 0;
        for &square in position.boxes().iter().filter(|&&square| square != from) {
            if !hampers[square.index()].is_disjoint(others) {
                *hot += 1;
                cool.remove(square);
            }
        }
    }

    /// The number of hotspots with the lifted box on `square`.
    #[inline]
    pub(crate) fn with_box_on(&self, square: Square) -> u32 {
        let heated = self.hampered[square.index()].common(&self.cool) as u32;
        let itself = !self.hampers[square.index()].is_disjoint(&self.others);
        self.hot + heated + u32::from(itself)
    }
}

/// By square: the number of goals from which a box can be pulled there, with a wall on `wall`.
fn count_goals(
    board: &Board,
    pulled: &mut PulledRelocations,
    live: &SquareSet,
    goals: &[Square],
    wall: Option<Square>,
) -> Vec<u16> {
    let mut counts = vec![0; board.table_len()];
    let mut reached = board.empty_set();
    for &goal in goals {
        let player = board.squares().find(|&square| Some(square) != wall && square != goal);
        let Some(player) = player else { continue };
        let boxes: &[Square] = wall.as_slice();
        let position = Position::new(board, boxes, player);
        reached.clear();
        let found = pulled.from_any_side(board, &position, goal, live);
        reached.extend(found.iter().map(|found| found.to));
        reached.insert(goal);
        for square in reached.iter() {
            counts[square.index()] += 1;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use hakooshi_board::{BoxMove, compile};
    use hakooshi_level::{Cell, Level};

    use super::*;

    const CORRIDOR: &str = "#########\n#   #   #\n# $ $ $ #\n#@  # ..#\n#   # . #\n#########";

    #[test]
    fn a_box_in_the_door_hampers_the_room_behind() {
        let level: Level = CORRIDOR.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let mut hotspots = Hotspots::new(&board, board.live());
        let door = board.square_at(Cell::new(2, 4));
        let behind = board.square_at(Cell::new(2, 2));
        assert!(hotspots.hampers[door.index()].contains(behind));
        assert!(hotspots.count(&start) >= 1);
    }

    #[test]
    fn lifting_and_putting_down_equals_counting_afresh() {
        let level: Level = CORRIDOR.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let live = board.live();
        let mut kept = Hotspots::new(&board, live);
        let mut fresh = Hotspots::new(&board, live);
        for &from in start.boxes() {
            kept.lift(&start, from);
            for to in live.iter().filter(|&to| start.is_free(to) && to != start.player()) {
                let mut position = start.clone();
                position.relocate(&board, BoxMove { from, to, player: start.player() });
                assert_eq!(kept.with_box_on(to), fresh.count(&position), "{from:?} on {to:?}");
            }
        }
    }
}
