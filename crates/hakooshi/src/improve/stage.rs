//! A seed in the making: an engine that searches for a solution, or an optimizer of one.

use std::time::Duration;

use hakooshi_board::Push;
use hakooshi_level::Score;
use hakooshi_polish::{Improver, Line, Progress};
use hakooshi_search::{Context, Incumbent, Memory, Objective, Search, Stop, Task, Turn};

use super::{Ground, ImproveOptions, built};
use crate::optimal::{ASSORTED, FRUGAL, SHORT};

/// The fraction of the time for which the weighted A* may search. It takes long to find its first solution,
/// which is then nearly optimal.
const SEARCH: f64 = 0.05;
/// The time of one turn of a search.
const TURN: Duration = Duration::from_millis(20);
/// The most expansions of a turn. The first ones may be steps of a plan and take next to no time, and those
/// that follow a tenth of a millisecond.
const MOST_NODES: u64 = 1 << 10;

/// Work on one seed.
pub(super) struct Stage {
    /// The engine, or where else the solution came from.
    pub(super) origin: &'static str,
    /// The time used since the last rest.
    pub(super) spent: Duration,
    rests: u32,
    pub(super) work: Work,
}

/// What a stage does.
pub(super) enum Work {
    Search { search: Box<dyn Search>, nodes: u64, kind: Kind },
    Improve(Box<Improver>),
}

/// What kind of search finds a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Any solution, quickly.
    Any,
    /// One with few pushes.
    Short,
    /// One with fewer pushes than the best, again and again.
    Shorter,
}

impl Stage {
    /// A search by an engine.
    pub(super) fn engine(name: &'static str, ground: &Ground, memory: &Memory) -> Option<Self> {
        let (kind, origin, objective) = match name {
            SHORT => (Kind::Short, "wastar", Objective::Pushes),
            FRUGAL => (Kind::Shorter, FRUGAL, Objective::Any),
            _ => (Kind::Any, ASSORTED, Objective::Any),
        };
        let task = Task::new(&ground.board, &ground.start);
        let search = built(name, &task.with_memory(memory).with_objective(objective))?;
        let work = Work::Search { search, nodes: 64, kind };
        Some(Self { origin, spent: Duration::ZERO, rests: 0, work })
    }

    /// An optimizer.
    pub(super) fn improve(line: Line, origin: &'static str, options: &ImproveOptions) -> Self {
        let improver = Improver::new(line, options.ranking.clone()).with_methods(&options.methods);
        Self { origin, spent: Duration::ZERO, rests: 0, work: Work::Improve(Box::new(improver)) }
    }

    /// The fraction of the time for which it may search; `None` for an optimizer.
    pub(super) fn search_share(&self) -> Option<f64> {
        match self.work {
            Work::Search { .. } => Some(SEARCH),
            Work::Improve(_) => None,
        }
    }

    /// The score of the line that is improved; of a search the best there is, as none is known.
    pub(super) fn score(&self) -> Score {
        match &self.work {
            Work::Search { .. } => Score::default(),
            Work::Improve(improver) => improver.line().score(),
        }
    }

    /// Begins to count its time anew.
    pub(super) fn rest(&mut self) {
        self.spent = Duration::ZERO;
        self.rests += 1;
    }

    /// How often it did.
    pub(super) const fn rests(&self) -> u32 {
        self.rests
    }

    /// Works for one turn. Returns the pushes that a search has found, or those that cannot be
    /// improved any more.
    pub(super) fn turn(
        &mut self,
        memory: &Memory,
        context: &mut Context<'_>,
    ) -> Result<Option<Vec<Push>>, Stop> {
        let began = context.elapsed();
        let ended = self.work.turn(memory, context);
        self.spent += context.elapsed().saturating_sub(began);
        ended
    }
}

impl Work {
    /// A search has its own context: what it costs and what it proves is in a unit of its own.
    fn turn(
        &mut self,
        memory: &Memory,
        context: &mut Context<'_>,
    ) -> Result<Option<Vec<Push>>, Stop> {
        match self {
            Self::Search { search, nodes, kind } => {
                let began = context.elapsed();
                // Only used if pushes come first, so that cost and bound are in pushes here too.
                let known = (*kind == Kind::Shorter)
                    .then(|| (context.incumbent().cloned(), context.bound()));
                let turn = context.aside(memory, |own| {
                    if let Some((best, bound)) = known {
                        own.raise_bound(bound);
                        if let Some(Incumbent { cost, pushes }) = best {
                            own.offer(cost, pushes);
                        }
                    }
                    search.turn(*nodes, own)
                });
                let took = context.elapsed().saturating_sub(began);
                *nodes = if took > TURN { *nodes / 2 } else { *nodes * 2 }.clamp(1, MOST_NODES);
                match turn? {
                    Turn::Found(pushes) => Ok(Some(pushes)),
                    Turn::Paused => Ok(None),
                    Turn::Exhausted | Turn::Failed(_) => Err(Stop::Horizon),
                }
            }
            Self::Improve(improver) => match improver.turn(context)? {
                Progress::Finished => Ok(Some(improver.line().pushes().to_vec())),
                Progress::Better(_) | Progress::Working => Ok(None),
            },
        }
    }
}
