//! The proof: quick searches at first, then a stronger one from scratch.

use std::io::{self, Read, Write};

use hakooshi_search::saving::{get, put, wrong};
use hakooshi_search::spec::Param;
use hakooshi_search::{Context, Search, Stop, Task, Turn};

use super::built;
use super::refuter::Refuter;

/// Expansions of plain A* before anything else is tried, or as much work of waves: about a tenth of a
/// second. They are enough for all of 1,000 levels of Boxoban unfiltered.
pub(super) const FIRST: Param = Param::number(
    "first",
    "expansions of A* before anything else is tried, or as much work of waves",
    20_000.0,
    (0.0, 1e9),
);

/// Plain A*, which starts quickly.
const QUICK: &str = "astar(descends=on,symmetry=on)";

/// For small levels. If moves count, no search is as quick: 1,000 levels of Boxoban take A* 8.5 s and waves
/// 0.9 s; Microban I 111 takes them 7.6 s and 0.5 s.
const WAVES: &str = "waves";

/// The expansions after which waves give way to A*, which then has the better bound: about a second.
pub(super) const MOST_WAVES: Param = Param::number(
    "waves",
    "expansions of waves before the stronger A*, if only pushes count",
    1_000_000.0,
    (0.0, 1e12),
);

/// The stronger A*, used if only pushes count: its pruning rule keeps a push-optimal solution, but
/// not a move-optimal one. The tables of its heuristics take some ten milliseconds to build. Beside it
/// the maze of the level is searched; both go on when memory is short.
pub(crate) const STRONG: &str = "maze";

/// The prices of an expansion of A*, of the stronger one and of waves, where a state of the optimizer is one.
const PRICE: u64 = 50;
const STRONG_PRICE: u64 = 150;
const WAVES_PRICE: u64 = 5;

/// A search, the price of an expansion, and the expansions after which the next search begins from
/// scratch.
type Stage = (&'static str, u64, u64);

/// Looks for a proof.
pub(super) struct Prover {
    task: Task,
    /// `None` when the last has run out of memory.
    search: Option<Box<dyn Search>>,
    stages: Vec<Stage>,
    /// The stage, and its expansions.
    stage: usize,
    expanded: u64,
    /// Expansions of A* before anything else is tried.
    first: u64,
    refuter: Refuter,
    /// The work in all.
    pub(super) work: u64,
}

impl Prover {
    pub(super) fn new(task: &Task, (first, waves): (u64, u64)) -> Self {
        let stages = if task.objective.counts_moves() {
            // Waves end by themselves, or when they have filled the memory.
            vec![(WAVES, WAVES_PRICE, u64::MAX), (QUICK, PRICE, u64::MAX)]
        } else {
            let waves = (WAVES, WAVES_PRICE, waves);
            vec![(QUICK, PRICE, first), waves, (STRONG, STRONG_PRICE, u64::MAX)]
        };
        let search = built(stages[0].0, task);
        let (stage, expanded, work) = (0, 0, 0);
        let (refuter, task) = (Refuter::new(), task.clone());
        Self { task, search, stages, stage, expanded, first, refuter, work }
    }

    /// Whether it still works without anything beside it.
    pub(super) fn is_first(&self) -> bool {
        let first = self.first.saturating_mul(PRICE);
        self.search.is_some() && self.stage == 0 && self.price(self.expanded) < first
    }

    /// Whether it has run out of memory.
    pub(super) fn has_failed(&self) -> bool {
        self.search.is_none()
    }

    /// The work of so many expansions.
    fn price(&self, nodes: u64) -> u64 {
        nodes * self.stages[self.stage].1
    }

    fn is_last(&self) -> bool {
        self.stage + 1 == self.stages.len()
    }

    /// Begins with the next search. The tree of the one before is dropped first.
    fn begin(&mut self, stage: usize) {
        (self.stage, self.expanded) = (stage, 0);
        self.search = None;
        self.search = built(self.stages[stage].0, &self.task);
    }

    /// Continues; `Some` if that ends the search. After running out of memory it has nothing more
    /// to say.
    pub(super) fn turn(
        &mut self,
        nodes: u64,
        context: &mut Context<'_>,
    ) -> Result<Option<Turn>, Stop> {
        while self.expanded >= self.stages[self.stage].2 {
            self.begin(self.stage + 1);
        }
        if self.asks_refuter(context) {
            let before = self.refuter.work;
            let turn = self.refuter.turn(&self.task, context);
            self.work += self.refuter.work - before;
            return turn;
        }
        self.work += self.price(nodes);
        let Some(search) = &mut self.search else { return Ok(None) };
        self.expanded += nodes;
        match search.turn(nodes, context) {
            Ok(Turn::Paused) => Ok(None),
            // The level is too large for waves, or its tables for the memory.
            Ok(Turn::Failed(_)) | Err(Stop::Memory) if !self.is_last() => {
                self.begin(self.stage + 1);
                Ok(None)
            }
            Ok(end) => Ok(Some(end)),
            Err(Stop::Memory) => {
                self.search = None;
                Ok(None)
            }
            Err(stop) => Err(stop),
        }
    }

    /// Whether the planner gets the next turn.
    fn asks_refuter(&self, context: &Context<'_>) -> bool {
        let spent = (self.expanded, self.price(self.expanded));
        self.is_last()
            && !self.task.objective.counts_moves()
            && self.refuter.is_due(&self.task, spent, context)
    }

    /// Plain A* before the stronger one is not worth a file, and the planner has none.
    pub(super) fn save(&self, out: &mut dyn Write) -> io::Result<bool> {
        put(out, self.work)?;
        put(out, self.stage as u64)?;
        put(out, self.expanded)?;
        match &self.search {
            Some(search) if self.is_last() || self.stages[self.stage].0 == WAVES => {
                search.save(out)
            }
            _ => Ok(false),
        }
    }

    pub(super) fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.work = get(from)?;
        let stage = get(from)? as usize;
        if stage >= self.stages.len() {
            return Err(wrong());
        }
        self.begin(stage);
        self.expanded = get(from)?;
        // The planner begins anew, and does not make up for what it did before.
        self.refuter.work = self.price(self.expanded);
        self.search.as_mut().map_or_else(|| Err(wrong()), |search| search.restore(from))
    }

    pub(super) fn bytes(&self) -> usize {
        self.search.as_ref().map_or(0, |search| search.bytes()) + self.refuter.bytes()
    }
}
