//! Moves given by the user: letters, a file of letters, standard input, or coordinates as written by
//! `hako solve --format coordinates`.

use std::fs;
use std::io::Read as _;
use std::path::Path;

pub(crate) use hakooshi_lab::{read_moves as read, solutions};

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
