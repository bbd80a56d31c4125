//! A file of levels as data: everything a `.sok` file can hold, which is the most any of the
//! formats holds.
//!
//! Text is kept line for line. A title or an author that was written as a `Title:` or
//! `Author:` property stays in the notes as well, so that writing gives the line back; an
//! empty line between paragraphs of notes is kept, those around them are not.

use std::io::BufRead;

use super::{Format, ReadError, Reader, keys};
use crate::Level;

/// The levels of a file and the notes at its head.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    /// Lines about the file as a whole, such as `Collection: Name`.
    pub notes: String,
    /// The levels in order.
    pub entries: Vec<Entry>,
}

/// One level with what is written around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The level with its title and author.
    pub level: Level,
    /// Lines about the level, properties such as `Author: Name` among them.
    pub notes: String,
    /// Solutions, snapshots and saved games.
    pub games: Vec<Game>,
}

/// A solution, snapshot or saved game, as written and not replayed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// The title, such as `Solution/Pushes`.
    pub title: Option<String>,
    /// The letters as they were written, over as many lines.
    pub moves: String,
    /// Lines about the game, such as `Solver: Name`.
    pub notes: String,
}

impl Collection {
    /// Reads a whole file. The first element holds the good levels, the second what was wrong
    /// with the others, in order.
    pub fn read(bytes: &[u8], format: Option<Format>) -> (Self, Vec<ReadError>) {
        Self::read_from(bytes, format)
    }

    /// The same from any source.
    pub fn read_from(input: impl BufRead, format: Option<Format>) -> (Self, Vec<ReadError>) {
        let mut reader = Reader::new(input, format);
        let (mut entries, mut errors) = (Vec::new(), Vec::new());
        for item in &mut reader {
            match item {
                Ok(entry) => entries.push(entry),
                Err(error) => errors.push(error),
            }
        }
        (Self { notes: reader.notes().to_owned(), entries }, errors)
    }

    /// The value of a `Key: value` line in the notes at the head of the file.
    pub fn property(&self, key: &str) -> Option<&str> {
        keys::value(&self.notes, key)
    }

    /// The name of the collection, if the notes give one.
    pub fn name(&self) -> Option<&str> {
        self.property("Collection").or_else(|| self.property("Set"))
    }
}

impl Entry {
    /// A level with nothing written around it.
    pub fn new(level: Level) -> Self {
        Self { level, notes: String::new(), games: Vec::new() }
    }

    /// The value of a `Key: value` line in the notes.
    pub fn property(&self, key: &str) -> Option<&str> {
        keys::value(&self.notes, key)
    }
}

impl From<Level> for Entry {
    fn from(level: Level) -> Self {
        Self::new(level)
    }
}

impl Game {
    /// A game with a title and moves.
    pub fn new(title: impl Into<String>, moves: impl Into<String>) -> Self {
        Self { title: Some(title.into()), moves: moves.into(), notes: String::new() }
    }
}
