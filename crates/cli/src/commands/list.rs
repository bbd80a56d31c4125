//! `hako list`: what can be asked for by name.

use std::fmt::Write as _;

use clap::{Args, ValueEnum};
use hakooshi_level::formats::Format;
use hakooshi_polish::methods;
use serde::Serialize;

use crate::collections;
use crate::components::{self, Component, Kind};
use crate::exit::{Exit, Failure, Outcome};
use crate::form::{Form, forms};
use crate::input::Levels;
use crate::output::Output;
use crate::records::Records;
use crate::render::Paint;
use crate::units::plural;

/// List collections, engines and their parts, and formats
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hako list                    everything
  hako list collections        bundled ones and those found on this machine
  hako list algorithms --format json
  hako list --format markdown  the engines and their parts, as docs/components.md has them

Level files in ~/.local/share/hakooshi/levels become collections. The levels of Debian's
cavepacker-data and xsok are found when installed.")]
pub(crate) struct ListArgs {
    /// What to list [default: everything]
    what: Option<What>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = forms(FORMS))]
    format: Form,
}

const FORMS: &[Form] = &[Form::Table, Form::Json, Form::Jsonl, Form::Markdown];

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
    if args.format == Form::Markdown {
        if args.what.is_some() {
            let message =
                "--format markdown describes all engines and parts; leave out what to list";
            return Err(Failure::usage(message));
        }
        return Output::stdout().put(&components::markdown()).map(|()| Exit::Ok);
    }
    let chosen = args.what.map_or_else(|| What::value_variants().to_vec(), |what| vec![what]);
    let lists: Vec<(What, Vec<Line>)> =
        chosen.into_iter().map(|what| (what, lines(what))).collect();
    let mut out = Output::stdout();
    if args.format != Form::Table {
        let mut records = Records::new(out, args.format);
        for line in lists.iter().flat_map(|(_, lines)| lines) {
            records.add(line)?;
        }
        return records.finish().map(|()| Exit::Ok);
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
