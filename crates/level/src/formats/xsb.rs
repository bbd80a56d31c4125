//! One level in the common notation: `#` wall, `@` player, `$` box, `.` goal, `*` box on
//! goal, `+` player on goal, and space, `-` or `_` for floor.

use std::str::FromStr;

use super::{Problem, ReadError};
use crate::{Level, Tile};

/// The tile a character of the common notation or of YASC's legend stands for.
pub(crate) const fn tile(glyph: char) -> Option<Tile> {
    Some(match glyph {
        '#' => Tile::Wall,
        ' ' | '-' | '_' => Tile::Floor,
        '.' | 'o' => Tile::Goal,
        '$' | 'b' => Tile::BoxOnFloor,
        '*' | 'B' => Tile::BoxOnGoal,
        '@' | 'p' | 'm' => Tile::PlayerOnFloor,
        '+' | 'P' | 'M' => Tile::PlayerOnGoal,
        _ => return None,
    })
}

/// Reads one board and nothing else: no title, no comments.
impl FromStr for Level {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let lines: Vec<&str> = text.lines().collect();
        let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let error = |line: usize, column: usize, problem: Problem| ReadError {
            line: line + 1,
            column: column + 1,
            excerpt: lines.get(line).copied().unwrap_or("").to_owned(),
            problem,
        };
        let mut tiles = Vec::with_capacity(width * lines.len());
        for (row, line) in lines.iter().enumerate() {
            for (column, glyph) in line.chars().enumerate() {
                let tile =
                    tile(glyph).ok_or_else(|| error(row, column, Problem::BadGlyph { glyph }))?;
                tiles.push(tile);
            }
            tiles.resize(width * (row + 1), Tile::Floor);
        }
        Self::from_tiles(width, tiles).map_err(|problem| {
            let (line, column) =
                problem.at().map_or((0, 0), |at| (usize::from(at.row), usize::from(at.col)));
            error(line, column, problem.into())
        })
    }
}
