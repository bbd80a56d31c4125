//! Solves sections of the line again as levels of their own, with fewer pushes.
//!
//! The boxes at the end of the section are the goals. The search goes by pushes, with the strongest
//! bound of a solver, and drops every state that cannot lead to fewer pushes than the section has. So
//! it covers longer sections than [`window`](super::window), which goes by single steps because it
//! counts all metrics.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use hakooshi_board::Position;
use hakooshi_level::Metric;
use hakooshi_search::spec::{SearchSpec, TEXTBOOK};
use hakooshi_search::{Context, Cost, Objective, Silent, Stop, Task, Turn};

use super::{MethodEntry, Section, Step, charge, swept};
use crate::incumbent::Incumbent;

/// Finds the fewest pushes of a section.
static SEARCH: LazyLock<Option<SearchSpec>> = LazyLock::new(|| {
    let spec = "astar(h=surplus,pruning=[pi_corral])";
    SearchSpec::parse(spec, Objective::Pushes, &TEXTBOOK).ok()
});

/// The price of an expansion, in states of the other methods.
const PRICE: usize = 400;
/// The price of the tables of the bound, for each pair of squares: about 10 ms on XSokoban.
const TABLES: usize = 12;
/// The largest board, in squares, for which the tables are worth their price. Set by judgement.
const LARGEST: usize = 400;
/// The level of effort at which it begins: cheaper methods go first.
const FIRST_LEVEL: u32 = 2;

struct Resolve {
    /// The length of a section.
    pushes: usize,
    /// The most expansions.
    nodes: u64,
}

impl Section for Resolve {
    fn attempt(
        &mut self,
        start: usize,
        incumbent: &mut Incumbent,
        context: &mut Context<'_>,
    ) -> Result<Step, Stop> {
        let range = incumbent.range();
        let end = range.end.min(start.saturating_add(self.pushes));
        let (ended, work) = self.solve(incumbent, &(start..end), context);
        if let Ok(Turn::Found(pushes)) = &ended
            && let Some(better) = incumbent.line().with(&(start..end), pushes)
        {
            incumbent.offer(better);
        }
        charge(work, context)?;
        match ended {
            Ok(_) | Err(Stop::Memory | Stop::Nodes) => {
                Ok(Step { pushes: self.pushes.div_ceil(2), ends: end == range.end })
            }
            Err(stop) => Err(stop),
        }
    }
}

impl Resolve {
    /// Searches for the fewest pushes of a section; also returns the work in states. The player may
    /// end on another side of a box, so that the line cannot go on from there.
    fn solve(
        &self,
        incumbent: &Incumbent,
        stretch: &Range<usize>,
        context: &Context<'_>,
    ) -> (Result<Turn, Stop>, usize) {
        let line = incumbent.line();
        let Some(spec) = &*SEARCH else { return (Ok(Turn::Exhausted), 0) };
        let mut goals = line.board().empty_set();
        goals.extend(line.position(stretch.end).boxes().iter().copied());
        let board = Arc::new(line.board().with_goals(&goals));
        let start = line.position(stretch.start);
        let start = Position::new(&board, start.boxes(), start.player());
        let task = Task::new(&board, &start).with_objective(Objective::Pushes);
        let mut search = spec.build(&task.with_memory(context.memory()));
        let mut budget = context.share(1, context.cancel().clone());
        budget.nodes = budget.nodes.map(|states| states / PRICE as u64);
        let mut silent = Silent;
        let mut inner = Context::with_memory(budget, context.memory(), &mut silent);
        let known = line.pushes()[stretch.clone()].to_vec();
        inner.offer(Cost::new(known.len() as u32, 0), known);
        let ended = search.turn(self.nodes, &mut inner);
        (ended, inner.stats.expanded as usize * PRICE + board.size().pow(2) * TABLES)
    }
}

pub(super) static ENTRY: MethodEntry = MethodEntry {
    name: "resolve",
    title: "solves sections of the solution again with fewer pushes, as levels of their own",
    build: |level, incumbent| {
        let effort = level.checked_sub(FIRST_LEVEL)?;
        let pushes = 32usize.checked_shl(effort)?;
        let line = incumbent.line();
        let fits = line.board().size() <= LARGEST;
        // Once the section is the whole line, only the number of expansions can grow.
        let is_last = effort > 0 && pushes / 2 >= line.len();
        let counts_pushes = incumbent.scale().begins_with(Metric::Pushes);
        (counts_pushes && fits && (!is_last || effort < 12))
            .then(|| swept(Resolve { pushes, nodes: 1000 << effort.min(12) }, incumbent))
    },
};

#[cfg(test)]
mod tests {
    use hakooshi_search::Budget;

    use super::super::Slice;
    use super::*;
    use crate::line::tests::{letters, line};

    const HALL: &str = "#########\n#       #\n#@$   . #\n#   $ . #\n#       #\n#########";

    fn resolved(moves: &str, nodes: Option<u64>) -> String {
        let long = line(HALL, moves);
        let mut incumbent = Incumbent::new(long, "pushes,moves".parse().expect("a ranking"));
        let mut method = swept(Resolve { pushes: 32, nodes: 1000 }, &incumbent);
        let mut silent = Silent;
        let mut context = Context::new(Budget { nodes, ..Budget::default() }, &mut silent);
        while matches!(method.turn(&mut incumbent, &mut context), Ok(Slice::More)) {}
        letters(incumbent.line())
    }

    #[test]
    fn detours_go_and_what_is_found_at_the_limit_is_kept() {
        let detour = "RurDlddrUluRRRlldRR";
        let pushes = |moves: &str| moves.bytes().filter(u8::is_ascii_uppercase).count();
        assert_eq!((pushes(detour), pushes(&resolved(detour, None))), (8, 6));
        // The work is charged after the result is taken.
        assert_eq!(pushes(&resolved(detour, Some(10_000))), 6);
        assert_eq!(resolved("RRRRlldRR", None), "RRRRlldRR");
    }
}
