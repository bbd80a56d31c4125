//! Hotspots: squares where a box stands in the way of another.
//!
//! A box on `y` is a hotspot for one on `x` if, were it a wall, the box on `x` could be
//! brought to fewer goals. The table is made once: for every `y`, boxes are pulled from each
//! goal over the board with a wall on `y`. Goals are left out on both sides, for a box there
//! may be there to stay.

use hakooshi_board::movegen::PulledRelocations;
use hakooshi_board::{Board, Position, Square, SquareSet};

/// Steps that the table may take, about a third of a second; larger levels go without.
const MOST_WORK: usize = 20_000_000;

#[derive(Debug)]
pub(crate) struct Hotspots {
    words: usize,
    /// By square `y`, a row of bits: the squares `x` that it hampers.
    hampers: Vec<u64>,
    /// The same the other way round: by `x`, the squares that hamper it.
    hampered: Vec<u64>,
    /// Of a position without one box: its other boxes that are no hotspots.
    cool: Vec<u64>,
    others: Vec<u64>,
    hot: u32,
}

impl Hotspots {
    /// The table for `board`, with boxes that may stand on `live`.
    pub(crate) fn new(board: &Board, live: &SquareSet) -> Self {
        let words = board.table_len().div_ceil(64);
        let mut hampers = vec![0; board.table_len() * words];
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
                    hampers[y.index() * words + x.index() / 64] |= 1 << (x.index() % 64);
                    hampered[x.index() * words + y.index() / 64] |= 1 << (y.index() % 64);
                }
            }
        }
        Self { words, hampers, hampered, cool: vec![0; words], others: vec![0; words], hot: 0 }
    }

    fn row(table: &[u64], words: usize, square: Square) -> &[u64] {
        &table[square.index() * words..][..words]
    }

    /// How many boxes are hotspots.
    pub(crate) fn count(&mut self, position: &Position) -> u32 {
        self.lift(position, Square::WALL);
        self.hot
    }

    /// Takes the box on `from` up, so that [`Hotspots::with_box_on`] can put it elsewhere.
    pub(crate) fn lift(&mut self, position: &Position, from: Square) {
        self.others.copy_from_slice(position.occupied().words());
        self.others[0] &= !1;
        self.others[from.index() / 64] &= !(1 << (from.index() % 64));
        self.cool.copy_from_slice(&self.others);
        self.hot = 0;
        for &square in position.boxes().iter().filter(|&&square| square != from) {
            if meet(Self::row(&self.hampers, self.words, square), &self.others) {
                self.hot += 1;
                self.cool[square.index() / 64] &= !(1 << (square.index() % 64));
            }
        }
    }

    /// How many boxes are hotspots with the lifted box on `square`.
    #[inline]
    pub(crate) fn with_box_on(&self, square: Square) -> u32 {
        let heats = Self::row(&self.hampered, self.words, square).iter().zip(&self.cool);
        let heated: u32 = heats.map(|(row, cool)| (row & cool).count_ones()).sum();
        let itself = meet(Self::row(&self.hampers, self.words, square), &self.others);
        self.hot + heated + u32::from(itself)
    }
}

#[inline]
fn meet(row: &[u64], set: &[u64]) -> bool {
    row.iter().zip(set).any(|(a, b)| a & b != 0)
}

/// By square: from how many goals a box can have been pulled there, with a wall on `wall`.
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
    use hakooshi_board::analysis::live_squares;
    use hakooshi_board::compile;
    use hakooshi_level::{Cell, Level};

    use super::*;

    const CORRIDOR: &str = "#########\n#   #   #\n# $ $ $ #\n#@  # ..#\n#   # . #\n#########";

    #[test]
    fn a_box_in_the_door_hampers_the_room_behind() {
        let level: Level = CORRIDOR.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let mut hotspots = Hotspots::new(&board, &live_squares(&board));
        let door = board.square_at(Cell::new(2, 4));
        let behind = board.square_at(Cell::new(2, 2));
        let words = hotspots.words;
        assert!(meet(Hotspots::row(&hotspots.hampers, words, door), &{
            let mut set = board.empty_set();
            set.insert(behind);
            set.words().to_vec()
        }));
        assert!(hotspots.count(&start) >= 1);
    }

    #[test]
    fn lifting_and_putting_down_equals_counting_afresh() {
        let level: Level = CORRIDOR.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let live = live_squares(&board);
        let mut kept = Hotspots::new(&board, &live);
        let mut fresh = Hotspots::new(&board, &live);
        for &from in start.boxes() {
            kept.lift(&start, from);
            for to in live.iter().filter(|&to| start.is_free(to) && to != start.player()) {
                let mut position = start.clone();
                position.carry(&board, from, to, start.player());
                assert_eq!(kept.with_box_on(to), fresh.count(&position), "{from:?} on {to:?}");
            }
        }
    }
}
