//! Shared by formats that are read as a whole: levels from rows of any length, and the line and column
//! of an error.

use super::error::WINDOW;
use super::{Entry, Problem, ReadError};
use crate::{Level, LevelError, MAX_SIDE, Tile};

/// What such a file gives: the notes at its head, and its levels.
pub(crate) type Whole = (String, Vec<Result<Entry, ReadError>>);

/// A level from rows of any lengths, and how many empty rows above it were left out.
pub(crate) fn assemble(rows: &[Vec<Tile>]) -> (usize, Result<Level, LevelError>) {
    let above = rows.iter().take_while(|row| row.is_empty()).count();
    let below = rows[above..].iter().rev().take_while(|row| row.is_empty()).count();
    let rows = &rows[above..rows.len() - below];
    let (width, height) = (rows.iter().map(Vec::len).max().unwrap_or(0), rows.len());
    if width > MAX_SIDE || height > MAX_SIDE {
        return (above, Err(LevelError::TooLarge { width, height }));
    }
    let mut tiles = Vec::with_capacity(width * height);
    for (row, nth) in rows.iter().zip(1..) {
        tiles.extend_from_slice(row);
        tiles.resize(nth * width, Tile::Floor);
    }
    (above, Level::from_tiles(width, tiles))
}

/// Turns bytes of a text into lines and columns.
///
/// Faults come from front to back, so each place is found by walking on from the one before:
/// all of them together cost one pass. Counting from the start of the file or of the line for
/// each fault took two minutes for a megabyte of faulty levels.
#[derive(Debug, Default)]
pub(crate) struct Places<'a> {
    pub(crate) text: &'a str,
    at: usize,
    /// The line at `at`, and the characters of it to the left, both counted from zero.
    line: usize,
    column: usize,
}

impl<'a> Places<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 0, column: 0 }
    }

    /// The same text from its start.
    pub(crate) const fn restarted(&self) -> Self {
        Self::new(self.text)
    }

    /// The problem at a byte of the text.
    pub(crate) fn error(&mut self, at: usize, problem: Problem) -> ReadError {
        self.error_beside(at, 0, problem)
    }

    /// The problem that many characters to the right of a byte, perhaps beyond the end of the
    /// line.
    pub(crate) fn error_beside(&mut self, at: usize, right: usize, problem: Problem) -> ReadError {
        self.walk_to(floor_char_boundary(self.text, at));
        let column = self.column + right;
        let window = self.window(column.saturating_sub(WINDOW));
        ReadError::windowed(self.line + 1, column + 1, window, problem)
    }

    fn walk_to(&mut self, at: usize) {
        if at < self.at {
            *self = self.restarted();
        }
        let passed = &self.text[self.at..at];
        count_work(passed);
        if let Some(newline) = passed.rfind('\n') {
            self.line += passed.bytes().filter(|&byte| byte == b'\n').count();
            self.column = passed[newline + 1..].chars().count();
        } else {
            self.column += passed.chars().count();
        }
        self.at = at;
    }

    /// The line at hand from a column on, cut where no message shows it any more.
    fn window(&self, from: usize) -> &'a str {
        let (left, right) = self.text.split_at(self.at);
        let bytes =
            |chars: &mut dyn Iterator<Item = char>| chars.map(char::len_utf8).sum::<usize>();
        let start = if from <= self.column {
            self.at - bytes(&mut left.chars().rev().take(self.column - from))
        } else {
            let on_line = right.chars().take_while(|&it| it != '\n');
            self.at + bytes(&mut on_line.take(from - self.column))
        };
        // No character takes more than four bytes.
        let most = (2 * WINDOW + 1) * 4;
        let window = &self.text[start..floor_char_boundary(self.text, start + most)];
        count_work(window);
        window.lines().next().unwrap_or("")
    }
}

/// The start of the character that the byte `at` belongs to, or the end of the text. The method of
/// this name needs Rust 1.91.
fn floor_char_boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

#[cfg(not(test))]
const fn count_work(_: &str) {}

#[cfg(test)]
fn count_work(text: &str) {
    tests::WORK.set(tests::WORK.get() + text.len());
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::super::Collection;
    use super::*;

    thread_local! {
        /// Bytes that were looked at to find places.
        pub(super) static WORK: Cell<usize> = const { Cell::new(0) };
    }

    fn work(format: &str, text: &str) -> usize {
        WORK.set(0);
        let (read, errors) = Collection::read(text.as_bytes(), format.parse().ok());
        assert!(read.entries.is_empty() && errors.len() >= 1000, "{format}");
        WORK.get()
    }

    #[test]
    fn faults_cost_work_in_proportion_to_the_file() {
        for (format, head, level, tail) in [
            ("slc", "<SokobanLevels>", "<Level/>\n", "</SokobanLevels>"),
            ("slc", "<SokobanLevels>", "<Level/>", "</SokobanLevels>"),
            ("slc", "<SokobanLevels>", "<Level><L>#x</L></Level>", "</SokobanLevels>"),
            (
                "slc",
                "<SokobanLevels><Description>Variant: Hexoban</Description>",
                "<Level><L>#####</L><L>#@$.#</L><L>#####</L></Level>",
                "</SokobanLevels>",
            ),
            ("json", "[", "7,", "7]"),
            ("json", "[", "{\"content\": 3},\n", "7]"),
            ("json", "[", "{\"content\": 3}, 7,", "7]"),
        ] {
            let file = |levels: usize| format!("{head}{}{tail}", level.repeat(levels));
            let [few, many] = [1000, 8000].map(|levels| work(format, &file(levels)));
            assert!(few > 0 && many <= 12 * few, "{format}, {level:?}: {few} became {many}");
        }
    }

    #[test]
    fn places_are_what_counting_from_the_start_gives() {
        let text = format!("é#\r\n{}x{}\n\n箱 end", "-é".repeat(50), "#".repeat(99));
        let mut walking = Places::new(&text);
        for at in 0..=text.len() {
            for right in [0, 1, 45, 300] {
                let before = &text[..text.floor_char_boundary(at)];
                let start = before.rfind('\n').map_or(0, |newline| newline + 1);
                let column = before[start..].chars().count() + 1 + right;
                let line = text[start..].lines().next().unwrap_or("");
                let number = before.matches('\n').count() + 1;
                let expected = ReadError::new(number, column, line, Problem::NoLevels);
                assert_eq!(walking.error_beside(at, right, Problem::NoLevels), expected, "{at}");
                assert_eq!(Places::new(&text).error_beside(at, right, Problem::NoLevels), expected);
            }
        }
    }
}
