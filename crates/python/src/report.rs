//! Results of searches.

use hakooshi::{Status, VerifiedSolution};
use hakooshi_lab::animate;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::wrong;
use crate::level::Level;

/// A solution that was replayed on its level.
///
/// >>> solution = verify(Level("#####\n#@$.#\n#####"), "r")
/// >>> solution.lurd, solution.pushes, solution.moves
/// ('R', 1, 1)
#[pyclass(module = "hakooshi", frozen, from_py_object)]
#[derive(Clone, Debug)]
pub(crate) struct Solution {
    level: hakooshi::Level,
    inner: VerifiedSolution,
}

impl Solution {
    pub(crate) fn new(level: &hakooshi::Level, inner: VerifiedSolution) -> Self {
        Self { level: level.clone(), inner }
    }

    pub(crate) fn verified(&self) -> &VerifiedSolution {
        &self.inner
    }
}

#[pymethods]
impl Solution {
    /// The moves: `lurd` for steps, capitals for pushes.
    #[getter]
    fn lurd(&self) -> String {
        self.inner.moves().to_string()
    }

    /// The number of pushes.
    #[getter]
    fn pushes(&self) -> u32 {
        self.inner.score().pushes
    }

    /// The number of moves, pushes included.
    #[getter]
    fn moves(&self) -> u32 {
        self.inner.score().moves
    }

    /// The level.
    #[getter]
    fn level(&self) -> Level {
        Level(self.level.clone())
    }

    /// The solution as an animated GIF, with `cell` pixels per cell and `delay` milliseconds per
    /// move.
    #[pyo3(signature = (cell = 32, delay = 120))]
    fn gif<'py>(&self, py: Python<'py>, cell: u32, delay: u64) -> PyResult<Bound<'py, PyBytes>> {
        let delay = std::time::Duration::from_millis(delay);
        let gif = py.detach(|| animate(&self.level, self.inner.moves(), cell, delay));
        Ok(PyBytes::new(py, &gif.map_err(wrong)?))
    }

    fn __len__(&self) -> usize {
        self.inner.moves().len()
    }

    fn __str__(&self) -> String {
        self.lurd()
    }

    fn __repr__(&self) -> String {
        format!("<Solution {} pushes, {} moves>", self.pushes(), self.moves())
    }
}

/// What came of a search.
#[pyclass(module = "hakooshi", frozen, get_all)]
#[derive(Clone, Debug)]
pub(crate) struct Report {
    /// `solved`, `unsolvable` (proved) or `unknown`.
    status: &'static str,
    /// The solution, if there is one.
    solution: Option<Solution>,
    /// Whether the solution is proved best for the goal.
    optimal: bool,
    /// What was to be minimised.
    goal: &'static str,
    /// The search, with all its parts.
    engine: String,
    /// No solution has fewer pushes, or moves if these come first.
    lower_bound: Option<u32>,
    /// How much shorter a best solution can be at most, as a fraction.
    gap: Option<f64>,
    /// The limit that ended the search, if one did.
    stop: Option<&'static str>,
    /// Positions expanded.
    expanded: u64,
    /// Wall-clock time.
    seconds: f64,
}

#[pymethods]
impl Report {
    fn __repr__(&self) -> String {
        let proved = if self.optimal { ", optimal" } else { "" };
        match &self.solution {
            Some(it) => {
                format!("<Report solved{proved}: {} pushes, {} moves>", it.pushes(), it.moves())
            }
            None => format!("<Report {}>", self.status),
        }
    }
}

impl Report {
    pub(crate) fn new(level: &hakooshi::Level, report: &hakooshi::Report) -> Self {
        let solution = match &report.status {
            Status::Solved(solution) => Some(Solution::new(level, solution.clone())),
            _ => None,
        };
        Self {
            status: match &report.status {
                Status::Solved(_) => "solved",
                Status::Unsolvable => "unsolvable",
                Status::Unknown(_) => "unknown",
            },
            solution,
            optimal: report.is_optimal(),
            goal: report.objective.name(),
            engine: report.engine.clone(),
            lower_bound: report.lower_bound,
            gap: report.gap(),
            stop: report.stop().map(hakooshi::Stop::name),
            expanded: report.stats.expanded,
            seconds: report.time.as_secs_f64(),
        }
    }
}
