//! The tables about results: the length of solutions, and how trials ended.

use std::collections::HashMap;

use hakooshi::{ErrorKind, Outcome, Record, Stop};

use super::tables::{count, start, who};
use super::{Data, Section, jq};
use crate::Value;

pub(super) fn lengths(data: &Data, best: &HashMap<String, u32>) -> Section {
    let mut least: HashMap<&str, u32> = best.iter().map(|(id, &it)| (id.as_str(), it)).collect();
    for trial in data.trials() {
        if let (Some(id), Some(pushes)) = (&trial.record.id, trial.record.counts.pushes) {
            let known = least.entry(id).or_insert(pushes);
            *known = pushes.min(*known);
        }
    }
    let mut table = start(
        data,
        &[
            ("solved", "solved"),
            ("pushes", "pushes"),
            ("best", "best known"),
            ("equal", "as short"),
            ("excess", "pushes×"),
        ],
    );
    for name in 0..data.names.len() {
        let own = data.column(name).filter_map(|(_, trial)| {
            let pushes = trial.record.counts.pushes.filter(|_| trial.record.is_solved())?;
            Some((pushes, *least.get(trial.record.id.as_deref()?)?))
        });
        let own: Vec<(u32, u32)> = own.collect();
        let sum =
            |read: fn(&(u32, u32)) -> u32| own.iter().map(|it| u64::from(read(it))).sum::<u64>();
        let (pushes, known) = (sum(|it| it.0), sum(|it| it.1));
        let mut row = who(data, name);
        row.extend([count(own.len()), Value::Count(pushes), Value::Count(known)]);
        row.push(count(own.iter().filter(|(pushes, known)| pushes == known).count()));
        let excess = pushes as f64 / known as f64;
        row.push(if known > 0 { Value::Times(excess) } else { Value::Missing });
        table.rows.push(row);
    }
    let source = if best.is_empty() {
        "in these records"
    } else {
        "in these records and in those given with --best"
    };
    let text = format!(
        "Pushes of the solutions of each competitor, beside the fewest pushes {source} for the same levels."
    );
    Section {
        id: "lengths",
        title: "Length of solutions",
        text,
        table,
        jq: jq::lengths(!best.is_empty()),
    }
}

/// Each competitor beside the fastest of the others, level by level: the virtual best without it.
pub(super) fn others(data: &Data) -> Section {
    let mut table = start(
        data,
        &[
            ("both", "levels"),
            ("fastest", "fastest"),
            ("time", "time"),
            ("best", "best other"),
            ("ratio", "time×"),
            ("missed", "only others"),
        ],
    );
    for name in 0..data.names.len() {
        let (mut both, mut fastest, mut missed) = (0, 0, 0);
        let (mut own, mut best) = (0.0, 0.0);
        for level in 0..data.levels.len() {
            let time = |other: usize| {
                let trial = data.trial(level, other).filter(|it| it.record.is_solved());
                trial.map(|it| it.record.time_s)
            };
            let rivals = (0..data.names.len()).filter(|&other| other != name);
            let Some(least) = rivals.filter_map(time).min_by(f64::total_cmp) else { continue };
            match time(name) {
                Some(time) => {
                    both += 1;
                    fastest += usize::from(time < least);
                    (own, best) = (own + time, best + least);
                }
                None => missed += 1,
            }
        }
        let mut row = who(data, name);
        row.extend([count(both), count(fastest)]);
        row.extend(
            [own, best].map(|it| if both > 0 { Value::Seconds(it) } else { Value::Missing }),
        );
        row.push(if best > 0.0 { Value::Times(own / best) } else { Value::Missing });
        row.push(count(missed));
        table.rows.push(row);
    }
    let text = "Each competitor beside the best choice among the others, on the levels that it and at least \
                one of them solved: how often it was the fastest, its time, and the time of the fastest \
                other for each level (the virtual best). “Only others” counts levels that it did not solve \
                and another did.";
    Section {
        id: "others",
        title: "Beside the best of the others",
        text: text.to_owned(),
        table,
        jq: jq::others(),
    }
}

/// How a trial ended, in the words of the table.
fn end(record: &Record) -> &'static str {
    match (record.status, record.error_kind, record.stop) {
        (Outcome::Solved, ..) => "solved",
        (Outcome::Unsolvable, ..) => "unsolvable",
        (_, Some(ErrorKind::Wrong), _) => "wrong",
        (_, Some(_), _) => "failed",
        (_, _, Some(Stop::Time)) => "time",
        (_, _, Some(Stop::Nodes)) => "nodes",
        (_, _, Some(Stop::Memory)) => "memory",
        _ => "gave up",
    }
}

pub(super) fn ends(data: &Data) -> Section {
    const ENDS: [&str; 8] =
        ["solved", "unsolvable", "time", "nodes", "memory", "wrong", "failed", "gave up"];
    let mut table = start(data, &ENDS.map(|end| (end, end)));
    for name in 0..data.names.len() {
        let mut row = who(data, name);
        let ends: Vec<&str> = data.column(name).map(|(_, trial)| end(&trial.record)).collect();
        row.extend(ENDS.map(|end| count(ends.iter().filter(|&&it| it == end).count())));
        table.rows.push(row);
    }
    let text = "How the trials ended. “Wrong” are claims of other programs that do not solve the level; \
                “failed” are crashes and errors; one that “gave up” had nothing left to try.";
    Section {
        id: "ends",
        title: "How the trials ended",
        text: text.to_owned(),
        table,
        jq: jq::ends(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tables::tests::{example, row};
    use super::*;

    #[test]
    fn lengths_are_measured_by_the_best() {
        let best = HashMap::from([("X2".to_owned(), 4)]);
        assert_eq!(row(&lengths(&example(), &best), 0), ["a", "3", "17", "16", "2", "1.0625"]);
        assert_eq!(
            row(&lengths(&example(), &HashMap::new()), 1),
            ["b", "2", "14", "12", "1", "1.1667"]
        );
    }

    #[test]
    fn the_best_of_the_others_is_chosen_for_each_level() {
        let section = others(&example());
        assert_eq!(
            row(&section, 0),
            ["a", "2", "1", "1.500000", "4.500000", "0.3333", "0"],
            "of the three levels of a, b solves two, one as fast and one in 4 s instead of 1 s"
        );
        assert_eq!(row(&section, 1), ["b", "2", "0", "4.500000", "1.500000", "3.0000", "1"]);
        assert_eq!(row(&section, 2), ["c", "0", "0", "", "", "", "3"]);
    }

    #[test]
    fn wrong_claims_have_a_column() {
        assert_eq!(row(&ends(&example()), 2), ["c", "0", "0", "0", "0", "0", "1", "0", "0"]);
    }
}
