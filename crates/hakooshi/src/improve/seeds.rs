//! Other solutions to start from: those given, and those found by several engines.
//!
//! Local search does not turn one plan of a level into another, and which plan is best shows only
//! after improving it. XSokoban 76 after two seconds of improving: 226 pushes from `packing`, 234
//! from `fess`, 272 from `imagine`, 360 from `imagine_far`. So each engine gets a short time, and its
//! solution is improved for a short time, before the best is improved further with parts of the
//! others. If pushes come first, one search goes on: it looks for solutions with fewer pushes than the
//! best, and each that it finds is a seed.

use std::collections::VecDeque;
use std::time::Duration;

use hakooshi_board::Push;
use hakooshi_level::Metric;
use hakooshi_polish::{Improver, Line, Progress};
use hakooshi_search::{Context, Memory, Objective, Search, Silent, Stop, Task, Turn};

use super::{Ground, ImproveOptions, LARGE, built};
use crate::optimal::{FRUGAL, SHORT};

/// Engines that find different solutions; the most often best come first.
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

/// The fractions of the time for which one engine may search, and for which its solution is improved.
/// The weighted A* takes long to find its first solution, which is then nearly optimal.
const SEARCH: f64 = 0.02;
const SHORT_SEARCH: f64 = 0.1;
/// The time after which the search that goes on makes room for other seeds.
const FRUGAL_SEARCH: f64 = 0.05;
const IMPROVE: f64 = 0.02;
/// The fraction of the elapsed time that seeds may use until all have been tried.
const SHARE: f64 = 0.6;
/// The time that these fractions refer to if there is no limit.
const ENDLESS: Duration = Duration::from_secs(300);
/// The time of one turn of a search.
const TURN: Duration = Duration::from_millis(20);

/// The seeds still to be tried.
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
    /// A search that goes on.
    Again(Box<dyn Search>),
    Given(Line),
}

/// The current seed.
struct Stage {
    /// The time it has used.
    spent: Duration,
    work: Work,
}

enum Work {
    Search { search: Box<dyn Search>, nodes: u64, kind: Kind },
    Improve(Box<Improver>),
}

/// What kind of search finds a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Any solution, quickly.
    Any,
    /// One with few pushes.
    Short,
    /// One with fewer pushes than the best, again and again.
    Shorter,
}

impl Kind {
    fn of(name: &str) -> Self {
        match name {
            SHORT => Self::Short,
            FRUGAL => Self::Shorter,
            _ => Self::Any,
        }
    }

    /// The fraction of the time for which it may search.
    fn share(self) -> f64 {
        match self {
            Self::Any => SEARCH,
            Self::Short => SHORT_SEARCH,
            Self::Shorter => FRUGAL_SEARCH,
        }
    }
}

impl Seeds {
    pub(super) fn new(ground: &Ground, options: &ImproveOptions, memory: &Memory) -> Self {
        let given = ground.others(options).into_iter();
        let mut left: VecDeque<Seed> = given.map(Seed::Given).collect();
        let is_small = ground.board.size() <= LARGE;
        // A continued run has already tried the seeds.
        if options.restarts && is_small && options.level == 0 && options.moves.is_none() {
            let pushes_first = options.ranking.first() == Metric::Pushes;
            left.extend(pushes_first.then_some(Seed::Engine(FRUGAL)));
            left.extend(ENGINES.map(Seed::Engine));
            left.push_back(Seed::Engine(SHORT));
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

    /// Continues a seed if seeds have used less than their share of the time. Returns a line that is
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
        let ended = stage.turn(&self.memory, context);
        let took = context.elapsed().saturating_sub(began);
        self.spent += took;
        stage.spent += took;
        let is_late = |part: f64| stage.spent.as_secs_f64() > part * self.whole.as_secs_f64();
        match (ended, stage.work) {
            (Ok(Some(line)), Work::Search { search, kind, .. }) => {
                if kind == Kind::Shorter {
                    self.left.push_back(Seed::Again(search));
                }
                if !self.known.contains(&line) {
                    self.known.push(line.clone());
                    let line = Line::new(&ground.board, &ground.start, &line);
                    self.stage = line.map(|line| Stage::improve(line, options));
                }
                Ok(None)
            }
            (Ok(None), work @ Work::Search { kind, .. }) if !is_late(kind.share()) => {
                self.stage = Some(Stage { spent: stage.spent, work });
                Ok(None)
            }
            (Ok(None), work @ Work::Improve(_)) if !is_late(IMPROVE) => {
                self.stage = Some(Stage { spent: stage.spent, work });
                Ok(None)
            }
            (Ok(None), Work::Search { search, kind: Kind::Shorter, .. }) => {
                self.left.push_back(Seed::Again(search));
                Ok(None)
            }
            // Engines have their own memory account.
            (Ok(_) | Err(Stop::Memory | Stop::Horizon), Work::Search { .. }) => Ok(None),
            (_, Work::Improve(improver)) => Ok(Some(improver.line().clone())),
            (Err(stop), Work::Search { .. }) => Err(stop),
        }
    }

    /// Whether all have been tried.
    pub(super) fn are_done(&self) -> bool {
        self.left.is_empty() && self.stage.is_none()
    }

    fn next(&mut self, ground: &Ground, options: &ImproveOptions) -> Option<Stage> {
        loop {
            match self.left.pop_front()? {
                Seed::Given(line) => return Some(Stage::improve(line, options)),
                Seed::Again(search) => return Some(Stage::search(search, Kind::Shorter)),
                Seed::Engine(name) => {
                    let kind = Kind::of(name);
                    let is_short = kind == Kind::Short;
                    let objective = if is_short { Objective::Pushes } else { Objective::Any };
                    let task = Task::new(&ground.board, &ground.start)
                        .with_memory(&self.memory)
                        .with_objective(objective);
                    if let Some(search) = built(name, &task) {
                        return Some(Stage::search(search, kind));
                    }
                }
            }
        }
    }
}

impl Stage {
    fn search(search: Box<dyn Search>, kind: Kind) -> Self {
        Self { spent: Duration::ZERO, work: Work::Search { search, nodes: 64, kind } }
    }

    fn improve(line: Line, options: &ImproveOptions) -> Self {
        let improver = Improver::new(line, options.ranking.clone()).with_methods(&options.methods);
        Self { spent: Duration::ZERO, work: Work::Improve(Box::new(improver)) }
    }

    /// Works for one turn. Returns the pushes that a search has found, or those that cannot be
    /// improved any more.
    ///
    /// A search has its own context: what it costs and what it proves is in a unit of its own.
    fn turn(
        &mut self,
        memory: &Memory,
        context: &mut Context<'_>,
    ) -> Result<Option<Vec<Push>>, Stop> {
        match &mut self.work {
            Work::Search { search, nodes, kind } => {
                let began = context.elapsed();
                let mut silent = Silent;
                let budget = context.share(1, context.cancel().clone());
                let mut own = Context::with_memory(budget, memory, &mut silent);
                // Only used if pushes come first, so that cost and bound are in pushes here too.
                if *kind == Kind::Shorter {
                    if let Some(best) = context.incumbent() {
                        own.offer(best.cost, best.pushes.clone());
                    }
                    own.raise_bound(context.bound());
                }
                let turn = search.turn(*nodes, &mut own);
                context.stats.expanded += own.stats.expanded;
                context.stats.generated += own.stats.generated;
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
