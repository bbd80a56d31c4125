//! `hako lab report`: tables and plots of runs, as a page, as Markdown or as drawings.

mod boards;
mod html;
mod markdown;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use hakooshi_lab::Trial;
use hakooshi_lab::report::{
    Data, Measure, PlotError, Section, best_of, cactus, read_trials, scatter, sections,
};

use self::boards::Boards;
use super::run::RECORDS;
use crate::claims::Claims;
use crate::exit::{Exit, Failure, Outcome};
use crate::output::Output;
use crate::{machine, say, units};

/// The most scatter plots of a report.
const SCATTERS: usize = 12;

const EXAMPLES: &str = "\
Examples:
  hako lab report runs/today                        Markdown on standard output
  hako lab report runs/today --html report.html     a page that needs no other file
  hako lab report runs/a runs/b --baseline auto --md report.md --svg plots
  hako lab report runs/today --html report.html --levels levels.xsb    with boards to replay

Every table comes with the jq program that computes its numbers from the records.";

/// Report on runs: coverage, effort, lengths, plots, every level
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReportArgs {
    /// Folders of runs, or files of JSON lines
    #[arg(value_name = "DIR", required = true)]
    runs: Vec<PathBuf>,
    /// The competitor that the others are compared with [default: the first in the records]
    #[arg(long, value_name = "NAME")]
    baseline: Option<String>,
    /// Write a page to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write Markdown to this file
    #[arg(long, value_name = "FILE")]
    md: Option<PathBuf>,
    /// Write the plots as SVG files into this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Other records with the best solutions known, as JSON lines with id and pushes
    #[arg(long, value_name = "FILE")]
    best: Vec<PathBuf>,
    /// Levels whose boards the page shows with their solutions; those that come with hako are known
    #[arg(long, value_name = "LEVELS")]
    levels: Vec<String>,
    /// The title of the report
    #[arg(long, value_name = "TEXT", default_value = "Hakooshi lab report")]
    title: String,
}

/// A plot and what it is called.
pub(super) struct Plot {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) svg: String,
}

/// Everything that is shown.
pub(super) struct Report {
    pub(super) title: String,
    pub(super) data: Data,
    pub(super) baseline: usize,
    pub(super) facts: Vec<(&'static str, String)>,
    pub(super) warnings: Vec<String>,
    pub(super) sections: Vec<Section>,
    pub(super) plots: Vec<Plot>,
    /// The files that `jq` reads.
    pub(super) files: String,
    /// More of its options.
    pub(super) options: String,
}

pub(crate) fn run(args: &ReportArgs) -> Outcome {
    let mut claims = Claims::default();
    let (data, files) = read(&args.runs, &mut claims)?;
    let baseline = match &args.baseline {
        None => 0,
        Some(name) => data.find(name).ok_or_else(|| unknown(&data, name))?,
    };
    let mut best: HashMap<String, u32> = HashMap::new();
    for path in &args.best {
        claims.read(path);
        let found = best_of(&text(path)?).map_err(|fault| {
            Failure::input(format!("{}:{}: {}", path.display(), fault.line, fault.why))
        })?;
        for (id, pushes) in found {
            let least = best.entry(id).or_insert(pushes);
            *least = pushes.min(*least);
        }
    }
    let options = match &args.best[..] {
        [] => String::new(),
        [one] => format!("--slurpfile best {} ", one.display()),
        _ => "--slurpfile best <(cat …) ".to_owned(),
    };
    let report = Report {
        title: args.title.clone(),
        facts: facts(&data),
        warnings: warnings(&data),
        sections: sections(&data, baseline, &best),
        plots: plots(&data, baseline).map_err(|error| Failure::input(error.to_string()))?,
        data,
        baseline,
        files,
        options,
    };
    if let Some(folder) = &args.svg {
        fs::create_dir_all(folder).map_err(|error| {
            Failure::io(format_args!("cannot make {}", folder.display()), &error)
        })?;
        for plot in &report.plots {
            write(&folder.join(format!("{}.svg", plot.name)), &plot.svg, &mut claims)?;
        }
    }
    if let Some(path) = &args.html {
        let boards = Boards::read(&args.levels, &report.data)?;
        write(path, &html::page(&report, &boards), &mut claims)?;
    }
    let plots = args.svg.as_deref().map(|folder| relative(folder, args.md.as_deref()));
    let text = || markdown::document(&report, plots.as_deref());
    match &args.md {
        Some(path) => write(path, &text(), &mut claims)?,
        None if args.html.is_none() && args.svg.is_none() => Output::stdout().put(&text())?,
        None => {}
    }
    Ok(Exit::Ok)
}

fn write(path: &Path, text: &str, claims: &mut Claims) -> Outcome<()> {
    let mut output = Output::whole(Some(path), claims)?;
    output.put(text)?;
    output.finish()
}

fn text(path: &Path) -> Outcome<String> {
    fs::read_to_string(path)
        .map_err(|error| Failure::io(format_args!("cannot read {}", path.display()), &error))
}

/// The folder as a file beside it would name it.
fn relative(folder: &Path, file: Option<&Path>) -> String {
    let beside = file.and_then(Path::parent);
    let short = beside.and_then(|beside| folder.strip_prefix(beside).ok()).unwrap_or(folder);
    short.display().to_string()
}

/// The trials of all runs, and the names of their files.
pub(super) fn read(runs: &[PathBuf], claims: &mut Claims) -> Outcome<(Data, String)> {
    let (mut trials, mut files) = (Vec::<Trial>::new(), Vec::new());
    for run in runs {
        let path = if run.is_dir() { run.join(RECORDS) } else { run.clone() };
        claims.read(&path);
        let read = read_trials(&text(&path)?).map_err(|fault| {
            let place = format!("{}:{}", path.display(), fault.line);
            Failure::input(format!("{place}: this is no record of a run: {}", fault.why))
        })?;
        trials.extend(read);
        files.push(path.display().to_string());
    }
    if trials.is_empty() {
        return Err(Failure::input(format!("{} has no records", files.join(", "))));
    }
    let data = Data::new(trials);
    if data.replaced > 0 {
        say::note(format!(
            "{} are counted as the last of their kind",
            units::plural(data.replaced, "trial")
        ));
    }
    Ok((data, files.join(" ")))
}

pub(super) fn unknown(data: &Data, name: &str) -> Failure {
    let names: Vec<String> = (0..data.names.len()).map(|it| data.shown(it)).collect();
    Failure::usage(format!("the records have no competitor {name:?}, only {}", names.join("; ")))
}

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
fn facts(data: &Data) -> Vec<(&'static str, String)> {
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
        let time = limits.time_s.map(|it| format!("{it} s"));
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
fn date(seconds: u64) -> String {
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
fn warnings(data: &Data) -> Vec<String> {
    let mut all = Vec::new();
    for name in 0..data.names.len() {
        let of =
            |kind| data.column(name).filter(|(_, it)| it.record.error_kind == Some(kind)).count();
        let shown = data.shown(name);
        for (kind, what) in [
            (hakooshi::ErrorKind::Wrong, "wrong claim"),
            (hakooshi::ErrorKind::Solver, "failure"),
            (hakooshi::ErrorKind::Fault, "crash"),
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
        it.load.is_some_and(|load| load > (it.machine.cores.max(jobs) as f64) + 0.5)
    });
    let (busy, trials) = (busy.count(), data.trials().count());
    if busy * 10 > trials {
        all.push(format!(
            "the machine had more to do than it has cores during {busy} of {trials} trials: times are not \
             comparable with those of an idle machine, and fewer levels were solved within the limit than \
             there would be on one"
        ));
    }
    let commits = distinct(data.trials().filter_map(|it| it.program.commit.clone()));
    if commits.contains("; ") {
        all.push(format!("the records are of several builds: {commits}"));
    }
    all
}

fn plots(data: &Data, baseline: usize) -> Result<Vec<Plot>, PlotError> {
    let mut plots = Vec::new();
    for (measure, name, title) in [
        (Measure::Time, "cactus-time", "Levels solved within a time"),
        (Measure::Nodes, "cactus-nodes", "Levels solved with so many nodes"),
    ] {
        if let Some(svg) = cactus(data, measure)? {
            plots.push(Plot { name: name.to_owned(), title: title.to_owned(), svg });
        }
    }
    for other in (0..data.names.len()).filter(|&it| it != baseline).take(SCATTERS) {
        if let Some(svg) = scatter(data, baseline, other, Measure::Time)? {
            let title = format!("{} against {}", data.shown(other), data.shown(baseline));
            plots.push(Plot { name: format!("scatter-{}", slug(&data.shown(other))), title, svg });
        }
    }
    Ok(plots)
}

/// A name for a file.
fn slug(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|it| if it.is_ascii_alphanumeric() { it.to_ascii_lowercase() } else { '-' })
        .collect();
    let words: Vec<&str> = plain.split('-').filter(|it| !it.is_empty()).collect();
    words.join("-")
}

/// Now, for the foot of a report.
pub(super) fn today() -> String {
    date(machine::seconds())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted() {
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(date(1_794_870_060), "2026-11-16 23:01 UTC");
        assert_eq!(slug("astar(h=zero), 10 s"), "astar-h-zero-10-s");
    }
}
