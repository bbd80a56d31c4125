//! The files of Boxoban: `; N` before each board, counted from zero, and nothing else.
//!
//! There is no sign for a box or the player on a goal. Rows without a wall above or below the
//! walls can only be decoration, and would read back as text: they are left out.
//!
//! ```text
//! ; 0
//! #####
//! #@$.#
//! #####
//! ```

use super::Entry;
use super::format::{Fit, FormatEntry, Read, Sample};
use super::glyphs::COMMON;
use super::write::Encoder;
use crate::{Cell, Level, Tile};

pub(crate) static ENTRY: FormatEntry = FormatEntry {
    name: "boxoban",
    extensions: &[],
    summary: "\"; N\" before each board, no box or player on a goal",
    detect,
    read: Read::Lines(&COMMON),
    write: Some(|| Box::new(BoxobanWriter::default())),
};

fn detect(sample: &Sample<'_>) -> Fit {
    let title = sample.first.as_ref().and_then(|first| first.level.title.as_deref());
    Fit::Marked.when(title == Some("0") && sample.starts_with(b";"))
}

#[derive(Debug, Default)]
struct BoxobanWriter {
    written: usize,
}

impl Encoder for BoxobanWriter {
    fn level(&mut self, entry: &Entry) -> Result<String, Cell> {
        let text = level(&entry.level, self.written)?;
        self.written += 1;
        Ok(text)
    }
}

/// One level, or the cell that has no sign.
fn level(level: &Level, number: usize) -> Result<String, Cell> {
    let wrong = |tile: &Tile| matches!(tile, Tile::BoxOnGoal | Tile::PlayerOnGoal);
    if let Some(index) = level.tiles().iter().position(wrong) {
        let (row, col) = (index / level.width(), index % level.width());
        return Err(Cell::new(row as u16, col as u16));
    }
    let board = level.to_string();
    let rows: Vec<&str> = board.lines().collect();
    let has_wall = |row: &&str| row.contains(Tile::Wall.glyph());
    let first = rows.iter().position(has_wall).unwrap_or(0);
    let end = rows.iter().rposition(has_wall).map_or(rows.len(), |last| last + 1);
    Ok(format!("; {number}\n{}\n\n", rows[first..end].join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_no_rows_beyond_the_walls() {
        let drawn: Level = ".|5#|#@$.#|5#|-|##||.".parse().unwrap();
        let text = level(&drawn, 7).unwrap();
        assert_eq!(text, "; 7\n#####\n#@$.#\n#####\n-\n##\n\n");
        let read: Level = text.parse().unwrap();
        assert_eq!(read.to_string(), "#####\n#@$.#\n#####\n-\n##\n");
        assert_eq!(read.title.as_deref(), Some("7"));
    }

    #[test]
    fn a_box_on_a_goal_has_no_sign() {
        let drawn: Level = "######\n#@$.*#\n######".parse().unwrap();
        assert_eq!(level(&drawn, 0), Err(Cell::new(1, 4)));
    }
}
