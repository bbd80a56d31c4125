//! The least surplus of every two boxes, alone on the board: an exact pattern database.
//!
//! Filled once, from all pairs of goals backward by undoing pushes, the least surplus first. A board
//! of a hundred squares has five thousand pairs, so this takes milliseconds. For each square a row of
//! bits holds the partners with which it can have a surplus, so that one AND with the occupancy leaves
//! few lookups.

use hakooshi_board::{Board, Reach, Square, SquareSet};
use hakooshi_level::Dir;

use super::surplus_metric::{Metric, NEVER};

/// The surplus of a pair that can never be brought to goals.
pub(super) const DEAD: u8 = u8::MAX;

/// Larger tables are not built: this one takes about 50 ms.
const MOST_BYTES: usize = 4 << 20;

/// The number of a square that no box may stand on.
const NOT_LIVE: usize = usize::MAX;

/// Surpluses of all pairs.
#[derive(Debug)]
pub(super) struct PairTable {
    /// By square: its number among those that can hold a box.
    numbers: Vec<usize>,
    /// By pair of numbers and player's square.
    table: Vec<u8>,
    /// By number, as bits: the squares with which it has a surplus for some player's square.
    rows: Vec<SquareSet>,
}

/// A pair and the player's square.
type Place = ([Square; 2], Square);

impl PairTable {
    /// Fills the table, unless it is too large.
    pub(super) fn new(metric: &Metric) -> Option<Self> {
        let board = &metric.board;
        let all_live = board.goals().is_subset(board.live());
        let live: Vec<Square> = board.live().iter().collect();
        Self::filled(metric, &live, Self::solved).filter(|_| all_live)
    }

    /// The same where boxes leave the board on its goals, until both have left.
    pub(super) fn leaving(metric: &Metric) -> Option<Self> {
        let board = &metric.board;
        let inner = board.live().iter().filter(|&square| !board.is_goal(square));
        Self::filled(metric, &inner.collect::<Vec<_>>(), Self::about_to_leave)
    }

    /// Whether a table for so many squares that can hold a box is small enough.
    pub(super) fn fits(board: &Board, live: usize) -> bool {
        let pairs = live * live.saturating_sub(1) / 2;
        pairs * board.table_len() <= MOST_BYTES
    }

    /// A table for pairs on these squares, filled from those with which play ends; `None` if it would be
    /// too large.
    fn filled(
        metric: &Metric,
        live: &[Square],
        ends: fn(&Self, &Metric, &mut [Vec<Place>]),
    ) -> Option<Self> {
        let board = &metric.board;
        if !Self::fits(board, live.len()) {
            return None;
        }
        let bytes = live.len() * live.len().saturating_sub(1) / 2 * board.table_len();
        let mut numbers = vec![NOT_LIVE; board.table_len()];
        for (at, square) in live.iter().enumerate() {
            numbers[square.index()] = at;
        }
        let mut table = Self { numbers, table: vec![DEAD; bytes], rows: Vec::new() };
        let mut open = vec![Vec::new(); usize::from(DEAD)];
        ends(&table, metric, &mut open);
        table.spread(metric, &mut open);
        table.rows = live.iter().map(|&square| table.partners_of(metric, live, square)).collect();
        Some(table)
    }

    /// The row of a pair.
    #[inline]
    fn row(&self, one: Square, two: Square) -> usize {
        let [one, two] = [one, two].map(|square| self.numbers[square.index()]);
        let (low, high) = if one < two { (one, two) } else { (two, one) };
        (high * (high - 1) / 2 + low) * self.numbers.len()
    }

    #[inline]
    fn is_live(&self, square: Square) -> bool {
        self.numbers[square.index()] != NOT_LIVE
    }

    /// Both boxes on goals.
    fn solved(&self, metric: &Metric, open: &mut [Vec<Place>]) {
        let goals = metric.board.goals().iter().filter(|&goal| self.is_live(goal));
        let goals: Vec<Square> = goals.collect();
        for (at, &one) in goals.iter().enumerate() {
            for &two in &goals[..at] {
                let end = usize::from(metric.end(one)) + usize::from(metric.end(two));
                if let Some(open) = open.get_mut(end) {
                    let all = metric.board.squares();
                    let free = all.filter(|square| ![one, two].contains(square));
                    open.extend(free.map(|player| ([one, two], player)));
                }
            }
        }
    }

    /// One box about to be pushed off the board. The other can follow without surplus, if at all, since it
    /// is alone then.
    fn about_to_leave(&self, metric: &Metric, open: &mut [Vec<Place>]) {
        let board = &metric.board;
        let live: Vec<Square> = board.squares().filter(|&square| self.is_live(square)).collect();
        for exit in board.goals().iter() {
            for dir in Dir::ALL {
                let from = board.step(exit, dir.opposite());
                let player = board.step(from, dir.opposite());
                let surplus = metric.push(from, dir).saturating_add(metric.end(exit));
                let Some(open) = open.get_mut(usize::from(surplus)) else { continue };
                if player.is_wall() || !self.is_live(from) {
                    continue;
                }
                let follows = |&&other: &&Square| {
                    ![from, player].contains(&other) && metric.nearest(other, from).is_some()
                };
                let others = live.iter().filter(follows);
                open.extend(others.map(|&other| ([from, other], player)));
            }
        }
    }

    /// Fills the table backward from the pairs in `open`, by surplus, the least first.
    fn spread(&mut self, metric: &Metric, open: &mut [Vec<Place>]) {
        let board = &metric.board;
        let mut reach = Reach::new(board);
        for surplus in 0..open.len() {
            while let Some((boxes, player)) = open[surplus].pop() {
                let row = self.row(boxes[0], boxes[1]);
                if usize::from(self.table[row + player.index()]) <= surplus {
                    continue;
                }
                reach.fill_from(board, player, &boxes);
                for &square in reach.squares() {
                    self.table[row + square.index()] = surplus as u8;
                }
                for at in 0..2 {
                    for dir in Dir::ALL {
                        let before = self.undone(metric, &reach, boxes, at, dir);
                        if let Some((place, more)) = before
                            && let Some(open) = open.get_mut(surplus + usize::from(more))
                        {
                            open.push(place);
                        }
                    }
                }
            }
        }
    }

    /// The pair before its box number `at` was pushed, pulled back in direction `dir`, and the surplus
    /// of that push.
    fn undone(
        &self,
        metric: &Metric,
        reach: &Reach,
        boxes: [Square; 2],
        at: usize,
        dir: Dir,
    ) -> Option<(Place, u16)> {
        let from = metric.board.step(boxes[at], dir);
        let player = metric.board.step(from, dir);
        let possible = reach.contains(from) && !player.is_wall() && player != boxes[1 - at];
        if !possible || !self.is_live(from) {
            return None;
        }
        let more = metric.push(from, dir.opposite());
        let mut before = boxes;
        before[at] = from;
        (more != NEVER).then_some(((before, player), more))
    }

    /// The squares with which one has a surplus, for some player's square.
    fn partners_of(&self, metric: &Metric, live: &[Square], square: Square) -> SquareSet {
        let mut partners = metric.board.empty_set();
        partners.extend(live.iter().copied().filter(|&other| other != square).filter(|&other| {
            let row = self.row(square, other);
            let free = metric.board.squares().filter(|at| ![square, other].contains(at));
            free.map(|player| self.table[row + player.index()]).any(|surplus| surplus > 0)
        }));
        partners
    }

    /// The boxes that have a surplus together with the one on `square`, and how much.
    #[inline]
    pub(super) fn partners<'a>(
        &'a self,
        occupied: &'a SquareSet,
        square: Square,
        player: Square,
    ) -> impl Iterator<Item = (Square, u8)> + 'a {
        // A search without the mask of dead squares also puts boxes elsewhere.
        let row = self.rows.get(self.numbers[square.index()]);
        let others = row.into_iter().flat_map(|row| row.in_both(occupied));
        others.filter_map(move |other| {
            let surplus = self.table[self.row(square, other) + player.index()];
            (surplus > 0).then_some((other, surplus))
        })
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.table.len() + self.numbers.len() * (size_of::<usize>() + size_of::<SquareSet>())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::super::pattern_game::{End, PatternGame};
    use super::super::{Aim, Heuristic, Matching};
    use super::*;

    /// Compares the table with a forward search for every pair and every place of the player.
    fn agrees_with_games(metric: Metric, stays: bool) {
        let metric = Arc::new(metric);
        let board = &metric.board;
        let table = if stays { PairTable::new(&metric) } else { PairTable::leaving(&metric) };
        let table = table.expect("small");
        let mut game = PatternGame::new(&metric, stays);
        let live = board.live().iter().filter(|&square| stays || !board.is_goal(square));
        let live: Vec<Square> = live.collect();
        let mut differing = 0;
        for (at, &one) in live.iter().enumerate() {
            for &two in &live[..at] {
                let mut occupied = board.empty_set();
                occupied.extend([one, two]);
                for player in board.squares().filter(|square| ![one, two].contains(square)) {
                    let found = table.partners(&occupied, one, player).next();
                    let surplus = match game.play(&[one, two], player, usize::MAX) {
                        End::Surplus(surplus) => surplus,
                        End::Dead | End::Limit => u32::from(DEAD),
                    };
                    assert_eq!(found.map_or(0, |(_, surplus)| u32::from(surplus)), surplus);
                    differing += u32::from(surplus > 0);
                }
            }
        }
        assert!(differing > 0, "no pair has a surplus");
    }

    #[test]
    fn the_table_says_what_games_of_two_boxes_say() {
        for text in [
            "#######\n#     #\n#@$$..#\n#     #\n#######",
            "########\n#.   ###\n# $$   #\n#.@ #  #\n########",
            "########\n#  #   #\n# $$ . #\n#@ # . #\n########",
        ] {
            let level: Level = text.parse().expect("a level");
            let (board, start) = compile(&level).expect("small");
            agrees_with_games(Metric::free(&board), true);
            let tolls: Vec<u32> = (0..board.table_len() as u32).map(|at| at % 3).collect();
            agrees_with_games(Metric::leaving(&board, &tolls), false);
            let aim = Aim::goals(&board);
            let mut matching = Matching::new(&aim);
            matching.estimate(&start).expect("solvable");
            agrees_with_games(Metric::priced(&aim, matching.prices()), true);
        }
    }
}
