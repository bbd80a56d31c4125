//! The *surplus* of a push: what it costs beyond what a bound for single boxes allows for it.
//!
//! A solution takes as many pushes as the bound says at the start, plus the surplus of its pushes.
//! So a lower bound on the surplus can be added to that bound, and for boxes of which it needs only
//! some, so can the sum over sets without a common box: their pushes are different pushes. Removing
//! boxes from the board never makes the rest harder, so the least surplus of a few boxes alone on the
//! board is such a bound.
//!
//! There are two ways to measure:
//!
//! * *Free*: a push has no surplus if it takes its box nearer to some goal. The bound is the
//!   matching, whichever goals it assigns.
//! * *Priced*: the goals have prices, the dual solution of the matching of one position, and a box is
//!   worth the least distance to a goal less its price. By weak duality these values, and the prices,
//!   add up to a lower bound in every position, and the surplus of a push is one less what its box
//!   gains in value. It is never less than the free one; but the bound falls behind the matching
//!   where that would choose other prices.
//!
//! The values are a potential heuristic in the sense of Pommerening, Helmert, Röger and Seipp (2015).

use std::sync::Arc;

use hakooshi_board::analysis::{Distances, UNREACHABLE};
use hakooshi_board::{Board, Position, Square};
use hakooshi_level::Dir;

use super::Aim;

/// The surplus of a push after which no goal can be reached.
pub(super) const NEVER: u16 = u16::MAX;

/// The value of a box that can reach no goal.
const LOST: i32 = 1 << 24;

/// A measure of surplus, for pushes to the goals of a board.
#[derive(Debug)]
pub(super) struct Metric {
    pub(super) board: Arc<Board>,
    pub(super) distances: Distances,
    /// By vertex and direction.
    pushes: Vec<[u16; 4]>,
    /// By square: the surplus of a box that ends there, if it is a goal.
    ends: Vec<u16>,
    /// By vertex: the distance to the nearest goal.
    nearest: Vec<u16>,
    /// By vertex, with prices only: the value of a box.
    values: Vec<i32>,
    /// The prices, the lowest first, and their sum.
    prices: Vec<i32>,
    sum: i32,
}

impl Metric {
    /// A push has no surplus if it takes its box nearer to some goal.
    pub(super) fn free(board: &Arc<Board>) -> Self {
        let distances = board.to_goals();
        let goals = board.goals().len();
        let surplus = |before: usize, after: usize| {
            let both = (0..goals).map(|goal| [before, after].map(|at| distances.exact(goal, at)));
            let reached = both.filter(|both| !both.contains(&UNREACHABLE));
            let mut least = NEVER;
            for [before, after] in reached {
                least = least.min((after + 1).saturating_sub(before));
                // Less there is not, and of many goals one of the first is nearer.
                if least == 0 {
                    break;
                }
            }
            least
        };
        Self::new(board, Vec::new(), Vec::new(), surplus)
    }

    /// A push has no surplus if its box gains one in value. The prices are those of the squares of
    /// `aim`, which are the goals.
    pub(super) fn priced(aim: &Aim, prices: &[i32]) -> Self {
        let distances = aim.board.to_goals();
        let value = |vertex: usize| {
            let reached = prices.iter().enumerate().filter_map(|(goal, price)| {
                let distance = distances.exact(goal, vertex);
                (distance != UNREACHABLE).then(|| i32::from(distance) - price)
            });
            reached.min().unwrap_or(LOST)
        };
        let values: Vec<i32> = (0..distances.sides().len()).map(value).collect();
        let surplus = |before: usize, after: usize| match [before, after].map(|at| values[at]) {
            [_, LOST] | [LOST, _] => NEVER,
            [before, after] => (1 + after - before).clamp(0, i32::from(NEVER)) as u16,
        };
        let mut sorted = prices.to_vec();
        sorted.sort_unstable();
        let mut metric = Self::new(&aim.board, values.clone(), sorted, surplus);
        for (&goal, &price) in aim.squares.iter().zip(prices) {
            // The side of the player at the end is not known.
            let most = distances.sides().vertices(goal).map(|vertex| values[vertex]).max();
            let end = most.map_or(0, |most| (-price - most).max(0));
            metric.ends[goal.index()] = end.clamp(0, i32::from(NEVER)) as u16;
        }
        metric
    }

    /// The same where boxes leave the board on its goals, at a cost by square. The value of a box is what
    /// leaving costs it alone; nothing is added for goals, because all boxes that are gone have paid.
    pub(super) fn leaving(board: &Arc<Board>, tolls: &[u32]) -> Self {
        let aim = Aim::goals(board);
        let toll = |exit: &Square| tolls[exit.index()].cast_signed();
        let prices: Vec<i32> = aim.squares.iter().map(|exit| -toll(exit)).collect();
        Self { prices: Vec::new(), sum: 0, ..Self::priced(&aim, &prices) }
    }

    fn new(
        board: &Arc<Board>,
        values: Vec<i32>,
        prices: Vec<i32>,
        surplus: impl Fn(usize, usize) -> u16,
    ) -> Self {
        let distances = board.to_goals().clone();
        let goals = board.goals().len();
        let sides = distances.sides();
        let mut pushes = vec![[NEVER; 4]; sides.len()];
        for square in board.squares() {
            for dir in Dir::ALL {
                let to = board.step(square, dir);
                let before = sides.vertex(square, dir.opposite());
                let after = sides.vertex(to, dir.opposite()).filter(|_| !to.is_wall());
                if let (Some(before), Some(after)) = (before, after) {
                    pushes[before][dir.index()] = surplus(before, after);
                }
            }
        }
        let least = |vertex| (0..goals).map(|goal| distances.exact(goal, vertex)).min();
        let nearest = (0..sides.len()).map(|at| least(at).unwrap_or(UNREACHABLE)).collect();
        let ends = vec![0; board.table_len()];
        let sum = prices.iter().sum();
        Self { board: Arc::clone(board), distances, pushes, ends, nearest, values, prices, sum }
    }

    /// The surplus of pushing a box from a square, the player behind it; [`NEVER`] if it is useless or
    /// impossible.
    #[inline]
    pub(super) fn push(&self, from: Square, dir: Dir) -> u16 {
        let vertex = self.distances.sides().vertex(from, dir.opposite());
        vertex.map_or(NEVER, |vertex| self.pushes[vertex][dir.index()])
    }

    /// The surplus of a box that stays on a goal for good.
    #[inline]
    pub(super) fn end(&self, goal: Square) -> u16 {
        self.ends[goal.index()]
    }

    /// The distance of a box to its nearest goal; `None` if it can reach none.
    #[inline]
    pub(super) fn nearest(&self, square: Square, player: Square) -> Option<u16> {
        let vertex = self.distances.sides().vertex_of(&self.board, square, player)?;
        Some(self.nearest[vertex]).filter(|&nearest| nearest != UNREACHABLE)
    }

    /// What surplus is added to, with prices; it may be negative, and must stay so until then.
    #[inline]
    pub(super) fn bound(&self, position: &Position) -> i32 {
        let sides = self.distances.sides();
        let value = |&square: &Square| {
            let vertex = sides.vertex_of(&self.board, square, position.player());
            // A box that the player never gets to stays on its goal, whatever that one's price is.
            vertex.map_or_else(|| -self.prices.last().copied().unwrap_or(0), |at| self.values[at])
        };
        let boxes = position.boxes();
        let values: i32 = boxes.iter().map(value).sum();
        // The boxes may end on the goals with the lowest prices.
        let prices: i32 = match boxes.len() {
            all if all == self.prices.len() => self.sum,
            some => self.prices.iter().take(some).sum(),
        };
        values + prices
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::super::{Heuristic, Matching};
    use super::*;

    #[test]
    fn values_and_prices_add_up_to_the_matching_where_the_prices_come_from() {
        let text = "##########\n#        #\n# $ $ $  #\n#@   ### #\n#  . ..  #\n##########";
        let level: Level = text.parse().expect("a level");
        let (board, mut position) = compile(&level).expect("small");
        let aim = Aim::goals(&board);
        let mut matching = Matching::new(&aim);
        let start = matching.estimate(&position).expect("solvable");
        let metric = Metric::priced(&aim, matching.prices());
        assert_eq!(metric.bound(&position), start.cast_signed());
        // Elsewhere they are a lower bound of it.
        for (at, square) in board.live().iter().enumerate().skip(2) {
            let others = [board.live().iter().nth(at - 2), board.live().iter().nth(at - 1)];
            let mut boxes = vec![others[0].expect("live"), others[1].expect("live"), square];
            boxes.sort_unstable();
            let player = board.squares().find(|square| !boxes.contains(square)).expect("floor");
            position.set(&board, &boxes, player);
            if let Some(matching) = matching.estimate(&position) {
                assert!(metric.bound(&position) <= matching.cast_signed(), "{boxes:?}");
            }
        }
    }

    #[test]
    fn prices_never_lower_the_surplus_of_a_push() {
        let text = "##########\n#        #\n# $ $ $  #\n#@   ### #\n#  . ..  #\n##########";
        let level: Level = text.parse().expect("a level");
        let (board, position) = compile(&level).expect("small");
        let aim = Aim::goals(&board);
        let mut matching = Matching::new(&aim);
        matching.estimate(&position).expect("solvable");
        let (free, priced) = (Metric::free(&board), Metric::priced(&aim, matching.prices()));
        for square in board.squares() {
            for dir in Dir::ALL {
                assert!(free.push(square, dir) <= priced.push(square, dir), "{square:?} {dir:?}");
            }
        }
    }
}
