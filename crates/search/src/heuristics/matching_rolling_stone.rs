//! HOT. Rolling Stone's lower bound with all its improvements (section 5.1.2 of the SokoKids
//! report).
//!
//! - *Player position and backout conflicts*: a box may have to be pushed the wrong way first, so
//!   that the player gets behind it. Rolling Stone corrects its table of distances for this; our
//!   distances include the player's side, and so every backout of a lone box.
//! - *Linear conflicts*: [`super::conflicts`].
//! - *Entrance improvement*: when every box has yet to go through one entrance X, it does not
//!   matter which box gets which goal. The total is the sum of the distances to X and, fixed, of
//!   those from X to each goal: O(n), no matching needed.
//!
//! ```text
//!   ########
//!   #  $  ####     The way of a box outside to each goal leads through X, so its row of
//!   # $ $  X..#    distances is that of X plus a constant. Rows that differ only by a constant
//!   #   @ ##..#    have the same *profile*. Comparing profiles finds every entrance, whatever
//!   ############   its shape.
//! ```
//!
//! The value is that of `matching_linear`; admissible and consistent like it.

use std::collections::HashMap;

use hakooshi_board::Position;

use super::assignment::Rows;
use super::conflicts::Conflicts;
use super::incremental_assignment::IncrementalAssignment;
use super::matching::RowNumbers;
use super::{Aim, Heuristic, HeuristicClaims, HeuristicEntry};

/// Matching with entrances and linear conflicts.
#[derive(Debug)]
pub struct MatchingRollingStone {
    numbers: RowNumbers,
    entrances: Entrances,
    assignment: IncrementalAssignment,
    conflicts: Conflicts,
    /// The rows of the position expanded, and whether `assignment` has yet to be updated to them.
    parent: Vec<u32>,
    behind: bool,
}

impl MatchingRollingStone {
    /// Measures the distances for `aim`.
    pub fn new(aim: &Aim) -> Self {
        let (numbers, rows) = RowNumbers::measure(aim);
        Self {
            numbers,
            entrances: Entrances::new(&rows),
            assignment: IncrementalAssignment::new(rows),
            conflicts: Conflicts::new(aim),
            parent: Vec::with_capacity(aim.squares.len()),
            behind: false,
        }
    }

    fn list_rows(&mut self, position: &Position) {
        self.parent.clear();
        let rows = position.boxes().iter().map(|&at| self.numbers.of(at, position.player()));
        self.parent.extend(rows);
    }
}

impl Heuristic for MatchingRollingStone {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        self.list_rows(position);
        self.behind = false;
        let matching = self.assignment.solve(self.parent.iter().copied())?;
        Some(matching + 2 * self.conflicts.count(position))
    }

    fn expand(&mut self, position: &Position) -> Option<u32> {
        self.list_rows(position);
        let short = self.entrances.total(&self.parent);
        self.behind = short.is_some();
        let matching = short.or_else(|| self.assignment.update(self.parent.iter().copied()))?;
        Some(matching + 2 * self.conflicts.count(position))
    }

    fn child(&mut self, position: &Position, moved: usize) -> Option<u32> {
        let row = self.numbers.of(position.boxes()[moved], position.player());
        let before = std::mem::replace(&mut self.parent[moved], row);
        let short = self.entrances.total(&self.parent);
        self.parent[moved] = before;
        if short.is_none() && self.behind {
            let _ = self.assignment.update(self.parent.iter().copied());
            self.behind = false;
        }
        let matching = short.or_else(|| self.assignment.child(moved, row))?;
        Some(matching + 2 * self.conflicts.count(position))
    }
}

/// The profiles of the rows of distances.
#[derive(Debug)]
struct Entrances {
    /// By row: its profile and the constant to add to it.
    rows: Vec<(u32, u32)>,
    /// By profile: its sum over all aims, unless some aim is out of reach.
    sums: Vec<Option<u32>>,
    aims: usize,
}

impl Entrances {
    fn new(rows: &Rows) -> Self {
        let mut profiles: HashMap<Vec<Option<u32>>, u32> = HashMap::new();
        let mut sums = Vec::new();
        let aims = rows.columns();
        let numbered = (0..rows.len() as u32).map(|row| {
            let costs: Vec<Option<u32>> = (0..aims).map(|column| rows.cost(row, column)).collect();
            let least = costs.iter().flatten().copied().min().unwrap_or(0);
            let profile: Vec<Option<u32>> =
                costs.iter().map(|cost| cost.map(|cost| cost - least)).collect();
            let sum = profile.iter().copied().sum();
            let next = sums.len() as u32;
            let number = *profiles.entry(profile).or_insert(next);
            if number == next {
                sums.push(sum);
            }
            (number, least)
        });
        let rows = numbered.collect();
        Self { rows, sums, aims }
    }

    /// The least total if all boxes, one for each aim, have the same profile.
    fn total(&self, boxes: &[u32]) -> Option<u32> {
        let (&first, _) = boxes.split_first().filter(|_| boxes.len() == self.aims)?;
        let profile = self.rows[first as usize].0;
        boxes.iter().try_fold(self.sums[profile as usize]?, |total, &row| {
            let (other, least) = self.rows[row as usize];
            (other == profile).then_some(total + least)
        })
    }
}

pub(super) static ENTRY: HeuristicEntry = HeuristicEntry {
    name: "matching_rolling_stone",
    title: "`matching_linear`, through the entrances of the goal area while all boxes are outside",
    reference: "Junghanns 1999; SokoKids, section 5.1.2",
    params: &[],
    claims: HeuristicClaims { admissible: true, consistent: true, safe: true, positional: true },
    build: |aim, _| Box::new(MatchingRollingStone::new(aim)),
};

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    #[test]
    fn outside_the_entrance_no_matching_is_needed() {
        let text = "###########\n#     #####\n# $ $   ..#\n#  @  #####\n#     #####\n###########";
        let level: Level = text.parse().expect("a level");
        let (board, position) = compile(&level).expect("small");
        let mut short = MatchingRollingStone::new(&Aim::goals(&board));
        short.list_rows(&position);
        let total = short.entrances.total(&short.parent);
        assert!(total.is_some(), "both boxes must go through the corridor");
        assert_eq!(total, short.estimate(&position));
        assert_eq!(total, short.expand(&position));
    }
}
