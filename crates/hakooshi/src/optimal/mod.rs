//! The default search for an optimum: A* proves it, while a portfolio finds a solution and an
//! optimizer shortens it.
//!
//! Most small levels need only a few thousand expansions of plain A*, or of waves if moves count. If
//! that is not enough, a stronger A* starts from scratch and shares the work with the portfolio, and
//! later with the optimizer and with a weighted A*, whose solutions are short from the start and better
//! each time; on levels with many boxes and few pushes, also with a [SAT planner](refuter). The best
//! solution so far bounds A*: states that cannot lead to a better one are dropped, and when the open
//! list is empty the solution is proved optimal. If a limit is reached first, that solution is the
//! answer, together with the lower bound. Shares are measured in work, so the answer is the same on
//! every machine.

mod duet;
mod prover;
mod refuter;
mod solver;

use std::io::{self, Read, Write};

use hakooshi_search::spec::{Param, Parts, SearchClaims, SearchEntry, SearchSpec};
use hakooshi_search::{Context, Search, Stop, Task, Turn};

pub(crate) use self::prover::STRONG;
use self::prover::{FIRST, MOST_WAVES, Prover};
use self::solver::Solver;
pub(crate) use self::solver::{ASSORTED, FRUGAL, SHORT};
use crate::engine::REGISTRY;

/// Expansions in a turn of a search that shares the work.
const TURN: u64 = 1000;

/// The work of the proof for each unit of other work, once there is a solution.
const PROOF_SHARE: u64 = 2;

struct Optimal {
    prover: Prover,
    solver: Solver,
    /// Whether proof and solutions have a thread each.
    parallel: bool,
}

/// Builds a search for the task.
fn built(text: &str, task: &Task) -> Option<Box<dyn Search>> {
    let spec = SearchSpec::parse(text, task.objective, &REGISTRY);
    debug_assert!(spec.is_ok(), "{text}: {spec:?}");
    spec.ok().map(|spec| spec.build(task))
}

impl Optimal {
    /// Whether the prover gets the next turn.
    fn proves_next(&self) -> bool {
        let Self { prover, solver, .. } = self;
        if prover.has_failed() {
            return false;
        }
        if solver.is_seeking() {
            return prover.is_first() || prover.work <= solver.work;
        }
        solver.is_done() || prover.work <= solver.work.saturating_mul(PROOF_SHARE)
    }

    /// A turn of one of the two; `Some` if it ends the search.
    fn step(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        if self.proves_next() {
            return self.prover.turn(nodes, context);
        }
        // Without a prover nothing else counts towards the node limit.
        let (was_seeking, counts) = (self.solver.is_seeking(), self.prover.has_failed());
        let ended = self.solver.turn(nodes, counts, context);
        if was_seeking && !self.solver.is_seeking() {
            // From here on the proof catches up.
            self.solver.work = self.prover.work / PROOF_SHARE;
        }
        ended
    }
}

impl Search for Optimal {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let mut left = nodes;
        while left > 0 {
            if self.prover.has_failed() && self.solver.is_done() {
                return Err(Stop::Memory);
            }
            if self.parallel && !self.prover.is_first() && !self.prover.has_failed() {
                return duet::turn(&mut self.prover, &mut self.solver, left, context);
            }
            let turn = left.min(TURN);
            if let Some(end) = self.step(turn, context)? {
                return Ok(end);
            }
            left -= turn;
        }
        Ok(Turn::Paused)
    }

    fn bytes(&self) -> usize {
        self.prover.bytes() + self.solver.bytes()
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<bool> {
        Ok(self.solver.save(out)? && self.prover.save(out)?)
    }

    fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.solver.restore(from)?;
        self.prover.restore(from)
    }
}

/// Two threads.
pub(crate) const PARALLEL: Param =
    Param::switch("parallel", "proof and solutions on a thread each", false);

/// The default engine for a goal.
pub static ENTRY: SearchEntry = SearchEntry {
    name: "optimal",
    title: "A* for the proof; `rota` and an optimizer for the solution; the default with `--goal`",
    reference: "",
    params: &[FIRST, MOST_WAVES, PARALLEL],
    claims: SearchClaims {
        informed: false,
        traces: false,
        simplifies: true,
        timed_by: Some((PARALLEL.name, 1)),
        parts: Parts::NONE,
        ..SearchClaims::TEXTBOOK
    },
    build: |spec, task| {
        let most = |param: Param| spec.search.params.get(param.name) as u64;
        Box::new(Optimal {
            prover: Prover::new(task, (most(FIRST), most(MOST_WAVES))),
            solver: Solver::new(task),
            parallel: spec.search.params.is_on(PARALLEL.name),
        })
    },
};

#[cfg(test)]
mod tests {
    use hakooshi_search::{Budget, Objective, Silent};
    use hakooshi_testkit::fixtures::KNOT;

    use crate::solve::{Options, solve};
    use crate::{Engine, Level, Report, Status, Stop};

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
    fn two_threads_prove_what_one_does() {
        let level: Level = KNOT.parse().expect("a level");
        let report = |engine: &str, nodes: u64| {
            let budget = Budget { nodes: Some(nodes), ..Budget::default() };
            let (objective, engine) = (Objective::Pushes, Engine::new(engine));
            let options = Options { objective, engine, budget, ..Options::default() };
            solve(&level, &options, &mut Silent).expect("it runs")
        };
        let one = report("optimal(first=0)", 1_000_000);
        for _ in 0..5 {
            let two = report("optimal(first=0,parallel=on)", 1_000_000);
            assert!(one.is_optimal() && two.is_optimal(), "{one:?} {two:?}");
            let pushes = |report: &Report| report.solution().map(|it| it.score().pushes);
            assert_eq!(pushes(&two), pushes(&one));
        }
        // The limit counts what both do.
        let few = report("optimal(first=0,parallel=on)", 400);
        assert!(!few.is_optimal() && few.stop() == Some(Stop::Nodes), "{few:?}");
        assert!(few.stats.expanded <= 400, "{few:?}");
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
