//! Writes levels as lines of text (`xsb`, `sok` and `rle`) so that every line is read back as what it
//! was.
//!
//! A title is one line; a title that looks like a property becomes a `Title:` line of the notes. A game
//! without valid moves would be read back as notes, so it is left out.

use std::fmt::Write as _;

use super::glyphs::Glyphs;
use super::lines::one_line;
use super::placing::{END_OF_NOTES, may_be_title};
use super::write::Encoder;
use super::{Entry, Game, keys, kinds, pddl, rle};
use crate::{Cell, Level, Tile};

/// The kinds of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Text stands behind `;`, and games are left out.
    Xsb,
    /// The same with encoded boards.
    Rle,
    /// Text is marked only where it must be, and games are kept.
    Sok,
}

#[derive(Debug)]
pub(crate) struct TextWriter {
    style: Style,
    common: Glyphs,
    /// The last thing written is text that could be taken for a title of what follows.
    text_last: bool,
}

impl Encoder for TextWriter {
    fn head(&mut self, notes: &str) -> String {
        let mut out = String::new();
        self.push_notes(&mut out, notes);
        out
    }

    fn level(&mut self, entry: &Entry) -> Result<String, Cell> {
        let mut out = String::new();
        self.push_entry(&mut out, entry);
        Ok(out)
    }
}

impl TextWriter {
    pub(crate) fn new(style: Style) -> Self {
        Self { style, common: Glyphs::common(), text_last: false }
    }

    fn push_entry(&mut self, out: &mut String, entry: &Entry) {
        let level = &entry.level;
        let title = level.title.as_deref().filter(|it| Some(*it) != entry.property("Title"));
        let mut notes = self.push_title(out, title);
        if self.style == Style::Rle || !is_framed(level) {
            out.push_str(&rle::encode(level.rows()));
            out.push('\n');
        } else {
            out.push_str(&level.to_string());
        }
        self.text_last = false;
        if let Some(author) = &level.author
            && entry.property("Author") != Some(author)
        {
            let _ = writeln!(notes, "Author: {}", one_line(author));
        }
        notes.push_str(&entry.notes);
        self.push_notes(out, &notes);
        if self.style == Style::Sok {
            for game in &entry.games {
                self.push_game(out, game);
            }
        }
    }

    fn push_game(&mut self, out: &mut String, game: &Game) {
        let Some(moves) = kinds::moves(&game.moves) else { return };
        let mut notes = self.push_title(out, game.title.as_deref());
        out.push_str(&moves);
        out.push('\n');
        self.text_last = false;
        notes.push_str(&game.notes);
        self.push_notes(out, &notes);
    }

    /// Writes the title line, or sees to it that the text before is not taken for one. A
    /// title that cannot stand on a line of its own is returned as a line of notes.
    fn push_title(&mut self, out: &mut String, title: Option<&str>) -> String {
        let mut rest = String::new();
        if let Some(title) = title.map(one_line).filter(|title| !title.is_empty()) {
            let mut line = String::new();
            self.push_line(&mut line, &title);
            // Behind a `;` a comment is no comment.
            if !may_be_title(line.trim_end()) && !line.starts_with(';') {
                line.insert_str(0, "; ");
            }
            if may_be_title(line.trim_end()) {
                out.push_str(&line);
                return rest;
            }
            rest = format!("Title: {title}\n");
        }
        if self.text_last {
            out.push_str(END_OF_NOTES);
            out.push_str("\n\n");
        }
        rest
    }

    /// Writes notes and the empty line after them.
    fn push_notes(&mut self, out: &mut String, notes: &str) {
        let notes = notes.trim_matches('\n');
        let start = out.len();
        for line in notes.lines() {
            self.push_line(out, line.trim_end_matches('\r'));
        }
        // Directly below a board a `;` line would be its title.
        if start > 0 && out[start..].starts_with(';') {
            out.insert(start, '\n');
        }
        self.text_last |= !notes.is_empty();
        if !out.is_empty() {
            out.push('\n');
        }
    }

    /// Writes a line so that it reads back as text: behind a `;` in XSB files unless it is a
    /// property, and wherever it would be something else.
    fn push_line(&self, out: &mut String, line: &str) {
        let bytes = line.as_bytes();
        let plain = self.style == Style::Sok || keys::is_property(line) || line.starts_with("::");
        let marked = !plain
            || line.starts_with([';', '>', '\u{1a}'])
            // At the head of a file these would look like XML or a planning problem.
            || line.trim_start().starts_with('<')
            || pddl::is_problem(line)
            || line == END_OF_NOTES
            || kinds::is_moves(bytes)
            || self.common.row(bytes, &mut Vec::new()).is_some()
            || rle::looks_encoded(bytes, &self.common)
            || kinds::is_broken_row(bytes, &self.common, true);
        if marked && !line.trim().is_empty() {
            out.push_str("; ");
        }
        out.push_str(line);
        out.push('\n');
    }
}

/// Whether the first and the last row that are not empty hold a wall. Only decoration can
/// lie beyond the walls; such rows would be taken for text unless the level is one line.
fn is_framed(level: &Level) -> bool {
    let mut rows = level.rows().filter(|row| row.iter().any(|&tile| tile != Tile::Floor));
    let framed = |row: Option<&[Tile]>| row.is_none_or(|row| row.contains(&Tile::Wall));
    framed(rows.next()) && framed(rows.last())
}

#[cfg(test)]
mod tests {
    use super::super::{Collection, Format};
    use super::*;

    const BOARD: &str = "#####\n#@$.#\n#####\n";

    #[test]
    fn every_line_of_a_sok_file_survives() {
        let source = ":: made by hand\n::\nCollection: C\nDate Created: now\n\nOne\n\n".to_owned()
            + BOARD
            + "\nTitle: Other\nAuthor: A\n\nText.\n\nSolution/Pushes\nR\nSolver: S\nSolver time: 1\n\n"
            + "SaveGame\n*R\n\nTwo\n\n"
            + BOARD
            + "\nReverse Mode Snapshot\n\n[]l\n\nEnd\n";
        let (collection, errors) = Collection::read(source.as_bytes(), None);
        assert_eq!(errors, []);
        let text = collection.write(Format::SOK).unwrap();
        for line in source.lines().filter(|line| !line.is_empty()) {
            let count = |text: &str| text.lines().filter(|it| *it == line).count();
            assert_eq!(count(&text), count(&source), "{line:?} in\n{text}");
        }
        assert_eq!(Collection::read(text.as_bytes(), None).0, collection);
    }

    #[test]
    fn a_byte_order_mark_is_no_title() {
        let (read, _) = Collection::read(format!(";\u{feff}\n{BOARD}").as_bytes(), None);
        assert_eq!(read.entries[0].level.title, None);
        let text = read.write(Format::SOK).unwrap();
        assert_eq!(Collection::read(text.as_bytes(), None).0, read);
    }

    #[test]
    fn a_game_without_moves_is_left_out() {
        let level: Level = BOARD.parse().unwrap();
        let games = ["", "words", " R\n\nl "].map(|moves| Game::new("Solution", moves)).to_vec();
        let entry = Entry { games, ..Entry::new(level) };
        let collection = Collection { notes: String::new(), entries: vec![entry] };
        let text = collection.write(Format::SOK).unwrap();
        let (read, errors) = Collection::read(text.as_bytes(), Some(Format::SOK));
        assert_eq!(errors, [], "{text}");
        assert_eq!(read.entries[0].games, [Game::new("Solution", "R\nl")]);
        assert_eq!(read.entries[0].notes, "");
    }
}
