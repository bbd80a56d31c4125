//! What trials are compared by, one line each: how it is read from a trial, and how it is put
//! together over many.
//!
//! Sums of effort are fair only over levels that everyone solved: whoever gives up early has
//! expanded little. Which attributes that concerns is said here, once.

use crate::{Trial, Value};

/// How the values of many trials become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Added up.
    Sum,
    /// The largest.
    Most,
    /// The arithmetic mean of those that have one.
    Mean,
}

/// Something a trial is judged by; smaller is better for all of them.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// The name in options, CSV and JSON.
    pub name: &'static str,
    /// The heading of its column.
    pub title: &'static str,
    /// How many values become one.
    pub fold: Fold,
    /// What it is in a trial; `None` if it has none.
    pub read: fn(&Trial) -> Option<f64>,
    /// The value as a cell of a table.
    pub show: fn(f64) -> Value,
}

/// Every attribute, in the order of the columns.
pub static ATTRIBUTES: &[Attribute] = &[
    sum("expanded", |trial| Some(trial.expanded as f64)),
    sum("generated", |trial| Some(trial.generated as f64)),
    sum("duplicates", |trial| Some(trial.duplicates as f64)),
    sum("deadlocks", |trial| Some(trial.deadlocks.values().sum::<u64>() as f64)),
    sum("stored", |trial| Some(trial.stored as f64)),
    Attribute {
        name: "most_open",
        title: "most open",
        fold: Fold::Most,
        read: |trial| Some(trial.most_open as f64),
        show: whole,
    },
    Attribute {
        name: "branching",
        title: "branching",
        fold: Fold::Mean,
        read: |trial| trial.branching,
        show: |value| Value::Real(value, 3),
    },
    Attribute {
        name: "depth",
        title: "depth",
        fold: Fold::Mean,
        read: |trial| trial.depth.map(f64::from),
        show: |value| Value::Real(value, usize::from(value.fract() != 0.0)),
    },
    sum("pushes", |trial| trial.pushes.map(f64::from)),
    Attribute {
        name: "time",
        title: "time",
        fold: Fold::Sum,
        read: |trial| Some(trial.time_s),
        show: Value::Seconds,
    },
    Attribute {
        name: "memory",
        title: "memory",
        fold: Fold::Most,
        read: |trial| Some(trial.peak_memory as f64),
        show: |value| Value::Bytes(value as u64),
    },
    Attribute {
        name: "bytes_per_state",
        title: "B/state",
        fold: Fold::Mean,
        read: |trial| trial.bytes_per_state,
        show: |value| Value::Real(value, 1),
    },
];

/// A count that is added up.
const fn sum(name: &'static str, read: fn(&Trial) -> Option<f64>) -> Attribute {
    Attribute { name, title: name, fold: Fold::Sum, read, show: whole }
}

fn whole(value: f64) -> Value {
    Value::Count(value as u64)
}

impl Attribute {
    /// The attribute with this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        ATTRIBUTES.iter().find(|attribute| attribute.name == name)
    }

    /// The value of many trials together; `None` if none of them has one.
    pub fn over<'a>(&self, trials: impl IntoIterator<Item = &'a Trial>) -> Option<f64> {
        let values: Vec<f64> = trials.into_iter().filter_map(self.read).collect();
        if values.is_empty() {
            return None;
        }
        let sum: f64 = values.iter().sum();
        Some(match self.fold {
            Fold::Sum => sum,
            Fold::Most => values.iter().copied().fold(0.0, f64::max),
            Fold::Mean => sum / values.len() as f64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_become_one() {
        let trial = |expanded, most_open, depth| Trial {
            expanded,
            most_open,
            depth,
            ..Trial::default()
        };
        let trials = [trial(3, 9, Some(4)), trial(5, 2, None), trial(1, 4, Some(5))];
        let over = |name| Attribute::find(name).and_then(|it| it.over(&trials));
        assert_eq!(over("expanded"), Some(9.0));
        assert_eq!(over("most_open"), Some(9.0));
        assert_eq!(over("depth"), Some(4.5), "the trial without a depth does not count");
        assert_eq!(over("branching"), None);
    }
}
