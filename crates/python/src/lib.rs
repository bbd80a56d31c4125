//! The compiled part of the Python package `hakooshi`.
//!
//! Every function that takes time releases the interpreter's lock and watches for Ctrl-C. Arrays
//! are written in place and never copied on the way.
#![forbid(unsafe_code)]
#![allow(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
#![allow(clippy::doc_link_with_quotes, reason = "the examples are Python")]

mod analysis;
mod batch;
mod errors;
mod exact;
mod labels;
mod level;
mod pack;
mod reading;
mod report;
mod solving;
mod waiting;

#[pyo3::pymodule]
mod _hakooshi {
    #[pymodule_export]
    use super::analysis::{Analysis, analyse};
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::errors::{ReadError, SolverError, VerifyError};
    #[pymodule_export]
    use super::exact::{Exact, Table};
    #[pymodule_export]
    use super::labels::{label, label_columns};
    #[pymodule_export]
    use super::level::{Level, generate};
    #[pymodule_export]
    use super::pack::Pack;
    #[pymodule_export]
    use super::reading::{LevelReader, iter_levels, read};
    #[pymodule_export]
    use super::report::{Report, Solution};
    #[pymodule_export]
    use super::solving::{improve, optimal, solve, solve_many, verify};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
