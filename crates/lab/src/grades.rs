//! The results of programs that are graded: what each made of each level, and the sum.

use hakooshi::{ErrorKind, Record, Stop};

use crate::{Table, Value};

/// How an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// Its moves solve the level.
    Solved,
    /// Its moves do not.
    Wrong,
    /// It was too slow.
    Time,
    /// It needed too much memory.
    Memory,
    /// It crashed.
    Failed,
    /// It ended without an answer.
    NoAnswer,
}

impl Grade {
    /// Every grade.
    pub const ALL: [Self; 6] =
        [Self::Solved, Self::Wrong, Self::Time, Self::Memory, Self::Failed, Self::NoAnswer];

    /// The grade of an attempt.
    pub fn of(record: &Record) -> Self {
        match (record.is_solved(), record.stop, record.error_kind) {
            (true, ..) => Self::Solved,
            (_, Some(Stop::Time), _) => Self::Time,
            (_, Some(Stop::Memory), _) => Self::Memory,
            (_, _, Some(ErrorKind::Wrong)) => Self::Wrong,
            (_, _, Some(_)) => Self::Failed,
            _ => Self::NoAnswer,
        }
    }

    /// The word in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Wrong => "wrong",
            Self::Time => "too slow",
            Self::Memory => "memory",
            Self::Failed => "failed",
            Self::NoAnswer => "no answer",
        }
    }
}

fn label(record: &Record) -> &str {
    record.label.as_deref().unwrap_or_default()
}

/// One row for each program, in the order of their first records.
pub fn grade_sums(records: &[Record]) -> Table {
    let mut table = Table::default();
    table.words("solver");
    table.numbers("levels", "levels");
    for grade in Grade::ALL {
        table.numbers(grade.name(), grade.name());
    }
    for name in ["pushes", "moves", "time"] {
        table.numbers(name, name);
    }
    let mut labels: Vec<&str> = Vec::new();
    for record in records {
        if !labels.contains(&label(record)) {
            labels.push(label(record));
        }
    }
    for name in labels {
        let own: Vec<&Record> = records.iter().filter(|it| label(it) == name).collect();
        let count = |grade| own.iter().filter(|it| Grade::of(it) == grade).count() as u64;
        let sum = |read: fn(&Record) -> Option<u32>| {
            Value::Count(own.iter().filter_map(|it| read(it)).map(u64::from).sum())
        };
        let mut row = vec![Value::text(name), Value::Count(own.len() as u64)];
        row.extend(Grade::ALL.map(|grade| Value::Count(count(grade))));
        row.push(sum(|it| it.counts.pushes));
        row.push(sum(|it| it.counts.moves));
        row.push(Value::Seconds(own.iter().map(|it| it.time_s).sum()));
        table.rows.push(row);
    }
    table.notes.push("Pushes and moves are of the solutions, time is of all levels.".to_owned());
    table
}

/// One row for each program and level.
pub fn grade_rows(records: &[Record]) -> Table {
    let mut table = Table::default();
    for name in ["solver", "level", "title", "result"] {
        table.words(name);
    }
    for name in ["pushes", "moves", "time", "memory"] {
        table.numbers(name, name);
    }
    table.words("remark");
    for record in records {
        let number = |it: Option<u32>| it.map_or(Value::Missing, |it| Value::Count(it.into()));
        let time = Value::Seconds(record.time_s);
        table.rows.push(vec![
            Value::text(label(record)),
            Value::text(record.name()),
            Value::text(record.title.clone().unwrap_or_default()),
            Value::text(Grade::of(record).name()),
            number(record.counts.pushes),
            number(record.counts.moves),
            time,
            Value::Bytes(record.peak_memory),
            Value::text(record.error.clone().unwrap_or_default()),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use hakooshi::Outcome;

    use super::*;

    #[test]
    fn every_end_has_its_grade_and_sums_add_up() {
        let of = |change: fn(&mut Record)| {
            let mut record = Record { label: Some("s".to_owned()), ..Record::default() };
            change(&mut record);
            record
        };
        let records = [
            of(|it| it.status = Outcome::Solved),
            of(|it| it.error_kind = Some(ErrorKind::Wrong)),
            of(|it| it.stop = Some(Stop::Time)),
            of(|it| it.stop = Some(Stop::Memory)),
            of(|it| it.error_kind = Some(ErrorKind::Solver)),
            of(|_| {}),
        ];
        let grades: Vec<Grade> = records.iter().map(Grade::of).collect();
        assert_eq!(grades, Grade::ALL);
        let sums = grade_sums(&records);
        assert_eq!(sums.rows[0][1], Value::Count(6));
        assert!(sums.rows[0][2..8].iter().all(|it| *it == Value::Count(1)), "{sums:?}");
        assert_eq!(grade_rows(&records).rows.len(), 6);
    }
}
