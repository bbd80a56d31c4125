//! What it costs to fill the next target, counting what stands in the way.
//!
//! ```text
//!   #########   The goal is the open target. The box on the right is two pushes away, but the
//!   #@$  $ .#   player cannot get behind it; the other is five pushes away, with the first box
//!   #########   in its way.
//! ```
//!
//! This is the cheapest way of any box to any open target. A push costs one; a box in the way of
//! the pushed box or of the player costs extra, and so does a first push from a square that the
//! player cannot reach. Boxes on targets count as walls. Moves that clear the way for the next box
//! thus improve the score before that box has moved.

use std::sync::Arc;

use hakooshi_board::{Board, Position, Reach, Square, SquareSet};
use hakooshi_level::Dir;

/// The cost of a box in the way. With 5 here and 2 for [`OUT_OF_REACH`], 1 of 21 medium levels is
/// solved within 8,000 expansions instead of 4.
const IN_WAY: usize = 8;
/// The cost of a first push from a square that the player cannot reach.
const OUT_OF_REACH: usize = 4;
/// The cost if no box has a way, and the upper limit of all costs. It also limits the flood. Set by
/// judgement.
const HOPELESS: usize = 48;

/// A flood of pulls from the targets, cheapest first.
#[derive(Debug)]
pub(super) struct Access {
    board: Arc<Board>,
    /// By square: the cost of the way from there, plus `base`.
    cost: Vec<u32>,
    /// Falls with every flood, so that entries of earlier floods exceed all of this one and need
    /// not be cleared.
    base: u32,
    /// By cost: squares still to be expanded.
    rings: Vec<Vec<Square>>,
    best: usize,
}

impl Access {
    pub(super) fn new(board: &Arc<Board>) -> Self {
        Self {
            board: Arc::clone(board),
            cost: vec![u32::MAX; board.table_len()],
            base: u32::MAX,
            rings: vec![Vec::new(); HOPELESS],
            best: HOPELESS,
        }
    }

    /// The cost of the cheapest way to one of the free squares `targets`, with boxes on
    /// `fixed` squares as walls. `reach` is filled for `position`.
    pub(super) fn of(
        &mut self,
        position: &Position,
        reach: &Reach,
        fixed: &SquareSet,
        targets: impl Iterator<Item = Square>,
    ) -> i32 {
        if self.base <= HOPELESS as u32 {
            self.cost.fill(u32::MAX);
            self.base = u32::MAX;
        }
        self.base -= HOPELESS as u32 + 1;
        self.best = HOPELESS;
        for target in targets {
            self.come(target, 0);
        }
        let mut ring = 0;
        while ring < self.best {
            let Some(square) = self.rings[ring].pop() else {
                ring += 1;
                continue;
            };
            // An entry is stale if a cheaper way has been found since.
            if self.cost[square.index()] == self.base + ring as u32 {
                for dir in Dir::ALL {
                    self.pull(position, reach, fixed, square, dir, ring + 1);
                }
            }
        }
        self.rings.iter_mut().for_each(Vec::clear);
        self.best as i32
    }

    fn come(&mut self, square: Square, cost: usize) {
        let sum = self.base + cost as u32;
        if cost < self.best && sum < self.cost[square.index()] {
            self.cost[square.index()] = sum;
            self.rings[cost].push(square);
        }
    }

    /// Undoes the last of `pushes`, which brought the box to `square`, by a pull in `dir`.
    fn pull(
        &mut self,
        position: &Position,
        reach: &Reach,
        fixed: &SquareSet,
        square: Square,
        dir: Dir,
        pushes: usize,
    ) {
        let before = self.board.step(square, dir);
        let player = self.board.step(before, dir);
        let shut = |at: Square| at.is_wall() || position.has_box(at) && fixed.contains(at);
        if shut(before) || shut(player) {
            return;
        }
        let walk = |to: Square| if reach.contains(to) { 0 } else { OUT_OF_REACH };
        let [mut cost, mut best] = [pushes, HOPELESS];
        match (position.has_box(before), position.has_box(player)) {
            (false, false) => {}
            (false, true) => {
                // The box in the player's place may be the pushed box itself, one push earlier.
                let behind = self.board.step(player, dir);
                if position.is_free(behind) {
                    best = pushes + 1 + walk(behind);
                }
                cost += IN_WAY;
            }
            (true, false) => {
                best = pushes + walk(player);
                cost += IN_WAY;
            }
            (true, true) => {
                best = pushes + IN_WAY;
                cost += 2 * IN_WAY;
            }
        }
        self.best = self.best.min(best);
        self.come(before, cost);
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    fn access(level: &str) -> i32 {
        let level: Level = level.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let mut reach = Reach::new(&board);
        reach.fill(&board, &start);
        let open = || board.goals().iter().filter(|&goal| start.is_free(goal));
        let mut access = Access::new(&board);
        let first = access.of(&start, &reach, board.goals(), open());
        assert_eq!(
            access.of(&start, &reach, board.goals(), open()),
            first,
            "the flood is reusable"
        );
        first
    }

    #[test]
    fn pushes_and_what_is_in_their_way() {
        assert_eq!(access("########\n#@$  . #\n########"), 3);
        assert_eq!(access("#########\n#@$  $ .#\n#    .###\n#########"), 2);
        // The player cannot get behind the box on the right: 2 + 4, less than 5 + 8 for the other.
        assert_eq!(access("#########\n#@$  $ .#\n#####.###\n#########"), 6);
        // The box on the goal counts as a wall, so no other gets past it.
        assert_eq!(access("#########\n#@$ * . #\n#########"), HOPELESS as i32);
    }
}
