//! The tables of a report.

use std::collections::HashMap;

use hakooshi::Record;

use super::results::{ends, lengths, others};
use super::{Data, jq};
use crate::{Table, Value};

/// A table with its heading, what to know about it, and how to compute it.
#[derive(Clone, Debug)]
pub struct Section {
    /// A word for links.
    pub id: &'static str,
    /// The heading.
    pub title: &'static str,
    /// What to know when reading it.
    pub text: String,
    /// The numbers.
    pub table: Table,
    /// The program for `jq -sc` that computes them from the records: an array for each row.
    pub jq: String,
}

/// The tables: against this competitor, and with the fewest pushes known from elsewhere, by level id.
#[expect(clippy::implicit_hasher, reason = "the map is that of best_of")]
pub fn sections(data: &Data, baseline: usize, best: &HashMap<String, u32>) -> Vec<Section> {
    if data.names.is_empty() {
        return Vec::new();
    }
    vec![
        coverage(data),
        effort(data),
        against(data, baseline),
        others(data),
        lengths(data, best),
        ends(data),
    ]
}

pub(super) fn start(data: &Data, first: &[(&str, &str)]) -> Table {
    let mut table = Table::default();
    table.words("engine");
    if data.has_several_limits() {
        table.numbers("limit", "limit (s)");
    }
    for (name, title) in first {
        table.numbers(name, title);
    }
    table
}

/// The cells that say who a row is of.
pub(super) fn who(data: &Data, name: usize) -> Vec<Value> {
    let mut row = vec![Value::text(data.names[name].label.clone())];
    if data.has_several_limits() {
        row.push(data.names[name].limit.map_or(Value::Missing, |it| Value::Real(it, decimals(it))));
    }
    row
}

fn decimals(value: f64) -> usize {
    usize::from(value.fract() != 0.0)
}

pub(super) fn count(value: usize) -> Value {
    Value::Count(value as u64)
}

fn coverage(data: &Data) -> Section {
    let mut table = start(data, &[]);
    for set in &data.sets {
        let levels = data.levels.iter().filter(|it| it.set == *set).count();
        table.numbers(set, &format!("{set} ({levels})"));
    }
    table.numbers("all", &format!("all ({})", data.levels.len()));
    for name in 0..data.names.len() {
        let mut row = who(data, name);
        let cell = |in_set: &dyn Fn(usize) -> bool| {
            let own: Vec<usize> =
                data.column(name).map(|(level, _)| level).filter(|&it| in_set(it)).collect();
            let solved = own.iter().filter(|&&level| data.has_solved(level, name)).count();
            let levels = (0..data.levels.len()).filter(|&it| in_set(it)).count();
            match own.len() {
                0 => Value::Missing,
                given if given < levels => Value::text(format!("{solved} of {given}")),
                _ => count(solved),
            }
        };
        for set in &data.sets {
            row.push(cell(&|level| data.levels[level].set == *set));
        }
        row.push(cell(&|_| true));
        table.rows.push(row);
    }
    let best: Vec<Value> = data
        .sets
        .iter()
        .map(Some)
        .chain([None])
        .map(|set| {
            let solved = |level: &usize| {
                set.is_none_or(|set| data.levels[*level].set == *set)
                    && (0..data.names.len()).any(|name| data.has_solved(*level, name))
            };
            count((0..data.levels.len()).filter(solved).count())
        })
        .collect();
    let mut row = vec![Value::text("any of them")];
    if data.has_several_limits() {
        row.push(Value::Missing);
    }
    row.extend(best);
    table.totals.push(row);
    let text = "Levels solved in each set. The last row counts levels that at least one competitor \
                solved, which is what the best choice for each level would reach.";
    Section {
        id: "coverage",
        title: "Levels solved",
        text: text.to_owned(),
        table,
        jq: jq::coverage(),
    }
}

fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        odd if odd % 2 == 1 => Some(values[middle]),
        _ => Some(f64::midpoint(values[middle - 1], values[middle])),
    }
}

/// Whether a competitor counts nodes at all, as other programs do not.
fn counts_nodes(data: &Data, name: usize) -> bool {
    data.column(name).any(|(_, trial)| trial.record.expanded > 0)
}

fn effort(data: &Data) -> Section {
    let all: Vec<usize> = (0..data.names.len()).collect();
    // One that solves nothing would leave no level in common.
    let able: Vec<usize> =
        all.iter().copied().filter(|&name| !data.common(&[name]).is_empty()).collect();
    let common = if able.is_empty() { Vec::new() } else { data.common(&able) };
    let mut table = start(
        data,
        &[
            ("solved", "solved"),
            ("alone", "only by it"),
            ("common", "common"),
            ("time", "time"),
            ("time_median", "median time"),
            ("nodes", "nodes"),
            ("nodes_median", "median nodes"),
        ],
    );
    for &name in &all {
        let solved = data.common(&[name]);
        let is_alone = |&&level: &&usize| {
            all.iter().all(|&other| other == name || !data.has_solved(level, other))
        };
        let of = |read: fn(&Record) -> f64| -> Vec<f64> {
            let records = common.iter().filter_map(|&level| data.trial(level, name));
            records.map(|trial| read(&trial.record)).collect()
        };
        let mut row = who(data, name);
        row.extend([count(solved.len()), count(solved.iter().filter(is_alone).count())]);
        if solved.is_empty() || common.is_empty() {
            row.extend([const { Value::Missing }; 5]);
            table.rows.push(row);
            continue;
        }
        let (mut times, mut nodes) = (of(|it| it.time_s), of(|it| it.expanded as f64));
        row.extend([
            count(common.len()),
            Value::Seconds(times.iter().fold(0.0, |sum, it| sum + it)),
        ]);
        row.push(median(&mut times).map_or(Value::Missing, Value::Seconds));
        if counts_nodes(data, name) {
            row.push(Value::Count(nodes.iter().sum::<f64>() as u64));
            row.push(median(&mut nodes).map_or(Value::Missing, |it| Value::Real(it, decimals(it))));
        } else {
            row.extend([Value::Missing, Value::Missing]);
        }
        table.rows.push(row);
    }
    let text = format!(
        "Time and nodes are over the {} of {} levels that all {} solved: sums over other levels would favour \
         one that gives up early. “Only by it” counts levels that no other solved.",
        common.len(),
        data.levels.len(),
        if able.len() < all.len() { "competitors that solved any" } else { "competitors" }
    );
    Section { id: "effort", title: "Effort on common levels", text, table, jq: jq::effort() }
}

fn against(data: &Data, baseline: usize) -> Section {
    let mut table = start(
        data,
        &[
            ("both", "both"),
            ("lost", "only baseline"),
            ("won", "only it"),
            ("time_ratio", "time×"),
            ("node_ratio", "nodes×"),
        ],
    );
    for name in 0..data.names.len() {
        let given: Vec<usize> = (0..data.levels.len())
            .filter(|&it| data.trial(it, name).is_some() && data.trial(it, baseline).is_some())
            .collect();
        let (mut both, mut lost, mut won) = (Vec::new(), 0, 0);
        for &level in &given {
            match (data.has_solved(level, baseline), data.has_solved(level, name)) {
                (true, true) => both.push(level),
                (true, false) => lost += 1,
                (false, true) => won += 1,
                (false, false) => {}
            }
        }
        let ratio = |read: fn(&Record) -> f64| {
            let values = both.iter().filter_map(|&level| {
                let value = |name| data.trial(level, name).map(|it| read(&it.record));
                let (mine, base) = (value(name)?, value(baseline)?);
                (mine > 0.0 && base > 0.0).then(|| (mine / base).ln())
            });
            let values: Vec<f64> = values.collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            if values.is_empty() { Value::Missing } else { Value::Times(mean.exp()) }
        };
        let mut row = who(data, name);
        row.extend([count(both.len()), count(lost), count(won)]);
        row.extend([ratio(|it| it.time_s), ratio(|it| it.expanded as f64)]);
        table.rows.push(row);
    }
    let base = &data.names[baseline];
    let text = format!(
        "Each competitor and {} on the levels that both were given: solved by both, by one of them only, and \
         the geometric mean of the ratios of time and nodes on the levels that both solved. Below 1 is \
         better than the baseline.",
        data.shown(baseline)
    );
    let jq = jq::against(&base.label, base.limit);
    Section { id: "against", title: "Against the baseline", text, table, jq }
}

#[cfg(test)]
pub(crate) mod tests {
    use hakooshi::ErrorKind;

    use super::super::data::tests::trial;
    use super::*;

    pub(crate) fn example() -> Data {
        let mut wrong = trial("c", "X", 1, None, 0);
        wrong.record.error_kind = Some(ErrorKind::Wrong);
        Data::new(vec![
            trial("a", "X", 1, Some(4), 100),
            trial("b", "X", 1, Some(6), 400),
            wrong,
            trial("a", "X", 2, Some(5), 100),
            trial("b", "X", 2, None, 900),
            trial("a", "Y", 1, Some(8), 50),
            trial("b", "Y", 1, Some(8), 50),
        ])
    }

    pub(crate) fn row(section: &Section, number: usize) -> Vec<String> {
        section.table.rows[number].iter().map(Value::plain).collect()
    }

    #[test]
    fn coverage_says_how_many_were_given() {
        let section = coverage(&example());
        assert_eq!(section.table.headings[1].title, "X (2)");
        assert_eq!(row(&section, 0), ["a", "2", "1", "3"]);
        assert_eq!(row(&section, 2), ["c", "0 of 1", "", "0 of 1"]);
        assert_eq!(section.table.totals[0][3], Value::Count(3));
    }

    #[test]
    fn one_that_solves_nothing_does_not_empty_the_table_of_effort() {
        let section = effort(&example());
        assert_eq!(row(&section, 0)[..5], ["a", "3", "1", "2", "1.500000"].map(str::to_owned));
        assert_eq!(row(&section, 2), ["c", "0", "0", "", "", "", "", ""]);
    }

    #[test]
    fn the_middle_of_an_even_number_is_between_two() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0, 10.0]), Some(2.5));
        assert_eq!(median(&mut []), None);
    }

    #[test]
    fn the_baseline_is_compared_on_what_both_solved() {
        let section = against(&example(), 0);
        assert_eq!(row(&section, 1), ["b", "2", "1", "0", "2.0000", "2.0000"]);
        assert_eq!(row(&section, 2), ["c", "0", "1", "0", "", ""]);
    }
}
