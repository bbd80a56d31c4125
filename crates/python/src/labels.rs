//! Labels of one level, or of many as columns.

use std::time::Duration;

use hakooshi::SolveError;
use hakooshi_label::{Kind, Label, Value, What};
use hakooshi_search::Budget;
use numpy::IntoPyArray as _;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::{failed, wrong};
use crate::level::Level;
use crate::pack::Levels;
use crate::waiting::{beside, share, threads};

fn labels(
    py: Python<'_>,
    levels: &[&hakooshi::Level],
    what: What,
    time: Option<f64>,
    jobs: usize,
) -> PyResult<Vec<Label>> {
    let time = time.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|error| wrong(format!("time: {error}")))?;
    let labelled = beside(py, |cancel| {
        let budget = Budget { time, cancel: cancel.clone(), ..Budget::default() };
        let work = |(): &mut (), level: &&_| hakooshi_label::label(level, what, &budget);
        share(levels, threads(jobs), || (), work)
    })?;
    let labelled: Result<Vec<Label>, SolveError> = labelled.into_iter().collect();
    labelled.map_err(|error| failed(&error))
}

/// The labels of a level as a dictionary. `what` has the names that `hako label` takes: solvable,
/// pushes, moves, both, first-actions, cost-to-go. Unknown values are `None`; `stop` says why.
///
/// >>> label(Level("#######\n#@ $ .#\n#######"), "moves,first-actions")
/// {'solvable': True, 'moves': 3, 'first_moves': 'r', 'first_pushes': '1:3R', 'stop': None}
#[pyfunction]
#[pyo3(signature = (level, what = "pushes", *, time = None))]
pub(crate) fn label<'py>(
    py: Python<'py>,
    level: &Level,
    what: &str,
    time: Option<f64>,
) -> PyResult<Bound<'py, PyDict>> {
    let what: What = what.parse().map_err(wrong)?;
    let labels = labels(py, &[&level.0], what, time, 1)?;
    let dict = PyDict::new(py);
    for label in &labels {
        for column in what.columns() {
            match (column.value)(label) {
                Value::Null => dict.set_item(column.name, py.None())?,
                Value::Bool(value) => dict.set_item(column.name, value)?,
                Value::Count(count) => dict.set_item(column.name, count)?,
                Value::Text(text) => dict.set_item(column.name, text)?,
            }
        }
    }
    Ok(dict)
}

/// The labels of many levels, a list or a `Pack`, as a dictionary of columns, on `jobs` threads (0 for one per core).
/// Counts are arrays of int32, in which −2 is unknown and −1 is without solution; `solvable` is an
/// array of int8, 1, 0, or −1 for unknown; texts are lists.
///
/// >>> columns = label_columns(generate(3, seed=1), "both")
/// >>> bool((columns["moves"] >= columns["pushes"]).all()), columns["solvable"].tolist()
/// (True, [1, 1, 1])
#[pyfunction]
#[pyo3(signature = (levels, what = "pushes", *, time = None, jobs = 0))]
pub(crate) fn label_columns<'py>(
    py: Python<'py>,
    levels: Levels<'_>,
    what: &str,
    time: Option<f64>,
    jobs: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let what: What = what.parse().map_err(wrong)?;
    let labels = labels(py, &levels.all(), what, time, jobs)?;
    let dict = PyDict::new(py);
    for column in what.columns() {
        let values = labels.iter().map(column.value);
        match column.kind {
            Kind::Bool => {
                let values =
                    values.map(|it| if let Value::Bool(it) = it { i8::from(it) } else { -1 });
                let values: Vec<i8> = values.collect();
                dict.set_item(column.name, values.into_pyarray(py))?;
            }
            Kind::Count => {
                // Of a level without solution every count is missing for that reason.
                let counts = values.zip(&labels).map(|(value, label)| match value {
                    Value::Count(count) => count,
                    _ if label.solvable == Some(false) => -1,
                    _ => -2,
                });
                let counts: Vec<i32> = counts.collect();
                dict.set_item(column.name, counts.into_pyarray(py))?;
            }
            Kind::Text => {
                let texts = values.map(|it| if let Value::Text(it) = it { Some(it) } else { None });
                dict.set_item(column.name, PyList::new(py, texts.collect::<Vec<_>>())?)?;
            }
        }
    }
    Ok(dict)
}
