//! `hako list`: what can be asked for by name.

use std::fmt::Write as _;

use clap::{Args, ValueEnum};
use hakooshi::level::formats::Format;
use hakooshi::search::spec::{DEAD_SQUARES, Entry, Param, SPACES};
use hakooshi::search::{algorithms, deadlocks, heuristics};
use serde::Serialize;

use crate::collections;
use crate::exit::{Exit, Failure, Outcome};
use crate::input::Levels;
use crate::output::Output;
use crate::render::Paint;
use crate::units::plural;

/// List collections, engines and their parts, and formats
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hako list                    everything
  hako list collections        bundled ones and those found on this machine
  hako list engines --json     for scripts

Put level files into ~/.local/share/hakooshi/levels to have them found by name; Debian's
cavepacker-data and xsok are found when installed.")]
pub(crate) struct ListArgs {
    /// What to list [default: everything]
    what: Option<What>,
    /// One JSON array
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    Collections,
    Engines,
    Heuristics,
    Deadlocks,
    Spaces,
    Formats,
}

/// Something with a name.
#[derive(Debug, Serialize)]
struct Line {
    kind: &'static str,
    name: String,
    about: String,
    /// What may be set, each with its default.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parameters: Vec<String>,
    /// Levels of a collection.
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<usize>,
    /// Whether a format is also written.
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<bool>,
}

impl Line {
    fn new(kind: &'static str, name: &str, about: &str) -> Self {
        let (name, about) = (name.to_owned(), about.to_owned());
        Self { kind, name, about, parameters: Vec::new(), levels: None, written: None }
    }

    fn component<C, B>(kind: &'static str, entry: &Entry<C, B>) -> Self {
        let parameter = |param: &Param| format!("{}={}", param.name, param.default);
        let parameters = entry.params.iter().map(parameter).collect();
        Self { parameters, ..Self::new(kind, entry.name, entry.title) }
    }
}

pub(crate) fn run(args: &ListArgs) -> Outcome {
    let chosen = args.what.map_or_else(|| What::value_variants().to_vec(), |what| vec![what]);
    let lists: Vec<(What, Vec<Line>)> =
        chosen.into_iter().map(|what| (what, lines(what))).collect();
    let mut out = Output::stdout();
    if args.json {
        let all: Vec<&Line> = lists.iter().flat_map(|(_, lines)| lines).collect();
        let text = serde_json::to_string_pretty(&all);
        let text = text.map_err(|error| Failure::input(error.to_string()))?;
        out.put(&(text + "\n"))?;
        return Ok(Exit::Ok);
    }
    let paint = Paint::stdout();
    let several = lists.len() > 1;
    for (what, lines) in lists {
        let mut text = String::new();
        if several {
            let _ = writeln!(text, "{}", paint.bold(title(what)));
        }
        let width = lines.iter().map(|line| line.name.chars().count()).max().unwrap_or(0);
        for line in lines {
            let about = match (line.levels, line.written) {
                (Some(levels), _) => format!("{:>10}  {}", plural(levels, "level"), line.about),
                (None, Some(written)) => {
                    format!("{}  {}", if written { "rw" } else { "r-" }, line.about)
                }
                (None, None) if line.parameters.is_empty() => line.about,
                (None, None) => format!("{} ({})", line.about, line.parameters.join(", ")),
            };
            let _ = writeln!(text, "  {:width$}  {about}", line.name);
        }
        if several {
            text.push('\n');
        }
        out.put(&text)?;
    }
    Ok(Exit::Ok)
}

fn title(what: What) -> &'static str {
    match what {
        What::Collections => "Collections (hako solve NAME)",
        What::Engines => "Engines (--engine NAME)",
        What::Heuristics => "Heuristics (--engine 'ENGINE(h=NAME)')",
        What::Deadlocks => "Deadlock tests (--engine 'ENGINE(deadlocks=[NAME, …])')",
        What::Spaces => "Spaces (--engine 'ENGINE(space=NAME)')",
        What::Formats => "Formats (--from NAME; --to NAME for those marked rw)",
    }
}

fn lines(what: What) -> Vec<Line> {
    match what {
        What::Collections => collections(),
        What::Engines => {
            let auto = Line::new("engine", "auto", "the best known for the goal");
            let others = algorithms::ALL.iter().map(|it| Line::component("engine", it));
            std::iter::once(auto).chain(others).collect()
        }
        What::Heuristics => {
            heuristics::ALL.iter().map(|it| Line::component("heuristic", it)).collect()
        }
        What::Deadlocks => {
            let about = "squares from which no goal can be reached are never pushed onto";
            let mask = Line::new("deadlock", DEAD_SQUARES, about);
            let tests = deadlocks::ALL.iter().map(|it| Line::component("deadlock", it));
            std::iter::once(mask).chain(tests).collect()
        }
        What::Spaces => SPACES.iter().map(|it| Line::component("space", it)).collect(),
        What::Formats => Format::all()
            .map(|format| Line {
                written: Some(Format::WRITABLE.contains(&format)),
                ..Line::new("format", format.name(), format.summary())
            })
            .collect(),
    }
}

fn collections() -> Vec<Line> {
    collections::all()
        .into_iter()
        .map(|named| {
            let (name, origin) = (named.name.clone(), named.origin.clone());
            let levels = Levels::of(vec![named]).flatten().filter(|item| item.level.is_ok());
            let levels = Some(levels.count());
            Line { levels, ..Line::new("collection", &name, &origin) }
        })
        .filter(|line| line.levels != Some(0))
        .collect()
}
