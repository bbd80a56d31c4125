//! Moves replayed on the text of a level: what they lead to, or the first that is wrong.

use hakooshi::{Counts, Level, Moves};
use hakooshi_level::{GameText, Score, replay};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::views;

/// The most moves that are replayed.
const MOST_MOVES: usize = 1 << 20;

/// A level and moves in any notation; those of a reverse game are turned round.
#[derive(Debug, Deserialize)]
pub(crate) struct Game {
    level: String,
    moves: String,
}

pub(crate) fn verify(game: &Game) -> Result<Value, ApiError> {
    let level = views::level(&game.level)?;
    Ok(match play(&level, &game.moves) {
        Ok((solved, moves, score)) => json!({
            "solved": solved,
            "moves": moves.to_string(),
            "score": Counts::from(score),
            "problem": null,
        }),
        Err(problem) => {
            json!({ "solved": false, "moves": null, "score": null, "problem": problem })
        }
    })
}

/// Whether the moves solve the level, and the moves with their case put right; or what is
/// wrong with them. Solved is only what the verifier calls so.
fn play(level: &Level, text: &str) -> Result<(bool, Moves, Score), String> {
    let text = GameText::parse(text, MOST_MOVES).map_err(|error| error.to_string())?;
    let moves = text.to_forward(level).map_err(|error| error.to_string())?;
    if let Ok(solution) = hakooshi::verify(level, &moves) {
        return Ok((true, solution.moves().clone(), solution.score()));
    }
    let replay = replay(level, &moves).map_err(|error| error.to_string())?;
    Ok((false, replay.moves, replay.score))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_positions_and_mistakes_are_told_apart() {
        let level: Level = "#######\n#@ $ .#\n#######".parse().expect("a level");
        let solved = |text: &str| play(&level, text).map(|(solved, ..)| solved);
        assert_eq!(solved("rrr"), Ok(true));
        assert_eq!(solved("[rrr]LL"), Ok(true), "a reverse game");
        assert_eq!(solved("rR"), Ok(false));
        assert!(solved("ru").is_err_and(|message| message.contains("move 2")));
        assert!(solved("hello").is_err());
    }
}
