//! The textbook algorithms: one file each.
//!
//! An algorithm is generic over the space. It owns a [`Tree`], which owns its space and its
//! `Guide`, and implements [`Search`], so it can be paused after any expansion.

mod astar;
mod attempts;
mod beam;
mod best_first;
mod bfs;
mod bidirectional;
mod bounded_memory;
mod deepening;
mod descending;
mod descent;
mod dfs;
mod greedy;
mod idastar;
mod iddfs;
mod order;
mod relevance;
mod sma;
mod successors;
mod tree;
mod twins;
mod ucs;
mod wastar;
mod widastar;

use hakooshi_board::{Direction, Position, Square, SquareSet};

pub use self::astar::astar;
pub use self::tree::{Child, Tree, TreeOptions, Visit};
use crate::deadlocks::Guard;
use crate::heuristics::{Aim, Heuristic};
use crate::space::{CarrySpace, PullSpace, PushSpace, Space, StepSpace, WalkSpace};
use crate::spec::{Param, Params, SearchEntry, SearchSpec, SpaceKind};
use crate::{Cost, Objective, Search, Task};

/// An algorithm, generic over the space.
trait Algorithm {
    /// The search of `tree`, before its first turn.
    fn build<S: Space>(tree: Tree<S>) -> Box<dyn Search>;
}

/// Inertia: prefer moving the same box again.
const INERTIA: Param = Param::switch("inertia", "try moves of the last box first", true);

/// SokoKids' *Count* as a tie-break.
const COUNT: Param = Param::switch(
    "count",
    "of successors with equal estimates, try those with more boxes on goals first",
    false,
);

/// Everything that guides and prunes an algorithm.
struct Guide {
    /// What to minimise.
    objective: Objective,
    /// The estimate of the pushes left.
    heuristic: Box<dyn Heuristic>,
    /// Whether the heuristic claims to be a lower bound.
    is_admissible: bool,
    /// The squares that boxes are to be brought to.
    aims: SquareSet,
    /// Whether the heuristic learns, so that a closer look pays.
    learns: bool,
    /// The deadlock tests.
    guard: Guard,
    /// Whether tests and rules keep some push-optimal solution.
    prunes_soundly: bool,
    /// The factor of the estimate in thousandths, for algorithms that weigh it.
    weight: u32,
    /// The algorithm's own parameters.
    params: Params,
}

impl Guide {
    /// Builds the components that `spec` names, for play in this direction.
    fn new(spec: &SearchSpec, task: &Task, direction: Direction) -> Self {
        let heuristic = &spec.heuristic;
        let params = spec.search.params.clone();
        let aim = Aim::of(task, direction);
        let mut aims = task.board.empty_set();
        aims.extend(aim.squares.iter().copied());
        Self {
            objective: task.objective,
            heuristic: (heuristic.entry.build)(&aim, &heuristic.params),
            aims,
            is_admissible: heuristic.is_admissible(),
            learns: heuristic.entry.claims.learns,
            guard: Guard::new(&spec.deadlocks, task, direction),
            prunes_soundly: spec.prunes_soundly(),
            weight: wastar::thousandths(&params),
            params,
        }
    }

    /// How many more boxes are on their aims after a move from the first square to the second.
    #[inline]
    fn settled(&self, moved: Option<(Square, Square)>) -> i8 {
        let on = |square| i8::from(self.aims.contains(square));
        moved.map_or(0, |(from, to)| on(to) - on(from))
    }

    /// The first test that proves the position dead after a move to this square, unless the box has left
    /// the board there.
    #[inline]
    fn dead_after(&mut self, position: &Position, to: Square) -> Option<&'static str> {
        if position.has_box(to) { self.guard.after_move(position, to) } else { None }
    }

    /// The estimate of a child of the position last expanded, after a move to this square; `None` if it is
    /// dead.
    #[inline]
    fn estimate_child(&mut self, position: &Position, to: Square) -> Option<u32> {
        if position.has_box(to) {
            self.heuristic.child(position, position.box_index(to))
        } else {
            self.heuristic.estimate(position)
        }
    }

    /// The same after a closer look.
    fn study(&mut self, position: &Position, to: Square) -> Option<u32> {
        if position.has_box(to) {
            self.heuristic.study(position, position.box_index(to))
        } else {
            self.heuristic.expand(position)
        }
    }

    /// The least cost of `estimate` pushes.
    #[inline]
    fn estimated_cost(&self, estimate: u32) -> Cost {
        self.objective.cost(estimate, estimate)
    }
}

/// Every algorithm.
pub static ALL: &[&SearchEntry] = &[
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

/// Builds the space and guide of `spec` for algorithm `A`. The only place that lists the spaces.
fn build_in_space<A: Algorithm>(spec: &SearchSpec, task: &Task) -> Box<dyn Search> {
    fn build<A: Algorithm, S: Space>(spec: &SearchSpec, task: &Task, space: S) -> Box<dyn Search> {
        A::build(Tree::of(spec, task, space))
    }
    let (board, start) = (&task.board, &task.start);
    let onto = |direction| task.landing(direction, spec.dead_squares);
    let pushes = || onto(Direction::Forward);
    let rules = || spec.rules(task, &pushes());
    match spec.space {
        SpaceKind::Push if spec.pruning.is_empty() => {
            build::<A, _>(spec, task, PushSpace::new(board, start, pushes()))
        }
        SpaceKind::Push => {
            build::<A, _>(spec, task, CarrySpace::pushes(board, start, pushes(), rules()))
        }
        SpaceKind::Relocation => {
            build::<A, _>(spec, task, CarrySpace::relocations(board, start, pushes(), rules()))
        }
        SpaceKind::Walk => build::<A, _>(spec, task, WalkSpace::new(board, start, pushes())),
        SpaceKind::Step => build::<A, _>(spec, task, StepSpace::new(board, start, pushes())),
        SpaceKind::Pull => {
            build::<A, _>(spec, task, PullSpace::new(board, start, onto(Direction::Backward)))
        }
    }
}
