//! What a report says before its tables: how the records were made, and what to be careful about.

use hakooshi::ErrorKind;
use hakooshi_lab::Trial;
use hakooshi_lab::report::Data;

use crate::units;

/// The clock that other work on the machine hardly disturbs.
const PROCESSOR: &str = "processor";

/// The different values of something, in order of appearance.
fn distinct(values: impl Iterator<Item = String>) -> String {
    let mut found: Vec<String> = Vec::new();
    for value in values.filter(|it| !it.is_empty()) {
        if !found.contains(&value) {
            found.push(value);
        }
    }
    found.join("; ")
}

/// What the records say of how they were made.
pub(super) fn facts(data: &Data) -> Vec<(&'static str, String)> {
    let of = |read: &dyn Fn(&Trial) -> String| distinct(data.trials().map(read));
    let machine = of(&|it| {
        let machine = &it.machine;
        let memory = units::show_size(usize::try_from(machine.memory).unwrap_or(usize::MAX));
        let cores = units::plural(machine.cores, "core");
        if machine.cores == 0 {
            return String::new();
        }
        format!("{}, {cores}, {memory}, {}", machine.cpu, machine.system)
    });
    let program = of(&|it| {
        let program = &it.program;
        let commit = program.commit.as_deref().unwrap_or("unknown");
        let dirty = if program.dirty == Some(true) { " with changes" } else { "" };
        if program.version.is_empty() {
            return String::new();
        }
        format!("{}, commit {commit}{dirty}", program.version)
    });
    let limits = of(&|it| {
        let limits = &it.limits;
        let of = if limits.clock == PROCESSOR { " of processor time" } else { "" };
        let time = limits.time_s.map(|it| format!("{it} s{of}"));
        let nodes = limits.nodes.map(|it| format!("{} nodes", units::show_count(it)));
        let memory =
            limits.memory.map(|it| units::show_size(usize::try_from(it).unwrap_or(usize::MAX)));
        let threads = (limits.threads > 0).then(|| units::plural(limits.threads, "thread"));
        let jobs = (limits.jobs > 0).then(|| units::plural(limits.jobs, "job"));
        let pinned = limits.pinned.then(|| "pinned to cores".to_owned());
        [time, nodes, memory, threads, jobs, pinned]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(", ")
    });
    let loads: Vec<f64> = data.trials().filter_map(|it| it.load).collect();
    let load = loads
        .iter()
        .copied()
        .fold(None, |most: Option<f64>, it| Some(most.map_or(it, |most| most.max(it))));
    let mean = loads.iter().sum::<f64>() / loads.len().max(1) as f64;
    let load = load.map(|most| format!("{mean:.1} on average, {most:.1} at most"));
    let last = data.trials().map(|it| it.ended).max().filter(|&it| it > 0);
    let all = [
        ("Levels", Some(units::show_count(data.levels.len() as u64))),
        ("Trials", Some(units::show_count(data.trials().count() as u64))),
        ("Goal", Some(of(&|it| it.record.goal.name().to_owned()))),
        ("Limits for each trial", Some(limits)),
        ("Machine", Some(machine)),
        ("Load", load),
        ("Hakooshi", Some(program)),
        ("Finished", last.map(date)),
    ];
    all.into_iter().filter_map(|(name, it)| Some((name, it.filter(|it| !it.is_empty())?))).collect()
}

/// A day in the Gregorian calendar, from seconds since 1970.
pub(super) fn date(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) =
        (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = year + era * 400 + u64::from(month <= 2);
    let (hour, minute) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

/// What must be read before the numbers.
pub(super) fn warnings(data: &Data) -> Vec<String> {
    let mut all = Vec::new();
    for name in 0..data.names.len() {
        let of =
            |kind| data.column(name).filter(|(_, it)| it.record.error_kind == Some(kind)).count();
        let shown = data.shown(name);
        for (kind, what) in [
            (ErrorKind::Wrong, "wrong claim"),
            (ErrorKind::Solver, "failure"),
            (ErrorKind::Fault, "crash"),
        ] {
            match of(kind) {
                0 => {}
                count => all.push(format!("{shown}: {}", units::plural(count, what))),
            }
        }
        let given = data.column(name).count();
        if given < data.levels.len() {
            all.push(format!("{shown} was given {given} of {} levels", data.levels.len()));
        }
    }
    let busy = data.trials().filter(|it| {
        let jobs = it.limits.jobs * it.limits.threads.max(1);
        let is_busy = |load: f64| load > (it.machine.cores.max(jobs) as f64) + 0.5;
        it.limits.clock != PROCESSOR && it.load.is_some_and(is_busy)
    });
    let (busy, trials) = (busy.count(), data.trials().count());
    if busy * 10 > trials {
        all.push(format!(
            "the machine had more to do than it has cores during {busy} of {trials} trials: times are not \
             comparable with those of an idle machine, and a time limit was reached sooner than on one"
        ));
    }
    let commits = distinct(data.trials().filter_map(|it| it.program.commit.clone()));
    if commits.contains("; ") {
        all.push(format!("the records are of several builds: {commits}"));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted() {
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(date(1_794_870_060), "2026-11-16 23:01 UTC");
    }

    #[test]
    fn builds_and_a_busy_machine_are_told() {
        let trial = |commit: &str, load: f64| {
            let mut trial = Trial { load: Some(load), ..Trial::default() };
            trial.program.commit = Some(commit.to_owned());
            trial.machine.cores = 2;
            trial.record.index = load as usize;
            trial
        };
        let told = warnings(&Data::new(vec![trial("a", 1.0), trial("b", 9.0)]));
        assert!(told.iter().any(|it| it.contains("a; b")), "{told:?}");
        assert!(told.iter().any(|it| it.contains("1 of 2 trials")), "{told:?}");
        assert!(warnings(&Data::new(vec![trial("a", 1.0)])).is_empty());
        let mut timed = trial("a", 9.0);
        timed.limits.clock = PROCESSOR.to_owned();
        timed.limits.time_s = Some(2.0);
        let data = Data::new(vec![timed]);
        assert!(warnings(&data).is_empty(), "processor time does not depend on other work");
        assert!(
            facts(&data).contains(&("Limits for each trial", "2 s of processor time".to_owned()))
        );
    }
}
