//! The default search for an optimum: A* proves it, while a portfolio finds a solution and an
//! optimizer shortens it.
//!
//! Most small levels need only a few thousand expansions of plain A*. If that is not enough, a
//! stronger A* starts from scratch and shares the work with the portfolio, and later with the
//! optimizer and with a weighted A*, whose solutions are short from the start and better each time.
//! The best solution so far bounds A*: states that cannot lead to a better one are
//! dropped, and when the open list is empty the solution is proved optimal. If a limit is reached
//! first, that solution is the answer, together with the lower bound of A*. Shares are measured in
//! work, so the answer is the same on every machine.

use hakooshi_board::{Push, expand};
use hakooshi_level::{Metric, Ranking};
use hakooshi_polish::{Improver, Line, Progress};
use hakooshi_search::spec::{Parts, SearchClaims, SearchEntry, SearchSpec};
use hakooshi_search::{Context, Objective, Search, Stop, Task, Turn};

use crate::engine::REGISTRY;

/// Expansions of plain A* before anything else is tried: about a tenth of a second. They are enough
/// for all of 1,000 levels of Boxoban unfiltered.
const FIRST: u64 = 20_000;

/// Expansions in a turn of A* or the portfolio once they share the work.
const TURN: u64 = 1000;

/// Plain A*, which starts quickly.
const QUICK: &str = "astar";

/// The stronger A*, used if only pushes count: its pruning rule keeps a push-optimal solution, but
/// not a move-optimal one. The tables of its heuristic take some ten milliseconds to build.
pub(crate) const STRONG: &str = "astar(h=surplus,pruning=[pi_corral])";

/// Finds short solutions, if only pushes count. XSokoban 82: 143 pushes, the optimum, after 173
/// expansions, where the optimizer had 151 after 30 s; 34: 174 in half a minute, against 192.
pub(crate) const SHORT: &str = "wastar(weight=1.2,h=surplus,pruning=[pi_corral],\
                     deadlocks=[dead_squares,freeze,corral,finish])";

/// The search that finds the first solution.
const FINDER: &str = "rota";

/// The approximate prices of an expansion of A*, one of the portfolio, a state of the optimizer, and
/// an expansion of the weighted A*.
const PRICES: (u64, u64, u64, u64) = (50, 90, 1, 400);

/// The work of the proof for each unit of other work, once there is a solution.
const PROOF_SHARE: u64 = 2;

/// The weighted A* gets one part in so many of the work besides the proof. With half of it, XSokoban 32
/// was left at 299 pushes after 30 s, where the optimizer alone had 141.
const SHORT_SHARE: u64 = 3;

/// The work besides the proof.
enum Solution {
    /// The portfolio searches for a solution.
    Sought(Box<dyn Search>),
    /// The optimizer shortens the solution found.
    Improved(Box<Improver>),
    /// Nothing is left to try.
    Settled,
}

struct Optimal {
    task: Task,
    prover: Option<Box<dyn Search>>,
    is_strong: bool,
    solution: Solution,
    /// The weighted A*, once there is a solution, and its work.
    short: Option<Box<dyn Search>>,
    short_work: u64,
    /// Expansions of the prover.
    proved: u64,
    /// The work spent on the proof, and on the solution.
    work: (u64, u64),
}

/// Builds one of the searches above.
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
            short: None,
            short_work: 0,
            task: task.clone(),
            proved: 0,
            work: (0, 0),
        }
    }

    /// Whether the prover gets the next turn.
    fn proves_next(&self) -> bool {
        let (proof, solution) = self.work;
        self.prover.is_some()
            && match self.solution {
                Solution::Sought(_) => self.proved < FIRST || proof <= solution,
                Solution::Settled if self.short.is_none() => true,
                Solution::Improved(_) | Solution::Settled => {
                    proof <= solution.saturating_mul(PROOF_SHARE)
                }
            }
    }

    /// Replaces plain A* by the stronger one. Its tree is dropped first.
    fn strengthen(&mut self) {
        self.is_strong = true;
        if !self.task.objective.counts_moves() {
            self.prover = None;
            self.prover = built(STRONG, &self.task);
        }
    }

    /// A turn of the prover; `Some` if it ends the search.
    fn prove(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let Some(prover) = &mut self.prover else { return Ok(None) };
        self.proved += nodes;
        self.work.0 += nodes * PRICES.0;
        match prover.turn(nodes, context) {
            Ok(Turn::Paused) => Ok(None),
            Ok(end) => Ok(Some(end)),
            // Without a proof, a solution is still possible.
            Err(Stop::Memory)
                if self.short.is_some() || !matches!(self.solution, Solution::Settled) =>
            {
                self.prover = None;
                Ok(None)
            }
            Err(stop) => Err(stop),
        }
    }

    /// A turn of the portfolio or the optimizer; `Some` if there is proved to be no solution.
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
            Solution::Improved(_)
                if self.short.is_some() && SHORT_SHARE * self.short_work <= self.work.1 =>
            {
                return self.shorten(nodes, context);
            }
            Solution::Improved(improver) => {
                let before = (context.stats.expanded, context.stats.generated);
                let turn = improver.turn(context);
                self.work.1 += (context.stats.expanded - before.0).max(1) * PRICES.2;
                // Its states are single steps and not expansions of a search. Without a prover,
                // however, nothing else counts towards the node limit.
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
            Solution::Settled => return self.shorten(nodes, context),
        }
        Ok(None)
    }

    /// A turn of the weighted A*; `Some` if it proves the solution known optimal.
    fn shorten(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let Some(short) = &mut self.short else { return Ok(None) };
        let known = context.incumbent().map(|best| best.cost);
        let before = context.stats.expanded;
        let turn = short.turn(nodes, context);
        let work = (context.stats.expanded - before).max(1) * PRICES.3;
        self.work.1 += work;
        self.short_work += work;
        match turn {
            Ok(Turn::Paused) => {}
            Ok(Turn::Found(pushes)) => {
                self.offer(pushes.clone(), context);
                // Only the bound is a proof: of this solution, or that nothing better is left.
                let best = context.incumbent();
                if let Some(best) = best.filter(|best| context.bound() >= best.cost) {
                    return Ok(Some(Turn::Found(best.pushes.clone())));
                }
                if best.map(|best| best.cost) == known {
                    self.short = None;
                    return Ok(None);
                }
                let line = Line::new(&self.task.board, &self.task.start, &pushes);
                if let (Solution::Improved(improver), Some(line)) = (&mut self.solution, line) {
                    improver.add(line);
                }
            }
            Ok(Turn::Exhausted | Turn::Failed(_)) | Err(Stop::Memory) => self.short = None,
            Err(stop) => return Err(stop),
        }
        Ok(None)
    }

    /// Records the portfolio's solution and starts to shorten it.
    fn begin_to_improve(&mut self, pushes: Vec<Push>, context: &mut Context<'_>) {
        let Task { board, start, objective, .. } = &self.task;
        let (pushes_first, moves_first) =
            ([Metric::Pushes, Metric::Moves], [Metric::Moves, Metric::Pushes]);
        let counts = if objective.moves_first() { moves_first } else { pushes_first };
        let ranking = Ranking::new(&counts);
        let line = Line::new(board, start, &pushes);
        let improver = line.map(|line| Box::new(Improver::new(line, ranking)));
        self.solution = improver.map_or(Solution::Settled, Solution::Improved);
        if !objective.counts_moves() {
            self.short = built(SHORT, &self.task);
        }
        // From here on the proof catches up.
        self.work.1 = self.work.0 / PROOF_SHARE;
        self.offer(pushes, context);
    }

    /// Records a solution.
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
            let is_settled = matches!(self.solution, Solution::Settled);
            if self.prover.is_none() && is_settled && self.short.is_none() {
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
        let short = self.short.as_ref().map_or(0, |search| search.bytes());
        self.prover.as_ref().map_or(0, |search| search.bytes()) + finder + short
    }
}

/// The default engine for a goal.
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
