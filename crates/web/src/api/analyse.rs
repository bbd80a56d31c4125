//! What can be said of a position without searching: how far it is at least, squares on which
//! a box is lost, and whether it is hopeless already, with the boxes that prove it.

use axum::Json;
use axum::extract::State;
use hakooshi::{Cell, Deadlock};
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
        let analysis = views::analysis(&question.level, &limits)?;
        let found = question.deadlocks.then(|| analysis.deadlock()).flatten();
        let places = |cells: &[Cell]| cells.iter().map(|&cell| place(cell)).collect::<Vec<_>>();
        let deadlock = found.map(|Deadlock { test, title, boxes, .. }| {
            json!({ "test": test, "title": title, "boxes": places(&boxes) })
        });
        Ok(Json(json!({
            "solved": analysis.is_solved(),
            "lower_bound": analysis.lower_bound(),
            "dead_squares": places(&analysis.dead_squares()),
            "deadlock": deadlock,
        })))
    })
    .await
}
