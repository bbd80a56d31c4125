//! `hako lab report`: tables and plots of runs, as a page, as Markdown or as drawings.

mod boards;
mod facts;
mod html;
mod markdown;

use std::collections::HashMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use hakooshi_lab::Trial;
use hakooshi_lab::report::{
    Cactus, Data, Measure, Plot, PlotError, Scatter, Section, best_of, read_trials, sections,
};

use self::boards::Boards;
use self::facts::{date, facts, warnings};
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
  hako lab report runs/today --png plots            images for slides
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
    /// Write the plots as PNG images into this folder
    #[arg(long, value_name = "DIR")]
    png: Option<PathBuf>,
    /// Other records with the best solutions known, as JSON lines with id and pushes
    #[arg(long, value_name = "FILE")]
    best: Vec<PathBuf>,
    /// Levels whose boards the page shows with their solutions; bundled levels are known anyway
    #[arg(long, value_name = "LEVELS")]
    levels: Vec<String>,
    /// The title of the report
    #[arg(long, value_name = "TEXT", default_value = "Hakooshi lab report")]
    title: String,
}

/// A plot and what it is called.
pub(super) struct Figure {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) svg: String,
    /// The same as an image, if that is asked for.
    png: Option<Vec<u8>>,
}

/// Everything that is shown.
pub(super) struct Report {
    pub(super) title: String,
    pub(super) data: Data,
    pub(super) baseline: usize,
    pub(super) facts: Vec<(&'static str, String)>,
    pub(super) warnings: Vec<String>,
    pub(super) sections: Vec<Section>,
    pub(super) plots: Vec<Figure>,
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
        several => {
            let names: Vec<String> = several.iter().map(|it| it.display().to_string()).collect();
            format!("--slurpfile best <(cat {}) ", names.join(" "))
        }
    };
    let report = Report {
        title: args.title.clone(),
        facts: facts(&data),
        warnings: warnings(&data),
        sections: sections(&data, baseline, &best),
        plots: figures(&data, baseline, args.png.is_some())
            .map_err(|error| Failure::input(error.to_string()))?,
        data,
        baseline,
        files,
        options,
    };
    for (folder, form) in [(&args.svg, "svg"), (&args.png, "png")] {
        let Some(folder) = folder else { continue };
        fs::create_dir_all(folder).map_err(|error| {
            Failure::io(format_args!("cannot make {}", folder.display()), &error)
        })?;
        for plot in &report.plots {
            let image = plot.png.as_deref().filter(|_| form == "png");
            let path = folder.join(format!("{}.{form}", plot.name));
            write(&path, image.unwrap_or(plot.svg.as_bytes()), &mut claims)?;
        }
    }
    if let Some(path) = &args.html {
        let boards = Boards::read(&args.levels, &report.data)?;
        write(path, html::page(&report, &boards).as_bytes(), &mut claims)?;
    }
    let folder = args.svg.as_deref().map(|it| (it, "svg"));
    let folder = folder.or(args.png.as_deref().map(|it| (it, "png")));
    let plots = folder.map(|(it, form)| (relative(it, args.md.as_deref()), form));
    let text =
        || markdown::document(&report, plots.as_ref().map(|(it, form)| (it.as_str(), *form)));
    match &args.md {
        Some(path) => write(path, text().as_bytes(), &mut claims)?,
        None if args.html.is_none() && folder.is_none() => Output::stdout().put(&text())?,
        None => {}
    }
    Ok(Exit::Ok)
}

fn write(path: &Path, content: &[u8], claims: &mut Claims) -> Outcome<()> {
    let mut output = Output::whole(Some(path), claims)?;
    output.write_all(content).map_err(|error| output.failure(&error))?;
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

fn figures(data: &Data, baseline: usize, as_images: bool) -> Result<Vec<Figure>, PlotError> {
    let mut all = Vec::new();
    for (measure, name, title) in [
        (Measure::Time, "cactus-time", "Levels solved within a time"),
        (Measure::Nodes, "cactus-nodes", "Levels solved with so many nodes"),
    ] {
        if let Some(plot) = Cactus::new(data, measure) {
            all.push(Figure::new(name.to_owned(), title.to_owned(), &plot, as_images)?);
        }
    }
    for other in (0..data.names.len()).filter(|&it| it != baseline).take(SCATTERS) {
        if let Some(plot) = Scatter::new(data, baseline, other, Measure::Time) {
            let title = format!("{} against {}", data.shown(other), data.shown(baseline));
            let name = format!("scatter-{}", slug(&data.shown(other)));
            all.push(Figure::new(name, title, &plot, as_images)?);
        }
    }
    Ok(all)
}

impl Figure {
    fn new(
        name: String,
        title: String,
        plot: &impl Plot,
        as_image: bool,
    ) -> Result<Self, PlotError> {
        let png = as_image.then(|| plot.png()).transpose()?;
        Ok(Self { name, title, svg: plot.svg()?, png })
    }
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
    fn names_of_files_are_plain() {
        assert_eq!(slug("astar(h=zero), 10 s"), "astar-h-zero-10-s");
        let here = relative(Path::new("a/plots"), Some(Path::new("a/report.md")));
        assert_eq!(
            (here.as_str(), relative(Path::new("plots"), None).as_str()),
            ("plots", "plots")
        );
    }
}
