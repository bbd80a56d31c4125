//! Who came from where: each box taken off its goal claims the start square that it will be
//! played from, and must leave the other goals as much choice as it can.

use hakooshi_board::analysis::{Distances, UNREACHABLE};
use hakooshi_board::{Board, Square};

use hakooshi_search::BipartiteMatching;

/// Which goals a box can be brought to from each start square, others aside.
#[derive(Debug)]
pub(super) struct Claims {
    /// By square, then start square: whether a box can have come from there.
    from: Vec<Vec<bool>>,
    starts: Vec<Square>,
}

impl Claims {
    pub(super) fn new(board: &Board, starts: &[Square]) -> Self {
        let distances = Distances::from(board, starts);
        let from = (0..board.table_len())
            .map(|index| {
                let square = Square::from_index(index);
                (0..starts.len()).map(|at| distances.least(at, square) != UNREACHABLE).collect()
            })
            .collect();
        Self { from, starts: starts.to_vec() }
    }

    /// Whether a box on `square` can have come from `start`.
    fn joins(&self, start: Square, square: Square) -> bool {
        self.starts
            .iter()
            .position(|&other| other == start)
            .is_some_and(|at| self.from[square.index()][at])
    }

    /// The one of `options` that leaves the boxes on `left` the most choice among the other
    /// `unclaimed` start squares, counted for the box that has least; `None` if each leaves
    /// some box none at all.
    pub(super) fn choose(
        &self,
        options: &[Square],
        unclaimed: &[Square],
        left: impl Iterator<Item = Square>,
    ) -> Option<Square> {
        let left: Vec<Square> = left.collect();
        let least_choice = |start: Square| {
            let choice = |&square: &Square| {
                let suits = |other: Square| other != start && self.joins(other, square);
                unclaimed.iter().filter(|&&other| suits(other)).count()
            };
            left.iter().map(choice).min().unwrap_or(usize::MAX)
        };
        let mut ranked: Vec<(usize, Square)> =
            options.iter().map(|&start| (least_choice(start), start)).collect();
        // A stable sort: equal ones stay in the order given, nearest first.
        ranked.sort_by_key(|&(choice, _)| std::cmp::Reverse(choice));
        ranked
            .into_iter()
            .map(|(_, start)| start)
            .find(|&start| self.matches(start, unclaimed, &left))
    }

    /// Whether each box on `left` can still be given a start square of its own once `taken` is
    /// claimed.
    fn matches(&self, taken: Square, unclaimed: &[Square], left: &[Square]) -> bool {
        BipartiteMatching::default().exists(left.len(), unclaimed.len(), |at, place| {
            unclaimed[place] != taken && self.joins(unclaimed[place], left[at])
        })
    }
}
