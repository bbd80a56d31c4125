//! Levels to text. What each format cannot hold is lost, except that a level it cannot draw
//! is an error:
//!
//! | format | keeps besides the board | draws no |
//! |---|---|---|
//! | sok | notes, titles, authors, games: all | – |
//! | xsb, rle | notes, titles, authors | – |
//! | slc | notes of the file, titles, authors | – |
//! | json | titles, authors, one solution, `minPushes` | box or player on a goal |
//! | boxoban | the order: level N is called N | box or player on a goal |
//!
//! No format keeps floor to the right of the last piece of a row, so a level with an empty
//! last column reads back narrower. Boxoban files have no rows without a wall above or below
//! the level. A title is one line; one that reads like a property becomes a `Title:` line of
//! the notes in the text formats. A game without moves, or with words in their place, would
//! read back as notes: it is left out.

use std::fmt::Write as _;
use std::io;

use thiserror::Error;

use super::glyphs::Glyphs;
use super::lines::one_line;
use super::placing::{END_OF_NOTES, may_be_title};
use super::{Collection, Entry, Format, Game, boxoban, json, keys, kinds, rle, slc};
use crate::{Cell, Level, Tile};

/// Why something could not be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// A format that is only read.
    #[error("levels are not written as {}; choose one of {}", .0, writable())]
    ReadOnly(Format),
    /// The format has no sign for what stands at a cell.
    #[error("level {level}{} has {} at {at}, which {format} cannot write", named(.title.as_deref()), what(*.tile))]
    NoGlyph {
        /// The number of the level, counted from one.
        level: usize,
        /// Its title.
        title: Option<String>,
        /// What cannot be written.
        tile: Tile,
        /// Where it is.
        at: Cell,
        /// The format.
        format: Format,
    },
    /// The operating system could not write.
    #[error("cannot write: {0}")]
    Io(#[from] io::Error),
}

fn writable() -> String {
    Format::WRITABLE.map(Format::name).join(", ")
}

fn named(title: Option<&str>) -> String {
    title.map(|title| format!(" ({title})")).unwrap_or_default()
}

fn what(tile: Tile) -> &'static str {
    if tile.is_box() { "a box on a goal" } else { "the player on a goal" }
}

/// Writes levels one at a time.
#[derive(Debug)]
pub struct Writer<W: io::Write> {
    out: W,
    format: Format,
    /// Levels given so far, written or not.
    count: usize,
    /// Levels written.
    written: usize,
    /// The last thing written is text that could be taken for a title of what follows.
    text_last: bool,
    /// The first JSON object, held back because a file of one is not an array.
    held: Option<String>,
}

impl<W: io::Write> Writer<W> {
    /// Begins a file with these notes.
    pub fn new(out: W, format: Format, notes: &str) -> Result<Self, WriteError> {
        Self::sized(out, format, notes, None)
    }

    fn sized(
        out: W,
        format: Format,
        notes: &str,
        size: Option<(usize, usize)>,
    ) -> Result<Self, WriteError> {
        let mut writer = Self { out, format, count: 0, written: 0, text_last: false, held: None };
        match format {
            Format::Dialect(_) | Format::Pddl => return Err(WriteError::ReadOnly(format)),
            Format::Slc => writer.out.write_all(slc::head(notes, size).as_bytes())?,
            Format::Xsb | Format::Sok | Format::Rle => {
                let mut text = String::new();
                writer.push_notes(&mut text, notes);
                writer.out.write_all(text.as_bytes())?;
            }
            Format::Boxoban | Format::Json => {}
        }
        Ok(writer)
    }

    /// Writes the next level. After an error about the level nothing of it is written and
    /// the next one may follow.
    pub fn entry(&mut self, entry: &Entry) -> Result<(), WriteError> {
        self.count += 1;
        let mut text = String::new();
        match self.format {
            Format::Slc => text = slc::level(&entry.level),
            Format::Boxoban => {
                text = boxoban::level(&entry.level, self.written)
                    .map_err(|at| self.no_glyph(&entry.level, at))?;
            }
            Format::Json => {
                let object = json::object(entry).map_err(|at| self.no_glyph(&entry.level, at))?;
                match (self.written, self.held.take()) {
                    (0, _) => self.held = Some(object),
                    (_, Some(first)) => text = format!("[\n{first},\n{object}"),
                    (_, None) => text = format!(",\n{object}"),
                }
            }
            _ => self.push_entry(&mut text, entry),
        }
        self.written += 1;
        Ok(self.out.write_all(text.as_bytes())?)
    }

    /// Ends the file and gives the output back.
    pub fn finish(mut self) -> Result<W, WriteError> {
        let tail = match (self.format, self.held.take(), self.written) {
            (Format::Slc, ..) => slc::TAIL.to_owned(),
            (Format::Json, Some(only), _) => only + "\n",
            (Format::Json, None, 0) => "[]\n".to_owned(),
            (Format::Json, None, _) => "\n]\n".to_owned(),
            _ => String::new(),
        };
        self.out.write_all(tail.as_bytes())?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn no_glyph(&self, level: &Level, at: Cell) -> WriteError {
        let (title, tile, format) = (level.title.clone(), level.tile(at), self.format);
        WriteError::NoGlyph { level: self.count, title, tile, at, format }
    }

    fn push_entry(&mut self, out: &mut String, entry: &Entry) {
        let level = &entry.level;
        let title = level.title.as_deref().filter(|it| Some(*it) != entry.property("Title"));
        let mut notes = self.push_title(out, title);
        if self.format == Format::Rle || !is_framed(level) {
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
        if self.format == Format::Sok {
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
        let common = Glyphs::common();
        let bytes = line.as_bytes();
        let marked = (self.format != Format::Sok && !keys::is_property(line) && !line.starts_with("::"))
                || line.starts_with([';', '>', '\u{1a}'])
                // At the head of a file this would look like XML.
                || line.trim_start().starts_with('<')
                || line == END_OF_NOTES
                || kinds::is_moves(bytes)
                || common.row(bytes, &mut Vec::new()).is_some()
                || rle::looks_encoded(bytes, &common)
                || kinds::is_broken_row(bytes, &common, true);
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

impl Collection {
    /// The whole collection in `format`.
    pub fn write(&self, format: Format) -> Result<String, WriteError> {
        let sizes = || self.entries.iter().map(|entry| &entry.level);
        let width = sizes().map(Level::width).max().unwrap_or(0);
        let height = sizes().map(Level::height).max().unwrap_or(0);
        let mut writer = Writer::sized(Vec::new(), format, &self.notes, Some((width, height)))?;
        for entry in &self.entries {
            writer.entry(entry)?;
        }
        let bytes = writer.finish()?;
        String::from_utf8(bytes).map_err(|error| WriteError::Io(io::Error::other(error)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "#####\n#@$.#\n#####\n";

    fn reread(collection: &Collection, format: Format) -> Collection {
        let text = collection.write(format).unwrap();
        let (read, errors) = Collection::read(text.as_bytes(), Some(format));
        assert_eq!(errors, [], "{text}");
        read
    }

    /// Collections whose text is as misleading as it gets.
    fn awkward() -> Vec<Collection> {
        let titles = [None, Some("One"), Some("dull"), Some("####"), Some("; x"), Some("4#|#")];
        let notes = ["", "one line", "two\nlines", "a\n\nb", "; marked", "Author: me", "R\n#  #"];
        let mut all = Vec::new();
        for file_notes in notes {
            for note in notes {
                let mut collection =
                    Collection { notes: file_notes.to_owned(), ..Default::default() };
                for title in titles {
                    let mut level: Level = BOARD.parse().unwrap();
                    level.title = title.map(str::to_owned);
                    level.author = keys::value(note, "Author").map(str::to_owned);
                    let mut entry = Entry { notes: note.to_owned(), ..Entry::new(level) };
                    for title in titles {
                        let game = Game::new(title.unwrap_or(""), "lR\n2(rl)");
                        entry.games.push(Game {
                            title: title.map(str::to_owned),
                            notes: note.to_owned(),
                            ..game
                        });
                    }
                    collection.entries.push(entry);
                }
                all.push(collection);
            }
        }
        all
    }

    #[test]
    fn sok_keeps_everything() {
        for collection in awkward() {
            assert_eq!(reread(&collection, Format::Sok), collection);
        }
    }

    #[test]
    fn xsb_and_rle_keep_all_but_games() {
        for mut collection in awkward() {
            collection.entries.iter_mut().for_each(|entry| entry.games.clear());
            assert_eq!(reread(&collection, Format::Xsb), collection);
            assert_eq!(reread(&collection, Format::Rle), collection);
        }
    }

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
        let text = collection.write(Format::Sok).unwrap();
        for line in source.lines().filter(|line| !line.is_empty()) {
            let count = |text: &str| text.lines().filter(|it| *it == line).count();
            assert_eq!(count(&text), count(&source), "{line:?} in\n{text}");
        }
        assert_eq!(Collection::read(text.as_bytes(), None).0, collection);
    }

    #[test]
    fn slc_and_json_keep_titles_and_authors() {
        for mut collection in awkward() {
            let slc = reread(&collection, Format::Slc);
            for (entry, read) in collection.entries.iter_mut().zip(&slc.entries) {
                assert_eq!(read.level, entry.level);
            }
            let json = reread(&collection, Format::Json);
            for (entry, read) in collection.entries.iter_mut().zip(&json.entries) {
                assert_eq!(read.level, entry.level);
                assert_eq!(read.games.len(), 0, "no game is called a solution");
            }
        }
    }

    #[test]
    fn titles_that_look_like_something_else_leave_the_notes_alone() {
        for title in
            ["::", ":: end of notes", "<?xml", "<SokobanLevels>", "{\"content\": 3", "a  \tb"]
        {
            let mut level: Level = BOARD.parse().unwrap();
            level.title = Some(title.to_owned());
            let entries = vec![Entry::new(level); 2];
            let collection = Collection { notes: String::new(), entries };
            for format in [Format::Sok, Format::Xsb, Format::Rle, Format::Slc, Format::Json] {
                assert_eq!(reread(&collection, format), collection, "{format}");
                let text = collection.write(format).unwrap();
                assert_eq!(Collection::read(text.as_bytes(), None).0, collection, "{text}");
            }
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_title() {
        let (read, _) = Collection::read(format!(";\u{feff}\n{BOARD}").as_bytes(), None);
        assert_eq!(read.entries[0].level.title, None);
        assert_eq!(reread(&read, Format::Sok), read);
    }

    #[test]
    fn a_game_without_moves_is_left_out() {
        let level: Level = BOARD.parse().unwrap();
        let games = ["", "words", " R\n\nl "].map(|moves| Game::new("Solution", moves)).to_vec();
        let entry = Entry { games, ..Entry::new(level) };
        let collection = Collection { notes: String::new(), entries: vec![entry] };
        let read = reread(&collection, Format::Sok);
        assert_eq!(read.entries[0].games, [Game::new("Solution", "R\nl")]);
        assert_eq!(read.entries[0].notes, "");
    }

    #[test]
    fn what_cannot_be_drawn_is_an_error_and_the_next_level_follows() {
        let bad: Level = "; T\n######\n#@$.*#\n######\n".parse().unwrap();
        let good: Level = BOARD.parse().unwrap();
        for format in [Format::Boxoban, Format::Json] {
            let mut writer = Writer::new(Vec::new(), format, "").unwrap();
            let error = writer.entry(&bad.clone().into()).unwrap_err().to_string();
            let expected = format!(
                "level 1 (T) has a box on a goal at row 2, column 5, which {format} cannot write"
            );
            assert_eq!(error, expected);
            writer.entry(&good.clone().into()).unwrap();
            writer.entry(&good.clone().into()).unwrap();
            let bytes = writer.finish().unwrap();
            let (read, errors) = Collection::read(&bytes, None);
            assert_eq!((read.entries.len(), errors.len()), (2, 0), "{format}");
        }
        let dialect = Format::all().last().unwrap();
        assert!(matches!(Writer::new(Vec::new(), dialect, ""), Err(WriteError::ReadOnly(_))));
    }
}
