//! The exact cost of positions, from complete tables of small levels.

use std::sync::{Arc, Mutex, PoisonError};

use hakooshi_label::UNSOLVABLE;
use numpy::{PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;

use crate::batch::Batch;
use crate::errors::wrong;
use crate::level::Level;
use crate::waiting::beside;

/// The fewest moves and pushes that solve every position of a small level.
///
/// >>> table = Table(Level("#######\n#@ $ .#\n#######"))
/// >>> table.moves([(1, 3)], (1, 1)), table.pushes([(1, 3)], (1, 1))
/// (3, 2)
/// >>> table.first_moves([(1, 3)], (1, 1)), table.moves([(1, 3)], (1, 5))
/// ('r', None)
#[pyclass(module = "hakooshi", frozen)]
pub(crate) struct Table(hakooshi_label::Table);

/// Costs by game, and the best actions by game and action.
type Costs<'py> = (Bound<'py, PyArray1<i32>>, Bound<'py, PyArray2<bool>>);

fn cells(pairs: &[(u16, u16)]) -> Vec<hakooshi::Cell> {
    pairs.iter().map(|&(row, col)| hakooshi::Cell::new(row, col)).collect()
}

#[pymethods]
impl Table {
    #[new]
    #[pyo3(signature = (level, *, limit = 100_000_000))]
    fn new(py: Python<'_>, level: &Level, limit: usize) -> PyResult<Self> {
        beside(py, |_| hakooshi_label::Table::new(&level.0, limit))?.map(Self).map_err(wrong)
    }

    /// The number of positions.
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The fewest moves that solve a position; `None` if nothing does.
    fn moves(&self, boxes: Vec<(u16, u16)>, player: (u16, u16)) -> Option<u16> {
        self.0.moves(&cells(&boxes), hakooshi::Cell::new(player.0, player.1))
    }

    /// The fewest pushes that solve a position; `None` if nothing does.
    fn pushes(&self, boxes: Vec<(u16, u16)>, player: (u16, u16)) -> Option<u16> {
        self.0.pushes(&cells(&boxes), hakooshi::Cell::new(player.0, player.1))
    }

    /// The letters of the steps with which a solution with fewest moves can begin.
    fn first_moves(&self, boxes: Vec<(u16, u16)>, player: (u16, u16)) -> String {
        let dirs = self.0.first_moves(&cells(&boxes), hakooshi::Cell::new(player.0, player.1));
        dirs.into_iter().map(|dir| char::from(dir.letter())).collect()
    }

    /// How many positions can be solved, and the most moves that one of them needs.
    fn summary(&self) -> (usize, u16) {
        let solvable = || self.0.all_moves().iter().copied().filter(|&it| it != UNSOLVABLE);
        (solvable().count(), solvable().max().unwrap_or(0))
    }
}

/// The exact costs of the positions of a `Batch`. A table is computed for each level when it is
/// first played, and the last `keep` of them are kept: about five megabytes for a Boxoban level.
#[pyclass(module = "hakooshi", frozen)]
pub(crate) struct Exact {
    limit: usize,
    keep: usize,
    tables: Mutex<Vec<(usize, Arc<hakooshi_label::Table>)>>,
}

#[pymethods]
impl Exact {
    #[new]
    #[pyo3(signature = (*, limit = 100_000_000, keep = 256))]
    fn new(limit: usize, keep: usize) -> Self {
        Self { limit, keep: keep.max(1), tables: Mutex::new(Vec::new()) }
    }

    /// For each game the fewest moves that solve it, −1 if nothing does; and for each game and
    /// action whether a solution with fewest moves can begin with it.
    fn look<'py>(&self, py: Python<'py>, batch: &Batch) -> PyResult<Costs<'py>> {
        let order = batch.games.config().actions;
        let (count, actions) = (batch.games.len(), order.count());
        let costs = PyArray1::<i32>::zeros(py, count, false);
        let best = PyArray2::<bool>::zeros(py, [count, actions], false);
        {
            let mut costs = costs.readwrite();
            let mut best = best.readwrite();
            let (costs, best) = (costs.as_slice_mut()?, best.as_slice_mut()?);
            for game in 0..count {
                let table = self.table(py, batch, batch.games.level(game))?;
                let (boxes, player) = batch.cells(game);
                costs[game] = table.moves(&boxes, player).map_or(-1, i32::from);
                for dir in table.first_moves(&boxes, player) {
                    if let Some(action) = order.step(dir) {
                        best[game * actions + action] = true;
                    }
                }
            }
        }
        Ok((costs, best))
    }
}

impl Exact {
    fn table(
        &self,
        py: Python<'_>,
        batch: &Batch,
        number: usize,
    ) -> PyResult<Arc<hakooshi_label::Table>> {
        let lock = || self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tables = lock();
        if let Some(at) = tables.iter().position(|(level, _)| *level == number) {
            // The last used is the last to go.
            let found = tables.remove(at);
            let table = Arc::clone(&found.1);
            tables.push(found);
            return Ok(table);
        }
        drop(tables);
        let level = &batch.levels[number];
        let made = beside(py, |_| hakooshi_label::Table::new(level, self.limit))?;
        let table = Arc::new(made.map_err(wrong)?);
        let mut tables = lock();
        if tables.len() >= self.keep {
            tables.remove(0);
        }
        tables.push((number, Arc::clone(&table)));
        Ok(table)
    }
}
