//! Many games at once, stepped in place: what the environments of `hakooshi.envs` run on.

use std::sync::Arc;

use hakooshi_env::{ActionOrder, Autoreset, Config, Outputs, Pool, Rewards, View};
use numpy::{
    PyArray1, PyArray2, PyArray3, PyArrayDyn, PyArrayMethods as _, PyReadonlyArray1,
    PyReadonlyArrayDyn, PyReadwriteArrayDyn,
};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::errors::wrong;
use crate::level::Level;

/// A batch of games. Its arrays are written in place by every call: `frames`, `rewards`,
/// `terminated` and `truncated`.
#[pyclass(module = "hakooshi")]
pub(crate) struct Batch {
    pub(crate) games: hakooshi_env::Batch,
    pub(crate) levels: Arc<Vec<hakooshi::Level>>,
    /// What the games look like.
    #[pyo3(get)]
    frames: Py<PyArrayDyn<u8>>,
    /// What the last step earned.
    #[pyo3(get)]
    rewards: Py<PyArray1<f32>>,
    /// Which games the last step solved.
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    /// Which games ran out of steps.
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
}

/// The named rewards, or the four numbers.
#[derive(Debug, FromPyObject)]
pub(crate) enum RewardsArgument {
    #[pyo3(transparent)]
    Named(String),
    #[pyo3(transparent)]
    Given((f32, f32, f32, f32)),
}

impl RewardsArgument {
    fn rewards(&self) -> PyResult<Rewards> {
        match self {
            Self::Named(name) => Rewards::named(name).ok_or_else(|| {
                wrong(format!(
                    "there are no rewards {name:?}; there are: gym_sokoban, boxoban, sparse"
                ))
            }),
            &Self::Given((step, on_goal, off_goal, solved)) => {
                Ok(Rewards { step, on_goal, off_goal, solved })
            }
        }
    }
}

/// How a call changes the games.
#[derive(Clone, Copy)]
enum Change {
    Steps,
    Pushes,
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (
        levels, count, *, observation = "tiny_rgb", tiles = None, actions = "udlr",
        rewards = None, max_steps = 120, autoreset = "next_step", in_order = false
    ))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        py: Python<'_>,
        levels: Vec<Level>,
        count: usize,
        observation: &str,
        tiles: Option<PyReadonlyArrayDyn<'_, u8>>,
        actions: &str,
        rewards: Option<RewardsArgument>,
        max_steps: u32,
        autoreset: &str,
        in_order: bool,
    ) -> PyResult<Self> {
        let levels: Vec<hakooshi::Level> = levels.into_iter().map(|level| level.0).collect();
        let pool = Arc::new(Pool::new(&levels).map_err(wrong)?);
        let view = match tiles {
            Some(tiles) => View::of_tiles(tiles.as_slice()?).map_err(wrong)?,
            None => View::named(observation).map_err(wrong)?,
        };
        let autoreset = match autoreset {
            "next_step" => Autoreset::NextStep,
            "same_step" => Autoreset::SameStep,
            "disabled" => Autoreset::Disabled,
            _ => return Err(wrong("autoreset is next_step, same_step or disabled")),
        };
        let actions = ActionOrder::named(actions).map_err(wrong)?;
        let rewards = rewards.map_or_else(|| Ok(Rewards::default()), |it| it.rewards())?;
        let config = Config { actions, rewards, max_steps, view, autoreset, in_order };
        let mut games = hakooshi_env::Batch::new(pool, count, config);
        // The first games are those of the first reset.
        games.seed(0);
        let shape = [vec![count], games.frame_shape()].concat();
        let batch = Self {
            frames: PyArrayDyn::zeros(py, shape, false).unbind(),
            rewards: PyArray1::zeros(py, count, false).unbind(),
            terminated: PyArray1::zeros(py, count, false).unbind(),
            truncated: PyArray1::zeros(py, count, false).unbind(),
            levels: Arc::new(levels),
            games,
        };
        Ok(batch)
    }

    /// The number of games.
    fn __len__(&self) -> usize {
        self.games.len()
    }

    /// The number of actions.
    #[getter]
    fn action_count(&self) -> usize {
        self.games.config().actions.count()
    }

    /// The number of pushes to choose from: four for each square of the grid.
    #[getter]
    fn push_count(&self) -> usize {
        self.games.push_actions()
    }

    /// The largest number in a frame.
    #[getter]
    fn highest(&self) -> u8 {
        self.games.config().view.highest()
    }

    /// Rows and columns of the grid.
    #[getter]
    fn grid(&self) -> (usize, usize) {
        (self.games.pool().height(), self.games.pool().width())
    }

    /// The levels that are played.
    #[getter]
    fn levels(&self) -> Vec<Level> {
        self.levels.iter().cloned().map(Level).collect()
    }

    /// Equal seeds give equal levels.
    fn seed(&mut self, seed: u64) {
        self.games.seed(seed);
    }

    /// Seeds one game.
    fn seed_one(&mut self, game: usize, seed: u64) -> PyResult<()> {
        self.check(game)?;
        self.games.seed_one(game, seed);
        Ok(())
    }

    /// Begins new games where `mask` says so, or everywhere.
    #[pyo3(signature = (mask = None))]
    fn reset(&mut self, py: Python<'_>, mask: Option<PyReadonlyArray1<'_, bool>>) -> PyResult<()> {
        let mut frames = self.frames.bind(py).readwrite();
        let mask = mask.as_ref().map(|it| it.as_slice()).transpose()?;
        self.games.reset(mask, frames.as_slice_mut()?).map_err(wrong)
    }

    /// Begins level number `level` in `game`.
    fn begin(&mut self, py: Python<'_>, game: usize, level: usize) -> PyResult<()> {
        self.check(game)?;
        let mut frames = self.frames.bind(py).readwrite();
        self.games.begin(game, level, frames.as_slice_mut()?).map_err(wrong)
    }

    /// Makes one step in every game.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        self.change(py, actions.as_slice()?, Change::Steps)
    }

    /// Makes one push in every game: action 4 × square + direction, where a square is row × width
    /// + column, and directions are up, down, left, right.
    fn step_pushes(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        self.change(py, actions.as_slice()?, Change::Pushes)
    }

    /// Writes which pushes can be made into `masks`, games × pushes.
    fn push_masks(&self, py: Python<'_>, masks: &Bound<'_, PyArray2<bool>>) -> PyResult<()> {
        let mut masks = masks.readwrite();
        let slice = masks.as_slice_mut()?;
        py.detach(|| self.games.push_masks(slice)).map_err(wrong)
    }

    /// The games that ended in the last step, with autoreset `same_step`.
    #[getter]
    fn ended(&self) -> Vec<usize> {
        self.games.ended().to_vec()
    }

    /// Their last frames.
    #[getter]
    fn last_frames<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        let shape = [vec![self.games.ended().len()], self.games.frame_shape()].concat();
        PyArray1::from_slice(py, self.games.last_frames()).reshape(shape)
    }

    /// The number of the level that each game plays.
    fn level_numbers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let numbers = (0..self.games.len()).map(|game| self.games.level(game).cast_signed() as i64);
        PyArray1::from_iter(py, numbers)
    }

    /// The number of steps made in each game.
    fn step_counts<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_iter(py, (0..self.games.len()).map(|game| i64::from(self.games.steps(game))))
    }

    /// The number of boxes of each game that are not on a goal.
    fn boxes_left<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_iter(
            py,
            (0..self.games.len()).map(|game| self.games.off_goal(game).cast_signed() as i64),
        )
    }

    /// The position of a game as a level.
    fn position(&self, game: usize) -> PyResult<Level> {
        self.check(game)?;
        let (boxes, player) = self.cells(game);
        let level = &self.levels[self.games.level(game)];
        let tile = |(at, _): (usize, _)| {
            let cell =
                hakooshi::Cell::new((at / level.width()) as u16, (at % level.width()) as u16);
            // Decoration outside the walls stays what it is.
            if level.is_inside(cell) {
                hakooshi_lab::tile_at(level, cell, boxes.contains(&cell), cell == player)
            } else {
                level.tile(cell)
            }
        };
        let tiles = level.tiles().iter().enumerate().map(tile).collect();
        hakooshi::Level::from_tiles(level.width(), tiles).map(Level).map_err(wrong)
    }

    /// A picture of a game, 16 × 16 pixels per square.
    fn picture<'py>(&self, py: Python<'py>, game: usize) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let position = self.position(game)?;
        let pool = Arc::new(Pool::new(&[position.0]).map_err(wrong)?);
        let view = View::named("rgb").map_err(wrong)?;
        let config = Config { view, ..Config::default() };
        let mut games = hakooshi_env::Batch::new(pool, 1, config);
        let shape = games.frame_shape();
        let frames = PyArray3::zeros(py, [shape[0], shape[1], shape[2]], false);
        games.reset(None, frames.readwrite().as_slice_mut()?).map_err(wrong)?;
        Ok(frames)
    }
}

impl Batch {
    pub(crate) fn check(&self, game: usize) -> PyResult<()> {
        if game < self.games.len() {
            return Ok(());
        }
        Err(PyIndexError::new_err(format!("there are {} games, not {game}", self.games.len())))
    }

    /// Boxes and player of a game as cells of its level.
    pub(crate) fn cells(&self, game: usize) -> (Vec<hakooshi::Cell>, hakooshi::Cell) {
        let width = self.games.pool().width();
        let cell = |at: usize| hakooshi::Cell::new((at / width) as u16, (at % width) as u16);
        (self.games.boxes(game).map(cell).collect(), cell(self.games.player(game)))
    }

    fn change(&mut self, py: Python<'_>, actions: &[i64], change: Change) -> PyResult<()> {
        let mut frames: PyReadwriteArrayDyn<'_, u8> = self.frames.bind(py).readwrite();
        let mut rewards = self.rewards.bind(py).readwrite();
        let mut terminated = self.terminated.bind(py).readwrite();
        let mut truncated = self.truncated.bind(py).readwrite();
        let mut out = Outputs {
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            frames: frames.as_slice_mut()?,
        };
        let games = &mut self.games;
        py.detach(|| match change {
            Change::Steps => games.step(actions, &mut out),
            Change::Pushes => games.step_pushes(actions, &mut out),
        })
        .map_err(wrong)
    }
}
