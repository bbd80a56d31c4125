//! What can be said of a position without searching: how far it is at least, squares on which
//! a box is lost, and whether it is hopeless already, with the boxes that prove it.

use axum::Json;
use axum::extract::State;
use hakooshi_board::analysis::live_squares;
use hakooshi_search::deadlocks::{self, explain};
use hakooshi_search::heuristics::{Aim, Heuristic as _, Matching};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::body::Asked;
use crate::error::ApiError;
use crate::server::Shared;
use crate::views::{self, place};

/// A position, written as a level.
#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    level: String,
    /// Whether to look for deadlocks, which takes longer than the rest.
    #[serde(default)]
    deadlocks: bool,
}

pub(crate) async fn analyse(
    State(app): State<Shared>,
    Asked(question): Asked<Question>,
) -> Result<Json<Value>, ApiError> {
    let limits = app.limits;
    app.at_once(move || {
        let (board, position) = views::board(&question.level, &limits)?;
        let live = live_squares(&board);
        let dead = board.squares().filter(|&square| !live.contains(square));
        let dead: Vec<_> = dead.map(|square| place(board.cell(square))).collect();
        let found = question.deadlocks && !position.is_solved();
        let found = found.then(|| explain(&board, &position)).flatten();
        let deadlock = found.map(|(test, boxes)| {
            let boxes: Vec<_> = boxes.iter().map(|&square| place(board.cell(square))).collect();
            json!({ "test": test, "title": title(test), "boxes": boxes })
        });
        Ok(Json(json!({
            "solved": position.is_solved(),
            "lower_bound": Matching::new(&Aim::goals(&board)).estimate(&position),
            "dead_squares": dead,
            "deadlock": deadlock,
        })))
    })
    .await
}

/// What a test looks for, in the words of the registry.
fn title(test: &str) -> &'static str {
    let entry = deadlocks::ALL.iter().find(|entry| entry.name == test);
    entry.map_or("a box stands where no goal can be reached from", |entry| entry.title)
}
