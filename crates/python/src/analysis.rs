//! What is known about a level without a search.

use pyo3::prelude::*;

use crate::errors::{pair, wrong};
use crate::level::Level;

/// What is known about a level without searching.
#[pyclass(module = "hakooshi", frozen, get_all)]
#[derive(Clone, Debug)]
pub(crate) struct Analysis {
    /// Squares that the player or a box can ever reach.
    floor: usize,
    /// Squares from which a box cannot be pushed to any goal.
    dead_squares: Vec<(u16, u16)>,
    /// No solution has fewer pushes; `None` if there is proved to be none.
    lower_bound: Option<u32>,
    /// The name of the test that proves that there is no solution, if one does, and its boxes.
    deadlock: Option<(&'static str, Vec<(u16, u16)>)>,
    /// The pushes that can be made, each with the walk to it.
    pushes: Vec<String>,
    /// Rooms.
    rooms: usize,
    /// Tunnels.
    tunnels: usize,
}

#[pymethods]
impl Analysis {
    fn __repr__(&self) -> String {
        let bound = self.lower_bound.map_or("none".to_owned(), |it| it.to_string());
        format!("<Analysis floor={}, lower_bound={bound}>", self.floor)
    }
}

/// Analyses a level without searching.
///
/// >>> analyse(Level("######\n#$ @.#\n#    #\n######")).deadlock
/// ('dead_squares', [(1, 1)])
#[pyfunction]
pub(crate) fn analyse(py: Python<'_>, level: &Level) -> PyResult<Analysis> {
    py.detach(|| {
        let found = hakooshi::analyse(&level.0).map_err(wrong)?;
        let parts = found.parts();
        let cells = |cells: Vec<hakooshi::Cell>| cells.into_iter().map(pair).collect();
        Ok(Analysis {
            floor: found.floor(),
            dead_squares: cells(found.dead_squares()),
            lower_bound: found.lower_bound(),
            deadlock: found.deadlock().map(|it| (it.test, cells(it.boxes))),
            pushes: found.pushes().iter().map(ToString::to_string).collect(),
            rooms: parts.rooms,
            tunnels: parts.tunnels,
        })
    })
}
