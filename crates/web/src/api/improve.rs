//! Improving a solution, with every better one as it is found.

use std::time::Duration;

use hakooshi::unstable::{ImproveObserver, ImproveOptions, Improvement, improve_observed};
use hakooshi::{Cancel, Counts, Level, verify};
use hakooshi_level::{GameText, Ranking, VerifiedSolution};
use hakooshi_search::Stop;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::desk::{Desk, Events, Job};
use crate::error::ApiError;

/// The most moves that are improved.
const MOST_MOVES: usize = 1 << 20;
/// How often work without gain is told.
const PAUSE: Duration = Duration::from_millis(200);

/// A solution, what counts in it, and which part of it may change.
#[derive(Debug, Deserialize)]
pub(crate) struct Wish {
    level: String,
    moves: String,
    /// Metrics, the most important first: `moves,pushes`.
    order: Option<String>,
    /// The first move that may change, from zero.
    from: Option<usize>,
    /// The first after it that may not.
    to: Option<usize>,
    time_s: Option<f64>,
}

pub(crate) fn improve(desk: &Desk, wish: &Wish) -> Result<Job, ApiError> {
    let level = desk.level(&wish.level)?;
    let solution = solution(&level, &wish.moves)?;
    let order = wish.order.as_deref().unwrap_or("moves,pushes");
    let ranking: Ranking =
        order.parse().map_err(|error| ApiError::malformed(format!("order {order:?}: {error}")))?;
    let count = solution.moves().len();
    let range = wish.from.unwrap_or(0)..wish.to.unwrap_or(count).min(count);
    if range.is_empty() {
        return Err(ApiError::malformed(format!("the part is empty; there are {count} moves")));
    }
    let budget = desk.budget(desk.limits.time_for(wish.time_s));
    let moves = (range != (0..count)).then_some(range);
    let options = ImproveOptions { ranking, budget, moves, ..ImproveOptions::default() };
    let run = move |cancel: &Cancel, events: &mut dyn Events| {
        run(&level, &solution, options, cancel, events);
    };
    Ok(Job { owed: 1, run: Box::new(run) })
}

/// The moves as a solution, in any notation.
fn solution(level: &Level, moves: &str) -> Result<VerifiedSolution, ApiError> {
    let text =
        GameText::parse(moves, MOST_MOVES).map_err(|error| ApiError::level(error.to_string()))?;
    let moves = text.to_forward(level).map_err(|error| ApiError::level(error.to_string()))?;
    verify(level, &moves).map_err(|error| ApiError::level(error.to_string()))
}

fn run(
    level: &Level,
    solution: &VerifiedSolution,
    mut options: ImproveOptions,
    cancel: &Cancel,
    events: &mut dyn Events,
) {
    options.budget.cancel = cancel.clone();
    let mut teller = Teller { events: &mut *events, told: Duration::ZERO };
    match improve_observed(level, solution, &options, &mut teller) {
        Ok(found) => events.deliver(
            "result",
            &json!({
                "lurd": found.solution.moves().to_string(),
                "score": Counts::from(found.solution.score()),
                "bound": found.bound,
                "proved": found.proved,
                "stop": found.stop.map(Stop::name),
                "time_s": found.time.as_secs_f64(),
            }),
        ),
        Err(error) => {
            let refusal = json!({ "error": { "code": "level", "message": error.to_string() } });
            events.deliver("error", &refusal);
        }
    }
}

/// Passes on what happens; what is not read in time is overtaken by what comes after it.
struct Teller<'a> {
    events: &'a mut dyn Events,
    told: Duration,
}

impl ImproveObserver for Teller<'_> {
    fn improved(&mut self, now: &Improvement<'_>) {
        let better: Value = json!({
            "lurd": now.solution.moves().to_string(),
            "score": Counts::from(now.solution.score()),
            "method": now.method,
            "bound": now.bound,
            "time_s": now.time.as_secs_f64(),
        });
        self.events.tell("improved", &better);
    }

    fn worked(&mut self, time: Duration, effort: u32, bound: Option<u32>) {
        if time.saturating_sub(self.told) < PAUSE {
            return;
        }
        self.told = time;
        let now = json!({ "elapsed_s": time.as_secs_f64(), "effort": effort, "bound": bound });
        self.events.tell("progress", &now);
    }
}
