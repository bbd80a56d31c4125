//! The rows of one board as they are read, with enough of the text to show the place of an error.
//!
//! The buffers are reused from level to level; a finished level costs one allocation here.

use std::ops::Range;

use super::glyphs::{Glyphs, Spacing};
use super::lines::{KeptLines, decode};
use super::{Problem, ReadError, flat, rle};
use crate::{Level, LevelError, MAX_SIDE, Tile};

/// Rows of a board under construction.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    tiles: Vec<Tile>,
    done: Vec<Row>,
    /// The lines the rows came from.
    lines: KeptLines,
    /// The longest row.
    width: usize,
    /// Rows without a wall at the end so far: text, unless a row with a wall follows.
    held: usize,
    /// Some row was quoted with `>`.
    quoted: bool,
    /// The first fault of the text itself: index of the line, byte in the line, what.
    fault: Option<(usize, usize, Problem)>,
}

/// Where a row ends in the tiles, which line it came from and at which byte it starts there.
#[derive(Clone, Copy, Debug)]
struct Row {
    end: usize,
    line: usize,
    offset: usize,
    encoded: bool,
}

impl Rows {
    pub(crate) fn is_open(&self) -> bool {
        !self.done.is_empty()
    }

    /// Takes the line if it is a row. Inside a board a row without a wall is held until the
    /// board goes on.
    pub(crate) fn push(&mut self, line: &[u8], number: usize, glyphs: &Glyphs) -> bool {
        let quotes = line.iter().take_while(|&&byte| byte == b'>' && glyphs.legend.common);
        let offset = quotes.count();
        let body = &line[offset..];
        let start = self.tiles.len();
        match glyphs.row(body, &mut self.tiles) {
            Some(true) => self.held = 0,
            Some(false) if self.is_open() && !body.iter().any(u8::is_ascii_alphabetic) => {
                self.held += 1;
            }
            Some(false) => {
                self.tiles.truncate(start);
                return false;
            }
            None => return glyphs.legend.common && self.push_encoded(line, offset, number, glyphs),
        }
        self.quoted |= offset > 0;
        let (end, line) = (self.tiles.len(), self.keep(line, number));
        let most = if glyphs.spaced { 2 * MAX_SIDE } else { MAX_SIDE };
        self.end_row(start, Row { end, line, offset, encoded: false }, most);
        true
    }

    fn push_encoded(&mut self, line: &[u8], offset: usize, number: usize, glyphs: &Glyphs) -> bool {
        let body = &line[offset..];
        if !rle::looks_encoded(body, glyphs) {
            return false;
        }
        self.held = 0;
        let line_index = self.keep(line, number);
        match rle::decode(body, glyphs) {
            Ok(rows) => {
                let mut offset = offset;
                let mut bars = (offset..line.len()).filter(|&at| line[at] == b'|');
                for row in rows {
                    // A margin above the board is not kept.
                    if row.is_empty() && !self.is_open() {
                        continue;
                    }
                    let start = self.tiles.len();
                    self.tiles.extend_from_slice(&row);
                    let end = self.tiles.len();
                    let row = Row { end, line: line_index, offset, encoded: true };
                    self.end_row(start, row, MAX_SIDE);
                    offset = bars.next().map_or(offset, |bar| bar + 1);
                }
            }
            Err((at, why)) => self.broken(line_index, offset + at, Problem::RunLength(why)),
        }
        true
    }

    /// Takes a line that is a row but for some characters.
    pub(crate) fn push_broken(&mut self, line: &[u8], number: usize, glyphs: &Glyphs) {
        self.held = 0;
        let text = decode(line);
        let fault = text
            .char_indices()
            .skip_while(|&(_, glyph)| glyph == '>')
            .find(|&(_, glyph)| glyphs.tile(glyph).is_none() && !glyphs.is_skipped(glyph));
        let line_index = self.keep(line, number);
        if let Some((at, glyph)) = fault {
            let expected = glyphs.legend.expected();
            self.broken(line_index, at, Problem::BadGlyph { glyph, expected });
        }
    }

    fn broken(&mut self, line: usize, at: usize, problem: Problem) {
        let start = self.tiles.len();
        self.fault.get_or_insert((line, at, problem));
        self.end_row(start, Row { end: start, line, offset: 0, encoded: false }, MAX_SIDE);
    }

    /// Stores a line unless the board is already larger than a level may be.
    fn keep(&mut self, line: &[u8], number: usize) -> usize {
        if self.done.len() <= MAX_SIDE {
            self.lines.push(line, number);
        }
        self.lines.len() - 1
    }

    fn end_row(&mut self, start: usize, row: Row, most: usize) {
        self.width = self.width.max(row.end - start);
        // A first row may be longer: it may be a whole level, and lines have their own limit.
        if self.done.len() <= MAX_SIDE && (row.end - start <= most || self.done.is_empty()) {
            self.done.push(row);
        } else {
            self.tiles.truncate(start);
            let (width, height) = (self.width, self.done.len());
            let problem = LevelError::TooLarge { width, height }.into();
            self.fault.get_or_insert((row.line, 0, problem));
        }
    }

    /// The number of the line the board starts on.
    pub(crate) fn first_line(&self) -> usize {
        self.lines.get(0).1
    }

    /// Gives back the held lines at the end, which turned out to be text.
    pub(crate) fn release(&mut self, out: &mut String) {
        if self.held == 0 {
            return;
        }
        let kept = self.done.len() - self.held.min(self.done.len());
        for row in &self.done[kept..] {
            self.lines.append_to(out, row.line);
        }
        self.done.truncate(kept);
        self.tiles.truncate(self.done.last().map_or(0, |row| row.end));
        self.width = self.spans().map(|row| row.len()).max().unwrap_or(0);
        self.held = 0;
    }

    /// Where each row lies in the tiles.
    fn spans(&self) -> impl Iterator<Item = Range<usize>> {
        let starts = std::iter::once(0).chain(self.done.iter().map(|row| row.end));
        starts.zip(&self.done).map(|(start, row)| start..row.end)
    }

    /// Whether these are one or two rows of nothing but walls: a rule drawn with `#`, not a
    /// board.
    pub(crate) fn is_rule(&self) -> bool {
        self.done.len() < 3
            && self.fault.is_none()
            && self.tiles.iter().all(|tile| tile.is_wall() || *tile == Tile::Floor)
    }

    /// Gives back all lines as text.
    pub(crate) fn dissolve(&mut self, out: &mut String) {
        for index in 0..self.lines.len() {
            self.lines.append_to(out, index);
        }
        self.clear();
    }

    /// The level, and room for the next one.
    pub(crate) fn finish(&mut self, glyphs: &Glyphs) -> Result<Level, ReadError> {
        let level = self.build(glyphs);
        self.clear();
        level
    }

    fn build(&mut self, glyphs: &Glyphs) -> Result<Level, ReadError> {
        if let Some((line, at, problem)) = self.fault.take() {
            let (text, number) = self.lines.get(line);
            let column = decode(&text[..at.min(text.len())]).chars().count() + 1;
            return Err(ReadError::new(number, column, &decode(text), problem));
        }
        if glyphs.legend.flat && self.done.len() == 1 {
            let (text, number) = self.lines.get(0);
            return flat::unfold(&decode(text), number, glyphs);
        }
        let spacing = if glyphs.spaced { self.unspace() } else { Spacing::NONE };
        if self.width > MAX_SIDE {
            let error = LevelError::TooLarge { width: self.width, height: self.done.len() };
            return Err(self.locate(error, spacing));
        }
        // Nor is a margin below it.
        while let [.., before, last] = self.done[..]
            && before.end == last.end
        {
            self.done.pop();
        }
        // A blank after the `>` of a quotation belongs to the quoting.
        let mut firsts = self.spans().filter_map(|row| self.tiles[row].first());
        let margin = usize::from(self.quoted && firsts.all(|&tile| tile == Tile::Floor));
        let width = self.width - margin.min(self.width);
        let even = self.done.iter().zip(1..).all(|(row, nth)| row.end == nth * self.width);
        let tiles = if margin == 0 && even {
            self.tiles.clone()
        } else {
            let mut tiles = Vec::with_capacity(width * self.done.len());
            for (row, nth) in self.spans().zip(1..) {
                tiles.extend_from_slice(&self.tiles[(row.start + margin).min(row.end)..row.end]);
                tiles.resize(nth * width, Tile::Floor);
            }
            tiles
        };
        let spacing = Spacing { margin: spacing.margin + margin, ..spacing };
        Level::from_tiles(width, tiles).map_err(|error| self.locate(error, spacing))
    }

    /// Drops the blanks that are no cells, of which every character has become one.
    fn unspace(&mut self) -> Spacing {
        let spacing = Spacing::of((0..self.lines.len()).map(|line| decode(self.lines.get(line).0)));
        if spacing == Spacing::NONE {
            return spacing;
        }
        let (mut tiles, mut ends) = (Vec::new(), Vec::new());
        for row in self.spans() {
            let cells = self.tiles[(row.start + spacing.margin).min(row.end)..row.end].iter();
            tiles.extend(cells.step_by(spacing.stride));
            ends.push(tiles.len());
        }
        self.tiles = tiles;
        self.done.iter_mut().zip(ends).for_each(|(row, end)| row.end = end);
        self.width = self.spans().map(|row| row.len()).max().unwrap_or(0);
        spacing
    }

    /// The place of a level error in the text: its cell, or the first row.
    fn locate(&self, error: LevelError, spacing: Spacing) -> ReadError {
        let at = error.at();
        let row = self.done[at.map_or(0, |at| usize::from(at.row)).min(self.done.len() - 1)];
        let (bytes, number) = self.lines.get(row.line);
        let text = decode(bytes);
        let skipped = decode(&bytes[..row.offset]).chars().count();
        let column = match at {
            Some(at) if !row.encoded => skipped + spacing.before(at.col.into()) + 1,
            _ => skipped + 1,
        };
        ReadError::new(number, column, &text, error.into())
    }

    pub(crate) fn clear(&mut self) {
        self.tiles.clear();
        self.done.clear();
        self.lines.clear();
        (self.width, self.held, self.quoted, self.fault) = (0, 0, false, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> Result<String, (usize, usize)> {
        let glyphs = Glyphs::common();
        let mut rows = Rows::default();
        for (line, number) in lines.iter().zip(10..) {
            if !rows.push(line.as_bytes(), number, &glyphs) {
                rows.push_broken(line.as_bytes(), number, &glyphs);
            }
        }
        let level = rows.finish(&glyphs).map_err(|error| (error.line, error.column))?;
        assert!(!rows.is_open(), "ready for the next");
        Ok(level.to_string())
    }

    #[test]
    fn rows_become_levels() {
        let plain = "#####\n#@$.#\n#####\n";
        assert_eq!(read(&["#####", "#@$.#", "#####"]).as_deref(), Ok(plain));
        assert_eq!(read(&["#####  ", "#p$.#", "#####"]).as_deref(), Ok(plain));
        assert_eq!(read(&["> #####", "> #@$.#", "> #####"]).as_deref(), Ok(plain));
        assert_eq!(read(&[">#####", ">#@$.#", ">#####"]).as_deref(), Ok(plain));
        assert_eq!(read(&["5#|#@$.#|5#"]).as_deref(), Ok(plain));
        assert_eq!(read(&["5#|#@$.#", "5#"]).as_deref(), Ok(plain));
        let beyond = read(&["#####", "#@$.#", "#####", "--", "##"]);
        assert_eq!(beyond.as_deref(), Ok("#####\n#@$.#\n#####\n-\n##\n"));
    }

    #[test]
    fn faults_are_found_where_they_are() {
        assert_eq!(read(&["#####", "#@x.#", "#####"]), Err((11, 3)));
        assert_eq!(read(&[">#####", "># $.#", ">#####"]), Err((10, 2)), "no player: first row");
        assert_eq!(read(&["> #####", "> #@$@.#", "> #####"]), Err((11, 6)), "second player");
        assert_eq!(read(&["#####", "#@$.", "#####"]), Err((11, 5)), "not enclosed");
        assert_eq!(read(&["5#|#@2.#|3(#"]), Err((10, 11)), "group not closed");
        assert_eq!(read(&["5#|#@@$.#|5#"]), Err((10, 4)), "encoded: start of the row");
    }

    #[test]
    fn too_large_is_an_error_and_keeps_little() {
        let glyphs = Glyphs::common();
        let mut rows = Rows::default();
        for number in 1..100_000 {
            assert!(rows.push(b"#  #", number, &glyphs));
        }
        assert!(rows.lines.len() < 10_000 && rows.tiles.len() < 10_000);
        let error = rows.finish(&glyphs).unwrap_err();
        assert!(matches!(error.problem, Problem::Level(LevelError::TooLarge { .. })));
        assert!(rows.push(&[b'#'; 2000], 1, &glyphs));
        assert!(rows.finish(&glyphs).is_err());
    }
}
