//! Moves given by the user: letters, a file of letters, standard input, or coordinates as written by
//! `hako solve --format coordinates`.

use std::fs;
use std::io::Read as _;
use std::path::Path;

use hakooshi::Moves;
use hakooshi_lab::{from_coordinates, is_coordinates};
use hakooshi_level::formats::{Entry, Game};
use hakooshi_level::{GameText, Level, ReverseError};

use crate::exit::{Exit, Failure, Outcome};

/// The text that `word` is or names.
pub(crate) fn text(word: &str, stdin_taken: bool) -> Outcome<String> {
    if word == "-" {
        if stdin_taken {
            return Err(Failure::usage("standard input (-) can be read only once"));
        }
        let mut text = String::new();
        let read = std::io::stdin().read_to_string(&mut text);
        read.map_err(|error| Failure::io("cannot read standard input", &error))?;
        return Ok(text);
    }
    if Path::new(word).is_file() {
        let read = fs::read_to_string(word);
        return read.map_err(|error| Failure::io(format_args!("cannot read {word}"), &error));
    }
    if word.contains(['/', '.']) {
        let message = format!("{word}: no such file; give moves such as rRRdU, a file, or -");
        return Err(Failure::Told(Exit::Io, message));
    }
    Ok(word.to_owned())
}

/// The moves of one game on this level; the error is for people.
pub(crate) fn read(level: &Level, text: &str) -> Result<Moves, String> {
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
pub(crate) fn solutions(entry: &Entry) -> Vec<Game> {
    let claims = |game: &&Game| {
        let title = game.title.as_deref().unwrap_or("solution").to_lowercase();
        title.contains("solution") || title.contains("solved")
    };
    entry.games.iter().filter(claims).cloned().collect()
}

/// The text of each level in a file of coordinates, which begin with a `;` line.
pub(crate) fn coordinate_games(text: &str) -> Vec<String> {
    let mut games: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.starts_with(';') || games.is_empty() {
            games.push(String::new());
        }
        if let Some(game) = games.last_mut() {
            game.push_str(line);
            game.push('\n');
        }
    }
    games
}
