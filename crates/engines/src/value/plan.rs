//! What the forward search takes from the best line of the backward search: the order in which to
//! fill the goals, and the positions along the line.
//!
//! Read from the end, the pulls that took the solved position apart are pushes that solve it. A
//! goal that is left first is filled last, and a position that shares many boxes with one on the
//! line may join the line there.

use hakooshi_board::{Board, BoxMove, Position, Square};

/// A line of pulls from the solved position, as an aim.
#[derive(Debug, Default)]
pub(super) struct LinePlan {
    /// Goals in the order of filling.
    order: Vec<Square>,
    /// The number of positions on the line.
    boards: usize,
    /// By square, then position of the line: one if it has a box there.
    has_box: Vec<u16>,
    /// By position of the line: the boxes it shares with the position loaded.
    shared: Vec<u16>,
}

impl LinePlan {
    /// The plan of `moves` from the solved position.
    pub(super) fn new(board: &Board, moves: &[BoxMove]) -> Self {
        let mut order: Vec<Square> = Vec::new();
        for moved in moves.iter().filter(|moved| board.is_goal(moved.from)) {
            if !order.contains(&moved.from) {
                order.push(moved.from);
            }
        }
        // Goals that were never left are filled first.
        let mut left = board.goals().clone();
        for &goal in &order {
            left.remove(goal);
        }
        order.extend(left.iter());
        order.reverse();

        let boards = moves.len() + 1;
        let mut has_box = vec![0; board.table_len() * boards];
        let mut boxes = board.goals().clone();
        for at in 0..boards {
            for square in boxes.iter() {
                has_box[square.index() * boards + at] = 1;
            }
            if let Some(moved) = moves.get(at) {
                boxes.remove(moved.from);
                boxes.insert(moved.to);
            }
        }
        Self { order, boards, has_box, shared: vec![0; boards] }
    }

    fn row(&self, square: Square) -> &[u16] {
        &self.has_box[square.index() * self.boards..][..self.boards]
    }

    /// Loads the position that moves start from.
    pub(super) fn load(&mut self, boxes: &[Square]) {
        let mut shared = std::mem::take(&mut self.shared);
        shared.fill(0);
        for &square in boxes {
            for (sum, has_box) in shared.iter_mut().zip(self.row(square)) {
                *sum += has_box;
            }
        }
        self.shared = shared;
    }

    /// The number of goals filled in the order of the plan.
    pub(super) fn packed(&self, position: &Position) -> usize {
        self.order.iter().take_while(|&&goal| position.has_box(goal)).count()
    }

    /// The most boxes shared with one position of the line after a move.
    pub(super) fn overlap_after(&self, from: Square, to: Square) -> u16 {
        let rows = self.row(from).iter().zip(self.row(to));
        let after = self.shared.iter().zip(rows).map(|(shared, (from, to))| shared + to - from);
        after.max().unwrap_or(0)
    }

    pub(super) fn bytes(&self) -> usize {
        self.has_box.len() * size_of::<u16>()
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::{Cell, Level};

    use super::*;

    #[test]
    fn goals_are_filled_in_the_order_opposite_to_that_of_leaving() {
        let level: Level = "#########\n#@  $$..#\n#########".parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let at = |col| board.square_at(Cell::new(1, col));
        let moved = |from, to| BoxMove { from, to, player: at(1) };
        let mut plan = LinePlan::new(&board, &[moved(at(6), at(4)), moved(at(7), at(5))]);
        assert_eq!(plan.order, [at(7), at(6)]);
        let with = |boxes: &[Square]| Position::new(&board, boxes, at(1));
        assert_eq!(plan.packed(&start), 0);
        assert_eq!(plan.packed(&with(&[at(6), at(4)])), 0);
        assert_eq!(plan.packed(&with(&[at(7), at(6)])), 2);
        plan.load(start.boxes());
        // From 4 and 5 to 4 and 7, the position in the middle of the line; to 5 and 7, which is one
        // box off every position.
        assert_eq!(plan.overlap_after(at(5), at(7)), 2);
        assert_eq!(plan.overlap_after(at(4), at(7)), 1);
        assert_eq!(LinePlan::default().overlap_after(at(4), at(7)), 0);
    }
}
