//! A hint: the next box to push, or the next push, and nothing of what follows. The answer comes from a
//! search from the position; the rest of it is not told.

use hakooshi::unstable::Options;
use hakooshi::{Cancel, Level, Record, Status};
use hakooshi_search::{Budget, Silent};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::desk::{Desk, Search};
use crate::error::ApiError;
use crate::views::place;

/// A position, written as a level, and how much is to be told.
#[derive(Debug, Deserialize)]
pub(crate) struct Plea {
    level: String,
    /// Whether to tell the push and not only the box.
    #[serde(default)]
    push: bool,
}

pub(crate) fn hint(desk: &Desk, plea: &Plea) -> Result<Search, ApiError> {
    let level = desk.level(&plea.level)?;
    let (push, budget) = (plea.push, desk.budget(desk.limits.answer));
    Ok(Box::new(move |cancel| look(&level, push, &budget, cancel)))
}

fn look(level: &Level, push: bool, budget: &Budget, cancel: &Cancel) -> Result<Value, ApiError> {
    let budget = Budget { cancel: cancel.clone(), ..budget.clone() };
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
