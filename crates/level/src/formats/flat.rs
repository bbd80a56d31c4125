//! A level written as one string without line breaks. The width is inferred: enclosing walls leave
//! little choice.

use super::glyphs::{Glyphs, Spacing};
use super::{Problem, ReadError};
use crate::{Level, MAX_SIDE, Tile};

/// The level in a single line; floor at its end counts here.
pub(crate) fn unfold(text: &str, number: usize, glyphs: &Glyphs) -> Result<Level, ReadError> {
    let text = text.trim();
    let stride = Spacing::of(std::iter::once(text.into())).stride;
    let cells = text.chars().step_by(stride);
    let tiles: Vec<Tile> = cells.map(|it| glyphs.tile(it).unwrap_or(Tile::Floor)).collect();
    fold(&tiles).map_err(|problem| ReadError::new(number, 1, text, problem))
}

/// The level, if exactly one width gives one.
fn fold(tiles: &[Tile]) -> Result<Level, Problem> {
    let widths = (3..=tiles.len().min(MAX_SIDE)).filter(|width| {
        // The rows at the top and bottom hold nothing but walls and the outside.
        let border = tiles.iter().take(*width).chain(tiles.iter().rev().take(*width));
        tiles.len().is_multiple_of(*width)
            && border.into_iter().all(|tile| matches!(tile, Tile::Wall | Tile::Floor))
    });
    let mut levels = widths.filter_map(|width| Level::from_tiles(width, tiles.to_vec()).ok());
    match (levels.next(), levels.next()) {
        (Some(level), None) => Ok(level),
        _ => Err(Problem::NoWidth),
    }
}

#[cfg(test)]
mod tests {
    use super::super::dialects::DIALECTS;
    use super::super::format::Read;
    use super::*;

    #[test]
    fn the_width_follows_from_the_walls() {
        let digits = DIALECTS.iter().find(|it| it.name == "letslogic").unwrap();
        let Read::Lines(legend) = digits.read else { panic!("it is drawn") };
        let glyphs = Glyphs::of(legend);
        let error = unfold("11111111023411111111", 7, &glyphs).unwrap_err();
        assert_eq!((error.problem, error.line), (Problem::NoWidth, 7));
        let level = unfold("111111102341111111", 1, &glyphs).unwrap();
        assert_eq!(level.to_string(), "######\n# @$.#\n######\n");
        for spaced in ["1 1 1 1 1 1 1 0 2 3 4 1 1 1 1 1 1 1", "1111111 2341111111"] {
            assert_eq!(unfold(spaced, 1, &glyphs).as_ref(), Ok(&level), "{spaced}");
        }
    }
}
