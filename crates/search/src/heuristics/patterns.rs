//! HOT. Rolling Stone's bound, plus penalties learnt by [pattern search](super::pattern_search)
//! (Junghanns and Schaeffer 1998; SokoKids, sections 5.7 and 5.10).
//!
//! Penalties of patterns without a common box are added to the matching, greatest first, and linear
//! conflicts of the boxes left over. The sum is a lower bound. It is not consistent, and it rises
//! as the search learns. With `shared=on` the penalty of every pattern is shared out among its
//! boxes, and each box counts its greatest share: less is wasted, and the sum may be too large.

use std::sync::Arc;

use hakooshi_board::{Direction, Position};

use super::conflicts::Conflicts;
use super::matching_rolling_stone::{MatchingRollingStone, PARAMS as BOUND};
use super::pattern_search::PatternSearch;
use super::pattern_store::DEAD;
use super::surplus_metric::Metric;
use super::{Aim, Heuristic, HeuristicClaims, HeuristicEntry};
use crate::Deadline;
use crate::spec::{Param, Params};

/// The matching, with penalties learnt.
#[derive(Debug)]
pub struct Patterns {
    matching: MatchingRollingStone,
    conflicts: Conflicts,
    /// `None` when boxes are pulled: the games are played by pushing.
    search: Option<PatternSearch>,
    shared: bool,
}

impl Patterns {
    /// Learns nothing until the first push.
    pub fn new(aim: &Aim, params: &Params) -> Self {
        let search = || {
            let effort = params.get(EFFORT.name) as usize;
            PatternSearch::new(&Arc::new(Metric::free(&aim.board)), effort, false, 1)
        };
        Self {
            matching: MatchingRollingStone::new(aim, &Params::new(BOUND)),
            conflicts: Conflicts::new(aim, &aim.distances()),
            search: (aim.direction == Direction::Forward).then(search),
            shared: params.is_on(SHARED.name),
        }
    }

    /// The penalties of what is known of a position; `None` if it is dead.
    fn penalty(&mut self, position: &Position) -> Option<u32> {
        let Self { search, conflicts, .. } = self;
        let Some(PatternSearch { store, .. }) = search else {
            return Some(2 * conflicts.count(position));
        };
        if self.shared {
            let shared = store.shared_penalty(position);
            let linear = 2 * conflicts.count(position);
            return (shared != DEAD).then_some(shared.max(linear));
        }
        let (sum, used) = store.penalty(position);
        if sum == DEAD {
            return None;
        }
        let linear = conflicts.count_among(position, |square| !used.contains(square));
        Some(sum + 2 * linear)
    }
}

impl Heuristic for Patterns {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        Some(self.matching.matching_of(position)? + self.penalty(position)?)
    }

    fn child(&mut self, position: &Position, moved: usize) -> Option<u32> {
        Some(self.matching.matching_of_child(position, moved)? + self.penalty(position)?)
    }

    fn study(&mut self, position: &Position, moved: usize) -> Option<u32> {
        if let Some(search) = &mut self.search {
            search.learn(position, position.boxes()[moved]);
        }
        self.estimate(position)
    }

    fn until(&mut self, deadline: Deadline) {
        if let Some(search) = &mut self.search {
            search.until(deadline);
        }
    }

    fn to_assigned_goal(&mut self, position: &Position, moved: usize) -> Option<u32> {
        self.matching.to_assigned_goal(position, moved)
    }

    fn bytes(&self) -> usize {
        self.search.as_ref().map_or(0, PatternSearch::bytes)
    }
}

pub(super) const EFFORT: Param =
    Param::number("effort", "positions that one pattern search looks at", 300.0, (1.0, 1e6));
const SHARED: Param = Param::switch(
    "shared",
    "share the penalty of every pattern out among its boxes; may overestimate",
    false,
);

pub(super) static ENTRY: HeuristicEntry = HeuristicEntry {
    name: "patterns",
    title: "Rolling Stone's bound plus penalties of patterns found by small searches",
    reference: "Junghanns and Schaeffer 1998; SokoKids, sections 5.7 and 5.10",
    params: &[EFFORT, SHARED],
    claims: HeuristicClaims {
        consistent: false,
        positional: false,
        learns: true,
        overestimates_with: &[SHARED.name],
        ..HeuristicClaims::LOWER_BOUND
    },
    build: |aim, params| Box::new(Patterns::new(aim, params)),
};
