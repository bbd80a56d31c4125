//! The attributes by which trials are compared: how each is read from a trial, and how it is aggregated.
//!
//! Sums of effort are comparable only over levels that every engine solved, because an engine that gives
//! up early expands little. This table says for which attributes that holds.

use hakooshi::Record;

use crate::Value;

/// How the values of several trials are aggregated.
#[derive(Clone, Copy, Debug)]
pub enum Fold {
    /// Added up.
    Sum,
    /// The largest.
    Most,
    /// The arithmetic mean of those that have one.
    Mean,
    /// The sum of the first over the sum of the second.
    Quotient(fn(&Record) -> u64, fn(&Record) -> u64),
}

/// An attribute of a trial; smaller is better for all of them.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// The name in options, CSV and JSON.
    pub name: &'static str,
    /// The heading of its column.
    pub title: &'static str,
    /// Whether it has a column by default.
    pub is_usual: bool,
    /// How values are aggregated.
    pub fold: Fold,
    /// Its value in a trial, if it has one.
    pub read: fn(&Record) -> Option<f64>,
    /// The value as a cell of a table.
    pub show: fn(f64) -> Value,
}

/// Every attribute, in the order of the columns.
pub static ATTRIBUTES: &[Attribute] = &[
    sum("expanded", true, |trial| Some(trial.expanded as f64)),
    sum("generated", true, |trial| Some(trial.generated as f64)),
    sum("duplicates", true, |trial| Some(trial.duplicates as f64)),
    sum("deadlocks", true, |trial| Some(trial.deadlocks.values().sum::<u64>() as f64)),
    sum("stored", false, |trial| Some(trial.stored as f64)),
    Attribute {
        name: "most_open",
        title: "most open",
        is_usual: true,
        fold: Fold::Most,
        read: |trial| Some(trial.most_open as f64),
        show: whole,
    },
    Attribute {
        name: "branching",
        title: "branching",
        is_usual: true,
        fold: Fold::Mean,
        read: |trial| trial.branching,
        show: |value| Value::Real(value, 3),
    },
    Attribute {
        name: "depth",
        title: "depth",
        is_usual: true,
        fold: Fold::Mean,
        read: |trial| trial.depth.map(f64::from),
        show: |value| Value::Real(value, usize::from(value.fract() != 0.0)),
    },
    sum("pushes", true, |trial| trial.counts.pushes.map(f64::from)),
    sum("moves", true, |trial| trial.counts.moves.map(f64::from)),
    Attribute {
        name: "time",
        title: "time",
        is_usual: true,
        fold: Fold::Sum,
        read: |trial| Some(trial.time_s),
        show: Value::Seconds,
    },
    Attribute {
        name: "memory",
        title: "memory",
        is_usual: true,
        fold: Fold::Most,
        read: |trial| Some(trial.peak_memory as f64),
        show: |value| Value::Bytes(value as u64),
    },
    Attribute {
        name: "bytes_per_state",
        title: "B/state",
        is_usual: true,
        fold: Fold::Quotient(|trial| trial.peak_memory, |trial| trial.stored),
        read: |trial| trial.bytes_per_state,
        show: |value| Value::Real(value, 1),
    },
];

/// A count that is added up.
const fn sum(name: &'static str, is_usual: bool, read: fn(&Record) -> Option<f64>) -> Attribute {
    Attribute { name, title: name, is_usual, fold: Fold::Sum, read, show: whole }
}

fn whole(value: f64) -> Value {
    Value::Count(value as u64)
}

impl Attribute {
    /// The attribute with this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        ATTRIBUTES.iter().find(|attribute| attribute.name == name)
    }

    /// The aggregate over trials; `None` if none of them has a value.
    pub fn over<'a>(&self, trials: impl IntoIterator<Item = &'a Record>) -> Option<f64> {
        let trials: Vec<&Record> =
            trials.into_iter().filter(|trial| (self.read)(trial).is_some()).collect();
        if trials.is_empty() {
            return None;
        }
        let values: Vec<f64> = trials.iter().filter_map(|trial| (self.read)(trial)).collect();
        let sum: f64 = values.iter().sum();
        Some(match self.fold {
            Fold::Sum => sum,
            Fold::Most => values.iter().copied().fold(0.0, f64::max),
            Fold::Mean => sum / values.len() as f64,
            Fold::Quotient(over, under) => {
                let total =
                    |read: fn(&Record) -> u64| trials.iter().map(|it| read(it)).sum::<u64>();
                total(over) as f64 / total(under).max(1) as f64
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_become_one() {
        let trial =
            |expanded, most_open, depth| Record { depth, expanded, most_open, ..Record::default() };
        let trials = [trial(3, 9, Some(4)), trial(5, 2, None), trial(1, 4, Some(5))];
        let over = |name| Attribute::find(name).and_then(|it| it.over(&trials));
        assert_eq!(over("expanded"), Some(9.0));
        assert_eq!(over("most_open"), Some(9.0));
        assert_eq!(over("depth"), Some(4.5), "the trial without a depth does not count");
        assert_eq!(over("branching"), None);
        assert_eq!(over("bytes_per_state"), None);
        let trial = |peak_memory, stored| Record {
            peak_memory,
            stored,
            bytes_per_state: Some(peak_memory as f64 / stored as f64),
            ..Record::default()
        };
        let trials = [trial(1000, 1), trial(8000, 899)];
        let bytes = Attribute::find("bytes_per_state").and_then(|it| it.over(&trials));
        assert_eq!(bytes, Some(10.0), "small searches do not weigh as much as large ones");
    }
}
