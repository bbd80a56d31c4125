//! What `solve` writes, in every output format.
//!
//! JSON lines are written as levels finish. The other formats follow the order of the input: a level that
//! finishes early waits for those before it.

use std::collections::BTreeMap;

use comfy_table::Cell;
use hakooshi::{Level, Moves, Objective, Outcome as Answer, verify};
use hakooshi_lab::coordinates;
use hakooshi_level::formats::{Format, Game, WriteError, Writer};

use crate::batch::Done;
use crate::commands::solve::Summary;
use crate::exit::{Failure, Outcome};
use crate::form::Form;
use crate::moves;
use crate::output::Output;
use crate::records::Records;
use crate::render::{self, Paint};
use crate::units::{show_count, show_time};

/// Characters of a title in the table, at most, and at least on a narrow terminal.
const TITLE: usize = 40;
const LEAST_TITLE: usize = 8;

/// Blanks between two columns.
const BETWEEN: usize = 3;

/// The forms that levels with their solutions can have.
pub(crate) const FORMS: &[Form] =
    &[Form::Table, Form::Json, Form::Jsonl, Form::Csv, Form::Sok, Form::Lurd, Form::Coordinates];

const HEADINGS: [&str; 8] =
    ["level", "title", ">boxes", "result", ">pushes", ">moves", ">time", ">nodes"];

/// Someone who writes results.
pub(crate) struct Sink {
    form: Forms,
    /// Whether a result waits for those before it.
    in_turn: bool,
    /// Results that came before their turn; `None` where there is nothing to write.
    early: BTreeMap<usize, Option<Done>>,
    turn: usize,
}

enum Forms {
    /// JSON, JSON lines or CSV.
    Records(Records),
    Lurd(Output),
    Coordinates(Output),
    Sok(Writer<Output>),
    Table {
        out: Output,
        rows: Vec<Row>,
        /// The solution of the level that came last, below what polish says of it.
        last: Option<String>,
        paint: Paint,
        several: bool,
    },
}

impl Sink {
    /// A writer of `form`; `several` says that levels come from more than one file.
    pub(crate) fn new(form: Form, out: Output, several: bool) -> Outcome<Self> {
        let in_turn = form != Form::Jsonl;
        let paint = if out.is_stdout() { Paint::stdout() } else { Paint::NONE };
        let form = match form {
            Form::Lurd => Forms::Lurd(out),
            Form::Coordinates => Forms::Coordinates(out),
            Form::Sok => Forms::Sok(Writer::new(out, Format::SOK, "").map_err(cannot_write)?),
            Form::Table => Forms::Table { out, rows: Vec::new(), last: None, paint, several },
            other => Forms::Records(Records::new(out, other)),
        };
        Ok(Self { form, in_turn, early: BTreeMap::new(), turn: 0 })
    }

    /// Takes the next result and writes what can be written.
    pub(crate) fn add(&mut self, done: Done) -> Outcome<()> {
        if !self.in_turn {
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
            Forms::Records(records) => records.finish(),
            Forms::Lurd(out) | Forms::Coordinates(out) => out.finish(),
            Forms::Sok(writer) => writer.finish().map_err(cannot_write)?.finish(),
            Forms::Table { rows, out, .. } if rows.is_empty() => out.finish(),
            Forms::Table { mut out, rows, paint, last, .. } => {
                let single = rows.len() == 1;
                let titles = room_for_titles(&rows, render::width().filter(|_| out.is_stdout()));
                let mut table = render::table(&HEADINGS, paint);
                table.add_rows(rows.into_iter().map(|row| row.cells(titles)));
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
            Self::Records(records) => records.add(record),
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
                let is_new = |lurd: &&String| !has_game(&entry.games, &entry.level, lurd);
                if let Some(lurd) = record.lurd.as_ref().filter(is_new) {
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
                rows.push(Row::new(done, *several));
                let notes = [record.gap_note(), record.polish_note()].into_iter().flatten();
                let notes: String = notes.map(|note| note + "\n").collect();
                *last = record.lurd.as_ref().map(|moves| notes + moves);
                Ok(())
            }
        }
    }
}

/// A row of the table.
struct Row {
    words: [String; 8],
    is_solved: bool,
}

impl Row {
    fn new(done: &Done, several: bool) -> Self {
        let record = &done.record;
        let number = |value: Option<u32>| value.map_or(String::new(), |it| show_count(it.into()));
        let searched = |text: String| {
            if record.status == Answer::Invalid { String::new() } else { text }
        };
        let words = [
            if several { done.item.name() } else { record.index.to_string() },
            record.title.clone().unwrap_or_default(),
            record.boxes.map_or(String::new(), |boxes| boxes.to_string()),
            record.result(),
            number(record.counts.pushes),
            number(record.counts.moves),
            searched(show_time(record.time_s)),
            searched(show_count(record.expanded)),
        ];
        Self { words, is_solved: record.is_solved() }
    }

    /// The cells, the title cut to so many characters.
    fn cells(mut self, title: usize) -> [Cell; 8] {
        self.words[1] = short(&self.words[1], title);
        let is_solved = self.is_solved;
        let mut cells = self.words.map(Cell::new);
        cells[3] = render::verdict(&cells[3].content(), is_solved);
        cells
    }
}

/// The characters there are for titles when the other columns have theirs.
fn room_for_titles(rows: &[Row], width: Option<usize>) -> usize {
    let Some(width) = width else { return TITLE };
    let length = |text: &str| text.trim_start_matches('>').chars().count();
    let others: usize = (0..HEADINGS.len())
        .filter(|&column| column != 1)
        .map(|column| {
            let cells = rows.iter().map(|row| length(&row.words[column]));
            cells.chain([length(HEADINGS[column])]).max().unwrap_or(0) + BETWEEN
        })
        .sum();
    width.saturating_sub(others + BETWEEN).clamp(LEAST_TITLE, TITLE)
}

/// The beginning of a long title.
fn short(title: &str, most: usize) -> String {
    if title.chars().count() <= most {
        return title.to_owned();
    }
    title.chars().take(most - 1).chain(['…']).collect()
}

/// Whether one of the games is the same solution, however it is written.
pub(crate) fn has_game(games: &[Game], level: &Level, lurd: &str) -> bool {
    games.iter().any(|game| {
        let moves = moves::read(level, &game.moves).ok();
        let solution = moves.and_then(|moves| verify(level, &moves).ok());
        solution.is_some_and(|it| it.moves().as_str() == lurd)
    })
}

pub(crate) fn cannot_write(error: WriteError) -> Failure {
    match error {
        WriteError::Io(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Failure::Closed,
        WriteError::Io(error) => Failure::io("cannot write", &error),
        other => Failure::input(other.to_string()),
    }
}
