//! In which order do we walk: one file per algorithm.

mod astar;
mod beam;
mod best_first;
mod bfs;
mod bidirectional;
mod deepening;
mod descent;
mod dfs;
mod forgetting;
mod greedy;
mod idastar;
mod iddfs;
mod promise;
mod sma;
mod tree;
mod ucs;
mod wastar;
mod widastar;

use std::sync::Arc;

use hakooshi_board::{Board, Position, Square};
pub use promise::{Measure, Promise};

use crate::deadlocks::Verdict;
use crate::heuristics::{Aim, Heuristic};
use crate::space::{
    CarrySpace, PullSpace, PushSpace, Space, StepSpace, WalkSpace, landing_for_pulls,
    landing_for_pushes,
};
use crate::spec::{Entry, Param, Params, Plan, SpaceKind};
use crate::{Context, Cost, Objective, Raw, deadlocks};

/// An algorithm, for any space.
pub trait Algorithm {
    /// Searches until a solution is found, nothing is left or the budget is used up.
    fn run<S: Space>(space: &mut S, guide: &mut Guide, context: &mut Context<'_>) -> Raw;
}

/// The switch for trying first what moves the same box again.
const INERTIA: Param = Param {
    name: "inertia",
    title: "the box moved last goes first",
    default: 1.0,
    range: (0.0, 1.0),
};

/// What an algorithm is guided by.
pub struct Guide {
    /// What is to be made small.
    pub objective: Objective,
    /// How far it is at least.
    pub heuristic: Box<dyn Heuristic>,
    /// Whether that is true, and never more than true.
    pub is_admissible: bool,
    /// The tests for hopeless positions, cheapest first.
    pub detectors: Vec<(&'static str, Box<dyn deadlocks::Detector>)>,
    /// Whether no solution worth finding is lost by the tests and rules.
    pub prunes_soundly: bool,
    /// The algorithm's own parameters.
    pub params: Params,
}

impl std::fmt::Debug for Guide {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<_> = self.detectors.iter().map(|(name, _)| name).collect();
        f.debug_struct("Guide")
            .field("objective", &self.objective)
            .field("detectors", &names)
            .field("params", &self.params)
            .finish_non_exhaustive()
    }
}

impl Guide {
    /// Builds what `plan` asks for, for pushes or for pulls.
    fn new(
        plan: &Plan,
        board: &Arc<Board>,
        start: &Position,
        objective: Objective,
        pulling: bool,
    ) -> Self {
        let aim = if pulling { Aim::start(board, start) } else { Aim::goals(board) };
        let heuristic = &plan.heuristic;
        Self {
            objective,
            heuristic: (heuristic.entry.build)(&aim, &heuristic.params),
            is_admissible: heuristic.entry.claims.admissible,
            // The tests judge pushes; pulls are judged by where they land alone.
            detectors: plan
                .deadlocks
                .iter()
                .filter(|_| !pulling)
                .map(|test| (test.entry.name, (test.entry.build)(board, &test.params)))
                .collect(),
            prunes_soundly: plan.prunes_soundly(),
            params: plan.algorithm.params.clone(),
        }
    }

    /// The name of the first test that finds the position hopeless now that a box has been
    /// brought to `moved`.
    #[inline]
    fn dead_by(&mut self, position: &Position, moved: Square) -> Option<&'static str> {
        self.detectors.iter_mut().find_map(|(name, detector)| {
            (detector.check_after(position, moved) == Verdict::Dead).then_some(*name)
        })
    }

    /// What so many pushes cost at least.
    #[inline]
    fn left(&self, estimate: u32) -> Cost {
        self.objective.cost(estimate, estimate)
    }
}

/// Runs a plan on a position.
pub type Run = fn(&Plan, &Arc<Board>, &Position, Objective, &mut Context<'_>) -> Raw;

/// An algorithm that can be asked for by name.
pub type AlgorithmEntry = Entry<Promise, Run>;

/// Every algorithm.
pub static ALL: &[&AlgorithmEntry] = &[
    &bfs::ENTRY,
    &dfs::ENTRY,
    &iddfs::ENTRY,
    &ucs::ENTRY,
    &astar::ENTRY,
    &wastar::ENTRY,
    &greedy::ENTRY,
    &idastar::ENTRY,
    &widastar::ENTRY,
    &sma::ENTRY,
    &beam::ENTRY,
    &bidirectional::ENTRY,
];

/// Builds what `plan` asks for and runs algorithm `A` on it: the one place that lists the
/// spaces.
fn run_in_space<A: Algorithm>(
    plan: &Plan,
    board: &Arc<Board>,
    start: &Position,
    objective: Objective,
    context: &mut Context<'_>,
) -> Raw {
    let mut guide = Guide::new(plan, board, start, objective, plan.space == SpaceKind::Pull);
    let guide = &mut guide;
    let pushes = || landing_for_pushes(board, plan.dead_squares);
    let rules = || plan.rules(board, &pushes());
    match plan.space {
        SpaceKind::Push if plan.pruning.is_empty() => {
            A::run(&mut PushSpace::new(board, start, pushes()), guide, context)
        }
        SpaceKind::Push => {
            A::run(&mut CarrySpace::pushes(board, start, pushes(), rules()), guide, context)
        }
        SpaceKind::Relocation => {
            A::run(&mut CarrySpace::relocations(board, start, pushes(), rules()), guide, context)
        }
        SpaceKind::Walk => A::run(&mut WalkSpace::new(board, start, pushes()), guide, context),
        SpaceKind::Step => A::run(&mut StepSpace::new(board, start, pushes()), guide, context),
        SpaceKind::Pull => {
            let onto = landing_for_pulls(board, start, plan.dead_squares);
            A::run(&mut PullSpace::new(board, start, onto), guide, context)
        }
    }
}

/// The answer that a trail of actions from a root amounts to.
fn found<S: Space>(space: &S, trail: &[S::Action], context: &mut Context<'_>) -> Raw {
    context.stats.depth = trail.len() as u32;
    Raw::Found(space.pushes(trail))
}
