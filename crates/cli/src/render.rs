//! Boards and tables for people. Output to a file or a pipe is plain unless `--color` asks for colours.

use std::io::stdout;

use comfy_table::{
    Attribute, Cell as TableCell, CellAlignment, Color, ColumnConstraint, ContentArrangement,
    ContentLineStyle, LineStyle, Table, TableStyle, Width,
};
use hakooshi_lab::tile_at;
use hakooshi_level::{Cell, Level, Tile};

/// Colours, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paint {
    on: bool,
}

impl Paint {
    pub(crate) const NONE: Self = Self { on: false };

    /// Colours if standard output may have them.
    pub(crate) fn stdout() -> Self {
        Self::when(crate::say::has_color(&stdout()))
    }

    pub(crate) const fn when(on: bool) -> Self {
        Self { on }
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    pub(crate) fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    pub(crate) fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    pub(crate) fn bad(self, text: &str) -> String {
        self.with("31", text)
    }

    pub(crate) fn warning(self, text: &str) -> String {
        self.with("33", text)
    }

    fn tile(self, tile: Tile, dead: bool) -> String {
        match tile {
            Tile::Floor if dead => self.with("31;2", "×"),
            Tile::Floor => " ".to_owned(),
            Tile::Wall => self.with("2", "#"),
            Tile::Goal => self.with("32", "."),
            Tile::BoxOnFloor => self.with(if dead { "31;1" } else { "33;1" }, "$"),
            Tile::BoxOnGoal => self.with("32;1", "*"),
            Tile::PlayerOnFloor => self.with("36;1", "@"),
            Tile::PlayerOnGoal => self.with("36;1", "+"),
        }
    }
}

/// The level indented by two, with a `×` on empty cells that are `dead`.
pub(crate) fn draw(level: &Level, paint: Paint, dead: impl Fn(Cell) -> bool) -> String {
    draw_tiles(level, paint, "  ", |cell| level.tile(cell), dead)
}

/// The level at a later time: these boxes inside, the player here.
pub(crate) fn draw_later(
    level: &Level,
    paint: Paint,
    indent: &str,
    boxes: &[Cell],
    player: Cell,
) -> String {
    let later = |cell: Cell| tile_at(level, cell, boxes.contains(&cell), cell == player);
    draw_tiles(level, paint, indent, later, |_| false)
}

fn draw_tiles(
    level: &Level,
    paint: Paint,
    indent: &str,
    tile: impl Fn(Cell) -> Tile,
    dead: impl Fn(Cell) -> bool,
) -> String {
    let mut out = String::new();
    for row in 0..level.height() {
        let mut line = indent.to_owned();
        for col in 0..level.width() {
            let cell = Cell::new(row as u16, col as u16);
            line.push_str(&paint.tile(tile(cell), dead(cell)));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// A rule under the headings and nothing else.
const STYLE: TableStyle = TableStyle::new()
    .header_separator(LineStyle::new('─', '─', '─', '─'))
    .header_lines(ContentLineStyle::none())
    .content_lines(ContentLineStyle::none());

/// A table with these headings; those that begin with `>` are for numbers, to the right.
pub(crate) fn table(headings: &[&str], paint: Paint) -> Table {
    let mut table = Table::new();
    table.load_style(STYLE);
    table.set_content_arrangement(ContentArrangement::Disabled);
    if paint.on {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
    let heading =
        |text: &&str| TableCell::new(text.trim_start_matches('>')).add_attribute(Attribute::Bold);
    table.set_header(headings.iter().map(heading));
    for (column, heading) in headings.iter().enumerate() {
        if let Some(column) = table.column_mut(column)
            && heading.starts_with('>')
        {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// The characters that a line of standard output may have: what `COLUMNS` says, or the width of
/// the terminal; `None` if it goes elsewhere.
pub(crate) fn width() -> Option<usize> {
    let said = std::env::var("COLUMNS").ok().and_then(|it| it.parse().ok());
    said.or_else(|| Table::new().width().map(usize::from)).filter(|&width| width > 0)
}

/// Breaks the words of a column at so many characters.
pub(crate) fn wrap(table: &mut Table, column: usize, most: usize, width: usize) {
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(width).unwrap_or(u16::MAX));
    if let Some(column) = table.column_mut(column) {
        let most = u16::try_from(most).unwrap_or(u16::MAX);
        column.set_constraint(ColumnConstraint::UpperBoundary(Width::Fixed(most + 2)));
    }
}

/// A sentence in lines of at most `width` characters.
pub(crate) fn fill(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else { return text.to_owned() };
    let (mut out, mut used) = (String::new(), 0);
    for word in text.split(' ') {
        let length = word.chars().count();
        if used > 0 {
            let fits = used + 1 + length <= width;
            out.push(if fits { ' ' } else { '\n' });
            used = if fits { used + 1 } else { 0 };
        }
        out.push_str(word);
        used += length;
    }
    out
}

/// A cell of a table that is good or bad news.
pub(crate) fn verdict(text: &str, good: bool) -> TableCell {
    TableCell::new(text).fg(if good { Color::Green } else { Color::Red })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_drawn_as_written_and_later() {
        let level: Level = "#####\n#@$.#\n#####".parse().expect("a level");
        let plain = draw(&level, Paint::NONE, |_| false);
        assert_eq!(plain, "  #####\n  #@$.#\n  #####\n");
        let later = draw_later(&level, Paint::NONE, "", &[Cell::new(1, 3)], Cell::new(1, 2));
        assert_eq!(later, "#####\n# @*#\n#####\n");
    }

    #[test]
    fn sentences_are_broken_between_words() {
        assert_eq!(fill("one two three", Some(8)), "one two\nthree");
        assert_eq!(fill("unbreakable", Some(4)), "unbreakable");
        assert_eq!(fill("one two", None), "one two");
    }

    #[test]
    fn only_empty_dead_cells_are_marked() {
        let level: Level = "######\n#@ $.#\n######".parse().expect("a level");
        let marked = draw(&level, Paint::NONE, |cell| cell.col < 3);
        assert_eq!(marked.lines().nth(1), Some("  #@×$.#"));
    }
}
