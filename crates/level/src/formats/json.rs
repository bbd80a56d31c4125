//! The JSON of `SokoBOT`: an object, or an array of objects, with `content`, a matrix of the letters `W`
//! wall, `E` empty, `S` the player's start, `B` box and `G` goal, and optionally `bestSolution` and
//! `minPushes`.
//!
//! The solution becomes a game titled `Best Solution`, or a note `bestSolution: N` if it is only a number
//! of moves; the bound becomes a note `minPushes: N`. `title` and `author` are read and written too. The
//! format has no letter for a box or the player on a goal, and no place for other notes and games.

use std::fmt::Write as _;

use serde_json::Value;

use super::format::{Fit, FormatEntry, Read, Sample};
use super::glyphs::{Glyphs, Legend, PLAIN};
use super::kinds::moves;
use super::lines::one_line;
use super::whole::{Places, Whole, assemble};
use super::write::Encoder;
use super::{Entry, Game, Problem, ReadError};
use crate::{Cell, Tile};

pub(crate) static ENTRY: FormatEntry = FormatEntry {
    name: "json",
    extensions: &["json"],
    summary: "SokoBOT's JSON, no box or player on a goal",
    detect,
    read: Read::Whole(read),
    write: Some(|| Box::new(JsonWriter::default())),
};

static LETTERS: Legend = Legend { glyphs: ["W", "E", "S", "", "B", "", "G"], ..PLAIN };

/// The title of the game that holds `bestSolution`.
const BEST: &str = "Best Solution";

/// The key every object has, as it is written.
const CONTENT: &str = "\"content\"";

/// A bracket is not enough: a title may begin with one, too.
fn detect(sample: &Sample<'_>) -> Fit {
    let bracket = sample.starts_with(b"{[");
    if bracket && is_levels(&sample.text()) {
        return Fit::Certain;
    }
    Fit::Broken.when(bracket && sample.holds(CONTENT))
}

/// Whether a text that may have been cut off is JSON as far as it goes, and about levels.
fn is_levels(text: &str) -> bool {
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Array(objects)) => {
            objects.first().is_none_or(|first| first.get("content").is_some())
        }
        Ok(other) => other.get("content").is_some(),
        Err(error) => error.is_eof() && text.contains(CONTENT),
    }
}

fn read(text: &str) -> Whole {
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => {
            let excerpt = text.lines().nth(error.line().saturating_sub(1)).unwrap_or("");
            let problem = malformed(error.to_string());
            let error = ReadError::new(error.line(), error.column().max(1), excerpt, problem);
            return (String::new(), vec![Err(error)]);
        }
    };
    let objects = match value {
        Value::Array(objects) => objects,
        other => vec![other],
    };
    let glyphs = Glyphs::of(&LETTERS);
    // The parser keeps no places: the n-th level is looked for at the n-th "content".
    let mut contents = text.match_indices(CONTENT).map(|(at, _)| at);
    let mut places = Places::new(text);
    let levels = objects.iter().zip(1..).map(|(object, number)| {
        let at = if object.get("content").is_some() { contents.next() } else { None };
        entry(object, &glyphs).map_err(|problem| {
            let title = object.get("title").and_then(Value::as_str).map(str::to_owned);
            let error = match at {
                Some(at) => places.error(at, problem),
                None => places.restarted().error(0, problem),
            };
            error.of_level(number, title)
        })
    });
    (String::new(), levels.collect())
}

fn malformed(reason: String) -> Problem {
    Problem::Malformed { expected: "a SokoBOT JSON file", reason }
}

fn entry(object: &Value, glyphs: &Glyphs) -> Result<Entry, Problem> {
    let rows = object.get("content").and_then(Value::as_array);
    let rows =
        rows.ok_or_else(|| malformed("expected \"content\", an array of rows".to_owned()))?;
    let rows = rows.iter().map(|it| row(it, glyphs)).collect::<Result<Vec<_>, _>>()?;
    let text = |key: &str| {
        // A title is one line everywhere else.
        let words = one_line(object.get(key).and_then(Value::as_str)?);
        Some(words).filter(|words| !words.is_empty())
    };
    let mut entry = Entry::new(assemble(&rows).1?);
    (entry.level.title, entry.level.author) = (text("title"), text("author"));
    if let Some(author) = &entry.level.author {
        entry.notes = format!("Author: {author}");
    }
    let mut note = |line: String| {
        if !entry.notes.is_empty() {
            entry.notes.push('\n');
        }
        entry.notes.push_str(&line);
    };
    if let Some(bound) = object.get("minPushes").filter(|bound| bound.is_number()) {
        note(format!("minPushes: {bound}"));
    }
    let solution = object.get("bestSolution");
    if let Some(length) = solution.filter(|it| it.is_number()) {
        note(format!("bestSolution: {length}"));
    } else if let Some(moves) = moves(solution.and_then(Value::as_str).unwrap_or("")) {
        entry.games.push(Game::new(BEST, moves));
    } else if let Some(words) = text("bestSolution") {
        note(format!("bestSolution: {words}"));
    }
    Ok(entry)
}

/// A row: a string, or an array of strings of one letter. Floor at the end is dropped.
fn row(value: &Value, glyphs: &Glyphs) -> Result<Vec<Tile>, Problem> {
    let letters: String = match value {
        Value::String(letters) => letters.clone(),
        Value::Array(cells) => {
            let one = |cell: &Value| {
                let letter = cell.as_str().filter(|it| it.chars().count() == 1);
                letter.map(str::to_owned).ok_or_else(|| malformed(format!("{cell} in a row")))
            };
            cells.iter().map(one).collect::<Result<_, _>>()?
        }
        other => return Err(malformed(format!("{other} instead of a row"))),
    };
    let tile = |glyph: char| {
        let bad = || Problem::BadGlyph { glyph, expected: LETTERS.expected() };
        glyphs.tile(glyph).ok_or_else(bad)
    };
    let mut tiles = letters.chars().map(tile).collect::<Result<Vec<_>, _>>()?;
    let end = tiles.iter().rposition(|&tile| tile != Tile::Floor).map_or(0, |last| last + 1);
    tiles.truncate(end);
    Ok(tiles)
}

#[derive(Debug, Default)]
struct JsonWriter {
    written: usize,
    /// The first object, held back because a file of one is not an array.
    held: Option<String>,
}

impl Encoder for JsonWriter {
    fn level(&mut self, entry: &Entry) -> Result<String, Cell> {
        let object = object(entry)?;
        self.written += 1;
        Ok(match self.held.take() {
            Some(first) => format!("[\n{first},\n{object}"),
            None if self.written > 1 => format!(",\n{object}"),
            None => {
                self.held = Some(object);
                String::new()
            }
        })
    }

    fn tail(&mut self) -> String {
        match self.held.take() {
            Some(only) => only + "\n",
            None if self.written == 0 => "[]\n".to_owned(),
            None => "\n]\n".to_owned(),
        }
    }
}

/// One object, or the cell that has no letter.
fn object(entry: &Entry) -> Result<String, Cell> {
    let level = &entry.level;
    let mut out = String::from("{\n");
    for (key, value) in [("title", &level.title), ("author", &level.author)] {
        if let Some(value) = value {
            let _ = writeln!(out, "  \"{key}\": {},", Value::from(value.as_str()));
        }
    }
    out.push_str("  \"content\": [");
    for (row, tiles) in level.rows().enumerate() {
        out.push_str(if row > 0 { ",\n    [" } else { "\n    [" });
        for (col, &tile) in tiles.iter().enumerate() {
            let letter = LETTERS.glyph(tile).ok_or(Cell::new(row as u16, col as u16))?;
            let _ = write!(out, "{}\"{letter}\"", if col > 0 { ", " } else { "" });
        }
        out.push(']');
    }
    out.push_str("\n  ]");
    let is_solution =
        |game: &&Game| game.title.as_deref().is_some_and(|title| title.contains("Solution"));
    let best = entry.games.iter().find(|game| game.title.as_deref() == Some(BEST));
    let solution = best.or_else(|| entry.games.iter().find(is_solution));
    let number = |text: &str| text.parse::<u64>().ok().map(Value::from);
    let best = solution.and_then(|game| moves(&game.moves)).map(Value::from);
    if let Some(best) = best.or_else(|| entry.property("bestSolution").and_then(number)) {
        let _ = write!(out, ",\n  \"bestSolution\": {best}");
    }
    if let Some(bound) = entry.property("minPushes").and_then(number) {
        let _ = write!(out, ",\n  \"minPushes\": {bound}");
    }
    out.push_str("\n}");
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = r#"{"title": "T", "content": [["W","W","W","W","W"],
        ["W","S","B","G","W"], "WWWWW"], "bestSolution": "R", "minPushes": 1}"#;

    #[test]
    fn objects_and_arrays() {
        let (_, one) = read(ONE);
        let entry = one[0].as_ref().unwrap();
        assert_eq!(entry.level.to_string(), "#####\n#@$.#\n#####\n");
        assert_eq!(entry.level.title.as_deref(), Some("T"));
        assert_eq!(entry.games, [Game::new("Best Solution", "R")]);
        assert_eq!(entry.notes, "minPushes: 1");
        assert_eq!(read(&format!("[{ONE}, {ONE}]")).1, [one[0].clone(), one[0].clone()]);
        assert_eq!(read(&object(entry).unwrap()).1, one);
    }

    #[test]
    fn blanks_in_titles_and_lines_of_moves_stay() {
        let text = ONE.replace("\"T\"", r#"" a  b\tc ""#).replace("\"R\"", r#""R\n2(l)""#);
        let (_, items) = read(&text);
        let entry = items[0].as_ref().unwrap();
        assert_eq!(entry.level.title.as_deref(), Some("a  b\tc"));
        assert_eq!(entry.games[0].moves, "R\n2(l)");
        assert_eq!(read(&object(entry).unwrap()).1, items);
        let (_, items) = read(&ONE.replace("\"R\"", r#""no\nmoves""#));
        let entry = items[0].as_ref().unwrap();
        assert_eq!((entry.games.len(), entry.property("bestSolution")), (0, Some("no moves")));
        // Words that are neither moves nor their number are not written: read again, they might be.
        assert!(!object(entry).unwrap().contains("bestSolution"));
    }

    #[test]
    fn the_length_of_the_best_solution_is_kept() {
        let (_, items) = read(&ONE.replace("\"R\"", "17"));
        let entry = items[0].as_ref().unwrap();
        assert_eq!((entry.games.len(), entry.property("bestSolution")), (0, Some("17")));
        let text = object(entry).unwrap();
        assert!(text.contains("\"bestSolution\": 17,"), "{text}");
        assert_eq!(read(&text).1, items);
    }

    #[test]
    fn faults_name_their_place() {
        let bad = format!("[{ONE},\n{{\"content\": [\"WXW\"]}},\n{{\"content\": 3}}, 7]");
        let (_, items) = read(&bad);
        assert!(items[0].is_ok());
        let error = items[1].as_ref().unwrap_err();
        assert_eq!((error.line, error.column, error.level), (3, 2, 2));
        assert!(matches!(error.problem, Problem::BadGlyph { glyph: 'X', .. }));
        assert_eq!(items[2].as_ref().unwrap_err().line, 4);
        assert!(items[3].is_err());
        assert_eq!(read("{\n\"content\": [,]}").1[0].as_ref().unwrap_err().line, 2);
        assert!(read(&"[".repeat(100_000)).1[0].is_err());
    }
}
