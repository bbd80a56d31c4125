//! Solving, improving and verifying.

use std::time::Duration;

use hakooshi::unstable::{self, ImproveOptions, Options};
use hakooshi::{Cancel, Engine, Moves, Objective, Ranking, SolveError};
use hakooshi_search::{Budget, Silent};
use pyo3::prelude::*;

use crate::errors::{VerifyError, failed, wrong};
use crate::level::Level;
use crate::pack::Levels;
use crate::report::{Report, Solution};
use crate::waiting::{beside, share, threads as threads_of};

/// The limits of a search.
fn budget(
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
    cancel: &Cancel,
) -> PyResult<Budget> {
    let time = time.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|error| wrong(format!("time: {error}")))?;
    Ok(Budget { time, nodes, bytes: memory, cancel: cancel.clone(), ..Budget::default() })
}

fn goal(name: &str) -> PyResult<Objective> {
    name.parse().map_err(wrong)
}

/// Solves a level. Not finding a solution is a status, not an error.
///
/// `goal` is what to minimise: `any`, `pushes`, `moves`, `pushes,moves` or `moves,pushes`. `time`
/// is in seconds, `memory` in bytes, `nodes` in positions expanded.
///
/// >>> report = solve(Level("#######\n#@ $ .#\n#######"), goal="pushes")
/// >>> report.solution.lurd, report.optimal
/// ('rRR', True)
#[pyfunction]
#[pyo3(signature = (
    level, *, goal = "any", engine = "auto", time = None, nodes = None, memory = None, threads = 1
))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn solve(
    py: Python<'_>,
    level: &Level,
    goal: &str,
    engine: &str,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
    threads: usize,
) -> PyResult<Report> {
    let options = Options {
        objective: self::goal(goal)?,
        engine: Engine::new(engine),
        budget: budget(time, nodes, memory, &Cancel::new())?,
        threads: threads.max(1),
        ..Options::default()
    };
    let report = beside(py, |cancel| solve_one(&level.0, &options, cancel))?;
    report.map_err(|error| failed(&error))
}

fn solve_one(
    level: &hakooshi::Level,
    options: &Options,
    cancel: &Cancel,
) -> Result<Report, SolveError> {
    let budget = Budget { cancel: cancel.clone(), ..options.budget.clone() };
    let options = Options { budget, ..options.clone() };
    unstable::solve(level, &options, &mut Silent).map(|report| Report::new(level, &report))
}

/// Solves many levels on `jobs` threads (0 for one per core); reports are in the order of the
/// levels, limits are per level.
#[pyfunction]
#[pyo3(signature = (
    levels, *, goal = "any", engine = "auto", time = None, nodes = None, memory = None, jobs = 0
))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn solve_many(
    py: Python<'_>,
    levels: Levels<'_>,
    goal: &str,
    engine: &str,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
    jobs: usize,
) -> PyResult<Vec<Report>> {
    let options = Options {
        objective: self::goal(goal)?,
        engine: Engine::new(engine),
        budget: budget(time, nodes, memory, &Cancel::new())?,
        ..Options::default()
    };
    let levels = levels.all();
    let reports = beside(py, |cancel| {
        share(&levels, threads_of(jobs), || (), |(), level| solve_one(level, &options, cancel))
    })?;
    reports.into_iter().collect::<Result<_, _>>().map_err(|error| failed(&error))
}

/// The best solution of a level, with proof. If a limit comes first, the report has the best
/// solution found and a lower bound.
///
/// >>> optimal(Level("#######\n#@ $ .#\n#######"), "moves").solution.moves
/// 3
#[pyfunction]
#[pyo3(signature = (level, goal = "pushes", *, time = None, nodes = None, memory = None))]
pub(crate) fn optimal(
    py: Python<'_>,
    level: &Level,
    goal: &str,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
) -> PyResult<Report> {
    let objective = self::goal(goal)?;
    if objective == Objective::Any {
        return Err(wrong("any solution is not an optimum: use solve, or name what to minimise"));
    }
    let budget = budget(time, nodes, memory, &Cancel::new())?;
    let report = beside(py, |cancel| {
        let budget = Budget { cancel: cancel.clone(), ..budget };
        let options = Options { objective, budget, ..Options::default() };
        solve_one(&level.0, &options, cancel)
    })?;
    report.map_err(|error: SolveError| failed(&error))
}

/// Replays moves in any common notation; raises `VerifyError` unless they solve the level.
///
/// >>> verify(Level("#####\n#@$.#\n#####"), "l")
/// Traceback (most recent call last):
/// hakooshi.VerifyError: ...
#[pyfunction]
pub(crate) fn verify(level: &Level, moves: &str) -> PyResult<Solution> {
    let moves: Moves = moves.parse().map_err(|error| VerifyError::new_err(format!("{error}")))?;
    let solution = hakooshi::verify(&level.0, &moves);
    let solution = solution.map_err(|error| VerifyError::new_err(error.to_string()))?;
    Ok(Solution::new(&level.0, solution))
}

/// Shortens a solution for up to `time` seconds. `metrics` are what to minimise, the most important
/// first: moves, pushes, lines, changes, sessions, player-lines.
///
/// >>> level = Level("#######\n#@ $ .#\n#     #\n#######")
/// >>> improve(level, "dudurRR", time=0.2).moves
/// 3
#[pyfunction]
#[pyo3(signature = (level, moves, *, metrics = "moves,pushes", time = 5.0, threads = 1))]
pub(crate) fn improve(
    py: Python<'_>,
    level: &Level,
    moves: &str,
    metrics: &str,
    time: f64,
    threads: usize,
) -> PyResult<Solution> {
    let solution = verify(level, moves)?;
    let ranking: Ranking = metrics.parse().map_err(wrong)?;
    let budget = budget(Some(time), None, None, &Cancel::new())?;
    let improved = beside(py, |cancel| {
        let budget = Budget { cancel: cancel.clone(), ..budget };
        let options =
            ImproveOptions { ranking, budget, threads: threads.max(1), ..Default::default() };
        unstable::improve(&level.0, solution.verified(), &options, |_| ())
    })?;
    Ok(Solution::new(&level.0, improved.map_err(wrong)?.solution))
}
