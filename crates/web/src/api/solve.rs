//! Solving, with progress as it happens.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use hakooshi::unstable::Options;
use hakooshi::{Cancel, Engine, Level, Record};
use hakooshi_search::{Budget, Cost, Event, Snapshot};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::stream::{Outbox, stream};
use crate::body::Asked;
use crate::error::ApiError;
use crate::server::Shared;

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
struct Progress<'a> {
    elapsed_s: f64,
    expanded: u64,
    generated: u64,
    open: u64,
    bytes: usize,
    /// Bound, value or depth of the position expanded last, in what counts first.
    key: u32,
    /// No solution costs less.
    bound: u32,
    /// What the best solution known costs.
    incumbent: Option<u32>,
    /// Which search goes on, where several take turns.
    search: Option<&'a str>,
}

pub(crate) async fn solve(
    State(app): State<Shared>,
    Asked(wish): Asked<Wish>,
) -> Result<Response, ApiError> {
    let level = app.level(wish.level).await?;
    let objective = super::goal(wish.goal.as_deref())?;
    let engine = wish.engine.as_deref().map_or(Engine::Auto, Engine::new);
    engine.choose(objective).map_err(|error| ApiError::engine(error.to_string()))?;
    let budget = Budget {
        time: Some(app.limits.time_for(wish.time_s)),
        nodes: wish.nodes,
        bytes: Some(wish.memory.unwrap_or(usize::MAX).min(app.limits.memory)),
        ..Budget::default()
    };
    let options = super::options(objective, engine, budget);
    stream(&app, 1, move |cancel, outbox| search(&level, options, cancel, outbox))
}

fn search(level: &Level, mut options: Options, cancel: &Cancel, outbox: &mut Outbox) {
    options.budget.cancel = cancel.clone();
    let mut turn: Option<Arc<str>> = None;
    let told = outbox.clone();
    let mut observer = |event: &Event| match event {
        Event::Progress(now) => told.tell("progress", &progress(now, turn.as_deref())),
        Event::Turn(search) => turn = Some(Arc::clone(search)),
        _ => {}
    };
    match hakooshi::unstable::solve(level, &options, &mut observer) {
        Ok(report) => {
            let record = Record {
                file: "page".to_owned(),
                index: 1,
                ..Record::new(&report).of_level(level)
            };
            outbox.deliver("result", &record);
        }
        Err(error) => {
            outbox.deliver(
                "error",
                &json!({ "error": { "code": "fault", "message": error.to_string() } }),
            );
        }
    }
}

/// What is sent of a snapshot.
fn progress<'a>(now: &Snapshot, search: Option<&'a str>) -> Progress<'a> {
    Progress {
        elapsed_s: now.elapsed.as_secs_f64(),
        expanded: now.expanded,
        generated: now.generated,
        open: now.open,
        bytes: now.bytes,
        key: now.key.first(),
        bound: now.bound.first(),
        incumbent: now.incumbent.map(Cost::first),
        search,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What one message of progress costs the search. Five are sent in a second.
    #[test]
    #[ignore = "a measurement: cargo test --release -p hakooshi-web -- --ignored --nocapture cost"]
    #[expect(clippy::disallowed_methods, clippy::print_stderr, reason = "a measurement")]
    fn cost_of_progress() {
        let (outbox, mut receiver) = Outbox::pair(1);
        let snapshot = Snapshot { expanded: 123_456_789, bytes: 1 << 30, ..Snapshot::default() };
        let times: u32 = 100_000;
        let before = std::time::Instant::now();
        for _ in 0..times {
            outbox.tell("progress", &progress(&snapshot, Some("backward")));
            // Somebody reads, or there would be nothing to send.
            let _ = receiver.try_recv();
        }
        eprintln!("one message of progress: {:?}", before.elapsed() / times);
    }
}
