//! A hint: the next box to push, or the next push, and nothing of what follows. The server
//! searches from the position and keeps the rest to itself.

use axum::Json;
use axum::extract::State;
use hakooshi::unstable::Options;
use hakooshi::{Cancel, Level, Record, Status};
use hakooshi_search::{Budget, Silent};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::body::Asked;
use crate::error::ApiError;
use crate::limits::Limits;
use crate::server::Shared;
use crate::views::place;

/// A position, written as a level, and how much is to be told.
#[derive(Debug, Deserialize)]
pub(crate) struct Plea {
    level: String,
    /// Whether to tell the push and not only the box.
    #[serde(default)]
    push: bool,
}

pub(crate) async fn hint(
    State(app): State<Shared>,
    Asked(plea): Asked<Plea>,
) -> Result<Json<Value>, ApiError> {
    let level = app.level(plea.level).await?;
    let (ticket, _leash) = app.jobs.admit()?;
    let limits = app.limits;
    ticket.run(move |cancel| look(&level, plea.push, &limits, cancel)).await?.map(Json)
}

fn look(level: &Level, push: bool, limits: &Limits, cancel: &Cancel) -> Result<Value, ApiError> {
    let budget = Budget {
        time: Some(limits.answer),
        bytes: Some(limits.memory),
        cancel: cancel.clone(),
        ..Budget::default()
    };
    let options = Options { budget, ..Options::default() };
    let report = hakooshi::unstable::solve(level, &options, &mut Silent)
        .map_err(|error| ApiError::fault(error.to_string()))?;
    let Status::Solved(solution) = &report.status else {
        let status = Record::new(&report).status;
        return Ok(json!({ "status": status, "box": null, "dir": null }));
    };
    let mut player = level.player();
    for step in solution.moves().iter() {
        player = player.step(step.dir).unwrap_or(player);
        if step.push {
            let dir = push.then(|| char::from(step.dir.letter()).to_string());
            return Ok(json!({ "status": "solved", "box": place(player), "dir": dir }));
        }
    }
    Ok(json!({ "status": "solved", "box": null, "dir": null }))
}
