//! What the tests of this crate share.

use std::sync::Arc;

use hakooshi_board::{Board, Position, compile, expand};
use hakooshi_level::{Level, verify};
use hakooshi_search::spec::{Registry, SearchSpec};
use hakooshi_search::{Budget, Context, Objective, Search, Silent, Stop, Task, Turn};
use hakooshi_testkit::Rng;
use hakooshi_testkit::strategies::{Shape, random_level};

/// The planners by name.
static PLANNERS: Registry =
    Registry { searches: &[hakooshi_plan::ALL], aliases: &[hakooshi_plan::ALIASES] };

/// The fixtures of the test kit and some random levels, all small enough for the oracle.
pub(crate) fn tiny_levels(seed: u64, count: usize) -> impl Iterator<Item = Level> {
    let mut rng = Rng::new(seed);
    let drawn = hakooshi_testkit::fixtures::FIXTURES.iter();
    let drawn = drawn.map(hakooshi_testkit::fixtures::Fixture::level);
    drawn.chain((0..count).map(move |_| random_level(&mut rng, Shape::TINY)))
}

/// The level as numbers.
pub(crate) fn numbered(level: &Level) -> (Arc<Board>, Position) {
    compile(level).expect("a small level")
}

/// A planner before its first turn.
pub(crate) fn planner(
    spec: &str,
    level: &Level,
    solver: Option<&str>,
    context: &Context<'_>,
) -> Box<dyn Search> {
    let spec = SearchSpec::parse(spec, Objective::Pushes, &PLANNERS).expect("a spec");
    let (board, start) = numbered(level);
    let mut task =
        Task::new(&board, &start).with_objective(Objective::Pushes).with_memory(context.memory());
    task.smt_solver = solver.map(str::to_owned);
    spec.build(&task)
}

/// What a planner makes of a level.
pub(crate) fn plan(spec: &str, level: &Level, budget: Budget) -> Result<Turn, Stop> {
    plan_by(None, spec, level, budget)
}

/// What a planner makes of a level by this SMT solver.
pub(crate) fn plan_by(
    solver: Option<&str>,
    spec: &str,
    level: &Level,
    budget: Budget,
) -> Result<Turn, Stop> {
    let mut silent = Silent;
    let mut context = Context::new(budget, &mut silent);
    planner(spec, level, solver, &context).turn(u64::MAX, &mut context)
}

/// Moves and pushes of a plan that the verifier has replayed; `None` if there is none.
pub(crate) fn verified(spec: &str, level: &Level) -> Option<(u32, u32)> {
    verified_by(None, spec, level)
}

/// The same by this SMT solver.
pub(crate) fn verified_by(solver: Option<&str>, spec: &str, level: &Level) -> Option<(u32, u32)> {
    match plan_by(solver, spec, level, Budget::default()) {
        Ok(Turn::Found(pushes)) => {
            let (board, start) = numbered(level);
            let moves = expand(&board, &start, &pushes).expect("pushes that can be made");
            let score = verify(level, &moves).expect("a solution").score();
            Some((score.moves, score.pushes))
        }
        Ok(Turn::Exhausted) => None,
        other => panic!("{spec} on\n{level}gave {other:?}"),
    }
}

/// Says that a test has nothing to work with.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
pub(crate) fn skipped(why: &str) {
    eprintln!("skipped: {why}");
}
