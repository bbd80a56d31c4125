//! What `improve --pareto` writes: the solutions of the front of moves and pushes, and a plot of it.

use std::path::Path;

use hakooshi::Score;
use hakooshi::unstable::Front;
use hakooshi_lab::plot_fronts;
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
            let fronts = self.all.iter().map(|(item, _, front)| {
                let scores = front.points().iter().map(|it| (it.score().moves, it.score().pushes));
                (item.name(), scores.collect())
            });
            file.put(&plot_fronts(&fronts.collect::<Vec<_>>()))?;
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
