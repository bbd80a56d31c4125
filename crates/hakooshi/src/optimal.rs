//! The default search for an optimum: A* proves it, while a portfolio finds a solution and an
//! optimizer makes it shorter.
//!
//! Most small levels are settled by a few thousand expansions of plain A*. Where they are not, a
//! stronger A* begins anew and shares the work with the portfolio that is best at finding any
//! solution, and later with the optimizer. The best solution so far bounds the A*: what cannot lead
//! to a better one is not kept, and when nothing else is open the solution is proved optimal. If a
//! limit comes first, that solution is the answer, with the bound that A* has reached. All shares
//! are counted in work, so the answer is the same on every machine.

use hakooshi_board::{Push, expand};
use hakooshi_level::{Metric, Ranking};
use hakooshi_polish::{Improver, Line, Progress};
use hakooshi_search::spec::{Parts, SearchClaims, SearchEntry, SearchSpec};
use hakooshi_search::{Context, Objective, Search, Stop, Task, Turn};

use crate::engine::REGISTRY;

/// Expansions of plain A* before anything else is tried: about a tenth of a second. They settle all
/// of 1,000 levels of Boxoban unfiltered.
const FIRST: u64 = 20_000;

/// Expansions in a turn of A* or the portfolio once they share the work.
const TURN: u64 = 1000;

/// Plain A*, quick to begin.
const QUICK: &str = "astar";

/// The A* that goes on, where pushes alone count. Rules that choose boxes keep a push-optimal
/// solution but not a move-optimal one.
const STRONG: &str = "astar(h=matching_linear,pruning=[pi_corral])";

/// What finds a solution to begin with.
const FINDER: &str = "rota";

/// What an expansion of A*, one of the portfolio, and a state of the optimizer cost, about.
const PRICES: (u64, u64, u64) = (50, 90, 1);

/// The work of A* for each unit of work of the optimizer.
const PROOF_SHARE: u64 = 3;

/// What there is besides the proof.
enum Solution {
    /// The portfolio looks for one.
    Sought(Box<dyn Search>),
    /// One is known and made shorter.
    Improved(Box<Improver>),
    /// Nothing is left to try.
    Settled,
}

struct Optimal {
    task: Task,
    prover: Option<Box<dyn Search>>,
    is_strong: bool,
    solution: Solution,
    /// Expansions of the prover.
    proved: u64,
    /// The work for the proof, and for a solution.
    work: (u64, u64),
}

/// The search that a text of this file asks for.
fn built(text: &str, task: &Task) -> Option<Box<dyn Search>> {
    let spec = SearchSpec::parse(text, task.objective, &REGISTRY);
    debug_assert!(spec.is_ok(), "{text}: {spec:?}");
    spec.ok().map(|spec| spec.build(task))
}

impl Optimal {
    fn new(task: &Task) -> Self {
        let finder = built(FINDER, &task.clone().with_objective(Objective::Any));
        Self {
            prover: built(QUICK, task),
            is_strong: false,
            solution: finder.map_or(Solution::Settled, Solution::Sought),
            task: task.clone(),
            proved: 0,
            work: (0, 0),
        }
    }

    /// The next turn is the prover's.
    fn proves_next(&self) -> bool {
        let (proof, solution) = self.work;
        self.prover.is_some()
            && match self.solution {
                Solution::Sought(_) => self.proved < FIRST || proof <= solution,
                Solution::Improved(_) => proof <= solution.saturating_mul(PROOF_SHARE),
                Solution::Settled => true,
            }
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
        self.proved += nodes;
        self.work.0 += nodes * PRICES.0;
        match prover.turn(nodes, context) {
            Ok(Turn::Paused) => Ok(None),
            Ok(end) => Ok(Some(end)),
            // A solution is all there is to hope for.
            Err(Stop::Memory) if !matches!(self.solution, Solution::Settled) => {
                self.prover = None;
                Ok(None)
            }
            Err(stop) => Err(stop),
        }
    }

    /// A turn for the solution; `Some` if there is proved to be none.
    fn solve(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        match &mut self.solution {
            Solution::Sought(finder) => {
                let before = context.stats.expanded;
                let turn = finder.turn(nodes, context);
                self.work.1 += (context.stats.expanded - before).max(1) * PRICES.1;
                match turn {
                    Ok(Turn::Paused) => {}
                    Ok(Turn::Exhausted) => return Ok(Some(Turn::Exhausted)),
                    Ok(Turn::Found(pushes)) => self.begin_to_improve(pushes, context),
                    Ok(Turn::Failed(_)) | Err(Stop::Memory) => self.solution = Solution::Settled,
                    Err(stop) => return Err(stop),
                }
            }
            Solution::Improved(improver) => {
                let before = (context.stats.expanded, context.stats.generated);
                let turn = improver.turn(context);
                self.work.1 += (context.stats.expanded - before.0).max(1) * PRICES.2;
                // Its states are single steps, not positions that a search has expanded; but without
                // a prover nothing else would come to the end of a node limit.
                if self.prover.is_some() {
                    (context.stats.expanded, context.stats.generated) = before;
                }
                match turn {
                    Ok(Progress::Better(_)) => {
                        let pushes = improver.line().pushes().to_vec();
                        self.offer(pushes, context);
                    }
                    Ok(Progress::Working) => {}
                    Ok(Progress::Finished) => self.solution = Solution::Settled,
                    Err(stop) => return Err(stop),
                }
            }
            Solution::Settled => {}
        }
        Ok(None)
    }

    /// Hands in the portfolio's solution and begins to make it shorter.
    fn begin_to_improve(&mut self, pushes: Vec<Push>, context: &mut Context<'_>) {
        let Task { board, start, objective, .. } = &self.task;
        let (pushes_first, moves_first) =
            ([Metric::Pushes, Metric::Moves], [Metric::Moves, Metric::Pushes]);
        let counts = if objective.moves_first() { moves_first } else { pushes_first };
        let ranking = Ranking::new(&counts);
        let line = Line::new(board, start, &pushes);
        let improver = line.map(|line| Box::new(Improver::new(line, ranking)));
        self.solution = improver.map_or(Solution::Settled, Solution::Improved);
        // The proof has waited long enough.
        self.work.1 = self.work.0 / PROOF_SHARE;
        self.offer(pushes, context);
    }

    /// Hands in a solution.
    fn offer(&self, pushes: Vec<Push>, context: &mut Context<'_>) {
        let Task { board, start, objective, .. } = &self.task;
        let moves = expand(board, start, &pushes);
        debug_assert!(moves.is_some(), "a solution that cannot be played");
        if let Some(moves) = moves {
            let cost = objective.cost(pushes.len() as u32, moves.iter().count() as u32);
            context.offer(cost, pushes);
        }
    }
}

impl Search for Optimal {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let mut left = nodes;
        while left > 0 {
            if self.prover.is_none() && matches!(self.solution, Solution::Settled) {
                return Err(Stop::Memory);
            }
            if !self.is_strong && self.proved >= FIRST {
                self.strengthen();
            }
            let turn = left.min(TURN);
            let ended = if self.proves_next() {
                self.prove(turn, context)?
            } else {
                self.solve(turn, context)?
            };
            if let Some(end) = ended {
                return Ok(end);
            }
            left -= turn;
        }
        Ok(Turn::Paused)
    }

    fn bytes(&self) -> usize {
        let finder = match &self.solution {
            Solution::Sought(finder) => finder.bytes(),
            Solution::Improved(_) | Solution::Settled => 0,
        };
        self.prover.as_ref().map_or(0, |search| search.bytes()) + finder
    }
}

/// The default where something is to be minimised.
pub static ENTRY: SearchEntry = SearchEntry {
    name: "optimal",
    title: "A* for the proof; `rota` and an optimizer for the solution; the default with `--goal`",
    reference: "",
    params: &[],
    claims: SearchClaims {
        informed: false,
        traces: false,
        simplifies: true,
        parts: Parts::NONE,
        ..SearchClaims::TEXTBOOK
    },
    build: |_, task| Box::new(Optimal::new(task)),
};

#[cfg(test)]
mod tests {
    use hakooshi_search::{Budget, Objective, Silent};

    use crate::solve::{Options, solve};
    use crate::{Level, Report, Status, Stop};

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
