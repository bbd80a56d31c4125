//! A file of levels as data: everything that a `.sok` file, the richest of the formats, can contain.
//!
//! Text is kept line by line. A title or an author written as a `Title:` or `Author:` property also stays
//! in the notes, so that writing reproduces the line. Empty lines between paragraphs of notes are kept,
//! those around them are not.

use std::io::{BufRead, Read};

use super::glyphs::Glyphs;
use super::text::TextReader;
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
    /// The games in a text without a board, such as the `.sol` files that some programs keep
    /// beside their levels: moves, each with a title and notes if there are any.
    pub fn read_all(bytes: &[u8]) -> Vec<Self> {
        // Text is read by sequence, and games follow a board: any board will do.
        let text = b"#####\n#@$.#\n#####\n\n".chain(bytes);
        let levels = TextReader::new(text, Glyphs::common());
        levels.filter_map(Result::ok).flat_map(|entry| entry.games).collect()
    }

    /// A game with a title and moves.
    pub fn new(title: impl Into<String>, moves: impl Into<String>) -> Self {
        Self { title: Some(title.into()), moves: moves.into(), notes: String::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_without_a_board() {
        assert_eq!(Game::read_all(b"3r2(dull)U\n")[0].moves, "3r2(dull)U");
        let games = Game::read_all(b"Solution\nlurd\n\nSolver: S\n\nSnapshot\n*R\nL");
        assert_eq!(games[0], Game { notes: "Solver: S".into(), ..Game::new("Solution", "lurd") });
        assert_eq!(games[1..], [Game::new("Snapshot", "*R\nL")]);
        assert_eq!(Game::read_all(b"no moves here"), []);
    }

    #[test]
    fn a_collection_has_a_name() {
        let (read, errors) = Collection::read(b"; Set: S\n\n; 1\n#####\n#@$.#\n#####\n", None);
        assert_eq!((read.name(), read.entries.len(), errors.len()), (Some("S"), 1, 0));
    }
}
