//! Levels.

use hakooshi::LevelId;
use hakooshi_env::{Recipe, generate as making};
use hakooshi_lab::draw;
use hakooshi_level::{Moves, Tile, after};
use numpy::{PyArray2, PyReadonlyArray2, PyUntypedArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{boxes_of, unreadable, wrong};

/// The tiles in the order of their codes in arrays, which is gym-sokoban's.
pub(crate) const TILES: [Tile; 7] = [
    Tile::Wall,
    Tile::Floor,
    Tile::Goal,
    Tile::BoxOnGoal,
    Tile::BoxOnFloor,
    Tile::PlayerOnFloor,
    Tile::PlayerOnGoal,
];

/// A Sokoban level.
///
/// >>> level = Level("#####\n#@$.#\n#####")
/// >>> level.width, level.height, level.boxes
/// (5, 3, [(1, 2)])
/// >>> print(level.after("R"))
/// #####
/// # @*#
/// #####
#[pyclass(module = "hakooshi", frozen, eq, hash, from_py_object)]
#[derive(Clone, Debug)]
pub(crate) struct Level(pub(crate) hakooshi::Level);

impl PartialEq for Level {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl std::hash::Hash for Level {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        LevelId::of(&self.0).to_string().hash(state);
    }
}

#[pymethods]
impl Level {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Self> {
        text.parse().map(Self).map_err(|error| unreadable(py, &error, "<text>"))
    }

    /// The level of an array of codes: 0 wall, 1 floor, 2 goal, 3 box on goal, 4 box, 5 player,
    /// 6 player on goal.
    #[staticmethod]
    fn from_array(codes: PyReadonlyArray2<'_, u8>) -> PyResult<Self> {
        let width = codes.shape()[1];
        let codes = codes.as_array();
        let tiles: Option<Vec<Tile>> =
            codes.iter().map(|&code| TILES.get(usize::from(code)).copied()).collect();
        let tiles = tiles.ok_or_else(|| wrong("codes of tiles are 0 to 6"))?;
        hakooshi::Level::from_tiles(width, tiles).map(Self).map_err(wrong)
    }

    /// The level as an array of codes, height × width; see `from_array`.
    fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let code = |tile: &Tile| TILES.iter().position(|it| it == tile).unwrap_or(1) as u8;
        let rows: Vec<Vec<u8>> = self.0.rows().map(|row| row.iter().map(code).collect()).collect();
        PyArray2::from_vec2(py, &rows).map_err(wrong)
    }

    /// Columns.
    #[getter]
    fn width(&self) -> usize {
        self.0.width()
    }

    /// Rows.
    #[getter]
    fn height(&self) -> usize {
        self.0.height()
    }

    /// The title, if one was written.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.0.title.as_deref()
    }

    /// The author, if one was written.
    #[getter]
    fn author(&self) -> Option<&str> {
        self.0.author.as_deref()
    }

    /// The same for levels that differ only in rotation, mirroring, decoration, or the player's
    /// place within his region.
    #[getter]
    fn id(&self) -> String {
        LevelId::of(&self.0).to_string()
    }

    /// Row and column of the player, from zero.
    #[getter]
    fn player(&self) -> (u16, u16) {
        crate::errors::pair(self.0.player())
    }

    /// Rows and columns of the boxes.
    #[getter]
    fn boxes(&self) -> Vec<(u16, u16)> {
        boxes_of(&self.0).into_iter().map(crate::errors::pair).collect()
    }

    /// Rows and columns of the goals.
    #[getter]
    fn goals(&self) -> Vec<(u16, u16)> {
        let goals = self.0.inside().filter(|&cell| self.0.tile(cell).is_goal());
        goals.map(crate::errors::pair).collect()
    }

    /// Whether every box is on a goal.
    #[getter]
    fn is_solved(&self) -> bool {
        self.0.is_solved()
    }

    /// The level after these moves, which need not solve it.
    fn after(&self, moves: &str) -> PyResult<Self> {
        let moves: Moves = moves.parse().map_err(wrong)?;
        after(&self.0, &moves).map(Self).map_err(wrong)
    }

    /// A drawing as SVG.
    fn svg(&self) -> String {
        draw(&self.0, &boxes_of(&self.0), self.0.player()).svg()
    }

    /// A drawing as PNG, with `cell` pixels per cell.
    #[pyo3(signature = (cell = 32))]
    fn png<'py>(&self, py: Python<'py>, cell: u32) -> PyResult<Bound<'py, PyBytes>> {
        let drawing = draw(&self.0, &boxes_of(&self.0), self.0.player());
        Ok(PyBytes::new(py, &drawing.png(cell).map_err(wrong)?))
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        self.0.to_string().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        let title = self.title().map(|it| format!(" {it:?}")).unwrap_or_default();
        format!("<Level{title} {} × {}, {} boxes>", self.width(), self.height(), self.0.boxes())
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

/// Levels like Boxoban's: number `first` and the following of those that `seed` stands for. The
/// same numbers give the same levels on every machine.
///
/// >>> a, b = generate(2, seed=7)
/// >>> b == generate(1, seed=7, first=1)[0], len(a.boxes)
/// (True, 4)
#[pyfunction]
#[pyo3(signature = (count, *, seed = 0, first = 0, width = 10, height = 10, boxes = 4, pulls = 200))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn generate(
    py: Python<'_>,
    count: u64,
    seed: u64,
    first: u64,
    width: usize,
    height: usize,
    boxes: usize,
    pulls: usize,
) -> PyResult<Vec<Level>> {
    let recipe = Recipe { width, height, boxes, pulls };
    let made = crate::waiting::beside(py, |cancel| {
        let numbers = (first..first.saturating_add(count)).take_while(|_| !cancel.is_cancelled());
        numbers.map(|index| making::level(&recipe, seed, index).map(Level)).collect()
    })?;
    let made: Result<Vec<Level>, making::GenerateError> = made;
    made.map_err(wrong)
}
