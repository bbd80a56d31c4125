//! The usual search for an optimum: A* proves it, and meanwhile the portfolio finds a solution.
//!
//! Most small levels are settled by a few thousand expansions of plain A*. Where they are not, a
//! stronger A* begins anew and shares the work with the portfolio that is best at finding any
//! solution. Its solution is made shorter and then bounds the A*: what cannot lead to a better one
//! is not kept, and when nothing else is open the solution is proved best. If a limit comes first,
//! that solution is the answer, with the bound that A* has reached.

use hakooshi_board::{Push, expand};
use hakooshi_search::spec::{SearchClaims, SearchEntry, SearchSpec};
use hakooshi_search::{Budget, Context, Objective, Search, Stop, Task, Turn};

use crate::REGISTRY;

/// Expansions of plain A* before anything else is tried: about a tenth of a second. Of 1,000 levels
/// of Boxoban unfiltered it settles all.
const FIRST: u64 = 20_000;

/// Expansions in a turn of either search once they share the work.
const TURN: u64 = 1000;

/// States visited to make the portfolio's solution shorter: a second or so, since every push saved
/// spares the proof a layer.
const POLISH: u64 = 5_000_000;

/// Plain A*, quick to begin.
const QUICK: &str = "astar";

/// The A* that goes on, where pushes alone count. Rules that choose boxes keep a push-optimal
/// solution but not a move-optimal one.
const STRONG: &str = "astar(h=matching_linear,pruning=[pi_corral])";

/// What finds a solution to begin with.
const FINDER: &str = "rota";

struct Optimal {
    task: Task,
    prover: Option<Box<dyn Search>>,
    /// Until it has found a solution.
    finder: Option<Box<dyn Search>>,
    is_strong: bool,
    /// Expansions of the prover, and of the finder.
    expanded: (u64, u64),
}

/// The search that a text of this file asks for.
fn built(text: &str, task: &Task) -> Option<Box<dyn Search>> {
    let spec = SearchSpec::parse(text, task.objective, &REGISTRY);
    debug_assert!(spec.is_ok(), "{text}: {spec:?}");
    spec.ok().map(|spec| spec.build(task))
}

impl Optimal {
    fn new(task: &Task) -> Self {
        Self {
            prover: built(QUICK, task),
            finder: built(FINDER, &task.clone().with_objective(Objective::Any)),
            task: task.clone(),
            is_strong: false,
            expanded: (0, 0),
        }
    }

    /// The next turn is the prover's.
    fn proves_next(&self) -> bool {
        let (proved, found) = self.expanded;
        self.prover.is_some() && (self.finder.is_none() || proved < FIRST || proved <= found)
    }

    /// The stronger A* takes the place of the plain one, whose tree goes first.
    fn strengthen(&mut self) {
        self.is_strong = true;
        if !self.task.objective.counts_moves() {
            self.prover = None;
            self.prover = built(STRONG, &self.task);
        }
    }

    /// A turn of the prover; `Some` if it settles the matter.
    fn prove(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let Some(prover) = &mut self.prover else { return Ok(None) };
        self.expanded.0 += nodes;
        match prover.turn(nodes, context) {
            Ok(Turn::Paused) => Ok(None),
            Ok(end) => Ok(Some(end)),
            Err(Stop::Memory) if self.finder.is_some() => {
                self.prover = None;
                Ok(None)
            }
            Err(stop) => Err(stop),
        }
    }

    /// A turn of the portfolio; `Some` if it proves that there is no solution.
    fn find(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let Some(finder) = &mut self.finder else { return Ok(None) };
        let before = context.stats.expanded;
        let turn = finder.turn(nodes, context);
        self.expanded.1 += (context.stats.expanded - before) * PRICE;
        match turn {
            Ok(Turn::Paused) => return Ok(None),
            Ok(Turn::Exhausted) => return Ok(Some(Turn::Exhausted)),
            Ok(Turn::Found(pushes)) => {
                self.finder = None;
                self.offer(&pushes, context);
            }
            Ok(Turn::Failed(_)) | Err(Stop::Memory) => self.finder = None,
            Err(stop) => return Err(stop),
        }
        Ok(None)
    }

    /// Makes a solution shorter and hands it in.
    fn offer(&self, pushes: &[Push], context: &mut Context<'_>) {
        let Task { board, start, objective, .. } = &self.task;
        let before = context.budget().clone();
        let most = context.stats.expanded.saturating_add(POLISH);
        let nodes = Some(before.nodes.map_or(most, |nodes| nodes.min(most)));
        context.limit(Budget { nodes, ..before.clone() });
        let shorter = hakooshi_polish::polish(board, start, pushes, context);
        context.limit(before);
        let moves = expand(board, start, &shorter);
        debug_assert!(moves.is_some(), "a solution that cannot be played");
        if let Some(moves) = moves {
            let cost = objective.cost(shorter.len() as u32, moves.iter().count() as u32);
            context.offer(cost, shorter);
        }
    }
}

/// How much more an expansion of the portfolio costs than one of A*, about.
const PRICE: u64 = 2;

impl Search for Optimal {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let mut left = nodes;
        while left > 0 {
            if self.prover.is_none() && self.finder.is_none() {
                return Err(Stop::Memory);
            }
            if !self.is_strong && self.expanded.0 >= FIRST {
                self.strengthen();
            }
            let turn = left.min(TURN);
            let ended = if self.proves_next() {
                self.prove(turn, context)?
            } else {
                self.find(turn, context)?
            };
            if let Some(end) = ended {
                return Ok(end);
            }
            left -= turn;
        }
        Ok(Turn::Paused)
    }

    fn bytes(&self) -> usize {
        let held = [&self.prover, &self.finder].into_iter().flatten();
        held.map(|search| search.bytes()).sum()
    }
}

pub(crate) static ENTRY: SearchEntry = SearchEntry {
    name: "optimal",
    title: "A* that proves an optimum, beside the portfolio that finds a solution to begin with",
    reference: "",
    params: &[],
    claims: SearchClaims {
        informed: false,
        traces: false,
        simplifies: true,
        parts: hakooshi_search::spec::Parts::NONE,
        ..SearchClaims::TEXTBOOK
    },
    build: |_, task| Box::new(Optimal::new(task)),
};

#[cfg(test)]
mod tests {
    use crate::{Budget, Level, Objective, Options, Report, Silent, Status, Stop, solve};

    fn optimum(text: &str, objective: Objective, nodes: u64) -> Report {
        let level: Level = text.parse().expect("a level");
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let options = Options { objective, budget, ..Options::default() };
        solve(&level, &options, &mut Silent).expect("it runs")
    }

    /// Solved by many engines at once; a proof takes long.
    const OPEN: &str = "\
##############
#            #
# $ $ $ $ $  #
#            #
#  $ $ $ $ @ #
#            #
#.........   #
##############";

    #[test]
    fn small_levels_are_settled_at_once() {
        let small = "########\n#      #\n# $ $  #\n#   @  #\n#  ..  #\n########";
        for objective in [Objective::Pushes, Objective::Moves, Objective::PushesMoves] {
            let report = optimum(small, objective, 20_000);
            assert!(report.is_optimal(), "{report:?}");
            assert_eq!(report.gap(), Some(0.0));
        }
    }

    #[test]
    fn a_limit_before_the_proof_leaves_a_solution_and_a_bound() {
        let report = optimum(OPEN, Objective::Moves, 60_000);
        let Status::Solved(solution) = &report.status else { panic!("{report:?}") };
        assert!(!report.is_optimal() && !report.proved);
        assert_eq!(report.stop(), Some(Stop::Nodes));
        let bound = report.lower_bound.expect("A* has one");
        assert!(bound > 0 && bound <= solution.score().moves);
        assert!(report.gap().is_some_and(|gap| gap > 0.0 && gap < 1.0));
    }

    #[test]
    fn a_known_solution_that_meets_the_bound_is_the_proof() {
        // Every box straight ahead: the bound of the start is the cost of the solution.
        let report = optimum(OPEN, Objective::Pushes, 2_000_000);
        assert!(report.is_optimal(), "{:?} {:?}", report.status, report.lower_bound);
    }
}
