//! Moves as other programs and people write them.

use hakooshi::Moves;
use hakooshi_level::formats::{Entry, Game};
use hakooshi_level::{GameText, Level, ReverseError};

use crate::{from_coordinates, is_coordinates};

/// The moves of one game on this level: letters in any common notation, reverse games, or coordinates as
/// SokoKids writes them. The error is for people.
pub fn read_moves(level: &Level, text: &str) -> Result<Moves, String> {
    if is_coordinates(text) {
        return from_coordinates(level, text).map_err(|error| error.to_string());
    }
    let game: GameText = text.parse().map_err(|error| format!("in the moves, {error}"))?;
    game.to_forward(level).map_err(|error| match error {
        ReverseError::Illegal(error) => format!("in the reverse game, {error}"),
        other => other.to_string(),
    })
}

/// The games of a level that claim to be solutions.
pub fn solutions(entry: &Entry) -> Vec<Game> {
    let claims = |game: &&Game| {
        let title = game.title.as_deref().unwrap_or("solution").to_lowercase();
        title.contains("solution") || title.contains("solved")
    };
    entry.games.iter().filter(claims).cloned().collect()
}
