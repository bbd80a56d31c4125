//! A small search, state by state, for watching.

use axum::Json;
use axum::extract::State;
use hakooshi::{Cancel, Engine, Level, Objective, Record, Status};
use hakooshi_search::Budget;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::body::Asked;
use crate::error::ApiError;
use crate::limits::Limits;
use crate::server::Shared;

/// What is to be watched.
#[derive(Debug, Deserialize)]
pub(crate) struct Wish {
    level: String,
    engine: String,
    goal: Option<String>,
    /// States at most.
    nodes: Option<usize>,
}

pub(crate) async fn trace(
    State(app): State<Shared>,
    Asked(wish): Asked<Wish>,
) -> Result<Json<Value>, ApiError> {
    let level = app.level(wish.level).await?;
    let objective = super::goal(wish.goal.as_deref())?;
    let engine = Engine::new(&wish.engine);
    // Only searches put together from parts tell their states.
    let spec = engine.choose(objective).map_err(|error| ApiError::engine(error.to_string()))?;
    if !spec.search.entry.claims.traces {
        let message = format!("{spec} does not report single states; algorithms do");
        return Err(ApiError::engine(message));
    }
    let nodes = wish.nodes.unwrap_or(usize::MAX).clamp(1, app.limits.trace);
    let (ticket, _leash) = app.jobs.admit()?;
    let limits = app.limits;
    let work = move |cancel: &Cancel| run(&level, engine, objective, nodes, &limits, cancel);
    ticket.run(work).await?.map(Json)
}

fn run(
    level: &Level,
    engine: Engine,
    objective: Objective,
    nodes: usize,
    limits: &Limits,
    cancel: &Cancel,
) -> Result<Value, ApiError> {
    let budget = Budget {
        time: Some(limits.answer),
        bytes: Some(limits.memory),
        cancel: cancel.clone(),
        ..Budget::default()
    };
    let options = super::options(objective, engine, budget);
    let trace = hakooshi_lab::trace(level, &options, nodes)
        .map_err(|error| ApiError::engine(error.to_string()))?;
    let moves = match &trace.report.status {
        Status::Solved(solution) => Some(solution.moves().to_string()),
        _ => None,
    };
    Ok(json!({
        "lines": trace.lines,
        "cut": trace.is_cut,
        "moves": moves,
        "counts": Record::new(&trace.report),
    }))
}
