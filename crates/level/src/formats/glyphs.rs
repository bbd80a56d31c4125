//! From bytes to tiles by table: the common notation, and any dialect given as pairs.

use super::Dialect;
use crate::Tile;

/// What each byte of a row means.
#[derive(Clone, Debug)]
pub(crate) struct Glyphs {
    tiles: [Tile; 256],
    /// Which bytes mean anything; two tables are quicker to look up than one of options.
    known: [bool; 256],
    /// Blanks and tabs between the characters of a row mean nothing, as in dialects that
    /// have another character for the floor.
    spaced: bool,
    /// The one character beyond ASCII, if the dialect has one.
    wide: Option<(char, Tile)>,
    /// The common notation, with which run-length encoding, quoting and moves go.
    pub(crate) common: bool,
    /// A single row may be a level without line breaks.
    pub(crate) flat: bool,
    /// The characters, for messages.
    pub(crate) expected: &'static str,
}

/// The characters of the common notation and those of YASC's legend.
const COMMON: [(char, Tile); 16] = [
    ('#', Tile::Wall),
    (' ', Tile::Floor),
    ('-', Tile::Floor),
    ('_', Tile::Floor),
    ('.', Tile::Goal),
    ('o', Tile::Goal),
    ('$', Tile::BoxOnFloor),
    ('b', Tile::BoxOnFloor),
    ('*', Tile::BoxOnGoal),
    ('B', Tile::BoxOnGoal),
    ('@', Tile::PlayerOnFloor),
    ('p', Tile::PlayerOnFloor),
    ('m', Tile::PlayerOnFloor),
    ('+', Tile::PlayerOnGoal),
    ('P', Tile::PlayerOnGoal),
    ('M', Tile::PlayerOnGoal),
];

impl Glyphs {
    /// The common notation with YASC's letters.
    pub(crate) fn common() -> Self {
        Self { common: true, ..Self::new(&COMMON, "\"#@+$*.-_\", \"pPbBmMo\" or a space") }
    }

    /// A dialect of the table.
    pub(crate) fn of(dialect: &Dialect) -> Self {
        Self { flat: dialect.flat, ..Self::new(dialect.glyphs, dialect.expected) }
    }

    /// Characters given as pairs.
    fn new(pairs: &[(char, Tile)], expected: &'static str) -> Self {
        let (mut tiles, mut known) = ([Tile::Floor; 256], [false; 256]);
        let mut wide = None;
        for &(glyph, tile) in pairs {
            match u8::try_from(glyph) {
                Ok(byte) if byte.is_ascii() => {
                    (tiles[usize::from(byte)], known[usize::from(byte)]) = (tile, true);
                }
                _ => wide = Some((glyph, tile)),
            }
        }
        let spaced = !known[usize::from(b' ')];
        Self { tiles, known, spaced, wide, common: false, flat: false, expected }
    }

    /// What a character means, if anything.
    pub(crate) fn tile(&self, glyph: char) -> Option<Tile> {
        match self.wide {
            Some((wide, tile)) if wide == glyph => Some(tile),
            _ if glyph.is_ascii() => self.known[glyph as usize].then(|| self.tiles[glyph as usize]),
            _ => None,
        }
    }

    /// Whether a character between others means nothing at all.
    pub(crate) fn is_skipped(&self, glyph: char) -> bool {
        self.spaced && matches!(glyph, ' ' | '\t')
    }

    /// Appends the tiles of a row without the floor at its end and says whether there is a
    /// wall among them; or appends nothing if the line is no row.
    pub(crate) fn row(&self, line: &[u8], out: &mut Vec<Tile>) -> Option<bool> {
        let start = out.len();
        let read =
            if self.spaced { self.read_spaced(line, out) } else { self.read_plain(line, out) };
        if !read {
            out.truncate(start);
            return None;
        }
        while out.len() > start && out.last() == Some(&Tile::Floor) {
            out.pop();
        }
        Some(out[start..].contains(&Tile::Wall))
    }

    fn read_plain(&self, line: &[u8], out: &mut Vec<Tile>) -> bool {
        // Most lines that are no rows are known by their first byte.
        if line.first().is_none_or(|&byte| !self.known[usize::from(byte)]) {
            return false;
        }
        // HOT: no branch per byte, since whether the whole line is good is asked once.
        let mut good = true;
        out.extend(line.iter().map(|&byte| {
            good &= self.known[usize::from(byte)];
            self.tiles[usize::from(byte)]
        }));
        good
    }

    fn read_spaced(&self, line: &[u8], out: &mut Vec<Tile>) -> bool {
        let Ok(text) = std::str::from_utf8(line) else { return false };
        for glyph in text.chars().filter(|&glyph| !self.is_skipped(glyph)) {
            let Some(tile) = self.tile(glyph) else { return false };
            out.push(tile);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_by_table() {
        let common = Glyphs::common();
        let mut out = vec![Tile::Goal];
        assert_eq!(common.row(b"#p_B- ", &mut out), Some(true));
        assert_eq!(
            out[1..],
            [Tile::Wall, Tile::PlayerOnFloor, Tile::Floor, Tile::BoxOnGoal],
            "trailing floor goes"
        );
        assert_eq!(common.row(b"# x", &mut out), None);
        assert_eq!(out.len(), 5);
        assert_eq!(common.row(b"--", &mut out), Some(false));
    }

    #[test]
    fn dialects_without_a_blank_floor_may_be_spaced_out() {
        let spaced =
            Glyphs::new(&[('W', Tile::Wall), ('_', Tile::Floor), ('√', Tile::BoxOnGoal)], "W_√");
        let mut out = Vec::new();
        assert_eq!(spaced.row("W _\t√ W".as_bytes(), &mut out), Some(true));
        assert_eq!(out, [Tile::Wall, Tile::Floor, Tile::BoxOnGoal, Tile::Wall]);
    }
}
