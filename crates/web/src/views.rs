//! What the API says about levels, and how it reads them.

use hakooshi::{Analysis, Level, analyse};
use hakooshi_level::formats::{Entry, Game, ReadError};
use hakooshi_level::{Cell, LevelId};
use serde::Serialize;

use crate::error::ApiError;
use crate::limits::Limits;

/// A level for the page.
#[derive(Debug, Serialize)]
pub(crate) struct LevelView {
    /// Place in its file, from one.
    pub(crate) index: usize,
    pub(crate) title: Option<String>,
    pub(crate) author: Option<String>,
    /// The board in the common notation.
    pub(crate) xsb: String,
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) boxes: usize,
    /// Equal for rotated and mirrored levels.
    pub(crate) id: String,
    /// Lines about the level.
    pub(crate) notes: String,
    /// Games that came with it.
    pub(crate) games: Vec<GameView>,
}

/// A game that came with a level.
#[derive(Debug, Serialize)]
pub(crate) struct GameView {
    pub(crate) title: Option<String>,
    pub(crate) moves: String,
    pub(crate) notes: String,
}

impl LevelView {
    pub(crate) fn new(index: usize, entry: &Entry) -> Self {
        let Entry { level, games, notes } = entry;
        let game = |game: &Game| GameView {
            title: game.title.clone(),
            moves: game.moves.clone(),
            notes: game.notes.clone(),
        };
        Self {
            index,
            title: level.title.clone(),
            author: level.author.clone(),
            xsb: level.to_string(),
            width: level.width(),
            height: level.height(),
            boxes: level.boxes(),
            id: LevelId::of(level).to_string(),
            notes: notes.clone(),
            games: games.iter().map(game).collect(),
        }
    }
}

/// Something wrong with level text, and where.
#[derive(Debug, Serialize)]
pub(crate) struct ProblemView {
    /// From one.
    pub(crate) line: usize,
    /// From one.
    pub(crate) column: usize,
    /// One sentence.
    pub(crate) message: String,
    /// The sentence with the line and a caret below it.
    pub(crate) shown: String,
}

impl From<&ReadError> for ProblemView {
    fn from(error: &ReadError) -> Self {
        Self {
            line: error.line,
            column: error.column,
            message: error.problem.to_string(),
            shown: error.to_string(),
        }
    }
}

/// A cell as `[row, column]`, from zero.
pub(crate) fn place(cell: Cell) -> [u16; 2] {
    [cell.row, cell.col]
}

/// Reads the one level of a request.
pub(crate) fn level(text: &str) -> Result<Level, ApiError> {
    text.parse::<Level>().map_err(|error| ApiError::level(error.to_string()))
}

/// Refuses levels that would keep the server busy without a chance to stop.
pub(crate) fn check_size(level: &Level, limits: &Limits) -> Result<(), ApiError> {
    let (squares, boxes) = (level.inside().count(), level.boxes());
    if squares <= limits.squares && boxes <= limits.boxes {
        return Ok(());
    }
    Err(ApiError::too_large(format!(
        "the level has {squares} squares and {boxes} boxes; the page takes at most {} and {}",
        limits.squares, limits.boxes
    )))
}

/// Reads a level to be asked about, if it is not too large.
pub(crate) fn analysis(text: &str, limits: &Limits) -> Result<Analysis, ApiError> {
    let level = level(text)?;
    check_size(&level, limits)?;
    analyse(&level).map_err(|error| ApiError::too_large(error.to_string()))
}
