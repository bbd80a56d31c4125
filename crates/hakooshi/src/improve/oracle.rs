//! The exact search that runs beside the optimizer: it raises the lower bound and, if the level is
//! small enough, finds a proved optimum.

use std::time::Duration;

use hakooshi_board::Push;
use hakooshi_level::{Metric, Ranking};
use hakooshi_search::{Context, Memory, Objective, Search, Stop, Task, Turn};

use super::{Ground, ImproveOptions, LARGE, built};
use crate::optimal::STRONG;

/// The exact search, which raises the lower bound.
pub(super) struct Oracle {
    /// `None` before its first turn.
    search: Option<Box<dyn Search>>,
    pub(super) task: Task,
    /// Whether its solution is optimal for the whole ranking, not only for the first metric.
    is_whole: bool,
    /// The search of [`WHOLE`].
    whole: usize,
    pub(super) bound: Option<u32>,
    spent: Duration,
    nodes: u64,
    expanded: u64,
}

/// How long to wait before the exact search starts on a large board.
const PATIENCE: Duration = Duration::from_secs(2);

/// The duration of a turn of the exact search.
const ORACLE_TURN: Duration = Duration::from_millis(20);

/// The searches for the whole ranking: waves for small levels if moves count, A* otherwise. Each with the
/// expansions after which, if pushes come first, it is replaced by the search for pushes alone, which needs far
/// fewer. A level not solved by then rarely is. With the strong bound of that search, 15 s prove
/// XSokoban 9, 56, 73, 82 and 84; three times as many expansions before it and the matching with linear
/// conflicts proved none of them.
const WHOLE: [(&str, u64); 2] = [("waves", 2_000_000), ("astar", 100_000)];

/// The result of the exact search.
pub(super) enum Exact {
    /// Nothing yet.
    Nothing,
    /// A solution that is optimal for the whole ranking.
    Best(Vec<Push>),
    /// A solution that is optimal for the first metric; the search is then done.
    First(Vec<Push>),
}

impl Oracle {
    /// `None` if no exact search counts the first metric; there is then no lower bound.
    pub(super) fn new(ground: &Ground, options: &ImproveOptions, memory: &Memory) -> Option<Self> {
        let objective = objective(&options.ranking)?;
        if options.moves.is_some() || options.bound_share <= 0.0 {
            return None;
        }
        let task = Task::new(&ground.board, &ground.start).with_objective(objective);
        let task = task.with_memory(memory);
        Some(Self {
            search: None,
            task,
            is_whole: true,
            whole: usize::from(!objective.counts_moves()),
            bound: None,
            spent: Duration::ZERO,
            nodes: 64,
            expanded: 0,
        })
    }

    /// A turn, if the search has used less than its `share` of the time or `is_alone`.
    pub(super) fn turn(
        &mut self,
        share: f64,
        is_alone: bool,
        context: &mut Context<'_>,
    ) -> Result<Exact, Stop> {
        let began = context.elapsed();
        // On a large board the tables alone take seconds, which the methods use better at first.
        if self.task.board.size() > LARGE && began < PATIENCE {
            return Ok(Exact::Nothing);
        }
        if self.spent.as_secs_f64() > share * began.as_secs_f64() && !is_alone {
            return Ok(Exact::Nothing);
        }
        let (name, most) = WHOLE[self.whole];
        if self.is_whole && self.expanded > most && !self.task.objective.moves_first() {
            self.is_whole = false;
            self.task = self.task.clone().with_objective(Objective::Pushes);
            self.search = built(STRONG, &self.task);
        }
        let search = match &mut self.search {
            Some(search) => search,
            none => none.insert(built(name, &self.task).ok_or(Stop::Horizon)?),
        };
        let turn = search.turn(self.nodes, context);
        let took = context.elapsed().saturating_sub(began);
        self.spent += took;
        self.expanded += self.nodes;
        self.nodes = if took > ORACLE_TURN { self.nodes / 2 } else { self.nodes * 2 };
        self.nodes = self.nodes.clamp(16, 1 << 20);
        let bound = context.bound().first();
        self.bound = (bound > 0).then_some(bound).max(self.bound);
        // The level is too large for waves, or its sets for the memory.
        if matches!(turn, Ok(Turn::Failed(_)) | Err(Stop::Memory))
            && self.whole == 0
            && self.is_whole
        {
            (self.whole, self.search, self.expanded) = (1, None, 0);
            return Ok(Exact::Nothing);
        }
        match turn? {
            Turn::Paused => Ok(Exact::Nothing),
            Turn::Found(pushes) if self.is_whole => Ok(Exact::Best(pushes)),
            Turn::Found(pushes) => Ok(Exact::First(pushes)),
            Turn::Exhausted | Turn::Failed(_) => Err(Stop::Horizon),
        }
    }
}

/// The objective of the exact search that bounds this ranking.
fn objective(ranking: &Ranking) -> Option<Objective> {
    match ranking.metrics() {
        [Metric::Moves, Metric::Pushes, ..] => Some(Objective::MovesPushes),
        [Metric::Moves, ..] => Some(Objective::Moves),
        [Metric::Pushes, Metric::Moves, ..] => Some(Objective::PushesMoves),
        [Metric::Pushes, ..] => Some(Objective::Pushes),
        _ => None,
    }
}
