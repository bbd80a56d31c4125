//! What `improve` writes at the end, in every output format.

use std::time::Duration;

use comfy_table::Cell;
use hakooshi::unstable::{Improved, gap_in_percent};
use hakooshi::{Metric, Objective, Ranking, Record, Score};
use hakooshi_level::formats::{Entry, Format, Game, Writer};
use serde::Serialize;

use crate::exit::Outcome;
use crate::form::Form;
use crate::input::Item;
use crate::output::Output;
use crate::records::Records;
use crate::render::{self, Paint};
use crate::sinks::{cannot_write, has_game};
use crate::units::show_time;

/// The forms that improved solutions can have.
pub(crate) const FORMS: &[Form] =
    &[Form::Table, Form::Json, Form::Jsonl, Form::Csv, Form::Sok, Form::Lurd];

/// The improved solution of one level.
#[derive(Debug)]
pub(crate) struct Result {
    pub(crate) before: Score,
    pub(crate) improved: Improved,
    /// With earlier runs.
    pub(crate) time: Duration,
}

/// A record as `solve` writes it, and what only `improve` knows.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    record: Record,
    /// The metrics in order.
    ranking: &'a str,
    /// The level of effort reached.
    effort: u32,
}

/// Writes results.
pub(crate) struct Sink {
    to: To,
    ranking: Ranking,
    metrics: Vec<Metric>,
    paint: Paint,
    before: Score,
    after: Score,
}

enum To {
    /// JSON, JSON lines or CSV.
    Records(Records),
    Lurd(Output),
    Sok(Writer<Output>),
    Table(Output, Vec<Vec<Cell>>, Option<String>),
}

impl Sink {
    pub(crate) fn new(form: Form, out: Output, ranking: &Ranking) -> Outcome<Self> {
        let paint = if out.is_stdout() { Paint::stdout() } else { Paint::NONE };
        let to = match form {
            Form::Lurd => To::Lurd(out),
            Form::Sok => To::Sok(Writer::new(out, Format::SOK, "").map_err(cannot_write)?),
            Form::Table => To::Table(out, Vec::new(), None),
            other => To::Records(Records::new(out, other)),
        };
        let named = ranking.metrics().iter().copied();
        let metrics =
            Ranking::new(&named.chain([Metric::Moves, Metric::Pushes]).collect::<Vec<_>>());
        Ok(Self {
            to,
            ranking: ranking.clone(),
            metrics: metrics.metrics().to_vec(),
            paint,
            before: Score::default(),
            after: Score::default(),
        })
    }

    /// Writes the result of a level.
    pub(crate) fn add(&mut self, item: &Item, entry: &Entry, result: &Result) -> Outcome<()> {
        let solution = &result.improved.solution;
        let score = solution.score();
        self.before = self.before + result.before;
        self.after = self.after + score;
        match &mut self.to {
            To::Records(records) => {
                let ranking = &self.ranking.to_string();
                let record = record(item, entry, result, &self.ranking);
                let line = Line { record, ranking, effort: result.improved.level };
                records.add(&line)
            }
            To::Lurd(out) => out.put(&format!("{}\n", solution.moves())),
            To::Sok(writer) => {
                let mut entry = entry.clone();
                let title = format!("Solution/{}", self.ranking.to_string().replace(',', "/"));
                let notes = format!(
                    "Optimizer: Hakooshi\nOptimizer time: {:.3} seconds",
                    result.time.as_secs_f64()
                );
                if !has_game(&entry.games, &entry.level, solution.moves().as_str()) {
                    entry.games.push(Game { notes, ..Game::new(title, solution.moves().as_str()) });
                }
                writer.entry(&entry).map_err(cannot_write)
            }
            To::Table(_, rows, last) => {
                let mut row = vec![
                    Cell::new(item.name()),
                    Cell::new(
                        item.title().unwrap_or_default().chars().take(30).collect::<String>(),
                    ),
                ];
                row.extend(
                    self.metrics
                        .iter()
                        .map(|&metric| change(result.before.get(metric), score.get(metric))),
                );
                let bound = result.improved.bound.map_or(String::new(), |bound| bound.to_string());
                row.extend([
                    Cell::new(bound),
                    Cell::new(verdict(result, &self.ranking)),
                    Cell::new(show_time(result.time.as_secs_f64())),
                ]);
                rows.push(row);
                *last = Some(solution.moves().to_string());
                Ok(())
            }
        }
    }

    /// A level without a solution.
    pub(crate) fn skip(&mut self, item: &Item) -> Outcome<()> {
        match &mut self.to {
            To::Lurd(out) => out.put("\n"),
            To::Table(_, rows, _) => {
                let mut row =
                    vec![Cell::new(item.name()), Cell::new(item.title().unwrap_or_default())];
                row.resize(self.metrics.len() + 3, Cell::new(""));
                row.push(Cell::new("not solved"));
                rows.push(row);
                Ok(())
            }
            To::Records(_) | To::Sok(_) => Ok(()),
        }
    }

    /// Writes the end.
    pub(crate) fn end(self) -> Outcome<()> {
        match self.to {
            To::Records(records) => records.finish(),
            To::Lurd(out) => out.finish(),
            To::Sok(writer) => writer.finish().map_err(cannot_write)?.finish(),
            To::Table(out, rows, _) if rows.is_empty() => out.finish(),
            To::Table(mut out, rows, last) => {
                let least = format!(">at least ({})", self.ranking.first().name());
                let names: Vec<String> =
                    self.metrics.iter().map(|metric| format!(">{}", metric.name())).collect();
                let mut headings = vec!["level", "title"];
                headings.extend(names.iter().map(String::as_str));
                headings.extend([least.as_str(), "result", ">time"]);
                let single = rows.len() == 1;
                let mut table = render::table(&headings, self.paint);
                table.add_rows(rows);
                let changes = self.metrics.iter().map(|&metric| {
                    let (before, after) = (self.before.get(metric), self.after.get(metric));
                    format!("{before} → {after} {}", metric.name())
                });
                let total = changes.collect::<Vec<_>>().join(", ");
                let below = last.filter(|_| single).unwrap_or_else(|| self.paint.bold(&total));
                out.put(&format!("{}\n\n{below}\n", table.trim_fmt()))?;
                out.finish()
            }
        }
    }
}

/// `812 → 744`, or one number if nothing has changed.
fn change(before: u32, after: u32) -> Cell {
    Cell::new(if before == after { after.to_string() } else { format!("{before} → {after}") })
}

fn verdict(result: &Result, ranking: &Ranking) -> String {
    if result.improved.proved {
        return format!("fewest {}", ranking.first().name());
    }
    gap(result, ranking).map(gap_in_percent).unwrap_or_default()
}

/// How much shorter, in the first metric, a best solution can be at most.
fn gap(result: &Result, ranking: &Ranking) -> Option<f64> {
    let now = result.improved.solution.score().get(ranking.first());
    let bound = result.improved.bound.filter(|_| now > 0)?;
    Some(f64::from(now - bound) / f64::from(now))
}

/// Fewest of this metric.
const fn alone(metric: Metric) -> Objective {
    match metric {
        Metric::Moves => Objective::Moves,
        Metric::Pushes => Objective::Pushes,
        _ => Objective::Any,
    }
}

fn record(item: &Item, entry: &Entry, result: &Result, ranking: &Ranking) -> Record {
    let Improved { solution, bound, proved, stop, stats, .. } = &result.improved;
    Record {
        file: item.file.to_string(),
        index: item.index,
        stop: *stop,
        engine: "improve".to_owned(),
        goal: Objective::from_name(&ranking.to_string()).unwrap_or(Objective::Any),
        guarantee: if *proved { alone(ranking.first()) } else { Objective::Any },
        proved: *proved,
        lower_bound: *bound,
        gap: gap(result, ranking),
        found_moves: Some(result.before.moves),
        found_pushes: Some(result.before.pushes),
        expanded: stats.expanded,
        time_s: result.time.as_secs_f64(),
        peak_memory: stats.peak_bytes as u64,
        ..Record::default().of_level(&entry.level).with_solution(solution)
    }
}
