//! Solving, with progress as it happens.

use axum::extract::State;
use axum::response::Response;
use hakooshi::level::LevelId;
use hakooshi::{Budget, Cancel, Engine, Event, Level, Options, Record, Snapshot};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::stream::{Outbox, stream};
use crate::body::Asked;
use crate::error::ApiError;
use crate::server::Shared;
use crate::views;

/// What is to be solved, how, and with what.
#[derive(Debug, Deserialize)]
pub(crate) struct Wish {
    level: String,
    engine: Option<String>,
    goal: Option<String>,
    time_s: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
}

/// How far a search has come.
#[derive(Debug, Serialize)]
struct Progress {
    elapsed_s: f64,
    expanded: u64,
    generated: u64,
    open: u64,
    bytes: usize,
    /// Bound, value or depth of the position expanded last, in what counts first.
    key: u32,
    /// No solution costs less.
    bound: u32,
}

pub(crate) async fn solve(
    State(app): State<Shared>,
    Asked(wish): Asked<Wish>,
) -> Result<Response, ApiError> {
    let level = views::level(&wish.level)?;
    views::check_size(&level, &app.limits)?;
    let objective = super::goal(wish.goal.as_deref())?;
    let engine = wish.engine.as_deref().map_or(Engine::Auto, Engine::new);
    engine.choose(objective).map_err(|error| ApiError::engine(error.to_string()))?;
    let budget = Budget {
        time: Some(app.limits.time_for(wish.time_s)),
        nodes: wish.nodes,
        bytes: Some(wish.memory.unwrap_or(usize::MAX).min(app.limits.memory)),
        cancel: Cancel::new(),
    };
    let options = Options { objective, engine, budget };
    stream(&app, 1, move |cancel, outbox| search(&level, options, cancel, outbox))
}

fn search(level: &Level, mut options: Options, cancel: &Cancel, outbox: &mut Outbox) {
    options.budget.cancel = cancel.clone();
    let mut bound = 0;
    let told = outbox.clone();
    let mut observer = |event: &Event| match event {
        Event::Progress(now) => told.tell("progress", &progress(now, bound)),
        Event::Bound(cost) => bound = cost.first(),
        _ => {}
    };
    match hakooshi::solve(level, &options, &mut observer) {
        Ok(report) => {
            let record = Record {
                file: "page".to_owned(),
                index: 1,
                title: level.title.clone(),
                id: Some(LevelId::of(level).to_string()),
                boxes: Some(level.boxes()),
                ..Record::new(&report)
            };
            outbox.deliver("result", &record);
        }
        Err(error) => {
            outbox.deliver("error", &json!({ "error": { "code": "fault", "message": error.to_string() } }));
        }
    }
}

fn progress(now: &Snapshot, bound: u32) -> Progress {
    Progress {
        elapsed_s: now.elapsed.as_secs_f64(),
        expanded: now.expanded,
        generated: now.generated,
        open: now.open,
        bytes: now.bytes,
        key: now.key.first(),
        bound,
    }
}
