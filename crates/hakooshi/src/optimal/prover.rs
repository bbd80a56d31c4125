//! The proof: plain A* at first, then a stronger one from scratch.

use std::io::{self, Read, Write};

use hakooshi_search::saving::{get, put, wrong};
use hakooshi_search::spec::Param;
use hakooshi_search::{Context, Search, Stop, Task, Turn};

use super::built;

/// Expansions of plain A* before anything else is tried: about a tenth of a second. They are enough
/// for all of 1,000 levels of Boxoban unfiltered.
pub(super) const FIRST: Param = Param::number(
    "first",
    "expansions of plain A* before anything else is tried",
    20_000.0,
    (0.0, 1e9),
);

/// Plain A*, which starts quickly.
const QUICK: &str = "astar(descends=on)";

/// The stronger A*, used if only pushes count: its pruning rule keeps a push-optimal solution, but
/// not a move-optimal one. The tables of its heuristic take some ten milliseconds to build. Both
/// go on when memory is short.
pub(crate) const STRONG: &str = "astar(h=surplus,pruning=[pi_corral],descends=on)";

/// Looks for a proof.
pub(super) struct Prover {
    task: Task,
    /// `None` when it has run out of memory.
    search: Option<Box<dyn Search>>,
    is_strong: bool,
    /// Expansions of plain A*.
    first: u64,
    expanded: u64,
}

impl Prover {
    pub(super) fn new(task: &Task, first: u64) -> Self {
        let (search, task) = (built(QUICK, task), task.clone());
        Self { search, is_strong: false, first, expanded: 0, task }
    }

    /// Whether it still works without anything beside it.
    pub(super) fn is_first(&self) -> bool {
        self.search.is_some() && self.expanded < self.first
    }

    /// Whether it has run out of memory.
    pub(super) fn has_failed(&self) -> bool {
        self.search.is_none()
    }

    /// Replaces plain A* by the stronger one. Its tree is dropped first.
    fn strengthen(&mut self) {
        self.is_strong = true;
        if !self.task.objective.counts_moves() {
            self.search = None;
            self.search = built(STRONG, &self.task);
        }
    }

    /// Continues; `Some` if that ends the search. After running out of memory it has nothing more
    /// to say.
    pub(super) fn turn(
        &mut self,
        nodes: u64,
        context: &mut Context<'_>,
    ) -> Result<Option<Turn>, Stop> {
        if !self.is_strong && self.expanded >= self.first {
            self.strengthen();
        }
        let Some(search) = &mut self.search else { return Ok(None) };
        self.expanded += nodes;
        match search.turn(nodes, context) {
            Ok(Turn::Paused) => Ok(None),
            Ok(end) => Ok(Some(end)),
            Err(Stop::Memory) => {
                self.search = None;
                Ok(None)
            }
            Err(stop) => Err(stop),
        }
    }

    /// Plain A* is not worth a file.
    pub(super) fn save(&self, out: &mut dyn Write) -> io::Result<bool> {
        put(out, self.expanded)?;
        match &self.search {
            Some(search) if self.is_strong => search.save(out),
            _ => Ok(false),
        }
    }

    pub(super) fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.expanded = get(from)?;
        self.strengthen();
        self.search.as_mut().map_or_else(|| Err(wrong()), |search| search.restore(from))
    }

    pub(super) fn bytes(&self) -> usize {
        self.search.as_ref().map_or(0, |search| search.bytes())
    }
}
