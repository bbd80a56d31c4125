//! The boards that a page can show: of levels that come with the program, and of those the user names.

use std::collections::{HashMap, HashSet};

use hakooshi::{BUNDLED, Collection, Level, LevelId};
use hakooshi_lab::report::Data;

use crate::exit::Outcome;
use crate::input::LevelArgs;
use crate::trials;

/// Boards by level id.
#[derive(Debug, Default)]
pub(super) struct Boards(HashMap<String, Vec<String>>);

impl Boards {
    /// Boards of the levels in `data`.
    pub(super) fn read(words: &[String], data: &Data) -> Outcome<Self> {
        let wanted: HashSet<&str> =
            data.trials().filter_map(|trial| trial.record.id.as_deref()).collect();
        let mut boards = HashMap::new();
        let mut add = |level: &Level| {
            let id = LevelId::of(level).to_string();
            if wanted.contains(id.as_str()) {
                boards.entry(id).or_insert_with(Vec::new).push(drawn(level));
            }
        };
        for bundled in BUNDLED {
            let (collection, _) = Collection::read(bundled.text.as_bytes(), None);
            collection.entries.iter().for_each(|entry| add(&entry.level));
        }
        for word in words {
            let (subjects, _) = trials::read(&LevelArgs::of(word))?;
            for subject in &subjects {
                add(&subject.level);
            }
        }
        Ok(Self(boards))
    }

    /// A board on which these moves can be played. Levels that are mirrored or turned have the same id.
    pub(super) fn find(&self, id: &str, lurd: &str) -> Option<&str> {
        let is_solved = |board: &&String| {
            let level = board.parse::<Level>().ok();
            let moves = lurd.parse().ok();
            level.zip(moves).is_some_and(|(level, moves)| hakooshi::verify(&level, &moves).is_ok())
        };
        self.0.get(id)?.iter().find(is_solved).map(String::as_str)
    }
}

fn drawn(level: &Level) -> String {
    crate::render::draw(level, crate::render::Paint::NONE, |_| false)
        .lines()
        .map(|line| line.strip_prefix("  ").unwrap_or(line))
        .collect::<Vec<_>>()
        .join("\n")
}
