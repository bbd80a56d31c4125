//! Solving, with progress as it happens.

use std::sync::Arc;

use hakooshi::unstable::Options;
use hakooshi::{Cancel, Engine, Level, Record};
use hakooshi_board::Direction;
use hakooshi_search::{Budget, Cost, Event, Observer, Sight, Snapshot};
use serde::{Deserialize, Serialize};

use crate::desk::{Desk, Events, Job};
use crate::error::ApiError;
use crate::views::place;

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
pub(crate) struct Progress<'a> {
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

/// A position on the way to a solution.
#[derive(Debug, Serialize)]
struct SightView {
    /// Whether boxes are pulled back from the goals.
    backward: bool,
    /// Boxes on goals; if backward, on the squares of the start.
    placed: u32,
    boxes: Vec<[u16; 2]>,
    player: [u16; 2],
}

impl From<&Sight> for SightView {
    fn from(sight: &Sight) -> Self {
        Self {
            backward: sight.direction == Direction::Backward,
            placed: sight.placed,
            boxes: sight.boxes.iter().copied().map(place).collect(),
            player: place(sight.player),
        }
    }
}

pub(crate) fn solve(desk: &Desk, wish: &Wish) -> Result<Job, ApiError> {
    let level = desk.level(&wish.level)?;
    let objective = super::goal(wish.goal.as_deref())?;
    let engine = wish.engine.as_deref().map_or(Engine::Auto, Engine::new);
    engine.choose(objective).map_err(|error| ApiError::engine(error.to_string()))?;
    let most = desk.limits.memory;
    let budget = Budget {
        nodes: wish.nodes,
        bytes: Some(wish.memory.unwrap_or(most).min(most)),
        ..desk.budget(desk.limits.time_for(wish.time_s))
    };
    let options = super::options(objective, engine, budget);
    let run = move |cancel: &Cancel, events: &mut dyn Events| {
        search(&level, options, cancel, events);
    };
    Ok(Job { owed: 1, run: Box::new(run) })
}

fn search(level: &Level, mut options: Options, cancel: &Cancel, events: &mut dyn Events) {
    options.budget.cancel = cancel.clone();
    let mut teller = Teller { events: &mut *events, turn: None };
    match hakooshi::unstable::solve(level, &options, &mut teller) {
        Ok(report) => {
            let record = Record {
                file: "page".to_owned(),
                index: 1,
                ..Record::new(&report).of_level(level)
            };
            events.deliver("result", &record);
        }
        Err(error) => events.deliver("error", &ApiError::fault(error.to_string()).json()),
    }
}

/// Passes on what happens.
struct Teller<'a> {
    events: &'a mut dyn Events,
    /// The search that has its turn.
    turn: Option<Arc<str>>,
}

impl Observer for Teller<'_> {
    fn on(&mut self, event: &Event) {
        match event {
            Event::Progress(now) => {
                self.events.tell("progress", &progress(now, self.turn.as_deref()));
            }
            Event::Turn(search) => self.turn = Some(Arc::clone(search)),
            Event::Closest(sight) => self.events.tell("closest", &SightView::from(sight)),
            Event::Met(sight) => self.events.tell("met", &SightView::from(sight)),
            _ => {}
        }
    }

    fn wants_sights(&self) -> bool {
        true
    }
}

/// What is sent of a snapshot.
pub(crate) fn progress<'a>(now: &Snapshot, search: Option<&'a str>) -> Progress<'a> {
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
