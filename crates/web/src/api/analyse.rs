//! What can be said of a position without searching: how far it is at least, squares on which
//! a box is lost, and whether it is hopeless already, with the boxes that prove it.

use hakooshi::{Cell, Deadlock};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::error::ApiError;
use crate::views::{self, place};

/// A position, written as a level.
#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    level: String,
    /// Whether to look for deadlocks, which takes longer than the rest.
    #[serde(default)]
    deadlocks: bool,
}

pub(crate) fn analyse(desk: &Desk, question: &Question) -> Result<Value, ApiError> {
    let analysis = views::analysis(&question.level, &desk.limits)?;
    let found = question.deadlocks.then(|| analysis.deadlock()).flatten();
    let places = |cells: &[Cell]| cells.iter().map(|&cell| place(cell)).collect::<Vec<_>>();
    let deadlock = found.map(|Deadlock { test, title, boxes, .. }| {
        json!({ "test": test, "title": title, "boxes": places(&boxes) })
    });
    Ok(json!({
        "solved": analysis.is_solved(),
        "lower_bound": analysis.lower_bound(),
        "dead_squares": places(&analysis.dead_squares()),
        "deadlock": deadlock,
    }))
}
