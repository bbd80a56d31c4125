//! A small search, state by state, for watching.

use hakooshi::unstable::Options;
use hakooshi::{Cancel, Engine, Level, Record, Status};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::desk::{Desk, Search};
use crate::error::ApiError;

/// What is to be watched.
#[derive(Debug, Deserialize)]
pub(crate) struct Wish {
    level: String,
    engine: String,
    goal: Option<String>,
    /// States at most.
    nodes: Option<usize>,
}

pub(crate) fn trace(desk: &Desk, wish: &Wish) -> Result<Search, ApiError> {
    let level = desk.level(&wish.level)?;
    let objective = super::goal(wish.goal.as_deref())?;
    let engine = Engine::new(&wish.engine);
    // Only searches put together from parts tell their states.
    let spec = engine.choose(objective).map_err(|error| ApiError::engine(error.to_string()))?;
    if !spec.traces() {
        let message = format!("{spec} does not report single states; algorithms do");
        return Err(ApiError::engine(message));
    }
    let nodes = wish.nodes.unwrap_or(usize::MAX).clamp(1, desk.limits.trace);
    let options = super::options(objective, engine, desk.budget(desk.limits.answer));
    Ok(Box::new(move |cancel| run(&level, options, nodes, cancel)))
}

fn run(
    level: &Level,
    mut options: Options,
    nodes: usize,
    cancel: &Cancel,
) -> Result<Value, ApiError> {
    options.budget.cancel = cancel.clone();
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
