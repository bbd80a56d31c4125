//! Trials laid out: a row per engine, a row per level and engine, or levels against engines
//! as in the tables of the reports. Each table says what its numbers are over.

use std::collections::BTreeMap;

use hakooshi::Record;

use crate::comparison::count_deadlocks;
use crate::{ATTRIBUTES, Against, Attribute, Comparison, Summary, Table, Value};

impl Comparison {
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
        let levels = if levels == 1 { "the level" } else { &format!("all {levels} levels") };
        let counts = format!("Solved, optimal and counts are over {levels} given");
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
                Value::text(trial.name()),
                Value::text(trial.label.as_deref().unwrap_or(&trial.engine)),
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
            let name = self.row(level).iter().flatten().next().map_or(String::new(), Record::name);
            for it in attributes {
                table.rows.push(row(&name, it.title, self.solved_values(level, it)));
            }
        }
        let engines = 0..self.contenders.len();
        let own: Vec<Vec<usize>> = engines.clone().map(|it| self.common(&[it])).collect();
        let solved = own.iter().map(|levels| Value::Count(levels.len() as u64)).collect();
        table.totals.push(row("levels solved", "", solved));
        let common = self.common_to_all();
        let shared = vec![common.clone(); own.len()];
        for it in attributes {
            for (name, levels) in [("total, its own", &own), ("total, common", &shared)] {
                let values = engines.clone().map(|engine| {
                    let value = self.over(it, engine, &levels[engine]);
                    value.map_or(Value::Missing, it.show)
                });
                table.totals.push(row(name, it.title, values.collect()));
            }
        }
        let names: Vec<&str> = attributes.iter().map(|it| it.title).collect();
        table.notes.push(format!(
            "The numbers are {}; a dash is a level that was not solved within the limits. Every engine \
             solved {} of the {} levels: only over these common ones can totals be compared.",
            names.join(", "),
            common.len(),
            self.levels()
        ));
        table
    }

    /// The trials of one level.
    fn row(&self, level: usize) -> &[Option<Record>] {
        let engines = self.contenders.len();
        &self.trials[level * engines..(level + 1) * engines]
    }

    /// The attribute of each engine that solved the level.
    fn solved_values(&self, level: usize, attribute: &Attribute) -> Vec<Value> {
        let value = |trial: &Option<Record>| {
            let solved = trial.as_ref().filter(|trial| trial.is_solved());
            solved.and_then(attribute.read).map_or(Value::Missing, attribute.show)
        };
        self.row(level).iter().map(value).collect()
    }
}

const FOLDS: &str = "Most open and memory are the largest, branching and depth means, B/state is over all states \
     stored, the rest sums.";

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
            let is_told = !deadlocks.is_empty();
            if is_told { Value::Counts(deadlocks.clone()) } else { (it.show)(total) }
        }
        Some(total) => (it.show)(total),
    };
    ATTRIBUTES.iter().filter(|it| it.is_usual).map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::tests::example;

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
