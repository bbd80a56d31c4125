//! Start squares claimed by boxes: each box removed from its goal claims the start square it will
//! come from in play, leaving the remaining boxes as much choice as possible.

use hakooshi_board::analysis::{Distances, UNREACHABLE};
use hakooshi_board::{Board, Square};

use hakooshi_search::BipartiteMatching;

/// The start squares from which a lone box can be pushed to each square.
#[derive(Debug)]
pub(super) struct Claims {
    /// By square, then start square: whether a lone box can be pushed from there.
    from: Vec<Vec<bool>>,
    /// By square: its number among the start squares.
    number: Vec<Option<usize>>,
}

impl Claims {
    /// `None` if `goes_on` says no, which is asked twice for each of `starts`.
    pub(super) fn new(
        board: &Board,
        starts: &[Square],
        mut goes_on: impl FnMut() -> bool,
    ) -> Option<Self> {
        let distances = Distances::from_while(board, starts, &mut goes_on)?;
        let mut from = vec![vec![false; starts.len()]; board.table_len()];
        for at in 0..starts.len() {
            if !goes_on() {
                return None;
            }
            for (row, &distance) in from.iter_mut().zip(distances.least_to(at)) {
                row[at] = distance != UNREACHABLE;
            }
        }
        let mut number = vec![None; board.table_len()];
        for (at, start) in starts.iter().enumerate() {
            number[start.index()] = Some(at);
        }
        Some(Self { from, number })
    }

    /// Whether a box on `square` can have come from `start`.
    fn joins(&self, start: Square, square: Square) -> bool {
        self.number[start.index()].is_some_and(|at| self.from[square.index()][at])
    }

    /// The one of `options` that leaves the boxes on `left` the most choice among the other
    /// `unclaimed` start squares, judged by the box with the least choice. `None` if no option
    /// lets every box on `left` have a start square of its own.
    pub(super) fn choose(
        &self,
        options: &[Square],
        unclaimed: &[Square],
        left: impl Iterator<Item = Square>,
    ) -> Option<Square> {
        let left: Vec<Square> = left.collect();
        let all_of =
            |&square: &Square| unclaimed.iter().filter(|&&other| self.joins(other, square)).count();
        let all: Vec<usize> = left.iter().map(all_of).collect();
        let least_choice = |start: Square| {
            let is_one = unclaimed.contains(&start);
            let choice = |(&square, all): (&Square, &usize)| {
                all - usize::from(is_one && self.joins(start, square))
            };
            left.iter().zip(&all).map(choice).min().unwrap_or(usize::MAX)
        };
        let mut ranked: Vec<(usize, Square)> =
            options.iter().map(|&start| (least_choice(start), start)).collect();
        // A stable sort keeps equals in the order given, nearest first.
        ranked.sort_by_key(|&(choice, _)| std::cmp::Reverse(choice));
        ranked
            .into_iter()
            .map(|(_, start)| start)
            .find(|&start| self.matches(start, unclaimed, &left))
    }

    /// Whether every box on `left` can still have a start square of its own once `taken` is
    /// claimed.
    fn matches(&self, taken: Square, unclaimed: &[Square], left: &[Square]) -> bool {
        BipartiteMatching::default().exists(left.len(), unclaimed.len(), |at, place| {
            unclaimed[place] != taken && self.joins(unclaimed[place], left[at])
        })
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::{Cell, Level};

    use super::*;

    #[test]
    fn a_box_leaves_the_start_square_that_others_need() {
        // The upper box cannot leave its wall, so only the lower one can fill the lower goal.
        let level: Level = "#######\n#  $ .#\n# $   #\n#@   .#\n#######".parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let at = |row, col| board.square_at(Cell::new(row, col));
        let (upper, lower) = (at(1, 3), at(2, 2));
        let claims = Claims::new(&board, start.boxes(), || true).expect("nobody stops it");
        let choose = |options: &[Square], left: &[Square]| {
            claims.choose(options, &[upper, lower], left.iter().copied())
        };
        assert_eq!(choose(&[lower, upper], &[at(3, 5)]), Some(upper));
        assert_eq!(choose(&[lower], &[at(3, 5)]), None);
        // Without others to consider, the first option wins.
        assert_eq!(choose(&[lower, upper], &[]), Some(lower));
        assert_eq!(choose(&[upper, lower], &[at(1, 5)]), Some(upper));
    }

    #[test]
    fn the_most_choice_is_left_where_every_option_would_do() {
        let level: Level =
            "########\n# $ $ .#\n# $ $  #\n#@ ... #\n########".parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let at = |row, col| board.square_at(Cell::new(row, col));
        let claims = Claims::new(&board, start.boxes(), || true).expect("nobody stops it");
        // Both lower boxes can fill the lower goal, neither of the upper ones can.
        let options = [at(2, 2), at(1, 2)];
        let chosen = claims.choose(&options, start.boxes(), [at(3, 4)].into_iter());
        assert_eq!(chosen, Some(at(1, 2)));
    }
}
