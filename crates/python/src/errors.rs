//! Errors as Python exceptions.

use hakooshi::{Level, ReadError as LevelReadError, SolveError};
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    hakooshi,
    ReadError,
    PyValueError,
    "A level that cannot be read; `line` and `column` count from one."
);
create_exception!(hakooshi, VerifyError, PyValueError, "Moves that do not solve their level.");
create_exception!(hakooshi, SolverError, PyRuntimeError, "A search that failed.");

/// A level that cannot be read, with its place.
pub(crate) fn unreadable(py: Python<'_>, error: &LevelReadError, path: &str) -> PyErr {
    let made = ReadError::new_err(error.render(path));
    let value = made.value(py);
    // Plain attributes of a plain object: setting them cannot fail.
    let _ = value.setattr("line", error.line);
    let _ = value.setattr("column", error.column);
    let _ = value.setattr("level", error.level);
    made
}

/// A wrong argument.
pub(crate) fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A search that failed.
pub(crate) fn failed(error: &SolveError) -> PyErr {
    match error {
        SolveError::Spec(_) | SolveError::Compile(_) => wrong(error),
        _ => SolverError::new_err(error.to_string()),
    }
}

/// The cell as row and column.
pub(crate) fn pair(cell: hakooshi::Cell) -> (u16, u16) {
    (cell.row, cell.col)
}

/// The boxes of a level as it is written.
pub(crate) fn boxes_of(level: &Level) -> Vec<hakooshi::Cell> {
    level.inside().filter(|&cell| level.tile(cell).is_box()).collect()
}
