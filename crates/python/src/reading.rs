//! Files and texts of levels.

use std::fs::File;
use std::io::{BufReader, Cursor};
use std::path::PathBuf;
use std::sync::Mutex;

use hakooshi_level::formats::{Entry, ReadError, Reader};
use numpy::{IntoPyArray as _, PyArray1};
use pyo3::exceptions::{PyBaseException, PyOSError};
use pyo3::prelude::*;

use crate::errors::unreadable;
use crate::level::Level;
use crate::pack::Pack;

/// A path, or the text of levels.
#[derive(Debug, FromPyObject)]
pub(crate) enum Source {
    #[pyo3(transparent)]
    Text(String),
    #[pyo3(transparent)]
    Path(PathBuf),
}

type Entries = Box<dyn Iterator<Item = Result<Entry, ReadError>> + Send>;

impl Source {
    /// The levels, and what to call them in messages. A string with a line break or a wall is text.
    fn open(self, py: Python<'_>) -> PyResult<(String, Entries)> {
        let path = match self {
            Self::Text(text) if text.contains(['\n', '#']) => {
                let reader = Reader::new(Cursor::new(text.into_bytes()), None);
                return Ok(("<text>".to_owned(), Box::new(reader)));
            }
            Self::Text(path) => PathBuf::from(path),
            Self::Path(path) => path,
        };
        let name = path.display().to_string();
        // A pipe is opened when somebody writes to it, perhaps another thread of this interpreter, and
        // the reader begins with what tells the format.
        let read = |path| File::open(path).map(|file| Reader::new(BufReader::new(file), None));
        let reader = py.detach(|| read(&path)).map_err(|error| {
            PyOSError::new_err((error.raw_os_error(), format!("{error}: {name}")))
        })?;
        Ok((name, Box::new(reader)))
    }
}

/// Reads all levels of a file (a path) or of a text. An unreadable level raises `ReadError` with
/// its line and column, or is left out if `skip_errors`.
///
/// >>> [level.title for level in read("One\n#####\n#@$.#\n#####\n")]
/// ['One']
/// >>> read("#####\n#@$x#\n#####")
/// Traceback (most recent call last):
/// hakooshi.ReadError: ...
#[pyfunction]
#[pyo3(signature = (source, *, skip_errors = false))]
pub(crate) fn read(py: Python<'_>, source: Source, skip_errors: bool) -> PyResult<Vec<Level>> {
    let (name, entries) = source.open(py)?;
    let read = crate::waiting::beside(py, |cancel| {
        let entries = entries.take_while(|_| !cancel.is_cancelled());
        let kept = entries.filter(|entry| !skip_errors || entry.is_ok());
        kept.map(|entry| entry.map(|entry| Level(entry.level))).collect::<Result<Vec<_>, _>>()
    })?;
    read.map_err(|error| unreadable(py, &error, &name))
}

/// Reads the levels of a file or of a text one at a time, so that the file may be of any size.
#[pyfunction]
#[pyo3(signature = (source, *, skip_errors = false))]
pub(crate) fn iter_levels(
    py: Python<'_>,
    source: Source,
    skip_errors: bool,
) -> PyResult<LevelReader> {
    let (name, entries) = source.open(py)?;
    Ok(LevelReader { name, entries: Mutex::new(entries), skip_errors })
}

/// An iterator over levels.
#[pyclass(module = "hakooshi", frozen)]
pub(crate) struct LevelReader {
    name: String,
    entries: Mutex<Entries>,
    skip_errors: bool,
}

#[pymethods]
impl LevelReader {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Level>> {
        let next = py.detach(|| {
            let mut entries =
                self.entries.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            entries.find(|entry| !self.skip_errors || entry.is_ok())
        });
        match next {
            None => Ok(None),
            Some(Ok(entry)) => Ok(Some(Level(entry.level))),
            Some(Err(error)) => Err(unreadable(py, &error, &self.name)),
        }
    }

    /// The next `count` places of the file: the levels that can be read, their places from zero
    /// among those `count`, and for the others the errors. Nothing is left if there are neither.
    fn take<'py>(&self, py: Python<'py>, count: usize) -> Taken<'py> {
        let read: Vec<_> = py.detach(|| {
            let mut entries =
                self.entries.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            entries.by_ref().take(count).collect()
        });
        let (mut levels, mut places, mut errors) = (Vec::new(), Vec::new(), Vec::new());
        for (place, entry) in (0_i32..).zip(read) {
            match entry {
                Ok(entry) => {
                    levels.push(entry.level);
                    places.push(place);
                }
                Err(error) => errors.push(unreadable(py, &error, &self.name).into_value(py)),
            }
        }
        (Pack(levels), places.into_pyarray(py), errors)
    }
}

/// Levels, their places, and errors.
type Taken<'py> = (Pack, Bound<'py, PyArray1<i32>>, Vec<Py<PyBaseException>>);
