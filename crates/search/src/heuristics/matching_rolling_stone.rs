//! HOT. Rolling Stone's lower bound: the matching, and its improvements one by one (section 5.1.2
//! of the SokoKids report).
//!
//! - `backout`: a box may have to be pushed the wrong way first, so that the player gets behind
//!   it. Without it, distances assume a player who is always where he is needed.
//! - `side`: the player's walk round the box begins on the side he is on. Without it, it begins on
//!   whichever side is best.
//! - `linear`: two pushes for every linear conflict ([`super::conflicts`]).
//! - `entrance`: boxes that have yet to pass the same entrance are interchangeable, which saves
//!   matchings ([`super::entrances`]). The value stays the same.
//!
//! With everything on, the value is that of `matching_linear`; admissible and consistent like it,
//! and with less on as well: each of the distances is a lower bound that falls by at most one
//! with each push.

use hakooshi_board::Position;

use super::conflicts::Conflicts;
use super::entrances::Entrances;
use super::incremental_assignment::IncrementalAssignment;
use super::matching::RowNumbers;
use super::{Aim, Heuristic, HeuristicClaims, HeuristicEntry, KnownPlayer};
use crate::spec::{Param, Params};

/// Matching with entrances and linear conflicts.
#[derive(Debug)]
pub struct MatchingRollingStone {
    numbers: RowNumbers,
    entrances: Option<Entrances>,
    assignment: IncrementalAssignment,
    conflicts: Option<Conflicts>,
    /// The rows of the position expanded, and whether `assignment` has yet to be updated to them.
    parent: Vec<u32>,
    behind: bool,
}

impl MatchingRollingStone {
    /// Measures the distances for `aim`, with the improvements that are switched on.
    pub fn new(aim: &Aim, params: &Params) -> Self {
        let known = match (params.is_on("backout"), params.is_on("side")) {
            (false, _) => KnownPlayer::Nothing,
            (true, false) => KnownPlayer::Walks,
            (true, true) => KnownPlayer::Side,
        };
        let distances = aim.distances_with(known);
        let (numbers, rows) = RowNumbers::new(aim, &distances);
        Self {
            numbers,
            entrances: params.is_on("entrance").then(|| Entrances::new(&rows)),
            assignment: IncrementalAssignment::new(rows).breaking_ties_by_number(),
            conflicts: params.is_on("linear").then(|| Conflicts::new(aim, &distances)),
            parent: Vec::with_capacity(aim.squares.len()),
            behind: false,
        }
    }

    fn list_rows(&mut self, position: &Position) {
        self.parent.clear();
        let rows = position.boxes().iter().map(|&at| self.numbers.of(at, position.player()));
        self.parent.extend(rows);
    }

    fn penalties(&mut self, position: &Position) -> u32 {
        self.conflicts.as_mut().map_or(0, |conflicts| 2 * conflicts.count(position))
    }

    /// The total for the rows of `parent`, from the entrances or from the assignment.
    fn matched(&mut self) -> Option<u32> {
        let Self { entrances, assignment, parent, .. } = self;
        let rows = || parent.iter().copied();
        match entrances {
            Some(entrances) => {
                let (total, was_known) = entrances.total(parent, || assignment.update(rows()));
                self.behind = was_known;
                total
            }
            None => assignment.update(rows()),
        }
    }

    /// The matching alone of a child of the position last expanded.
    pub(super) fn matching_of_child(&mut self, position: &Position, moved: usize) -> Option<u32> {
        let row = self.numbers.of(position.boxes()[moved], position.player());
        let Self { entrances, assignment, parent, behind, .. } = self;
        let Some(entrances) = entrances else { return assignment.child(moved, row) };
        let before = std::mem::replace(&mut parent[moved], row);
        let (total, _) = entrances.total(parent, || {
            if std::mem::take(behind) {
                let rows = parent.iter().enumerate();
                let kept = rows.map(|(at, &row)| if at == moved { before } else { row });
                let _ = assignment.update(kept);
            }
            assignment.child(moved, row)
        });
        parent[moved] = before;
        total
    }

    /// The matching alone of a position, which becomes the one last expanded.
    pub(super) fn matching_of(&mut self, position: &Position) -> Option<u32> {
        self.list_rows(position);
        self.matched()
    }
}

impl Heuristic for MatchingRollingStone {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        self.list_rows(position);
        self.behind = false;
        let matching = self.assignment.solve(self.parent.iter().copied())?;
        Some(matching + self.penalties(position))
    }

    fn expand(&mut self, position: &Position) -> Option<u32> {
        Some(self.matching_of(position)? + self.penalties(position))
    }

    fn child(&mut self, position: &Position, moved: usize) -> Option<u32> {
        Some(self.matching_of_child(position, moved)? + self.penalties(position))
    }

    fn to_assigned_goal(&mut self, position: &Position, moved: usize) -> Option<u32> {
        if std::mem::take(&mut self.behind) {
            let _ = self.assignment.update(self.parent.iter().copied());
        }
        let row = self.numbers.of(position.boxes()[moved], position.player());
        self.assignment.cost_of_assigned(moved, row)
    }
}

pub(super) const PARAMS: &[Param] = &[
    Param::switch("backout", "distances include the player's way round the box", true),
    Param::switch("side", "from the side he is on; needs `backout`", true),
    Param::switch("linear", "add two pushes for each linear conflict", true),
    Param::switch("entrance", "match boxes before the same entrance only once", true),
];

pub(super) static ENTRY: HeuristicEntry = HeuristicEntry {
    name: "matching_rolling_stone",
    title: "Rolling Stone's bound: matching, backouts, linear conflicts and entrances",
    reference: "Junghanns 1999; SokoKids, section 5.1.2",
    params: PARAMS,
    claims: HeuristicClaims::LOWER_BOUND,
    build: |aim, params| Box::new(MatchingRollingStone::new(aim, params)),
};

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    #[test]
    fn every_improvement_raises_the_bound_somewhere() {
        let text = |level: &str, switches: &[(&str, &str)]| {
            let level: Level = level.parse().expect("a level");
            let (board, position) = compile(&level).expect("small");
            let mut params = Params::new(PARAMS);
            for (name, value) in switches {
                params.set(name, value).expect("a switch");
            }
            let mut bound = MatchingRollingStone::new(&Aim::goals(&board), &params);
            let scratch = bound.estimate(&position);
            assert_eq!(bound.expand(&position), scratch);
            assert_eq!(bound.expand(&position), scratch, "from the entrances");
            scratch
        };
        // Out of the corridor, round, and back.
        let backout = "#########\n####    #\n#. @$   #\n####    #\n#########";
        assert_eq!((text(backout, &[]), text(backout, &[("side", "off")])), (Some(5), Some(3)));
        // Nobody can get below the box at the junction.
        let junction = "######\n###.##\n#@$  #\n### ##\n######";
        assert_eq!((text(junction, &[]), text(junction, &[("side", "off")])), (None, None));
        assert_eq!(text(junction, &[("backout", "off")]), Some(2));
        let linear = "#########\n#       #\n#       #\n#@ $$ ..#\n#       #\n#       #\n#########";
        assert_eq!((text(linear, &[]), text(linear, &[("linear", "off")])), (Some(8), Some(6)));
    }
}
