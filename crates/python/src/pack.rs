//! Many levels as one object, for work that is sent to other processes.

use hakooshi::LevelId;
use hakooshi_level::Tile;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::wrong;
use crate::level::{Level, TILES};

/// Levels without an object for each: `LevelReader.take` makes them, `label_columns` and `solve_many`
/// take them, and they are pickled as a byte for each cell. Titles are left out.
///
/// >>> pack = Pack(generate(3, seed=1))
/// >>> len(pack), pack[2] == generate(3, seed=1)[2]
/// (3, True)
#[pyclass(module = "hakooshi", frozen)]
#[derive(Debug)]
pub(crate) struct Pack(pub(crate) Vec<hakooshi::Level>);

/// A level by itself, or many as one object.
#[derive(FromPyObject)]
pub(crate) enum Levels<'py> {
    #[pyo3(transparent)]
    Pack(PyRef<'py, Pack>),
    #[pyo3(transparent)]
    List(Vec<Level>),
}

impl Levels<'_> {
    /// The levels. A pack is borrowed: the call may outlive the interpreter's lock.
    pub(crate) fn all(&self) -> Vec<&hakooshi::Level> {
        match self {
            Self::Pack(pack) => pack.0.iter().collect(),
            Self::List(levels) => levels.iter().map(|level| &level.0).collect(),
        }
    }
}

/// Width and height, two bytes each, before the tiles of a level.
const HEAD: usize = 4;

#[pymethods]
impl Pack {
    #[new]
    fn new(levels: Vec<Level>) -> Self {
        Self(levels.into_iter().map(|level| level.0).collect())
    }

    /// The levels of the bytes that pickling writes.
    #[staticmethod]
    fn from_bytes(bytes: &[u8]) -> PyResult<Self> {
        let (mut levels, mut rest) = (Vec::new(), bytes);
        while let [w0, w1, h0, h1, cells @ ..] = rest {
            let (width, height) = (u16::from_le_bytes([*w0, *w1]), u16::from_le_bytes([*h0, *h1]));
            let size = usize::from(width) * usize::from(height);
            let short = || wrong("the bytes of a pack end within a level");
            let (codes, after) = cells.split_at_checked(size).ok_or_else(short)?;
            let tile = |&code: &u8| TILES.get(usize::from(code)).copied();
            let tiles: Option<Vec<Tile>> = codes.iter().map(tile).collect();
            let tiles = tiles.ok_or_else(|| wrong("codes of tiles are 0 to 6"))?;
            let level = hakooshi::Level::from_tiles(usize::from(width), tiles);
            levels.push(level.map_err(wrong)?);
            rest = after;
        }
        if rest.is_empty() {
            Ok(Self(levels))
        } else {
            Err(wrong("the bytes of a pack are cut off"))
        }
    }

    /// A byte for each cell, as in `Level.to_array`, after the width and height of each level.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let size = |level: &hakooshi::Level| HEAD + level.tiles().len();
        let mut bytes = Vec::with_capacity(self.0.iter().map(size).sum());
        for level in &self.0 {
            bytes.extend((level.width() as u16).to_le_bytes());
            bytes.extend((level.height() as u16).to_le_bytes());
            let code = |tile: &Tile| TILES.iter().position(|it| it == tile).unwrap_or(1) as u8;
            bytes.extend(level.tiles().iter().map(code));
        }
        PyBytes::new(py, &bytes)
    }

    /// The ids of the levels.
    fn ids(&self, py: Python<'_>) -> Vec<String> {
        py.detach(|| self.0.iter().map(|level| LevelId::of(level).to_string()).collect())
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __getitem__(&self, at: usize) -> PyResult<Level> {
        let level = self.0.get(at).cloned().map(Level);
        level.ok_or_else(|| PyIndexError::new_err(format!("there are {} levels", self.0.len())))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let make = slf.get_type().getattr("from_bytes")?;
        Ok((make, (slf.get().to_bytes(slf.py()),)))
    }
}
