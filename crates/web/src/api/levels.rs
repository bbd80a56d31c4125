//! Collections, level text in any notation, and drawings that may not be levels yet.

use hakooshi::Level;
use hakooshi_level::Tile;
use hakooshi_level::formats::{Collection, Entry, Format, Game};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::error::ApiError;
use crate::views::{LevelView, ProblemView, place};

pub(crate) fn collections(desk: &Desk) -> Value {
    let row = |shelf: crate::Shelf| json!({ "name": shelf.name, "bundled": shelf.bundled });
    json!({ "collections": desk.shelves.list().into_iter().map(row).collect::<Vec<_>>() })
}

pub(crate) fn collection(desk: &Desk, name: &str) -> Result<Value, ApiError> {
    let entries = desk
        .shelves
        .open(name)
        .ok_or_else(|| ApiError::not_found(format!("there is no collection {name:?}")))?;
    let shown = entries.iter().take(desk.limits.levels);
    let levels: Vec<LevelView> =
        shown.map(|(index, entry)| LevelView::new(*index, entry)).collect();
    Ok(json!({ "name": name, "levels": levels, "total": entries.len() }))
}

/// Text that may hold levels.
#[derive(Debug, Deserialize)]
pub(crate) struct Text {
    text: String,
}

pub(crate) fn read(desk: &Desk, Text { text }: &Text) -> Value {
    let most = desk.limits.levels;
    let (collection, errors) = Collection::read(text.as_bytes(), None);
    let entries = (1..).zip(&collection.entries).take(most);
    let levels: Vec<LevelView> =
        entries.map(|(index, entry)| LevelView::new(index, entry)).collect();
    let problems: Vec<ProblemView> = errors.iter().take(most).map(ProblemView::from).collect();
    json!({
        "name": collection.name(),
        "levels": levels,
        "total": collection.entries.len(),
        "problems": problems,
    })
}

/// A collection to be written as a file.
#[derive(Debug, Deserialize)]
pub(crate) struct Bundle {
    name: Option<String>,
    levels: Vec<Bundled>,
}

/// A level to be written, with what stands around it.
#[derive(Debug, Deserialize)]
pub(crate) struct Bundled {
    xsb: String,
    title: Option<String>,
    author: Option<String>,
    #[serde(default)]
    notes: String,
    #[serde(default)]
    games: Vec<BundledGame>,
}

/// A game to be written below its level.
#[derive(Debug, Deserialize)]
pub(crate) struct BundledGame {
    title: Option<String>,
    moves: String,
    #[serde(default)]
    notes: String,
}

pub(crate) fn write(desk: &Desk, Bundle { name, levels }: Bundle) -> Result<Value, ApiError> {
    let most = desk.limits.levels;
    if levels.len() > most {
        return Err(ApiError::too_large(format!("a file may have {most} levels at most")));
    }
    let notes = name.map(|it| format!("Collection: {}", one_line(&it))).unwrap_or_default();
    let entries = levels.into_iter().map(entry).collect::<Result<_, _>>()?;
    let sok: Format = "sok".parse().map_err(|_| ApiError::fault("there is no .sok writer"))?;
    let text = Collection { notes, entries }
        .write(sok)
        .map_err(|error| ApiError::level(error.to_string()))?;
    Ok(json!({ "text": text }))
}

fn entry(bundled: Bundled) -> Result<Entry, ApiError> {
    let mut level = crate::views::level(&bundled.xsb)?;
    level.title = bundled.title.as_deref().map(one_line);
    level.author = bundled.author.as_deref().map(one_line);
    let game = |it: BundledGame| Game { title: it.title, moves: it.moves, notes: it.notes };
    Ok(Entry { level, notes: bundled.notes, games: bundled.games.into_iter().map(game).collect() })
}

/// A name as a single line, since the line after it would be something else.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A drawing: rows of the seven characters of the common notation.
#[derive(Debug, Deserialize)]
pub(crate) struct Drawing {
    rows: Vec<String>,
}

pub(crate) fn check(Drawing { rows }: &Drawing) -> Result<Value, ApiError> {
    let (width, tiles) = tiles(rows)?;
    Ok(match Level::from_tiles(width, tiles) {
        Ok(level) => json!({
            "level": LevelView::new(1, &Entry::new(level)),
            "problem": null,
        }),
        Err(error) => json!({
            "level": null,
            "problem": { "message": error.to_string(), "at": error.at().map(place) },
        }),
    })
}

/// The tiles of a drawing, short rows filled with floor.
fn tiles(rows: &[String]) -> Result<(usize, Vec<Tile>), ApiError> {
    const ALL: [Tile; 7] = [
        Tile::Floor,
        Tile::Wall,
        Tile::Goal,
        Tile::BoxOnFloor,
        Tile::BoxOnGoal,
        Tile::PlayerOnFloor,
        Tile::PlayerOnGoal,
    ];
    let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    if width.saturating_mul(rows.len()) > hakooshi_level::MAX_SIDE * hakooshi_level::MAX_SIDE {
        return Err(ApiError::too_large("the drawing is larger than any level"));
    }
    let mut tiles = Vec::with_capacity(width * rows.len());
    for (above, row) in rows.iter().enumerate() {
        for glyph in row.chars() {
            let tile = ALL.into_iter().find(|tile| tile.glyph() == glyph);
            let tile = tile.or((glyph == '-' || glyph == '_').then_some(Tile::Floor));
            tiles.push(
                tile.ok_or_else(|| ApiError::level(format!("{glyph:?} is not a level character")))?,
            );
        }
        tiles.resize((above + 1) * width, Tile::Floor);
    }
    Ok((width, tiles))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_empty_rows_are_filled() {
        let rows = ["###", "", "#"].map(str::to_owned);
        let (width, tiles) = tiles(&rows).expect("tiles");
        assert_eq!((width, tiles.len()), (3, 9));
        assert!(tiles[6].is_wall() && !tiles[3].is_wall());
    }
}
