//! Writes levels as text. What a format cannot represent is lost, except that a level it cannot draw is
//! an error:
//!
//! | format | preserved besides the board | cannot draw |
//! |---|---|---|
//! | sok | notes, titles, authors, games: all | – |
//! | xsb, rle | notes, titles, authors | – |
//! | slc | notes of the file, titles, authors | – |
//! | json | titles, authors, one solution, `minPushes` | box or player on a goal |
//! | boxoban | the order; level N is titled N | box or player on a goal |
//!
//! No format preserves floor to the right of the last piece of a row, so a level with an empty last column
//! becomes narrower. Boxoban files drop rows without a wall above and below the level. A title is one
//! line; a title that looks like a property becomes a `Title:` line of the notes in the text formats. A
//! game without valid moves would be read back as notes, so it is left out.

use std::{fmt, io};

use thiserror::Error;

use super::format::names;
use super::{Collection, Entry, Format};
use crate::{Cell, Level, Tile};

/// Why something could not be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// A format that is only read.
    #[error("levels are not written as {}; choose one of {}", .0, names(Format::writable()))]
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

fn named(title: Option<&str>) -> String {
    title.map(|title| format!(" ({title})")).unwrap_or_default()
}

fn what(tile: Tile) -> &'static str {
    if tile.is_box() { "a box on a goal" } else { "the player on a goal" }
}

/// Writes the text of one format. What it gives back is written in the order of the calls.
pub(crate) trait Encoder: fmt::Debug + Send {
    /// What comes before the first level, given the notes of the file.
    fn head(&mut self, _notes: &str) -> String {
        String::new()
    }

    /// The next level, or the cell that the format has no sign for; such a level leaves no
    /// trace.
    fn level(&mut self, entry: &Entry) -> Result<String, Cell>;

    /// What comes after the last level.
    fn tail(&mut self) -> String {
        String::new()
    }
}

/// Writes levels one at a time.
#[derive(Debug)]
pub struct Writer<W: io::Write> {
    out: W,
    format: Format,
    encoder: Box<dyn Encoder>,
    /// Levels given so far, written or not.
    count: usize,
}

impl<W: io::Write> Writer<W> {
    /// Begins a file with these notes.
    pub fn new(mut out: W, format: Format, notes: &str) -> Result<Self, WriteError> {
        let mut encoder = format.0.write.ok_or(WriteError::ReadOnly(format))?();
        out.write_all(encoder.head(notes).as_bytes())?;
        Ok(Self { out, format, encoder, count: 0 })
    }

    /// Writes the next level. After an error about the level nothing of it is written and
    /// the next one may follow.
    pub fn entry(&mut self, entry: &Entry) -> Result<(), WriteError> {
        self.count += 1;
        let text = self.encoder.level(entry).map_err(|at| self.no_glyph(&entry.level, at))?;
        Ok(self.out.write_all(text.as_bytes())?)
    }

    /// Ends the file and gives the output back.
    pub fn finish(mut self) -> Result<W, WriteError> {
        self.out.write_all(self.encoder.tail().as_bytes())?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn no_glyph(&self, level: &Level, at: Cell) -> WriteError {
        let (title, tile, format) = (level.title.clone(), level.tile(at), self.format);
        WriteError::NoGlyph { level: self.count, title, tile, at, format }
    }
}

impl Collection {
    /// The whole collection in `format`.
    pub fn write(&self, format: Format) -> Result<String, WriteError> {
        let mut writer = Writer::new(Vec::new(), format, &self.notes)?;
        for entry in &self.entries {
            writer.entry(entry)?;
        }
        let bytes = writer.finish()?;
        String::from_utf8(bytes).map_err(|error| WriteError::Io(io::Error::other(error)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Game, keys};
    use super::*;

    const BOARD: &str = "#####\n#@$.#\n#####\n";

    fn format(name: &str) -> Format {
        name.parse().unwrap()
    }

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
            assert_eq!(reread(&collection, Format::SOK), collection);
        }
    }

    #[test]
    fn xsb_and_rle_keep_all_but_games() {
        for mut collection in awkward() {
            collection.entries.iter_mut().for_each(|entry| entry.games.clear());
            assert_eq!(reread(&collection, Format::XSB), collection);
            assert_eq!(reread(&collection, format("rle")), collection);
        }
    }

    #[test]
    fn slc_and_json_keep_titles_and_authors() {
        for mut collection in awkward() {
            let slc = reread(&collection, format("slc"));
            for (entry, read) in collection.entries.iter_mut().zip(&slc.entries) {
                assert_eq!(read.level, entry.level);
            }
            let json = reread(&collection, format("json"));
            for (entry, read) in collection.entries.iter_mut().zip(&json.entries) {
                assert_eq!(read.level, entry.level);
                assert_eq!(read.games.len(), 0, "no game is called a solution");
            }
        }
    }

    #[test]
    fn titles_that_look_like_something_else_leave_the_notes_alone() {
        for title in [
            "::",
            ":: end of notes",
            "<?xml",
            "<SokobanLevels>",
            "(define x",
            "{\"content\": 3",
            "a  \tb",
        ] {
            let mut level: Level = BOARD.parse().unwrap();
            level.title = Some(title.to_owned());
            let entries = vec![Entry::new(level); 2];
            let collection = Collection { notes: String::new(), entries };
            for format in [Format::SOK, Format::XSB, format("rle"), format("slc"), format("json")] {
                assert_eq!(reread(&collection, format), collection, "{format}");
                let text = collection.write(format).unwrap();
                assert_eq!(Collection::read(text.as_bytes(), None).0, collection, "{text}");
            }
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_an_error_and_the_next_level_follows() {
        let bad: Level = "; T\n######\n#@$.*#\n######\n".parse().unwrap();
        let good: Level = BOARD.parse().unwrap();
        for format in [format("boxoban"), format("json")] {
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
