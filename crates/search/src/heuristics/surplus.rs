//! HOT. The strongest bound: the matching, plus what sets of boxes cost beyond it.
//!
//! The surplus of every two boxes is looked up in [tables](super::pair_table), by both
//! [measures](super::surplus_metric): the free one is added to the matching, the priced one to the
//! bound of the prices, and the greater sum counts. Sets of more boxes are learnt by
//! [pattern search](super::pattern_search) and count by the priced measure. Of sets with a common box
//! one is chosen, greedily.
//!
//! The prices are those of the first position estimated or expanded, which is the root. Positions on the way of a
//! solution without any surplus have optimal prices too, and in a proof of optimality nearly all
//! positions are close to such a way.
//!
//! Admissible; not consistent, since the choice is greedy. Pulls have the matching with linear
//! conflicts only.

use std::sync::Arc;

use hakooshi_board::{Board, Direction, Position, Square, SquareSet};

use super::matching_linear::MatchingLinear;
use super::pair_table::{DEAD as DEAD_PAIR, PairTable};
use super::pattern_search::PatternSearch;
use super::pattern_store::DEAD;
use super::patterns::EFFORT;
use super::surplus_metric::Metric;
use super::{Aim, Heuristic, HeuristicClaims, HeuristicEntry, Matching};
use crate::Deadline;
use crate::spec::{Param, Params};

/// The matching, plus the surplus of disjoint sets of boxes.
#[derive(Debug)]
pub struct Surplus {
    aim: Aim,
    matching: Matching,
    /// Instead of the tables, where there are none.
    linear: Option<MatchingLinear>,
    free: Option<PairTable>,
    priced: Option<Priced>,
    effort: usize,
    choice: Choice,
}

/// The bound by prices.
#[derive(Debug)]
pub(super) struct Priced {
    metric: Arc<Metric>,
    pairs: PairTable,
    patterns: Option<PatternSearch>,
}

/// Chooses sets without a common box.
#[derive(Debug)]
pub(super) struct Choice {
    pairs: Vec<(u8, Square, Square)>,
    used: SquareSet,
}

impl Surplus {
    /// Measures the distances for `aim`.
    pub fn new(aim: &Aim, params: &Params) -> Self {
        let free = match aim.direction {
            Direction::Forward => PairTable::new(&Metric::free(&aim.board)),
            Direction::Backward => None,
        };
        Self {
            matching: Matching::new(aim),
            linear: free.is_none().then(|| MatchingLinear::new(aim)),
            free,
            priced: None,
            effort: params.get(EFFORT.name) as usize,
            choice: Choice::new(&aim.board),
            aim: aim.clone(),
        }
    }

    /// Takes the prices of the position just estimated or expanded, unless there are some.
    fn take_prices(&mut self) {
        if self.priced.is_some() {
            return;
        }
        let metric = Arc::new(Metric::priced(&self.aim, self.matching.prices()));
        let effort = self.effort;
        self.priced = PairTable::new(&metric).map(|pairs| {
            let patterns = (effort > 0).then(|| PatternSearch::new(&metric, effort, true, 3));
            Priced::new(&metric, pairs, patterns.map(|search| search.thrifty(1)))
        });
    }

    /// The bound of a position whose matching is known; `None` if it is dead.
    #[inline]
    fn bound(&mut self, position: &Position, matching: u32) -> Option<u32> {
        let Self { free, priced, choice, .. } = self;
        let free = free.as_ref().and_then(|pairs| choice.list(pairs, position));
        let free = matching + free.map(|()| choice.sum())?;
        let Some(priced) = priced else { return Some(free) };
        Some(free.max(priced.bound(position, choice)?))
    }
}

impl Priced {
    /// The bound by this measure; patterns are learnt by this search, if any.
    pub(super) fn new(
        metric: &Arc<Metric>,
        pairs: PairTable,
        patterns: Option<PatternSearch>,
    ) -> Self {
        Self { metric: Arc::clone(metric), pairs, patterns }
    }

    /// The bound of a position; `None` if it is dead.
    #[inline]
    pub(super) fn bound(&mut self, position: &Position, choice: &mut Choice) -> Option<u32> {
        let Self { metric, pairs, patterns } = self;
        choice.list(pairs, position)?;
        choice.used.clear();
        let mut sum = metric.bound(position);
        if let Some(patterns) = patterns {
            let (penalty, used) = patterns.store.penalty(position);
            if penalty == DEAD {
                return None;
            }
            sum += penalty.cast_signed();
            choice.used.clone_from(used);
        }
        sum += choice.sum_unused().cast_signed();
        Some(sum.max(0).cast_unsigned())
    }

    pub(super) fn learn(&mut self, position: &Position, moved: usize) {
        if let Some(patterns) = &mut self.patterns {
            patterns.learn(position, position.boxes()[moved]);
        }
    }

    pub(super) fn until(&mut self, deadline: Deadline) {
        if let Some(patterns) = &mut self.patterns {
            patterns.until(deadline);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.pairs.bytes() + self.patterns.as_ref().map_or(0, PatternSearch::bytes)
    }
}

impl Choice {
    pub(super) fn new(board: &Board) -> Self {
        Self { pairs: Vec::new(), used: board.empty_set() }
    }

    /// Lists the pairs of a position that have a surplus; `None` if one of them is dead.
    #[inline]
    fn list(&mut self, table: &PairTable, position: &Position) -> Option<()> {
        self.pairs.clear();
        for &square in position.boxes() {
            for (other, surplus) in table.partners(position.occupied(), square, position.player()) {
                if surplus == DEAD_PAIR {
                    return None;
                }
                if square < other {
                    self.pairs.push((surplus, square, other));
                }
            }
        }
        self.pairs.sort_unstable_by(|one, other| other.cmp(one));
        Some(())
    }

    /// The sum over pairs without a common box, the greatest first.
    fn sum(&mut self) -> u32 {
        self.used.clear();
        self.sum_unused()
    }

    /// The same, without boxes that are used.
    fn sum_unused(&mut self) -> u32 {
        let Self { pairs, used } = self;
        let mut sum = 0;
        for &(surplus, one, two) in pairs.iter() {
            if !used.contains(one) && !used.contains(two) {
                used.insert(one);
                used.insert(two);
                sum += u32::from(surplus);
            }
        }
        sum
    }
}

impl Heuristic for Surplus {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        if let Some(linear) = &mut self.linear {
            return linear.estimate(position);
        }
        let matching = self.matching.estimate(position)?;
        self.take_prices();
        self.bound(position, matching)
    }

    fn expand(&mut self, position: &Position) -> Option<u32> {
        if let Some(linear) = &mut self.linear {
            return linear.expand(position);
        }
        let matching = self.matching.expand(position)?;
        self.take_prices();
        self.bound(position, matching)
    }

    fn child(&mut self, position: &Position, moved: usize) -> Option<u32> {
        if let Some(linear) = &mut self.linear {
            return linear.child(position, moved);
        }
        let matching = self.matching.child(position, moved)?;
        self.bound(position, matching)
    }

    fn study(&mut self, position: &Position, moved: usize) -> Option<u32> {
        if let Some(priced) = &mut self.priced {
            priced.learn(position, moved);
        }
        self.expand(position)
    }

    fn until(&mut self, deadline: Deadline) {
        if let Some(priced) = &mut self.priced {
            priced.until(deadline);
        }
    }

    fn bytes(&self) -> usize {
        let priced = self.priced.as_ref().map_or(0, Priced::bytes);
        self.free.as_ref().map_or(0, PairTable::bytes) + priced
    }
}

pub(super) static ENTRY: HeuristicEntry = HeuristicEntry {
    name: "surplus",
    title: "the matching, plus what pairs of boxes and learnt patterns cost beyond it",
    reference: "pattern databases: Culberson and Schaeffer 1998; potentials: Pommerening et al. 2015",
    params: &[Param { range: (0.0, 1e6), ..EFFORT }],
    claims: HeuristicClaims {
        consistent: false,
        positional: false,
        learns: true,
        ..HeuristicClaims::LOWER_BOUND
    },
    build: |aim, params| Box::new(Surplus::new(aim, params)),
};

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    fn bounds(text: &str) -> [Option<u32>; 2] {
        let level: Level = text.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let aim = Aim::goals(&board);
        let mut surplus = Surplus::new(&aim, &Params::new(ENTRY.params));
        [Matching::new(&aim).estimate(&start), surplus.estimate(&start)]
    }

    #[test]
    fn boxes_in_each_others_way_cost_more_than_the_matching_says() {
        // Side by side, one of them has to leave the line and come back.
        let side_by_side = "#########\n#       #\n#       #\n#@ $$ ..#\n#       #\n#########";
        assert_eq!(bounds(side_by_side), [Some(6), Some(8)]);
        // Two boxes that can never both be brought to goals.
        assert_eq!(bounds("#########\n#.. $ $@#\n#########"), [Some(7), None]);
    }

    #[test]
    fn what_the_values_lack_is_taken_off_the_surplus() {
        // By the prices of the start, the values of the second position add up to less than nothing.
        let level = |text: &str| -> Level { text.parse().expect("a level") };
        let start = level("#######\n##@  .#\n#  #  #\n# $ * #\n####  #\n#######");
        let near = level("#######\n## @ *#\n#  #$ #\n#   . #\n####  #\n#######");
        let (board, start) = compile(&start).expect("small");
        let (_, near) = compile(&near).expect("small");
        let mut surplus = Surplus::new(&Aim::goals(&board), &Params::new(ENTRY.params));
        assert_eq!(surplus.estimate(&start), Some(7));
        assert_eq!(surplus.estimate(&near), Some(1));
    }

    #[test]
    fn prices_are_taken_whether_the_root_is_estimated_or_expanded() {
        let text = "#########\n#       #\n#       #\n#@ $$ ..#\n#       #\n#########";
        let level: Level = text.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let aim = Aim::goals(&board);
        let new = || Surplus::new(&aim, &Params::new(ENTRY.params));
        let (mut estimated, mut expanded) = (new(), new());
        assert_eq!(estimated.estimate(&start), expanded.expand(&start));
        assert!(estimated.priced.is_some() && expanded.priced.is_some());
    }

    #[test]
    fn pulls_have_the_matching_with_linear_conflicts() {
        let text = "#########\n#       #\n#       #\n#@ $$ ..#\n#       #\n#########";
        let level: Level = text.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let task = crate::Task::new(&board, &start);
        let aim = Aim::of(&task, Direction::Backward);
        let root = &task.roots(Direction::Backward)[0];
        let mut surplus = Surplus::new(&aim, &Params::new(ENTRY.params));
        assert_eq!(surplus.estimate(root), MatchingLinear::new(&aim).estimate(root));
    }
}
