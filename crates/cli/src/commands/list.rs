//! `hako list`: collections, engines, parts, methods and formats by name.

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
  hako list --format markdown  the text of docs/components.md

Level files in ~/.local/share/hakooshi/levels are listed as collections, and so are the levels
of the Debian packages cavepacker-data and xsok, if installed.")]
pub(crate) struct ListArgs {
    /// What to list [default: everything]
    what: Option<What>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = forms(FORMS))]
    format: Form,
}

const FORMS: &[Form] = &[Form::Table, Form::Json, Form::Jsonl, Form::Csv, Form::Markdown];

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    Collections,
    Engines,
    Planners,
    Algorithms,
    Aliases,
    Heuristics,
    Deadlocks,
    Spaces,
    Pruning,
    Methods,
    Formats,
}

/// A row of a list; the fields of `--format json`.
#[derive(Debug, Default, Serialize)]
struct Line {
    #[serde(flatten)]
    component: Component,
    /// Of a collection.
    levels: Option<usize>,
    /// Whether a format can be written.
    written: Option<bool>,
}

impl Line {
    fn new(kind: &'static str, name: impl Into<String>, about: impl Into<String>) -> Self {
        let (name, about) = (name.into(), about.into());
        let component = Component { kind, name, about, ..Component::default() };
        Self { component, ..Self::default() }
    }

    /// The text beside the name; claims and parameters go on a second line.
    fn about(&self, indent: usize) -> String {
        let it = &self.component;
        let about = &it.about;
        if let Some(levels) = self.levels {
            return format!("{:>10}  {about}", plural(levels, "level"));
        }
        if let Some(written) = self.written {
            return format!("{}  {about}", if written { "rw" } else { "r-" });
        }
        let mut more = vec![it.claims.join(", "), it.parameters.join(", ")];
        more.push(it.reference.to_owned());
        more.extend(it.spec.map(str::to_owned));
        more.retain(|text| !text.is_empty());
        if more.is_empty() {
            return about.clone();
        }
        format!("{about}\n{:indent$}{}", "", more.join(" | "))
    }
}

pub(crate) fn run(args: &ListArgs) -> Outcome {
    if args.format == Form::Markdown {
        if args.what.is_some() {
            let message = "--format markdown lists all engines and parts; leave out WHAT";
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
        let width = lines.iter().map(|line| line.component.name.chars().count()).max().unwrap_or(0);
        for line in lines {
            let (name, about) = (&line.component.name, line.about(width + 4));
            let _ = writeln!(text, "  {name:width$}  {about}");
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
        What::Planners => "Planners (--engine NAME)",
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
    let line = |component| Line { component, ..Line::default() };
    let parts = |kind| components::all(kind).into_iter().map(line).collect();
    match what {
        What::Collections => collections(),
        What::Engines => parts(Kind::Engine),
        What::Planners => parts(Kind::Planner),
        What::Algorithms => parts(Kind::Algorithm),
        What::Aliases => parts(Kind::Alias),
        What::Heuristics => parts(Kind::Heuristic),
        What::Deadlocks => parts(Kind::Deadlock),
        What::Spaces => parts(Kind::Space),
        What::Pruning => parts(Kind::Pruning),
        What::Methods => {
            methods::ALL.iter().map(|it| Line::new("method", it.name, it.title)).collect()
        }
        What::Formats => Format::all()
            .map(|it| Line {
                written: Some(it.is_writable()),
                ..Line::new("format", it.name(), it.summary())
            })
            .collect(),
    }
}

fn collections() -> Vec<Line> {
    collections::all()
        .into_iter()
        .filter_map(|named| {
            let line = Line::new("collection", &named.name, &named.origin);
            let levels = Levels::of(vec![named]).flatten().filter(|item| item.level.is_ok());
            let levels = Some(levels.count()).filter(|&count| count > 0)?;
            Some(Line { levels: Some(levels), ..line })
        })
        .collect()
}
