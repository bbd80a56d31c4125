//! The trials of several engines on several levels, and their summary.
//!
//! The number of solved levels is counted over all levels. Ratios between engines are computed only over
//! levels that both solved (in a plain comparison, that all solved), and every table says how many these
//! are, because an engine that gives up early would look fast.

use std::collections::BTreeMap;

use hakooshi::{Outcome, Record};
use serde::Serialize;

use crate::{ATTRIBUTES, Attribute, Contender};

/// What the last columns of a row are measured against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// The first engine, over the levels that all engines solved.
    FirstOfAll,
    /// The first engine, over the levels that it and the row's solved.
    First,
    /// The engine of the row before, over the levels that both solved.
    Previous,
}

/// The trials of some engines on some levels.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The engines.
    pub contenders: Vec<Contender>,
    /// Level by level, in the order of the engines; `None` for a search never begun.
    pub trials: Vec<Option<Record>>,
    /// What rows are measured against.
    pub against: Against,
}

/// One engine over all levels.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// What the table calls the engine.
    pub engine: String,
    /// The engine, with every default written out.
    pub spec: String,
    /// Levels it was given.
    pub levels: usize,
    /// Levels it solved.
    pub solved: usize,
    /// Levels whose solution it proved to be best in what was asked for.
    pub optimal: usize,
    /// Levels it proved to have no solution.
    pub unsolvable: usize,
    /// Each attribute over all its trials.
    pub all: BTreeMap<&'static str, f64>,
    /// Each attribute over the levels that every engine solved.
    pub common: BTreeMap<&'static str, f64>,
    /// Deadlocks by test, over all its trials.
    pub deadlocks: BTreeMap<String, u64>,
    /// Levels that the next three are over.
    pub compared_on: usize,
    /// Solved more (or fewer) than what it is measured against.
    pub solved_difference: isize,
    /// Positions expanded, in times of what it is measured against.
    pub expanded_times: Option<f64>,
    /// Time, in times of what it is measured against.
    pub time_times: Option<f64>,
}

impl Comparison {
    /// The trials of one engine, with the number of the level.
    fn column(&self, contender: usize) -> impl Iterator<Item = (usize, &Record)> {
        let engines = self.contenders.len().max(1);
        let column = self.trials.iter().skip(contender).step_by(engines);
        column.enumerate().filter_map(|(level, trial)| Some((level, trial.as_ref()?)))
    }

    fn has_solved(&self, level: usize, contender: usize) -> bool {
        let trial = self.trials.get(level * self.contenders.len() + contender);
        trial.is_some_and(|trial| trial.as_ref().is_some_and(Record::is_solved))
    }

    pub(crate) fn levels(&self) -> usize {
        self.trials.len() / self.contenders.len().max(1)
    }

    /// Levels that all of these engines solved.
    pub(crate) fn common(&self, contenders: &[usize]) -> Vec<usize> {
        let all = |level: &usize| contenders.iter().all(|&it| self.has_solved(*level, it));
        (0..self.levels()).filter(all).collect()
    }

    /// Levels that every engine solved.
    pub fn common_to_all(&self) -> Vec<usize> {
        self.common(&(0..self.contenders.len()).collect::<Vec<_>>())
    }

    pub(crate) fn over(
        &self,
        attribute: &Attribute,
        contender: usize,
        levels: &[usize],
    ) -> Option<f64> {
        let column = self.column(contender).filter(|(level, _)| levels.contains(level));
        attribute.over(column.map(|(_, trial)| trial))
    }

    /// Each engine over all levels.
    pub fn summaries(&self) -> Vec<Summary> {
        (0..self.contenders.len()).map(|contender| self.summary(contender)).collect()
    }

    fn summary(&self, contender: usize) -> Summary {
        let Contender { label, spec, .. } = self.contenders[contender].clone();
        let trials: Vec<&Record> = self.column(contender).map(|(_, trial)| trial).collect();
        let all: Vec<usize> = (0..self.levels()).collect();
        let common = self.common_to_all();
        let values = |levels: &[usize]| {
            let value = |it: &Attribute| Some((it.name, self.over(it, contender, levels)?));
            ATTRIBUTES.iter().filter_map(value).collect()
        };
        let other = match self.against {
            Against::Previous => contender.saturating_sub(1),
            Against::First | Against::FirstOfAll => 0,
        };
        let shared = match self.against {
            Against::FirstOfAll => common.clone(),
            _ => self.common(&[contender, other]),
        };
        let times = |name: &str| {
            let attribute = Attribute::find(name)?;
            let mine = self.over(attribute, contender, &shared)?;
            let theirs = self.over(attribute, other, &shared)?;
            (theirs > 0.0).then(|| mine / theirs)
        };
        let solved = |contender| self.common(&[contender]).len();
        Summary {
            engine: label,
            spec,
            levels: trials.len(),
            solved: solved(contender),
            optimal: trials.iter().filter(|it| it.optimal).count(),
            unsolvable: trials.iter().filter(|it| it.status == Outcome::Unsolvable).count(),
            all: values(&all),
            common: values(&common),
            deadlocks: count_deadlocks(trials.iter().copied()),
            compared_on: shared.len(),
            solved_difference: solved(contender).cast_signed() - solved(other).cast_signed(),
            expanded_times: times("expanded"),
            time_times: times("time"),
        }
    }
}

/// Deadlocks by test, over these trials.
pub(crate) fn count_deadlocks<'a>(
    trials: impl Iterator<Item = &'a Record>,
) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for (test, count) in trials.flat_map(|trial| &trial.deadlocks) {
        *counts.entry(test.clone()).or_default() += count;
    }
    counts
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Engine a solves both levels, b only the first.
    pub(crate) fn example(against: Against) -> Comparison {
        let trial = |engine: &str, solved: bool, expanded| Record {
            label: Some(engine.to_owned()),
            status: if solved { Outcome::Solved } else { Outcome::Unknown },
            expanded,
            time_s: expanded as f64,
            ..Record::default()
        };
        let contender = |label: &str| Contender {
            label: label.to_owned(),
            spec: String::new(),
            objective: hakooshi::Objective::Pushes,
        };
        Comparison {
            contenders: vec![contender("a"), contender("b")],
            trials: vec![
                Some(trial("a", true, 10)),
                Some(trial("b", true, 30)),
                Some(trial("a", true, 1000)),
                Some(trial("b", false, 7)),
            ],
            against,
        }
    }

    #[test]
    fn ratios_are_over_common_levels_only() {
        let summaries = example(Against::FirstOfAll).summaries();
        assert_eq!((summaries[0].solved, summaries[1].solved), (2, 1));
        assert_eq!(summaries[1].expanded_times, Some(3.0), "not (30 + 7) / (10 + 1000)");
        assert_eq!(summaries[1].compared_on, 1);
        assert_eq!(summaries[1].all.get("expanded"), Some(&37.0));
        assert_eq!(summaries[1].common.get("expanded"), Some(&30.0));
    }
}
