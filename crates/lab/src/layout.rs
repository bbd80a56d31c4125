//! Tables of trials: a row per engine, a row per level and engine, or levels against engines as in the
//! reports. Each table states over which levels its numbers are.

use std::collections::BTreeMap;

use hakooshi::Record;

use crate::comparison::count_deadlocks;
use crate::{ATTRIBUTES, Against, Attribute, Comparison, Suite, Summary, Table, Value};

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

    /// Levels against engines: a row per level and attribute, under the title given, and a column
    /// per engine. Only what was solved has a value. Where a suite has figures for these levels,
    /// they stand beside ours.
    pub fn pivot(&self, attributes: &[(&str, &Attribute)], suite: Option<&Suite>) -> Table {
        let suite = suite.filter(|suite| (0..self.levels()).any(|it| self.is_in(suite, it)));
        let mut table = Table::default();
        let several = attributes.len() > 1;
        table.words("level");
        if several {
            table.words("attribute");
        }
        for (engine, contender) in self.contenders.iter().enumerate() {
            if suite.is_some_and(|suite| suite.has_figures(engine)) {
                let title = format!("{} (report)", contender.label);
                table.numbers(&title, &title);
            }
            table.numbers(&contender.label, &contender.label);
        }
        let row = |name: &str, attribute: &str, values: Vec<Value>| {
            let attribute = several.then(|| Value::text(attribute));
            std::iter::once(Value::text(name)).chain(attribute).chain(values).collect()
        };
        for level in 0..self.levels() {
            let name = self.row(level).iter().flatten().next().map_or(String::new(), Record::name);
            for (place, &(title, it)) in attributes.iter().enumerate() {
                let values = self.solved_values(level, it);
                let report = |engine| self.figure(suite?, level, place, engine);
                table.rows.push(row(&name, title, beside(suite, values, report, it.show)));
            }
        }
        self.pivot_totals(&mut table, attributes, suite, &row);
        let names: Vec<&str> = attributes.iter().map(|&(title, _)| title).collect();
        table.notes.push(format!(
            "The numbers are {}; a dash is a level that was not solved within the limits. Every engine \
             solved {} of the {} levels: only over these common ones can totals be compared.",
            names.join(", "),
            self.common_to_all().len(),
            self.levels()
        ));
        table
    }

    fn pivot_totals(
        &self,
        table: &mut Table,
        attributes: &[(&str, &Attribute)],
        suite: Option<&Suite>,
        row: &impl Fn(&str, &str, Vec<Value>) -> Vec<Value>,
    ) {
        let engines = 0..self.contenders.len();
        let own: Vec<Vec<usize>> = engines.clone().map(|it| self.common(&[it])).collect();
        let common = self.common_to_all();
        let shared = vec![common; own.len()];
        let levels: Vec<usize> = (0..self.levels()).collect();
        let told = |engine: usize, place: usize, of: &[usize]| {
            let figure = |&level: &usize| self.figure(suite?, level, place, engine);
            of.iter().filter_map(figure).collect::<Vec<f64>>()
        };
        let solved = own.iter().map(|levels| Value::Count(levels.len() as u64)).collect();
        let reported = |engine| Some(told(engine, 0, &levels).len() as f64);
        let count = |value| Value::Count(value as u64);
        table.totals.push(row("levels solved", "", beside(suite, solved, reported, count)));
        for (place, &(title, it)) in attributes.iter().enumerate() {
            for (name, levels_of) in [("total, its own", &own), ("total, common", &shared)] {
                let values = engines.clone().map(|engine| {
                    let value = self.over(it, engine, &levels_of[engine]);
                    value.map_or(Value::Missing, it.show)
                });
                let all = name == "total, its own";
                let reported = |engine: usize| {
                    let of = if all { &levels } else { &levels_of[engine] };
                    let values = told(engine, place, of);
                    // A sum that leaves levels out would not be the sum it is called.
                    let whole = all || values.len() == of.len();
                    (whole && !values.is_empty()).then(|| values.iter().sum())
                };
                let values = beside(suite, values.collect(), reported, it.show);
                table.totals.push(row(name, title, values));
            }
        }
    }

    /// Whether a suite has figures for a level.
    fn is_in(&self, suite: &Suite, level: usize) -> bool {
        let id = self.row(level).iter().flatten().next().and_then(|it| it.id.as_deref());
        id.is_some_and(|id| suite.figure(id, 0, 0).is_some())
    }

    /// What a suite says of a level, if it was solved there.
    fn figure(&self, suite: &Suite, level: usize, row: usize, engine: usize) -> Option<f64> {
        let id = self.row(level).iter().flatten().next()?.id.as_deref()?;
        suite.figure(id, row, engine)?
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

/// The values of the engines, each after the report's if that has a column for it.
fn beside(
    suite: Option<&Suite>,
    ours: Vec<Value>,
    report: impl Fn(usize) -> Option<f64>,
    show: fn(f64) -> Value,
) -> Vec<Value> {
    let mut row = Vec::new();
    for (engine, value) in ours.into_iter().enumerate() {
        if suite.is_some_and(|suite| suite.has_figures(engine)) {
            row.push(report(engine).map_or(Value::Missing, show));
        }
        row.push(value);
    }
    row
}

const FOLDS: &str = "Most open and memory: maximum; branching and depth: mean; B/state: over all states stored; all \
     others: sum.";

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
            let tables = [
                comparison.by_engine(),
                comparison.by_level(),
                comparison.pivot(&[("expanded", attribute)], None),
            ];
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
        let expanded = Attribute::find("expanded").expect("one");
        let pivot = example(Against::FirstOfAll).pivot(&[("expanded", expanded)], None);
        assert_eq!(pivot.rows[1][1..], [Value::Count(1000), Value::Missing]);
        assert_eq!(pivot.totals[0][1..], [Value::Count(2), Value::Count(1)]);
        assert_eq!(pivot.totals[1][1..], [Value::Count(1010), Value::Count(30)]);
        assert_eq!(pivot.totals[2][1..], [Value::Count(10), Value::Count(30)]);
    }

    #[test]
    fn the_figures_of_a_report_stand_beside_ours() {
        let suite = Suite::find("kth").expect("a suite");
        let mut comparison = example(Against::FirstOfAll);
        let rows = suite.attributes();
        assert_eq!(comparison.pivot(&rows, Some(suite)).headings.len(), 4, "levels it has not");
        for trial in comparison.trials[2..].iter_mut().flatten() {
            trial.id = Some("7d882e108204f759dcda61091908feba".to_owned());
        }
        let table = comparison.pivot(&rows, Some(suite));
        let titles: Vec<&str> = table.headings.iter().map(|it| it.title.as_str()).collect();
        assert_eq!(titles[2..], ["a (report)", "a", "b (report)", "b"]);
        assert_eq!(table.rows[0][2], Value::Missing, "the first level is not in the report");
        let expanded = &table.rows[6];
        assert_eq!(expanded[1], Value::text("expanded nodes"));
        assert_eq!(expanded[2..5], [Value::Missing, Value::Count(1000), Value::Count(64_232)]);
        assert!(table.totals.iter().all(|row| row.len() == titles.len()));
    }
}
