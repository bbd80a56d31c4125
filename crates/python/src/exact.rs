//! The exact cost of positions, from complete tables of small levels.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use hakooshi::Cancel;
use hakooshi_label::{TableError, UNSOLVABLE};
use hakooshi_level::Dir;
use numpy::{PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;

use crate::batch::Batch;
use crate::errors::wrong;
use crate::level::Level;
use crate::waiting::{beside, share, threads};

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
        let made = beside(py, |cancel| hakooshi_label::Table::new(&level.0, limit, cancel))?;
        made.map(Self).map_err(wrong)
    }

    /// The number of positions.
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The fewest moves that solve a position; `None` if nothing does.
    fn moves(&self, boxes: Vec<(u16, u16)>, player: (u16, u16)) -> Option<u16> {
        self.0.moves(&cells(&boxes), hakooshi::Cell::new(player.0, player.1))
    }

    /// The fewest pushes that solve a position; `None` if nothing does. The first call computes them
    /// for all positions.
    fn pushes(
        &self,
        py: Python<'_>,
        boxes: Vec<(u16, u16)>,
        player: (u16, u16),
    ) -> PyResult<Option<u16>> {
        beside(py, |cancel| self.0.compute_pushes(cancel))?.map_err(wrong)?;
        Ok(self.0.pushes(&cells(&boxes), hakooshi::Cell::new(player.0, player.1)))
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

/// The exact costs of the positions of a `Batch`. Tables are computed for the levels that are being
/// played, on all cores, and kept: those of all games, and up to `keep` if that is more, the last
/// used. A Boxoban level takes about five megabytes.
#[pyclass(module = "hakooshi", frozen)]
pub(crate) struct Exact {
    limit: usize,
    keep: usize,
    kept: Mutex<Kept>,
}

/// Tables by the number of their level, each with the turn in which it was last used.
#[derive(Default)]
struct Kept {
    turn: u64,
    tables: HashMap<usize, (u64, Arc<hakooshi_label::Table>)>,
}

#[pymethods]
impl Exact {
    #[new]
    #[pyo3(signature = (*, limit = 100_000_000, keep = 256))]
    fn new(limit: usize, keep: usize) -> Self {
        Self { limit, keep, kept: Mutex::default() }
    }

    /// For each game the fewest moves that solve it, −1 if nothing does; and for each game and
    /// action whether a solution with fewest moves can begin with it.
    fn look<'py>(&self, py: Python<'py>, batch: &Batch) -> PyResult<Costs<'py>> {
        let tables = self.tables(py, batch, |_, _| Ok(()))?;
        let order = batch.games.config().actions;
        fill(py, batch.games.len(), order.count(), |game, best| {
            let (boxes, player) = batch.cells(game);
            for dir in tables[game].first_moves(&boxes, player) {
                if let Some(action) = order.step(dir) {
                    best[action] = true;
                }
            }
            tables[game].moves(&boxes, player)
        })
    }

    /// The same for pushes: actions are those of `Batch.step_pushes`.
    fn look_pushes<'py>(&self, py: Python<'py>, batch: &Batch) -> PyResult<Costs<'py>> {
        let tables = self.tables(py, batch, hakooshi_label::Table::compute_pushes)?;
        let (count, actions) = (batch.games.len(), batch.games.push_actions());
        let mut masks = vec![false; count * actions];
        batch.games.push_masks(&mut masks).map_err(wrong)?;
        let width = batch.games.pool().width();
        fill(py, count, actions, |game, best| {
            let (boxes, player) = batch.cells(game);
            let now = tables[game].pushes(&boxes, player);
            let can =
                masks[game * actions..][..actions].iter().enumerate().filter(|(_, can)| **can);
            for (action, _) in can {
                let (square, dir) = (action / 4, Dir::ALL[action % 4]);
                let from = hakooshi::Cell::new((square / width) as u16, (square % width) as u16);
                let after = tables[game].pushes_after(&boxes, from, dir);
                best[action] = now.is_some() && after.map(|it| it + 1) == now;
            }
            now
        })
    }
}

/// The arrays of costs and best actions, filled game by game.
fn fill(
    py: Python<'_>,
    count: usize,
    actions: usize,
    look: impl Fn(usize, &mut [bool]) -> Option<u16>,
) -> PyResult<Costs<'_>> {
    let costs = PyArray1::<i32>::zeros(py, count, false);
    let best = PyArray2::<bool>::zeros(py, [count, actions], false);
    {
        let (mut costs, mut best) = (costs.readwrite(), best.readwrite());
        let (costs, best) = (costs.as_slice_mut()?, best.as_slice_mut()?);
        for (game, cost) in costs.iter_mut().enumerate() {
            *cost = look(game, &mut best[game * actions..][..actions]).map_or(-1, i32::from);
        }
    }
    Ok((costs, best))
}

impl Exact {
    /// The table of each game. Those that are missing are computed, and finished by `finish`.
    fn tables(
        &self,
        py: Python<'_>,
        batch: &Batch,
        finish: impl Fn(&hakooshi_label::Table, &Cancel) -> Result<(), TableError> + Sync,
    ) -> PyResult<Vec<Arc<hakooshi_label::Table>>> {
        let numbers: Vec<usize> =
            (0..batch.games.len()).map(|game| batch.games.level(game)).collect();
        let lock = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut known = lock().find(&numbers);
        let missing: HashSet<usize> =
            numbers.iter().copied().filter(|it| !known.contains_key(it)).collect();
        if !missing.is_empty() {
            let missing: Vec<usize> = missing.into_iter().collect();
            // Not under the lock: a thread that waits for it holds the interpreter.
            let made = beside(py, |cancel| {
                share(
                    &missing,
                    threads(0),
                    || (),
                    |(), &number| {
                        let table =
                            hakooshi_label::Table::new(&batch.levels[number], self.limit, cancel)?;
                        finish(&table, cancel)?;
                        Ok::<_, TableError>((number, Arc::new(table)))
                    },
                )
            })?;
            for made in made {
                let (number, table) = made.map_err(wrong)?;
                known.insert(number, table);
            }
        }
        let tables = numbers.iter().map(|number| Arc::clone(&known[number])).collect();
        lock().note(known, self.keep);
        Ok(tables)
    }
}

impl Kept {
    fn find(&self, numbers: &[usize]) -> HashMap<usize, Arc<hakooshi_label::Table>> {
        let table = |number| self.tables.get(&number).map(|(_, table)| (number, Arc::clone(table)));
        numbers.iter().copied().filter_map(table).collect()
    }

    /// Keeps these tables and up to `keep` in all, the last used.
    fn note(&mut self, used: HashMap<usize, Arc<hakooshi_label::Table>>, keep: usize) {
        self.turn += 1;
        let (turn, most) = (self.turn, keep.max(used.len()));
        self.tables.extend(used.into_iter().map(|(number, table)| (number, (turn, table))));
        let over = self.tables.len().saturating_sub(most);
        if over > 0 {
            let mut turns: Vec<u64> = self.tables.values().map(|(turn, _)| *turn).collect();
            turns.sort_unstable();
            let oldest = turns[over - 1];
            self.tables.retain(|_, (turn, _)| *turn > oldest);
        }
    }
}
