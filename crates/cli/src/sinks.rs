//! What `solve` writes: one file for the five forms, since each is a few lines.
//!
//! JSON lines go out as levels finish. The other forms follow the order of the input: a level
//! that finishes early waits for those before it.

use std::collections::BTreeMap;

use comfy_table::Cell;
use hakooshi::{Moves, Objective, Outcome as Answer};
use hakooshi_lab::coordinates;
use hakooshi_level::formats::{Format, Game, WriteError, Writer};

use crate::batch::Done;
use crate::commands::solve::Summary;
use crate::exit::{Failure, Outcome};
use crate::output::Output;
use crate::render::{self, Paint};
use crate::units::{show_count, show_time};

/// Characters of a title in the table.
const TITLE: usize = 40;

/// The forms of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Form {
    /// A table for people
    Table,
    /// One JSON object per line and level
    Jsonl,
    /// Levels with their solutions as a .sok file
    Sok,
    /// One solution per line; an empty line for none
    Lurd,
    /// Box numbers and the places they are pushed to, as SokoKids prints them
    Coordinates,
}

/// Someone who writes results.
pub(crate) struct Sink {
    form: Forms,
    /// Results that came before their turn; `None` where there is nothing to write.
    early: BTreeMap<usize, Option<Done>>,
    turn: usize,
}

enum Forms {
    Jsonl(Output),
    Lurd(Output),
    Coordinates(Output),
    Sok(Writer<Output>),
    Table {
        out: Output,
        rows: Vec<[Cell; 8]>,
        /// The solution of the level that came last, below what polish says of it.
        last: Option<String>,
        paint: Paint,
        several: bool,
    },
}

impl Sink {
    /// A writer of `form`; `several` says that levels come from more than one file.
    pub(crate) fn new(form: Form, out: Output, several: bool) -> Outcome<Self> {
        let paint = if out.is_stdout() { Paint::stdout() } else { Paint::NONE };
        let form = match form {
            Form::Jsonl => Forms::Jsonl(out),
            Form::Lurd => Forms::Lurd(out),
            Form::Coordinates => Forms::Coordinates(out),
            Form::Sok => Forms::Sok(Writer::new(out, Format::SOK, "").map_err(cannot_write)?),
            Form::Table => Forms::Table { out, rows: Vec::new(), last: None, paint, several },
        };
        Ok(Self { form, early: BTreeMap::new(), turn: 0 })
    }

    /// Takes the next result and writes what can be written.
    pub(crate) fn add(&mut self, done: Done) -> Outcome<()> {
        if matches!(self.form, Forms::Jsonl(_)) {
            return self.form.write(&done);
        }
        self.early.insert(done.order, Some(done));
        self.write_ready()
    }

    /// A place in the order that no result will take.
    pub(crate) fn skip(&mut self, order: usize) -> Outcome<()> {
        self.early.insert(order, None);
        self.write_ready()
    }

    fn write_ready(&mut self) -> Outcome<()> {
        while let Some(ready) = self.early.remove(&self.turn) {
            if let Some(done) = ready {
                self.form.write(&done)?;
            }
            self.turn += 1;
        }
        Ok(())
    }

    /// Writes what is still waiting, and the end; below a table the summary, and the moves if
    /// it has but one line.
    pub(crate) fn end(mut self, summary: &Summary) -> Outcome<()> {
        for done in std::mem::take(&mut self.early).into_values().flatten() {
            self.form.write(&done)?;
        }
        match self.form {
            Forms::Jsonl(out) | Forms::Lurd(out) | Forms::Coordinates(out) => out.finish(),
            Forms::Sok(writer) => writer.finish().map_err(cannot_write)?.finish(),
            Forms::Table { rows, out, .. } if rows.is_empty() => out.finish(),
            Forms::Table { mut out, rows, paint, last, .. } => {
                let headings =
                    ["level", "title", ">boxes", "result", ">pushes", ">moves", ">time", ">nodes"];
                let single = rows.len() == 1;
                let mut table = render::table(&headings, paint);
                table.add_rows(rows);
                let moves = last.filter(|_| single).map(|moves| format!("{moves}\n"));
                let below =
                    moves.unwrap_or_else(|| format!("{}\n", paint.bold(&summary.to_string())));
                out.put(&format!("{}\n\n{below}", table.trim_fmt()))?;
                out.finish()
            }
        }
    }
}

impl Forms {
    fn write(&mut self, done: &Done) -> Outcome<()> {
        let record = &done.record;
        match self {
            Self::Jsonl(out) => {
                let line = serde_json::to_string(record);
                let line = line.map_err(|error| Failure::input(error.to_string()))?;
                out.put(&(line + "\n"))
            }
            Self::Lurd(out) => {
                out.put(&format!("{}\n", record.lurd.as_deref().unwrap_or_default()))
            }
            Self::Coordinates(out) => {
                let Ok(entry) = &done.item.level else { return Ok(()) };
                let moves = record.lurd.as_deref().map(str::parse::<Moves>).transpose();
                let moves = moves.map_err(|error| Failure::input(error.to_string()))?;
                let unsolved = if moves.is_none() { " (not solved)" } else { "" };
                let places = coordinates(&entry.level, &moves.unwrap_or_default());
                out.put(&format!("; {}{unsolved}\n{places}\n", done.item.name()))
            }
            Self::Sok(writer) => {
                let Ok(entry) = &done.item.level else { return Ok(()) };
                let mut entry = entry.clone();
                if let Some(lurd) = &record.lurd {
                    let title = match record.guarantee {
                        Objective::Any => "Solution".to_owned(),
                        best => format!("Solution/{}", best.name().replace(',', "/")),
                    };
                    let notes = format!(
                        "Solver: Hakooshi {}\nSolver time: {:.3} seconds",
                        record.engine, record.time_s
                    );
                    entry.games.push(Game { notes, ..Game::new(title, lurd) });
                }
                writer.entry(&entry).map_err(cannot_write)
            }
            Self::Table { rows, last, several, .. } => {
                rows.push(row(done, *several));
                let notes = [record.gap_note(), record.polish_note()].into_iter().flatten();
                let notes: String = notes.map(|note| note + "\n").collect();
                *last = record.lurd.as_ref().map(|moves| notes + moves);
                Ok(())
            }
        }
    }
}

fn row(done: &Done, several: bool) -> [Cell; 8] {
    let record = &done.record;
    let number =
        |value: Option<u32>| Cell::new(value.map_or(String::new(), |it| show_count(it.into())));
    let searched = record.status != Answer::Invalid;
    let level = if several { done.item.name() } else { record.index.to_string() };
    [
        Cell::new(level),
        Cell::new(short(record.title.as_deref().unwrap_or_default())),
        Cell::new(record.boxes.map_or(String::new(), |boxes| boxes.to_string())),
        render::verdict(&record.result(), record.is_solved()),
        number(record.pushes),
        number(record.moves),
        Cell::new(if searched { show_time(record.time_s) } else { String::new() }),
        Cell::new(if searched { show_count(record.expanded) } else { String::new() }),
    ]
}

/// The beginning of a long title.
fn short(title: &str) -> String {
    if title.chars().count() <= TITLE {
        return title.to_owned();
    }
    title.chars().take(TITLE - 1).chain(['…']).collect()
}

pub(crate) fn cannot_write(error: WriteError) -> Failure {
    match error {
        WriteError::Io(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Failure::Closed,
        WriteError::Io(error) => Failure::io("cannot write", &error),
        other => Failure::input(other.to_string()),
    }
}
