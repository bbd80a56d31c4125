//! Other solutions to begin from: those that were given, and what each of several engines finds.
//!
//! No local search turns one plan of a level into another, and which plan is the best shows only
//! once it has been improved. XSokoban 76 after two seconds of improving: 226 pushes from
//! `packing`, 234 from `fess`, 272 from `imagine`, 360 from `imagine_far`. So every engine is
//! given a moment, and whatever it finds is improved for a moment, before the best of all is
//! improved in earnest and parts of the others are used.

use std::collections::VecDeque;
use std::time::Duration;

use hakooshi_board::Push;
use hakooshi_polish::{Improver, Line, Progress};
use hakooshi_search::{Context, Memory, Search, Stop, Task, Turn};

use super::{Ground, ImproveOptions, LARGE, built};

/// Engines that find different solutions, those that most often have the best first.
const ENGINES: [&str; 9] = [
    "fess",
    "imagine",
    "packing",
    "fess_short",
    "value",
    "imagine_far",
    "imagine_start",
    "backward",
    "dragonfly",
];

/// The part of the time that one engine may search, and that its solution is improved.
const SEARCH: f64 = 0.02;
const IMPROVE: f64 = 0.02;
/// The part of the time so far that seeds may take until all have been tried.
const SHARE: f64 = 0.6;
/// What parts of the time refer to if it has no limit.
const ENDLESS: Duration = Duration::from_secs(300);
/// The time of one turn of a search.
const TURN: Duration = Duration::from_millis(20);

/// The starts that are still to be tried.
pub(super) struct Seeds {
    left: VecDeque<Seed>,
    stage: Option<Stage>,
    known: Vec<Vec<Push>>,
    whole: Duration,
    spent: Duration,
    memory: Memory,
}

enum Seed {
    Engine(&'static str),
    Given(Line),
}

/// What is being done.
struct Stage {
    /// Time taken by it.
    spent: Duration,
    work: Work,
}

enum Work {
    Search { search: Box<dyn Search>, nodes: u64 },
    Improve(Box<Improver>),
}

impl Seeds {
    pub(super) fn new(ground: &Ground, options: &ImproveOptions, memory: &Memory) -> Self {
        let given = ground.others(options).into_iter();
        let mut left: VecDeque<Seed> = given.map(Seed::Given).collect();
        let is_small = ground.board.size() <= LARGE;
        // Whoever goes on at a later level has been through this.
        if options.restarts && is_small && options.level == 0 && options.moves.is_none() {
            left.extend(ENGINES.map(Seed::Engine));
        }
        Self {
            left,
            stage: None,
            known: Vec::new(),
            whole: options.budget.time.unwrap_or(ENDLESS),
            spent: Duration::ZERO,
            memory: memory.clone(),
        }
    }

    /// Goes on with a seed, if seeds have had less than their share of the time; a line that is
    /// ready to be compared with the best.
    pub(super) fn turn(
        &mut self,
        ground: &Ground,
        options: &ImproveOptions,
        context: &mut Context<'_>,
    ) -> Result<Option<Line>, Stop> {
        let began = context.elapsed();
        if self.spent.as_secs_f64() > SHARE * began.as_secs_f64() {
            return Ok(None);
        }
        let Some(mut stage) = self.stage.take().or_else(|| self.next(ground, options)) else {
            return Ok(None);
        };
        let ended = stage.turn(context);
        let took = context.elapsed().saturating_sub(began);
        self.spent += took;
        stage.spent += took;
        let is_late = |part: f64| stage.spent.as_secs_f64() > part * self.whole.as_secs_f64();
        match (ended, stage.work) {
            (Ok(Some(line)), Work::Search { .. }) => {
                if !self.known.contains(&line) {
                    self.known.push(line.clone());
                    let line = Line::new(&ground.board, &ground.start, &line);
                    self.stage = line.map(|line| Stage::improve(line, options));
                }
                Ok(None)
            }
            (Ok(None), work @ Work::Search { .. }) if !is_late(SEARCH) => {
                self.stage = Some(Stage { spent: stage.spent, work });
                Ok(None)
            }
            (Ok(None), work @ Work::Improve(_)) if !is_late(IMPROVE) => {
                self.stage = Some(Stage { spent: stage.spent, work });
                Ok(None)
            }
            // The memory of an engine is its own.
            (Ok(_) | Err(Stop::Memory | Stop::Horizon), Work::Search { .. }) => Ok(None),
            (_, Work::Improve(improver)) => Ok(Some(improver.line().clone())),
            (Err(stop), Work::Search { .. }) => Err(stop),
        }
    }

    /// Whether none is left.
    pub(super) fn are_done(&self) -> bool {
        self.left.is_empty() && self.stage.is_none()
    }

    fn next(&mut self, ground: &Ground, options: &ImproveOptions) -> Option<Stage> {
        loop {
            match self.left.pop_front()? {
                Seed::Given(line) => return Some(Stage::improve(line, options)),
                Seed::Engine(name) => {
                    let task = Task::new(&ground.board, &ground.start).with_memory(&self.memory);
                    if let Some(search) = built(name, &task) {
                        let work = Work::Search { search, nodes: 64 };
                        return Some(Stage { spent: Duration::ZERO, work });
                    }
                }
            }
        }
    }
}

impl Stage {
    fn improve(line: Line, options: &ImproveOptions) -> Self {
        let improver = Improver::new(line, options.ranking.clone()).with_methods(&options.methods);
        Self { spent: Duration::ZERO, work: Work::Improve(Box::new(improver)) }
    }

    /// Works for a moment; the pushes of what a search has found, or of what can be improved no
    /// more.
    fn turn(&mut self, context: &mut Context<'_>) -> Result<Option<Vec<Push>>, Stop> {
        match &mut self.work {
            Work::Search { search, nodes } => {
                let began = context.elapsed();
                let turn = search.turn(*nodes, context);
                let took = context.elapsed().saturating_sub(began);
                *nodes = if took > TURN { *nodes / 2 } else { *nodes * 2 }.clamp(1, 1 << 20);
                match turn? {
                    Turn::Found(pushes) => Ok(Some(pushes)),
                    Turn::Paused => Ok(None),
                    Turn::Exhausted | Turn::Failed(_) => Err(Stop::Horizon),
                }
            }
            Work::Improve(improver) => match improver.turn(context)? {
                Progress::Finished => Ok(Some(improver.line().pushes().to_vec())),
                Progress::Better(_) | Progress::Working => Ok(None),
            },
        }
    }
}
