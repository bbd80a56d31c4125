//! Errors in a file of levels: the place, the line, and a caret.
//!
//! An error keeps only a window of the line, so that a level on a single line of a megabyte does not
//! produce an error message of a megabyte.

use std::fmt::{self, Write as _};

use thiserror::Error;

use super::variant::Variant;
use crate::LevelError;

/// Characters of the offending line kept on either side of the place.
pub(crate) const WINDOW: usize = 40;

/// What is wrong with a level's text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Problem {
    /// A character that means nothing in this format.
    #[error("{glyph:?} is not a level character; expected one of {expected}")]
    BadGlyph {
        /// The character.
        glyph: char,
        /// The characters the format has.
        expected: String,
    },
    /// The characters are fine but the level they draw is not.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// A relative of Sokoban with other rules.
    #[error("this is a {variant} level ({}), which is not supported", .variant.rule())]
    Unsupported {
        /// Which one.
        variant: Variant,
    },
    /// A run-length encoded row does not decode.
    #[error("not a run-length encoded row: {0}")]
    RunLength(&'static str),
    /// A line longer than any level needs.
    #[error("the line is longer than {limit} bytes; expected a level file with shorter lines")]
    LongLine {
        /// The longest line allowed.
        limit: usize,
    },
    /// More text around a level than is kept.
    #[error("more than {limit} bytes of text belong to this level")]
    LongText {
        /// The most text allowed.
        limit: usize,
    },
    /// More notes at the head of a file than are kept.
    #[error("more than {limit} bytes of notes before the first level; the rest is left out")]
    LongNotes {
        /// The most text allowed.
        limit: usize,
    },
    /// Zero bytes or other binary data.
    #[error("this is not a level file: it holds binary data; expected text")]
    Binary,
    /// Text in two-byte units.
    #[error("this file is UTF-16 text; expected UTF-8 or Latin-1 (save it as UTF-8)")]
    Utf16,
    /// There is no text at all.
    #[error("nothing to read; expected a level")]
    Empty,
    /// Nothing in the file looks like a level.
    #[error("no level found; expected rows of the characters \"# @+$*.\"")]
    NoLevels,
    /// More than one level where one was expected.
    #[error("expected one level, found several")]
    SeveralLevels,
    /// Several dialects give a sensible level.
    #[error("the text fits several dialects; choose one with --from: {}", .fits.join(", "))]
    Ambiguous {
        /// Their names.
        fits: Vec<&'static str>,
    },
    /// A level on one line whose width is ambiguous.
    #[error("the level is one flat string and no single width makes a level of it")]
    NoWidth,
    /// The file does not have the structure of its format.
    #[error("not {expected}: {reason}")]
    Malformed {
        /// What the file should be.
        expected: &'static str,
        /// Why it is not.
        reason: String,
    },
    /// A file too large for a format that is read whole.
    #[error("the file is larger than {limit} bytes, too large for this format")]
    LargeFile {
        /// The most bytes allowed.
        limit: u64,
    },
    /// The operating system could not read on.
    #[error("cannot read: {0}")]
    Io(String),
}

/// A problem with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct ReadError {
    /// Line, counted from one.
    pub line: usize,
    /// Column in characters, counted from one.
    pub column: usize,
    /// The line as it was written, cut around the place if it is long.
    pub excerpt: String,
    /// Characters of the excerpt to the left of the place.
    caret: usize,
    /// What is wrong.
    pub problem: Problem,
    /// The number of the level in the file, counted from one; zero when the error is about
    /// the file as a whole.
    pub level: usize,
    /// The title of the level, if one was written.
    pub title: Option<String>,
}

impl ReadError {
    /// The `problem` at `line` and `column`, both counted from one, where the line reads
    /// `text`.
    pub fn new(line: usize, column: usize, text: &str, problem: Problem) -> Self {
        let first = column.saturating_sub(1 + WINDOW);
        let start = text.char_indices().nth(first).map_or(text.len(), |(at, _)| at);
        Self::windowed(line, column, &text[start..], problem)
    }

    /// The same, where `text` is the line without what stands more than [`WINDOW`] characters
    /// to the left of the place.
    pub(crate) fn windowed(line: usize, column: usize, text: &str, problem: Problem) -> Self {
        let first = column.saturating_sub(1 + WINDOW);
        let mut excerpt = String::new();
        if first > 0 {
            excerpt.push('…');
        }
        let mut chars = text.chars();
        excerpt.extend(chars.by_ref().take(2 * WINDOW));
        if chars.next().is_some() {
            excerpt.push('…');
        }
        let caret = column.saturating_sub(1 + first) + usize::from(first > 0);
        Self { line, column, excerpt, caret, problem, level: 0, title: None }
    }

    /// A problem of the whole file, found at `line`.
    pub(crate) fn file(line: usize, problem: Problem) -> Self {
        Self::new(line, 1, "", problem)
    }

    /// The same about level number `level`.
    #[must_use]
    pub fn of_level(self, level: usize, title: Option<String>) -> Self {
        Self { level, title, ..self }
    }

    /// The message as compilers print it: `file:line:column: message`, the line, and a caret
    /// under the place. Tabs and control characters become single spaces and the caret
    /// allows for wide characters.
    pub fn render(&self, file: &str) -> String {
        let mut out = format!("{file}:{}:{}: {}", self.line, self.column, self.problem);
        // Writing to a string cannot fail.
        match (self.level, &self.title) {
            (0, _) => {}
            (level, None) => _ = write!(out, " (level {level})"),
            (level, Some(title)) => _ = write!(out, " (level {level}, {title:?})"),
        }
        if !self.excerpt.is_empty() {
            let shown: String =
                self.excerpt.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            // The place may lie beyond the end of the line.
            let beyond = self.caret.saturating_sub(shown.chars().count());
            let indent = shown.chars().take(self.caret).map(columns).sum::<usize>() + beyond;
            let _ = write!(out, "\n  {}\n  {:indent$}^", shown.trim_end(), "");
        }
        out
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

/// Terminal columns a character takes: none for combining marks, two for the wide blocks of
/// East Asia and the pictographs. A coarse table serves, since only a caret depends on it.
fn columns(c: char) -> usize {
    match c as u32 {
        0x0300..=0x036f | 0x200b..=0x200f | 0x20d0..=0x20ff | 0xfe00..=0xfe0f => 0,
        0x1100..=0x115f
        | 0x2e80..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0xffe0..=0xffe6
        | 0x1f300..=0x1faff
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caret_column(text: &str, column: usize) -> (String, usize) {
        let shown = ReadError::new(3, column, text, Problem::NoLevels).render("f");
        let mut lines = shown.lines().skip(1);
        let line = lines.next().unwrap().to_owned();
        (line, lines.next().unwrap().find('^').unwrap())
    }

    #[test]
    fn the_caret_stands_under_the_place() {
        assert_eq!(caret_column("#x#", 2), ("  #x#".into(), 3));
        assert_eq!(caret_column("\t#x", 3), ("   #x".into(), 4));
        assert_eq!(caret_column("箱x", 2), ("  箱x".into(), 4));
        assert_eq!(caret_column("e\u{301}x", 3), ("  e\u{301}x".into(), 3));
        assert_eq!(caret_column("#####", 9), ("  #####".into(), 10));
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let text = format!("{}x{}", "#".repeat(5000), "#".repeat(5000));
        let (line, caret) = caret_column(&text, 5001);
        assert!(line.chars().count() < 90, "{line}");
        assert_eq!(line.chars().nth(caret), Some('x'));
        assert!(line.trim().starts_with('…') && line.ends_with('…'));
    }

    #[test]
    fn the_first_line_names_file_place_and_level() {
        let mut error = ReadError::new(7, 1, "####", LevelError::NoPlayer.into());
        (error.level, error.title) = (2, Some("Two".into()));
        let text = error.render("a.xsb");
        assert!(
            text.starts_with("a.xsb:7:1: the level has no player (level 2, \"Two\")\n"),
            "{text}"
        );
    }
}
