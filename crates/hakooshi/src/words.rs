//! A record in words: the only place that turns one into sentences for people.

use hakooshi_search::{Objective, Stop};

use crate::{Outcome, Record};

impl Record {
    /// The result in a word or two, for a column of a table.
    pub fn result(&self) -> String {
        match (self.status, self.stop) {
            (Outcome::Solved, _) if self.optimal => "optimal".to_owned(),
            (Outcome::Solved, _) => "solved".to_owned(),
            (Outcome::Unsolvable, _) => "unsolvable".to_owned(),
            (Outcome::Invalid, _) => "invalid".to_owned(),
            (Outcome::Unknown, Some(Stop::Cancelled)) => "interrupted".to_owned(),
            (Outcome::Unknown, Some(Stop::Horizon)) => "no plan so short".to_owned(),
            (Outcome::Unknown, Some(stop)) => format!("out of {}", stop.name()),
            (Outcome::Unknown, None) if self.error.is_some() => "failed".to_owned(),
            (Outcome::Unknown, None) => "gave up".to_owned(),
        }
    }

    /// How good a solution is that was not proved best, such as `165 pushes, at least 143: gap
    /// 13 %`; `None` without a solution or a bound, or if it is proved best.
    pub fn gap_note(&self) -> Option<String> {
        let (gap, bound) = (self.gap.filter(|_| !self.optimal)?, self.lower_bound?);
        let (count, unit) = self.counted()?;
        let percent = (gap * 100.0).ceil();
        Some(format!("{count} {unit}, at least {bound}: gap {percent:.0} %"))
    }

    /// What polish has saved, such as `polished from 312/1041 to 280/903`, pushes before
    /// moves; `None` if it was not tried or saved nothing.
    pub fn polish_note(&self) -> Option<String> {
        let (found, now) = (self.found_pushes.zip(self.found_moves)?, self.pushes.zip(self.moves)?);
        (found != now)
            .then(|| format!("polished from {}/{} to {}/{}", found.0, found.1, now.0, now.1))
    }

    /// What counts first in the goal, of the solution, and its unit.
    fn counted(&self) -> Option<(u32, &'static str)> {
        let unit = unit(self.goal);
        Some((if self.goal.moves_first() { self.moves? } else { self.pushes? }, unit))
    }
}

/// What counts first in this objective.
pub(crate) fn unit(objective: Objective) -> &'static str {
    if objective.moves_first() { "moves" } else { "pushes" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_told_in_the_unit_of_the_goal() {
        let record = Record {
            status: Outcome::Solved,
            goal: Objective::PushesMoves,
            pushes: Some(165),
            moves: Some(500),
            lower_bound: Some(143),
            gap: Some(22.0 / 165.0),
            ..Record::default()
        };
        assert_eq!(record.gap_note().as_deref(), Some("165 pushes, at least 143: gap 14 %"));
        let moves = Record {
            goal: Objective::Moves,
            lower_bound: Some(450),
            gap: Some(0.1),
            ..record.clone()
        };
        assert_eq!(moves.gap_note().as_deref(), Some("500 moves, at least 450: gap 10 %"));
        assert_eq!(Record { optimal: true, ..record.clone() }.gap_note(), None);
        assert_eq!(Record { gap: None, ..record }.gap_note(), None);
    }

    #[test]
    fn results_are_a_word_or_two() {
        let word =
            |status, stop, optimal| Record { status, stop, optimal, ..Record::default() }.result();
        assert_eq!(word(Outcome::Solved, None, true), "optimal");
        assert_eq!(word(Outcome::Solved, Some(Stop::Time), false), "solved");
        assert_eq!(word(Outcome::Unknown, Some(Stop::Memory), false), "out of memory");
        assert_eq!(word(Outcome::Unknown, None, false), "gave up");
        let error = Some("no solver".to_owned());
        assert_eq!(Record { error, ..Record::default() }.result(), "failed");
    }
}
