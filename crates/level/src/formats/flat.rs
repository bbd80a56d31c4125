//! A level written as one string without line breaks: the width is the one that makes a
//! level of it. Walls all around leave little choice.

use super::Problem;
use crate::{Level, MAX_SIDE, Tile};

/// The level, if exactly one width gives one.
pub(crate) fn fold(tiles: &[Tile]) -> Result<Level, Problem> {
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
    use super::super::{DIALECTS, glyphs::Glyphs};
    use super::*;

    #[test]
    fn the_width_follows_from_the_walls() {
        let digits = DIALECTS.iter().find(|it| it.name == "letslogic").unwrap();
        let glyphs = Glyphs::of(digits);
        let tiles: Vec<Tile> = "777711111111023411111111"
            .chars()
            .skip(4)
            .filter_map(|glyph| glyphs.tile(glyph))
            .collect();
        let level = fold(&tiles[..tiles.len() - tiles.len() % 5]);
        assert_eq!(level, Err(Problem::NoWidth));
        let tiles: Vec<Tile> =
            "111111102341111111".chars().filter_map(|glyph| glyphs.tile(glyph)).collect();
        assert_eq!(fold(&tiles).unwrap().to_string(), "######\n# @$.#\n######\n");
    }
}
