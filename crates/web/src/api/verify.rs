//! Moves replayed on the text of a level: what they lead to, or the first that is wrong.

use axum::Json;
use axum::extract::State;
use hakooshi::level::{GameText, replay};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::body::Asked;
use crate::error::ApiError;
use crate::server::Shared;
use crate::views::{self, ScoreView};

/// The most moves that are replayed.
const MOST_MOVES: usize = 1 << 20;

/// A level and moves in any notation; those of a reverse game are turned round.
#[derive(Debug, Deserialize)]
pub(crate) struct Game {
    level: String,
    moves: String,
}

pub(crate) async fn verify(
    State(app): State<Shared>,
    Asked(game): Asked<Game>,
) -> Result<Json<Value>, ApiError> {
    app.at_once(move || {
        let level = views::level(&game.level)?;
        let moves = GameText::parse(&game.moves, MOST_MOVES)
            .map_err(|error| ApiError::moves(error.to_string()))?
            .to_forward(&level)
            .map_err(|error| ApiError::moves(error.to_string()))?;
        // Whatever is called solved was replayed by the verifier; the rest is a position.
        if let Ok(solution) = hakooshi::verify(&level, &moves) {
            return Ok(Json(json!({
                "solved": true,
                "moves": solution.moves().to_string(),
                "score": ScoreView::from(solution.score()),
            })));
        }
        let replay = replay(&level, &moves).map_err(|error| ApiError::moves(error.to_string()))?;
        Ok(Json(json!({
            "solved": false,
            "moves": replay.moves.to_string(),
            "score": ScoreView::from(replay.score),
        })))
    })
    .await
}
