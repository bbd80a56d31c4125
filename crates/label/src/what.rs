//! Which labels are asked for, and the columns they make.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;

use crate::Label;

/// The labels that can be asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "any of them can be asked for")]
pub struct What {
    /// The fewest pushes.
    pub pushes: bool,
    /// The fewest moves.
    pub moves: bool,
    /// The fewest moves with the fewest pushes, and the other way round.
    pub both: bool,
    /// With which steps, and with which pushes, a best solution can begin.
    pub first_actions: bool,
    /// The fewest moves after each step.
    pub cost_to_go: bool,
}

/// A label's name on the command line, and what it is.
pub const LABELS: [(&str, &str); 6] = [
    ("solvable", "whether there is a solution; always written"),
    ("pushes", "the fewest pushes"),
    ("moves", "the fewest moves"),
    ("both", "pushes and moves, each with the fewest of the other among equal solutions"),
    ("first-actions", "the steps, and the pushes, with which a best solution can begin"),
    ("cost-to-go", "the fewest moves that remain after a step in each direction"),
];

/// A word that names no label.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "there is no label {0:?}; there are: solvable, pushes, moves, both, first-actions, cost-to-go"
)]
pub struct UnknownLabel(pub String);

/// Names separated by commas.
impl FromStr for What {
    type Err = UnknownLabel;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut what = Self::default();
        for word in text.split(',').map(str::trim) {
            match word {
                "solvable" => {}
                "pushes" => what.pushes = true,
                "moves" => what.moves = true,
                "both" => what.both = true,
                "first-actions" => what.first_actions = true,
                "cost-to-go" => what.cost_to_go = true,
                _ => return Err(UnknownLabel(word.to_owned())),
            }
        }
        Ok(what)
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("solvable")?;
        let asked = [self.pushes, self.moves, self.both, self.first_actions, self.cost_to_go];
        for ((name, _), _) in LABELS[1..].iter().zip(asked).filter(|(_, asked)| *asked) {
            write!(f, ",{name}")?;
        }
        Ok(())
    }
}

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// True or false.
    Bool,
    /// A count; −1 where there is no solution.
    Count,
    /// Text.
    Text,
}

/// A value of a label; null if it is not known or does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// Not known, or there is none.
    Null,
    /// Of a [`Kind::Bool`] column.
    Bool(bool),
    /// Of a [`Kind::Count`] column.
    Count(i32),
    /// Of a [`Kind::Text`] column.
    Text(String),
}

impl From<Option<u32>> for Value {
    fn from(count: Option<u32>) -> Self {
        count.and_then(|it| i32::try_from(it).ok()).map_or(Self::Null, Self::Count)
    }
}

impl From<Option<i32>> for Value {
    fn from(count: Option<i32>) -> Self {
        count.map_or(Self::Null, Self::Count)
    }
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Self {
        text.map_or(Self::Null, Self::Text)
    }
}

/// A column of labels.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
    /// Its value in a label.
    pub value: fn(&Label) -> Value,
}

impl What {
    /// The columns of these labels, in order.
    pub fn columns(self) -> Vec<Column> {
        let count = |name, value| Column { name, kind: Kind::Count, value };
        let text = |name, value| Column { name, kind: Kind::Text, value };
        let mut columns = vec![Column {
            name: "solvable",
            kind: Kind::Bool,
            value: |it| it.solvable.map_or(Value::Null, Value::Bool),
        }];
        if self.pushes || self.both {
            columns.push(count("pushes", |it| it.pushes.into()));
        }
        if self.both {
            columns.push(count("pushes_moves", |it| it.pushes_moves.into()));
        }
        if self.moves || self.both {
            columns.push(count("moves", |it| it.moves.into()));
        }
        if self.both {
            columns.push(count("moves_pushes", |it| it.moves_pushes.into()));
        }
        if self.first_actions {
            columns.push(text("first_moves", |it| it.first_moves.clone().into()));
            columns.push(text("first_pushes", |it| it.first_pushes.clone().into()));
        }
        if self.cost_to_go {
            columns.extend([
                count("moves_after_up", |it| it.moves_after[0].into()),
                count("moves_after_down", |it| it.moves_after[1].into()),
                count("moves_after_left", |it| it.moves_after[2].into()),
                count("moves_after_right", |it| it.moves_after[3].into()),
            ]);
        }
        columns.push(text("stop", |it| it.stop.map(|stop| stop.name().to_owned()).into()));
        columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for (name, _) in LABELS {
            let what: What = name.parse().expect("a label");
            assert!(what.to_string().contains(name), "{what}");
            assert_eq!(what.to_string().parse(), Ok(what));
        }
        let all: What =
            "pushes,moves,both, first-actions,cost-to-go,solvable".parse().expect("all");
        assert_eq!(all.columns().len(), 12);
        let error = "push".parse::<What>().expect_err("no label");
        assert!(error.to_string().contains("first-actions"));
    }
}
