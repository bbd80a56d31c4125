//! Trials laid out: a row per engine, a row per level and engine, or levels against engines
//! as in the tables of the reports.
//!
//! How many levels an engine solved is counted over all of them. How much more or less one
//! engine does than another is told only over levels that both solved (all engines, in a plain
//! comparison), and every table says over how many: whoever gives up early looks quick.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{ATTRIBUTES, Attribute, Contender, Table, Trial, Value};

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
    pub trials: Vec<Option<Trial>>,
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
    /// Levels whose solution it proved to be optimal.
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
    pub solved_difference: i64,
    /// Positions expanded, in times of what it is measured against.
    pub expanded_times: Option<f64>,
    /// Time, in times of what it is measured against.
    pub time_times: Option<f64>,
}

impl Comparison {
    /// The trials of one engine, with the number of the level.
    fn column(&self, contender: usize) -> impl Iterator<Item = (usize, &Trial)> {
        let engines = self.contenders.len().max(1);
        let column = self.trials.iter().skip(contender).step_by(engines);
        column.enumerate().filter_map(|(level, trial)| Some((level, trial.as_ref()?)))
    }

    fn has_solved(&self, level: usize, contender: usize) -> bool {
        let trial = self.trials.get(level * self.contenders.len() + contender);
        trial.is_some_and(|trial| trial.as_ref().is_some_and(Trial::is_solved))
    }

    fn levels(&self) -> usize {
        self.trials.len() / self.contenders.len().max(1)
    }

    /// Levels that all of these engines solved.
    fn common(&self, contenders: &[usize]) -> Vec<usize> {
        let all = |level: &usize| contenders.iter().all(|&it| self.has_solved(*level, it));
        (0..self.levels()).filter(all).collect()
    }

    /// Levels that every engine solved.
    pub fn common_to_all(&self) -> Vec<usize> {
        self.common(&(0..self.contenders.len()).collect::<Vec<_>>())
    }

    fn over(&self, attribute: &Attribute, contender: usize, levels: &[usize]) -> Option<f64> {
        let column = self.column(contender).filter(|(level, _)| levels.contains(level));
        attribute.over(column.map(|(_, trial)| trial))
    }

    /// Each engine over all levels.
    pub fn summaries(&self) -> Vec<Summary> {
        (0..self.contenders.len()).map(|contender| self.summary(contender)).collect()
    }

    fn summary(&self, contender: usize) -> Summary {
        let Contender { label, spec } = self.contenders[contender].clone();
        let trials: Vec<&Trial> = self.column(contender).map(|(_, trial)| trial).collect();
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
            optimal: trials.iter().filter(|it| it.is_solved() && it.proved).count(),
            unsolvable: trials.iter().filter(|it| it.status == "unsolvable").count(),
            all: values(&all),
            common: values(&common),
            deadlocks: count_deadlocks(trials.iter().copied()),
            compared_on: shared.len(),
            solved_difference: solved(contender) as i64 - solved(other) as i64,
            expanded_times: times("expanded"),
            time_times: times("time"),
        }
    }

    /// A row per engine.
    pub fn by_engine(&self) -> Table {
        let mut table = Table::default();
        table.words("engine");
        table.numbers("solved", "solved");
        table.numbers("optimal", "optimal");
        attribute_columns(&mut table);
        if self.against != Against::FirstOfAll {
            table.numbers("solved_difference", "solved±");
        }
        table.numbers("expanded_times", "nodes×");
        table.numbers("time_times", "time×");
        let summaries = self.summaries();
        table.rows = summaries.iter().map(|summary| self.engine_row(summary)).collect();
        table.totals.push(self.total_row(&summaries, table.headings.len()));
        table.notes.push(self.note());
        table.notes.push(FOLDS.to_owned());
        table
    }

    fn engine_row(&self, summary: &Summary) -> Vec<Value> {
        let mut row = vec![
            Value::text(&summary.engine),
            Value::Count(summary.solved as u64),
            Value::Count(summary.optimal as u64),
        ];
        let value = |it: &Attribute| summary.all.get(it.name).copied();
        row.extend(attribute_cells(value, &summary.deadlocks));
        if self.against != Against::FirstOfAll {
            row.push(Value::Difference(summary.solved_difference));
        }
        let times = [summary.expanded_times, summary.time_times];
        row.extend(times.map(|it| it.map_or(Value::Missing, Value::Times)));
        row
    }

    fn total_row(&self, summaries: &[Summary], width: usize) -> Vec<Value> {
        let count = |read: fn(&Summary) -> usize| {
            Value::Count(summaries.iter().map(read).sum::<usize>() as u64)
        };
        let mut row =
            vec![Value::text("all engines"), count(|it| it.solved), count(|it| it.optimal)];
        let trials = || self.trials.iter().flatten();
        let deadlocks = count_deadlocks(trials());
        row.extend(attribute_cells(|it: &Attribute| it.over(trials()), &deadlocks));
        row.resize(width, Value::Missing);
        row
    }

    fn note(&self) -> String {
        let levels = self.levels();
        let counts = format!("Solved, optimal and counts are over all {levels} levels given");
        match self.against {
            Against::FirstOfAll => format!(
                "{counts}; nodes× and time× are against the first engine, over the {} that every \
                 engine solved.",
                self.common_to_all().len()
            ),
            Against::First => format!(
                "{counts}; solved±, nodes× and time× are against the first row, the last two over \
                 the levels that both solved."
            ),
            Against::Previous => format!(
                "{counts}; solved±, nodes× and time× are against the row before, the last two \
                 over the levels that both solved."
            ),
        }
    }

    /// A row per level and engine.
    pub fn by_level(&self) -> Table {
        let mut table = Table::default();
        table.words("level");
        table.words("engine");
        table.words("result");
        attribute_columns(&mut table);
        for trial in self.trials.iter().flatten() {
            let mut row = vec![
                Value::text(&trial.level),
                Value::text(&trial.engine),
                Value::text(trial.result()),
            ];
            row.extend(attribute_cells(|it: &Attribute| (it.read)(trial), &trial.deadlocks));
            table.rows.push(row);
        }
        let common = self.common_to_all().len();
        for summary in self.summaries() {
            let result = format!("{} solved", summary.solved);
            let mut row =
                vec![Value::text("all levels"), Value::text(&summary.engine), Value::Text(result)];
            let value = |it: &Attribute| summary.all.get(it.name).copied();
            row.extend(attribute_cells(value, &summary.deadlocks));
            table.totals.push(row);
        }
        for summary in self.summaries() {
            let result = format!("{common} solved");
            let mut row = vec![
                Value::text("solved by all"),
                Value::text(&summary.engine),
                Value::Text(result),
            ];
            let value = |it: &Attribute| summary.common.get(it.name).copied();
            row.extend(attribute_cells(value, &BTreeMap::new()));
            table.totals.push(row);
        }
        table.notes.push(FOLDS.to_owned());
        table
    }

    /// Levels against engines: a row per level and attribute, a column per engine. Only what
    /// was solved has a value.
    pub fn pivot(&self, attributes: &[&Attribute]) -> Table {
        let mut table = Table::default();
        let several = attributes.len() > 1;
        table.words("level");
        if several {
            table.words("attribute");
        }
        for contender in &self.contenders {
            table.numbers(&contender.label, &contender.label);
        }
        let row = |name: &str, attribute: &str, values: Vec<Value>| {
            let attribute = several.then(|| Value::text(attribute));
            std::iter::once(Value::text(name)).chain(attribute).chain(values).collect()
        };
        for level in 0..self.levels() {
            let name = self.row(level).iter().flatten().next();
            let name = name.map_or("", |trial| trial.level.as_str());
            for it in attributes {
                table.rows.push(row(name, it.title, self.solved_values(level, it)));
            }
        }
        let engines = 0..self.contenders.len();
        let own: Vec<Vec<usize>> = engines.clone().map(|it| self.common(&[it])).collect();
        let solved = own.iter().map(|levels| Value::Count(levels.len() as u64)).collect();
        table.totals.push(row("levels solved", "", solved));
        let common = self.common_to_all();
        let shared = vec![common.clone(); own.len()];
        for it in attributes {
            for (name, levels) in [("over its own", &own), ("over the common", &shared)] {
                let values = engines.clone().map(|engine| {
                    let value = self.over(it, engine, &levels[engine]);
                    value.map_or(Value::Missing, it.show)
                });
                table.totals.push(row(name, it.title, values.collect()));
            }
        }
        let names: Vec<&str> = attributes.iter().map(|it| it.title).collect();
        table.notes.push(format!(
            "Told is {}; a dash is a level that was not solved within the limits. Every engine \
             solved {} of the {} levels: only over these common ones can totals be compared.",
            names.join(", "),
            common.len(),
            self.levels()
        ));
        table
    }

    /// The trials of one level.
    fn row(&self, level: usize) -> &[Option<Trial>] {
        let engines = self.contenders.len();
        &self.trials[level * engines..(level + 1) * engines]
    }

    /// The attribute of each engine that solved the level.
    fn solved_values(&self, level: usize, attribute: &Attribute) -> Vec<Value> {
        let value = |trial: &Option<Trial>| {
            let solved = trial.as_ref().filter(|trial| trial.is_solved());
            solved.and_then(attribute.read).map_or(Value::Missing, attribute.show)
        };
        self.row(level).iter().map(value).collect()
    }
}

const FOLDS: &str = "Most open and memory are the largest, branching and depth means, B/state is over all states \
     stored, the rest sums.";

/// Deadlocks by test, over these trials.
fn count_deadlocks<'a>(trials: impl Iterator<Item = &'a Trial>) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for (test, count) in trials.flat_map(|trial| &trial.deadlocks) {
        *counts.entry(test.clone()).or_default() += count;
    }
    counts
}

/// The columns of all usual attributes, that of the deadlocks being text.
fn attribute_columns(table: &mut Table) {
    for attribute in ATTRIBUTES.iter().filter(|it| it.is_usual) {
        if attribute.name == "deadlocks" {
            table.words("deadlocks");
        } else {
            table.numbers(attribute.name, attribute.title);
        }
    }
}

fn attribute_cells(
    value: impl Fn(&Attribute) -> Option<f64>,
    deadlocks: &BTreeMap<String, u64>,
) -> Vec<Value> {
    let cell = |it: &Attribute| match value(it) {
        // Sums of no trial at all are nothing, not zero.
        None => Value::Missing,
        Some(total) if it.name == "deadlocks" => {
            let kinds = deadlocks.iter().map(|(test, count)| format!("{test} {count}"));
            let kinds: Vec<String> = kinds.collect();
            Value::Text(if kinds.is_empty() { format!("{total}") } else { kinds.join(" ") })
        }
        Some(total) => (it.show)(total),
    };
    ATTRIBUTES.iter().filter(|it| it.is_usual).map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Engine a solves both levels, b only the first.
    fn example(against: Against) -> Comparison {
        let trial = |engine: &str, solved: bool, expanded| Trial {
            level: "l".to_owned(),
            engine: engine.to_owned(),
            status: if solved { "solved" } else { "unknown" }.to_owned(),
            expanded,
            time_s: expanded as f64,
            ..Trial::default()
        };
        let contender = |label: &str| Contender { label: label.to_owned(), spec: String::new() };
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
        assert_eq!(summaries[1].all["expanded"], 37.0);
        assert_eq!(summaries[1].common["expanded"], 30.0);
    }

    #[test]
    fn tables_are_even_and_say_what_they_are_over() {
        for against in [Against::FirstOfAll, Against::First, Against::Previous] {
            let comparison = example(against);
            let attribute = Attribute::find("expanded").expect("one");
            let tables =
                [comparison.by_engine(), comparison.by_level(), comparison.pivot(&[attribute])];
            for table in tables {
                let rows = table.rows.iter().chain(&table.totals);
                assert!(rows.clone().count() > 2);
                assert!(rows.into_iter().all(|row| row.len() == table.headings.len()));
                assert!(!table.notes.is_empty());
            }
        }
        let note = &example(Against::FirstOfAll).by_engine().notes[0];
        assert!(note.contains("over all 2 levels") && note.contains("over the 1 that"), "{note}");
    }

    #[test]
    fn what_was_not_solved_has_no_value_in_a_pivot() {
        let pivot =
            example(Against::FirstOfAll).pivot(&[Attribute::find("expanded").expect("one")]);
        assert_eq!(pivot.rows[1][1..], [Value::Count(1000), Value::Missing]);
        assert_eq!(pivot.totals[0][1..], [Value::Count(2), Value::Count(1)]);
        assert_eq!(pivot.totals[1][1..], [Value::Count(1010), Value::Count(30)]);
        assert_eq!(pivot.totals[2][1..], [Value::Count(10), Value::Count(30)]);
    }
}
