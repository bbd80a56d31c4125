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

    /// How far a solution that is not proved optimal may be from the optimum, such as `165 pushes,
    /// at least 143: gap 13.3 %`. `None` without a solution or a bound, if it is proved optimal, or
    /// if any solution was asked for.
    pub fn gap_note(&self) -> Option<String> {
        let (gap, bound) = (self.gap.filter(|_| !self.optimal)?, self.lower_bound?);
        if self.goal == Objective::Any {
            return None;
        }
        let (count, unit) = self.counted()?;
        Some(format!("{count} {unit}, at least {bound}: {}", gap_in_percent(gap)))
    }

    /// What polish saved, such as `polished from 312/1041 to 280/903 (pushes/moves)`; `None` if it
    /// was not tried or saved nothing.
    pub fn polish_note(&self) -> Option<String> {
        let (found, now) =
            (self.found_pushes.zip(self.found_moves)?, self.counts.pushes.zip(self.counts.moves)?);
        (found != now).then(|| {
            format!("polished from {}/{} to {}/{} (pushes/moves)", found.0, found.1, now.0, now.1)
        })
    }

    /// What counts first in the goal, of the solution, and its unit.
    fn counted(&self) -> Option<(u32, &'static str)> {
        let (counts, unit) = (self.counts, unit(self.goal));
        Some((if self.goal.moves_first() { counts.moves? } else { counts.pushes? }, unit))
    }
}

/// A gap such as `gap 13.3 %`. A gap is never shown as zero unless it is zero.
pub fn gap_in_percent(gap: f64) -> String {
    let least = if gap > 0.0 { 0.1 } else { 0.0 };
    format!("gap {:.1} %", (gap * 100.0).max(least))
}

/// What counts first in this objective.
pub(crate) fn unit(objective: Objective) -> &'static str {
    if objective.moves_first() { "moves" } else { "pushes" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Counts;

    #[test]
    fn a_gap_is_told_in_the_unit_of_the_goal() {
        let record = Record {
            status: Outcome::Solved,
            goal: Objective::PushesMoves,
            counts: Counts { pushes: Some(165), moves: Some(500), ..Counts::default() },
            lower_bound: Some(143),
            gap: Some(22.0 / 165.0),
            ..Record::default()
        };
        assert_eq!(record.gap_note().as_deref(), Some("165 pushes, at least 143: gap 13.3 %"));
        let moves = Record {
            goal: Objective::Moves,
            lower_bound: Some(450),
            gap: Some(0.1),
            ..record.clone()
        };
        assert_eq!(moves.gap_note().as_deref(), Some("500 moves, at least 450: gap 10.0 %"));
        assert_eq!(Record { optimal: true, ..record.clone() }.gap_note(), None);
        assert_eq!(Record { gap: None, ..record.clone() }.gap_note(), None);
        assert_eq!(Record { goal: Objective::Any, ..record }.gap_note(), None);
        assert_eq!(gap_in_percent(0.0001), "gap 0.1 %");
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
