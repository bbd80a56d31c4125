//! Run-length encoding: `3#` for `###`, `3(#-)` for `#-#-#-`, and `|` between rows.
//!
//! Groups nest, so a few bytes can stand for very many squares. Decoding therefore counts what it writes
//! and stops at the size of the largest level.

use super::format::{Fit, FormatEntry, Read, Sample};
use super::glyphs::{COMMON, Glyphs};
use super::text_writer::{Style, TextWriter};
use crate::{MAX_SIDE, Tile};

pub(crate) static ENTRY: FormatEntry = FormatEntry {
    name: "rle",
    extensions: &["rle"],
    summary: "one run-length encoded line for each level",
    detect,
    read: Read::Lines(&COMMON),
    write: Some(|| Box::new(TextWriter::new(Style::Rle))),
};

fn detect(sample: &Sample<'_>) -> Fit {
    let common = Glyphs::common();
    let mut lines = sample.lines();
    Fit::Likely.when(sample.first.is_some() && lines.any(|line| looks_encoded(line, &common)))
}

/// How deep groups may nest. Each level at least doubles what is inside it if it is of any
/// use, so the size limit is met long before.
const MAX_DEPTH: usize = 32;

/// Whether the line can only be meant as rows of this encoding: nothing but its characters,
/// a wall, and a count or a bar.
pub(crate) fn looks_encoded(line: &[u8], glyphs: &Glyphs) -> bool {
    let (mut wall, mut mark, mut bar) = (false, false, false);
    for &byte in line {
        match byte {
            b'0'..=b'9' | b'(' | b')' => mark = true,
            b'|' => bar = true,
            _ => match glyphs.tile(char::from(byte)) {
                Some(tile) => wall |= tile.is_wall(),
                None => return false,
            },
        }
    }
    // Without a bar, `1#` could be a title: a row is at least three squares between walls.
    wall && (bar
        || (mark
            && decode(line, glyphs).is_ok_and(|rows| {
                rows.len() == 1
                    && rows[0].len() > 2
                    && rows[0].last().is_some_and(|tile| tile.is_wall())
            })))
}

/// The rows of one line, each without the floor at its end.
pub(crate) fn decode(
    line: &[u8],
    glyphs: &Glyphs,
) -> Result<Vec<Vec<Tile>>, (usize, &'static str)> {
    let mut decoder = Decoder { line, glyphs, at: 0, rows: vec![Vec::new()] };
    decoder.sequence(0)?;
    if decoder.at < line.len() {
        return Err((decoder.at, "a parenthesis closes nothing"));
    }
    let mut rows = decoder.rows;
    if rows.len() > 1 && rows.last().is_some_and(Vec::is_empty) {
        rows.pop();
    }
    for row in &mut rows {
        let end = row.iter().rposition(|&tile| tile != Tile::Floor).map_or(0, |last| last + 1);
        row.truncate(end);
    }
    Ok(rows)
}

struct Decoder<'a> {
    line: &'a [u8],
    glyphs: &'a Glyphs,
    at: usize,
    rows: Vec<Vec<Tile>>,
}

impl Decoder<'_> {
    /// Elements up to the end or a closing parenthesis.
    fn sequence(&mut self, depth: usize) -> Result<(), (usize, &'static str)> {
        while let Some(&byte) = self.line.get(self.at).filter(|&&byte| byte != b')') {
            let start = self.at;
            let count = self.count()?;
            match self.line.get(self.at) {
                Some(b'(') if depth < MAX_DEPTH => self.group(count.unwrap_or(1), depth)?,
                Some(b'(') => return Err((self.at, "the groups nest too deep")),
                Some(b'|') => {
                    self.at += 1;
                    for _ in 0..count.unwrap_or(1) {
                        self.rows.push(Vec::new());
                        if self.rows.len() > MAX_SIDE + 1 {
                            return Err((start, "more rows than a level may have"));
                        }
                    }
                }
                Some(&glyph) if glyph != b')' => {
                    let tile = self.glyphs.tile(char::from(glyph));
                    let tile = tile.ok_or((self.at, "expected a level character"))?;
                    self.at += 1;
                    self.fill(start, tile, count.unwrap_or(1))?;
                }
                _ if byte.is_ascii_digit() => {
                    return Err((start, "a count must stand before a character or a group"));
                }
                _ => break,
            }
        }
        Ok(())
    }

    fn count(&mut self) -> Result<Option<usize>, (usize, &'static str)> {
        let start = self.at;
        let mut count = 0;
        while let Some(digit) = self.line.get(self.at).filter(|byte| byte.is_ascii_digit()) {
            count = count * 10 + usize::from(digit - b'0');
            self.at += 1;
            if count > MAX_SIDE {
                return Err((start, "a count larger than a level may be"));
            }
        }
        Ok((self.at > start).then_some(count))
    }

    /// Decodes a group once and repeats what it gave: the first of its rows continues the
    /// row at hand.
    fn group(&mut self, count: usize, depth: usize) -> Result<(), (usize, &'static str)> {
        let start = self.at;
        self.at += 1;
        let outer = std::mem::replace(&mut self.rows, vec![Vec::new()]);
        self.sequence(depth + 1)?;
        if self.line.get(self.at) != Some(&b')') {
            return Err((start, "the group is not closed"));
        }
        self.at += 1;
        let group = std::mem::replace(&mut self.rows, outer);
        for _ in 0..count {
            for (index, row) in group.iter().enumerate() {
                if index > 0 {
                    self.rows.push(Vec::new());
                }
                self.append(start, row)?;
            }
        }
        Ok(())
    }

    fn fill(
        &mut self,
        start: usize,
        tile: Tile,
        count: usize,
    ) -> Result<(), (usize, &'static str)> {
        let row = self.rows.last_mut().ok_or((start, "no row"))?;
        row.resize(row.len() + count, tile);
        if row.len() > MAX_SIDE { Err((start, "a row longer than a level may be")) } else { Ok(()) }
    }

    fn append(&mut self, start: usize, tiles: &[Tile]) -> Result<(), (usize, &'static str)> {
        let rows = self.rows.len();
        let row = self.rows.last_mut().ok_or((start, "no row"))?;
        row.extend_from_slice(tiles);
        if row.len() > MAX_SIDE || rows > MAX_SIDE {
            return Err((start, "a group larger than a level may be"));
        }
        Ok(())
    }
}

/// A level on one line, with `-` for the floor and no floor at the ends of rows.
pub(crate) fn encode<'a>(rows: impl Iterator<Item = &'a [Tile]>) -> String {
    let mut out = String::new();
    for (index, row) in rows.enumerate() {
        if index > 0 {
            out.push('|');
        }
        let end = row.iter().rposition(|&tile| tile != Tile::Floor).map_or(0, |last| last + 1);
        for run in row[..end].chunk_by(PartialEq::eq) {
            let glyph = if run[0] == Tile::Floor { '-' } else { run[0].glyph() };
            if run.len() > 2 {
                out.push_str(&run.len().to_string());
            } else {
                out.extend(std::iter::repeat_n(glyph, run.len() - 1));
            }
            out.push(glyph);
        }
        if end == 0 {
            out.push('-');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(line: &str) -> Result<String, &'static str> {
        let rows = decode(line.as_bytes(), &Glyphs::common()).map_err(|(_, why)| why)?;
        let rows: Vec<String> =
            rows.iter().map(|row| row.iter().map(|tile| tile.glyph()).collect()).collect();
        Ok(rows.join("/"))
    }

    #[test]
    fn counts_groups_and_bars() {
        for (line, expected) in [
            ("4#|#@$.#|4#", "####/#@$.#/####"),
            ("3#|", "###"),
            ("2(#-)#", "# # #"),
            ("2(#2(.$))#", "#.$.$#.$.$#"),
            ("2(3#|)#", "###/###/#"),
            ("##|-|##--", "##//##"),
            ("10#", "##########"),
        ] {
            assert_eq!(text(line).as_deref(), Ok(expected), "{line}");
        }
    }

    #[test]
    fn nonsense_and_bombs_are_refused() {
        for line in
            ["#3", "3", "(#", "#)", "3)", "x#", "99999999999999999999#", "1001#", "999(999(#|))"]
        {
            assert!(text(line).is_err(), "{line}");
        }
        let bomb = format!("{}#{}", "900(".repeat(30), ")".repeat(30));
        assert!(text(&bomb).is_err());
        let rows = format!("{}|{}", "900(".repeat(30), ")".repeat(30));
        assert!(text(&rows).is_err());
        assert!(text(&"(".repeat(100_000)).is_err());
    }

    #[test]
    fn only_encoded_lines_look_encoded() {
        let common = Glyphs::common();
        for line in ["4#|#@$.#", "#3-#", "3#"] {
            assert!(looks_encoded(line.as_bytes(), &common), "{line}");
        }
        for line in ["####", "#1", "1#", "1 | 2", "12", "Level 3 #4", "3rurd"] {
            assert!(!looks_encoded(line.as_bytes(), &common), "{line}");
        }
    }

    #[test]
    fn encoding_reads_back() {
        let rows = ["#####", "", "# $$.@  #"].map(|row| {
            let mut out = Vec::new();
            Glyphs::common().row(row.as_bytes(), &mut out);
            out
        });
        let line = encode(rows.iter().map(Vec::as_slice));
        assert_eq!(line, "5#|-|#-$$.@--#");
        assert_eq!(decode(line.as_bytes(), &Glyphs::common()), Ok(rows.to_vec()));
    }
}
