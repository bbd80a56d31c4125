//! Tables from bytes to tiles: the common notation and the dialects.

use std::borrow::Cow;

use crate::Tile;

/// The characters of a way of drawing levels.
#[derive(Debug)]
pub(crate) struct Legend {
    /// The characters for each of [`TILES`], in that order; none where the notation has none.
    pub(crate) glyphs: [&'static str; 7],
    /// The common notation, with which run-length encoding, quoting and moves go.
    pub(crate) common: bool,
    /// Two lines with the numbers of columns and rows come first.
    pub(crate) sized: bool,
    /// A single row may be a level without line breaks.
    pub(crate) flat: bool,
}

/// The order of the characters in a [`Legend`].
const TILES: [Tile; 7] = [
    Tile::Wall,
    Tile::Floor,
    Tile::PlayerOnFloor,
    Tile::PlayerOnGoal,
    Tile::BoxOnFloor,
    Tile::BoxOnGoal,
    Tile::Goal,
];

/// What most legends share.
pub(crate) const PLAIN: Legend =
    Legend { glyphs: [""; 7], common: false, sized: false, flat: false };

/// The common notation with the letters of YASC's legend.
pub(crate) static COMMON: Legend =
    Legend { glyphs: ["#", " -_", "@pm", "+PM", "$b", "*B", ".o"], common: true, ..PLAIN };

impl Legend {
    /// The first character for a tile, if there is one.
    pub(crate) fn glyph(&self, tile: Tile) -> Option<char> {
        let place = TILES.iter().position(|&it| it == tile)?;
        self.glyphs[place].chars().next()
    }

    /// The characters, for messages.
    pub(crate) fn expected(&self) -> String {
        if self.common {
            return "\"#@+$*.-_\", \"pPbBmMo\" or a space".to_owned();
        }
        let all = self.glyphs.concat();
        let blank = if all.contains(' ') { " or a space" } else { "" };
        format!("\"{}\"{blank}", all.replace(' ', ""))
    }
}

/// What each byte of a row means.
#[derive(Clone, Debug)]
pub(crate) struct Glyphs {
    tiles: [Tile; 256],
    /// Which bytes mean anything; two tables are quicker to look up than one of options.
    known: [bool; 256],
    /// Whether the dialect has another character than the blank for the floor. Such boards are
    /// often spaced out: see [`Spacing`].
    pub(crate) spaced: bool,
    /// The one character beyond ASCII, if the dialect has one.
    wide: Option<(char, Tile)>,
    pub(crate) legend: &'static Legend,
}

impl Glyphs {
    /// The common notation with YASC's letters.
    pub(crate) fn common() -> Self {
        Self::of(&COMMON)
    }

    /// The table for a legend.
    pub(crate) fn of(legend: &'static Legend) -> Self {
        let (mut tiles, mut known) = ([Tile::Floor; 256], [false; 256]);
        let mut wide = None;
        for (glyphs, tile) in legend.glyphs.iter().zip(TILES) {
            for glyph in glyphs.chars() {
                match u8::try_from(glyph) {
                    Ok(byte) if byte.is_ascii() => {
                        (tiles[usize::from(byte)], known[usize::from(byte)]) = (tile, true);
                    }
                    _ => wide = Some((glyph, tile)),
                }
            }
        }
        Self { tiles, known, spaced: !known[usize::from(b' ')], wide, legend }
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
        for glyph in text.chars() {
            let blank = self.is_skipped(glyph).then_some(Tile::Floor);
            let Some(tile) = blank.or_else(|| self.tile(glyph)) else { return false };
            out.push(tile);
        }
        true
    }
}

/// Which characters of a board's lines are its cells.
///
/// `+ * - @ X +` is spaced out: every other character is a blank that means nothing. In
/// `+* @ X+` a blank is floor. One line alone may be either, a whole board may not, because it
/// has two walls side by side somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spacing {
    /// Blanks at the beginning of every line.
    pub(crate) margin: usize,
    /// From one cell to the next: two characters if the board is spaced out, otherwise one.
    pub(crate) stride: usize,
}

impl Spacing {
    /// Every character is a cell.
    pub(crate) const NONE: Self = Self { margin: 0, stride: 1 };

    /// The spacing of a board with these lines.
    pub(crate) fn of<'a>(mut lines: impl Iterator<Item = Cow<'a, str>> + Clone) -> Self {
        let is_blank = |glyph: char| matches!(glyph, ' ' | '\t');
        let margin = lines.clone().map(|line| line.chars().take_while(|&it| is_blank(it)).count());
        let margin = margin.min().unwrap_or(0);
        let is_spaced =
            |line: Cow<'a, str>| line.trim_end().chars().skip(margin + 1).step_by(2).all(is_blank);
        Self { margin, stride: if lines.all(is_spaced) { 2 } else { 1 } }
    }

    /// The characters to the left of the n-th cell.
    pub(crate) const fn before(self, nth: usize) -> usize {
        self.margin + nth * self.stride
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
        static SPACED: Legend = Legend { glyphs: ["W", "_", "", "", "", "√", ""], ..PLAIN };
        let spaced = Glyphs::of(&SPACED);
        let mut out = Vec::new();
        assert_eq!(spaced.row("W _√W".as_bytes(), &mut out), Some(true));
        assert_eq!(out, [Tile::Wall, Tile::Floor, Tile::Floor, Tile::BoxOnGoal, Tile::Wall]);
        assert_eq!(SPACED.expected(), "\"W_√\"");
        let blank = Legend { glyphs: ["#", " ", "$", "&", "%", "@", "*"], ..PLAIN };
        assert_eq!(blank.expected(), "\"#$&%@*\" or a space");
    }

    #[test]
    fn a_board_is_spaced_out_or_not_as_a_whole() {
        let of = |lines: &[&'static str]| Spacing::of(lines.iter().map(|&line| line.into()));
        assert_eq!(of(&["W W W", "W _\tW"]), Spacing { margin: 0, stride: 2 });
        assert_eq!(of(&["  W W W", "  W _ W  "]), Spacing { margin: 2, stride: 2 });
        assert_eq!(of(&["WWW", "W W", "W W"]), Spacing::NONE, "blanks are floor");
        assert_eq!(of(&[" WWWWW", " W _ W"]), Spacing { margin: 1, stride: 1 });
        assert_eq!(of(&["W W W W", "W     W"]).before(2), 4, "a blank cell of a spaced board");
    }
}
