//! What `improve --pareto` writes: every solution of the front of moves and pushes, in the form
//! asked for, and a plot of it.

use std::fmt::Write as _;
use std::path::Path;

use hakooshi::Score;
use hakooshi::unstable::Front;
use hakooshi_level::LevelId;
use hakooshi_level::formats::{Entry, Format, Game, Writer};
use serde::Serialize;

use crate::claims::Claims;
use crate::exit::Outcome;
use crate::form::Form;
use crate::input::Item;
use crate::output::Output;
use crate::records::Records;
use crate::render::{self, Paint};
use crate::sinks::cannot_write;

/// One solution of a front.
#[derive(Serialize)]
struct Point<'a> {
    file: &'a str,
    index: usize,
    title: Option<&'a str>,
    id: String,
    moves: u32,
    pushes: u32,
    lurd: &'a str,
}

/// The fronts of some levels, written when all are known.
#[derive(Default)]
pub(crate) struct Fronts<'a> {
    all: Vec<(&'a Item, &'a Entry, Front)>,
}

impl<'a> Fronts<'a> {
    pub(crate) fn add(&mut self, item: &'a Item, entry: &'a Entry, front: Front) {
        self.all.push((item, entry, front));
    }

    /// Writes the fronts, and the plot if one is asked for.
    pub(crate) fn end(
        self,
        form: Form,
        mut out: Output,
        plot: Option<&Path>,
        claims: &mut Claims,
    ) -> Outcome<()> {
        if let Some(path) = plot {
            let mut file = Output::whole(Some(path), claims)?;
            let names = self.all.iter().map(|(item, _, front)| (item.name(), front));
            file.put(&svg(&names.collect::<Vec<_>>()))?;
            file.finish()?;
        }
        match form {
            Form::Sok => {
                let mut writer = Writer::new(out, Format::SOK, "").map_err(cannot_write)?;
                for (_, entry, front) in &self.all {
                    let mut entry = (*entry).clone();
                    for point in front.points() {
                        let Score { moves, pushes, .. } = point.score();
                        let title = format!("Solution {moves}/{pushes}");
                        entry.games.push(Game::new(title, point.moves().as_str()));
                    }
                    writer.entry(&entry).map_err(cannot_write)?;
                }
                return writer.finish().map_err(cannot_write)?.finish();
            }
            Form::Lurd => {
                for (_, _, front) in &self.all {
                    for point in front.points() {
                        out.put(&format!("{}\n", point.moves()))?;
                    }
                }
            }
            Form::Json | Form::Jsonl | Form::Csv => {
                let mut records = Records::new(out, form);
                for (item, entry, front) in &self.all {
                    for point in front.points() {
                        records.add(&Point {
                            file: &item.file,
                            index: item.index,
                            title: item.title(),
                            id: LevelId::of(&entry.level).to_string(),
                            moves: point.score().moves,
                            pushes: point.score().pushes,
                            lurd: point.moves().as_str(),
                        })?;
                    }
                }
                return records.finish();
            }
            _ => {
                let paint = if out.is_stdout() { Paint::stdout() } else { Paint::NONE };
                let mut table = render::table(&["level", ">moves", ">pushes"], paint);
                for (item, _, front) in &self.all {
                    for point in front.points() {
                        let Score { moves, pushes, .. } = point.score();
                        table.add_row([item.name(), moves.to_string(), pushes.to_string()]);
                    }
                }
                out.put(&format!("{}\n", table.trim_fmt()))?;
            }
        }
        out.finish()
    }
}

/// Width and height of one plot, and its margin.
const SIZE: (f64, f64) = (480.0, 320.0);
const MARGIN: f64 = 48.0;

/// The fronts as an SVG drawing, one plot below another.
fn svg(fronts: &[(String, &Front)]) -> String {
    let height = SIZE.1 * fronts.len().max(1) as f64;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" \
         fill=\"white\"/>\n",
        SIZE.0
    );
    for (number, (name, front)) in fronts.iter().enumerate() {
        let top = number as f64 * SIZE.1;
        let (left, bottom) = (MARGIN, top + SIZE.1 - MARGIN);
        let (wide, high) = (SIZE.0 - 2.0 * MARGIN, SIZE.1 - 2.0 * MARGIN);
        let points: Vec<(u32, u32)> =
            front.points().iter().map(|it| (it.score().moves, it.score().pushes)).collect();
        let (first, last) = (points[0], points[points.len() - 1]);
        let along = |value: u32, least: u32, most: u32| {
            f64::from(value - least) / f64::from((most - least).max(1))
        };
        let place = |&(moves, pushes): &(u32, u32)| {
            let x = left + along(moves, first.0, last.0) * wide;
            (x, bottom - along(pushes, last.1, first.1) * high)
        };
        let _ = writeln!(text, "<text x=\"{left}\" y=\"{}\">{}</text>", top + 20.0, escape(name));
        let _ = writeln!(
            text,
            "<path d=\"M{left} {} V{bottom} H{}\" fill=\"none\" stroke=\"black\"/>\n\
             <text x=\"{}\" y=\"{}\">moves</text>\n<text x=\"4\" y=\"{}\">pushes</text>",
            top + MARGIN - 10.0,
            left + wide + 10.0,
            left + wide / 2.0,
            bottom + 34.0,
            top + MARGIN - 14.0
        );
        for point in &points {
            let (x, y) = place(point);
            let _ = writeln!(
                text,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"#2a6\"/>\n\
                 <text x=\"{:.1}\" y=\"{:.1}\">{}/{}</text>",
                x + 5.0,
                y - 5.0,
                point.0,
                point.1
            );
        }
    }
    text + "</svg>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
