//! `hako list`: what can be asked for by name.

use std::fmt::Write as _;

use clap::{Args, ValueEnum};
use hakooshi::methods;
use hakooshi_level::formats::Format;
use serde::Serialize;

use crate::collections;
use crate::components::{self, Component, Kind};
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
  hako list algorithms --json  for scripts
  hako list --markdown         every part of engines as a document

Put level files into ~/.local/share/hakooshi/levels to have them found by name; Debian's
cavepacker-data and xsok are found when installed.")]
pub(crate) struct ListArgs {
    /// What to list [default: everything]
    what: Option<What>,
    /// One JSON array
    #[arg(long)]
    json: bool,
    /// The parts of engines as a Markdown document
    #[arg(long, conflicts_with_all = ["json", "what"])]
    markdown: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    Collections,
    Engines,
    Algorithms,
    Aliases,
    Heuristics,
    Deadlocks,
    Spaces,
    Pruning,
    Methods,
    Formats,
}

/// Something with a name.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Line {
    Component(Component),
    Method { kind: &'static str, name: &'static str, about: &'static str },
    Collection { kind: &'static str, name: String, about: String, levels: usize },
    Format { kind: &'static str, name: &'static str, about: &'static str, written: bool },
}

impl Line {
    fn name(&self) -> &str {
        match self {
            Self::Component(component) => &component.name,
            Self::Collection { name, .. } => name,
            Self::Method { name, .. } | Self::Format { name, .. } => name,
        }
    }

    /// What stands beside the name; what is said of a component may take a second line.
    fn about(&self, indent: usize) -> String {
        match self {
            Self::Collection { about, levels, .. } => {
                format!("{:>10}  {about}", plural(*levels, "level"))
            }
            Self::Method { about, .. } => (*about).to_owned(),
            Self::Format { about, written, .. } => {
                format!("{}  {about}", if *written { "rw" } else { "r-" })
            }
            Self::Component(it) => {
                let mut more = vec![it.claims.join(", "), it.parameters.join(", ")];
                more.push(it.reference.to_owned());
                more.extend(it.spec.map(str::to_owned));
                more.retain(|text| !text.is_empty());
                if more.is_empty() {
                    return it.about.clone();
                }
                format!("{}\n{:indent$}{}", it.about, "", more.join(" | "))
            }
        }
    }
}

pub(crate) fn run(args: &ListArgs) -> Outcome {
    if args.markdown {
        return Output::stdout().put(&components::markdown()).map(|()| Exit::Ok);
    }
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
        let width = lines.iter().map(|line| line.name().chars().count()).max().unwrap_or(0);
        for line in lines {
            let _ = writeln!(text, "  {:width$}  {}", line.name(), line.about(width + 4));
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
        What::Algorithms => "Algorithms (--engine NAME)",
        What::Aliases => "Aliases (--engine NAME)",
        What::Heuristics => "Heuristics (--engine 'ALGORITHM(h=NAME)')",
        What::Deadlocks => "Deadlock tests (--engine 'ALGORITHM(deadlocks=[NAME, …])')",
        What::Spaces => "Spaces (--engine 'ALGORITHM(space=NAME)')",
        What::Pruning => "Pruning rules (--engine 'ALGORITHM(pruning=[NAME, …])')",
        What::Methods => "Methods (hako improve --methods NAME,…)",
        What::Formats => "Formats (--from NAME; --to NAME for those marked rw)",
    }
}

fn lines(what: What) -> Vec<Line> {
    let parts = |kind| components::all(kind).into_iter().map(Line::Component).collect();
    match what {
        What::Collections => collections(),
        What::Engines => parts(Kind::Engine),
        What::Algorithms => parts(Kind::Algorithm),
        What::Aliases => parts(Kind::Alias),
        What::Heuristics => parts(Kind::Heuristic),
        What::Deadlocks => parts(Kind::Deadlock),
        What::Spaces => parts(Kind::Space),
        What::Pruning => parts(Kind::Pruning),
        What::Methods => methods::ALL
            .iter()
            .map(|entry| Line::Method { kind: "method", name: entry.name, about: entry.title })
            .collect(),
        What::Formats => Format::all()
            .map(|format| Line::Format {
                kind: "format",
                name: format.name(),
                about: format.summary(),
                written: format.is_writable(),
            })
            .collect(),
    }
}

fn collections() -> Vec<Line> {
    collections::all()
        .into_iter()
        .filter_map(|named| {
            let (name, about) = (named.name.clone(), named.origin.clone());
            let levels = Levels::of(vec![named]).flatten().filter(|item| item.level.is_ok());
            let levels = levels.count();
            let kind = "collection";
            (levels > 0).then_some(Line::Collection { kind, name, about, levels })
        })
        .collect()
}
