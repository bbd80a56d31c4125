//! In which order do we walk: one file per algorithm.

mod astar;
mod best_first;
mod bfs;
mod greedy;
mod ucs;
mod wastar;

use std::sync::Arc;

use hakooshi_board::{Board, Position, Square};

use crate::deadlocks::Verdict;
use crate::heuristics::{Aim, Heuristic};
use crate::space::{
    PullSpace, PushSpace, Space, StepSpace, WalkSpace, landing_for_pulls, landing_for_pushes,
};
use crate::spec::{Entry, Params, Plan, SpaceKind};
use crate::{Context, Objective, Raw, deadlocks};

/// An algorithm, for any space.
pub trait Algorithm {
    /// Searches until a solution is found, nothing is left or the budget is used up.
    fn run<S: Space>(space: &mut S, guide: &mut Guide, context: &mut Context<'_>) -> Raw;
}

/// What an algorithm is guided by.
pub struct Guide {
    /// What is to be made small.
    pub objective: Objective,
    /// How far it is at least.
    pub heuristic: Box<dyn Heuristic>,
    /// The tests for hopeless positions, cheapest first.
    pub detectors: Vec<(&'static str, Box<dyn deadlocks::Detector>)>,
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
    /// The name of the first test that finds the position hopeless now that a box has been
    /// brought to `moved`.
    #[inline]
    fn dead_by(&mut self, position: &Position, moved: Square) -> Option<&'static str> {
        self.detectors.iter_mut().find_map(|(name, detector)| {
            (detector.check_after(position, moved) == Verdict::Dead).then_some(*name)
        })
    }
}

/// What an algorithm promises when all it is given is sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promise {
    /// An exhausted space means that there is no solution.
    pub complete: bool,
    /// With an admissible heuristic the solution is optimal for the objective, as long as the
    /// space counts what the objective counts.
    pub optimal: bool,
}

/// Runs a plan on a position.
pub type Run = fn(&Plan, &Arc<Board>, &Position, Objective, &mut Context<'_>) -> Raw;

/// An algorithm that can be asked for by name.
pub type AlgorithmEntry = Entry<Promise, Run>;

/// Every algorithm.
pub static ALL: &[&AlgorithmEntry] =
    &[&bfs::ENTRY, &ucs::ENTRY, &astar::ENTRY, &wastar::ENTRY, &greedy::ENTRY];

/// Builds what `plan` asks for and runs algorithm `A` on it: the one place that lists the
/// spaces.
fn run_in_space<A: Algorithm>(
    plan: &Plan,
    board: &Arc<Board>,
    start: &Position,
    objective: Objective,
    context: &mut Context<'_>,
) -> Raw {
    let pulling = plan.space == SpaceKind::Pull;
    let aim = if pulling { Aim::start(board, start) } else { Aim::goals(board) };
    let mut guide = Guide {
        objective,
        heuristic: (plan.heuristic.entry.build)(&aim, &plan.heuristic.params),
        // The tests judge pushes; pulls are judged by where they land alone.
        detectors: plan
            .deadlocks
            .iter()
            .filter(|_| !pulling)
            .map(|test| (test.entry.name, (test.entry.build)(board, &test.params)))
            .collect(),
        params: plan.algorithm.params.clone(),
    };
    let guide = &mut guide;
    let pushes = || landing_for_pushes(board, plan.dead_squares);
    match plan.space {
        SpaceKind::Push => A::run(&mut PushSpace::new(board, start, pushes()), guide, context),
        SpaceKind::Walk => A::run(&mut WalkSpace::new(board, start, pushes()), guide, context),
        SpaceKind::Step => A::run(&mut StepSpace::new(board, start, pushes()), guide, context),
        SpaceKind::Pull => {
            let onto = landing_for_pulls(board, start, plan.dead_squares);
            A::run(&mut PullSpace::new(board, start, onto), guide, context)
        }
    }
}
