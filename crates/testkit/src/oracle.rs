//! Exact solution costs of a tiny level: every state, solved backwards.
//!
//! Given walls, goals and a number of boxes, the oracle considers **all** states: each placement of the
//! boxes and each free cell for the player, whether or not it can be reached from the start. Dijkstra's
//! algorithm runs backwards from every solved state (each box on some goal; there may be fewer boxes than
//! goals) over reversed steps and pushes. Each state gets the least cost of solving it, and a state that is
//! never reached cannot be solved. It runs once for pushes before moves and, on first use, once for moves
//! before pushes.
//!
//! States are numbered by [`Placements`] and player; a run needs 8 bytes for each.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::OnceLock;

use hakooshi_level::{Cell, Dir, Level};
use thiserror::Error;

use crate::placements::Placements;
use crate::{Cost, Rng, State};

/// The level has more states than the caller is willing to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{cells} cells and {boxes} boxes make more than {limit} states")]
pub struct TooLarge {
    /// Cells inside.
    pub cells: usize,
    /// Boxes asked for.
    pub boxes: usize,
    /// The limit that is exceeded.
    pub limit: usize,
}

/// Exact distances for every state of a tiny level with a given number of boxes.
#[derive(Debug)]
pub struct Oracle {
    level: Level,
    boxes: usize,
    cells: Vec<Cell>,
    goal: Vec<bool>,
    next: Vec<[Option<usize>; 4]>,
    placements: Placements,
    by_pushes: Vec<Key>,
    by_moves: OnceLock<Vec<Key>>,
}

/// Major and minor cost; compared in that order.
type Key = (u32, u32);
const UNSOLVABLE: Key = (u32::MAX, u32::MAX);

/// What one player step adds to the key.
#[derive(Clone, Copy)]
struct Metric {
    walk: Key,
    push: Key,
}

const PUSHES_FIRST: Metric = Metric { walk: (0, 1), push: (1, 1) };
const MOVES_FIRST: Metric = Metric { walk: (1, 0), push: (1, 1) };

impl Oracle {
    /// Solves `level` with its own number of boxes; see [`Oracle::with_boxes`].
    pub fn new(level: &Level, limit: usize) -> Result<Self, TooLarge> {
        Self::with_boxes(level, level.boxes(), limit)
    }

    /// Solves all states of `boxes` boxes on the walls and goals of `level`, unless there are
    /// more than `limit`.
    pub fn with_boxes(level: &Level, boxes: usize, limit: usize) -> Result<Self, TooLarge> {
        let cells: Vec<Cell> = level.inside().collect();
        let placements = Placements::new(cells.len(), boxes)
            .filter(|all| all.count().checked_mul(cells.len()).is_some_and(|n| n <= limit))
            .ok_or(TooLarge { cells: cells.len(), boxes, limit })?;
        let goal = cells.iter().map(|&cell| level.tile(cell).is_goal()).collect();
        let number = |cell: Cell| cells.binary_search(&cell).ok();
        let next =
            cells.iter().map(|cell| Dir::ALL.map(|dir| cell.step(dir).and_then(number))).collect();
        let mut oracle = Self {
            level: level.clone(),
            boxes,
            cells,
            goal,
            next,
            placements,
            by_pushes: Vec::new(),
            by_moves: OnceLock::new(),
        };
        oracle.by_pushes = oracle.solve(PUSHES_FIRST);
        Ok(oracle)
    }

    /// The level whose walls and goals are looked at.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// Whether `state` is one of those looked at: it has the right number of boxes, and could
    /// be drawn.
    pub fn knows(&self, state: &State) -> bool {
        state.boxes.len() == self.boxes && state.fits(&self.level)
    }

    /// Whether any sequence of moves solves `state`.
    ///
    /// # Panics
    /// Like all questions about a state, when the oracle does not [know](Self::knows) it: a
    /// test that asks such a question is wrong, and a quiet answer would hide that.
    pub fn is_solvable(&self, state: &State) -> bool {
        self.pushes(state).is_some()
    }

    /// The least number of pushes that solves `state`, or `None` when nothing does.
    pub fn pushes(&self, state: &State) -> Option<u32> {
        self.push_optimum(state).map(|cost| cost.pushes)
    }

    /// The least number of moves that solves `state`, or `None` when nothing does.
    pub fn moves(&self, state: &State) -> Option<u32> {
        self.move_optimum(state).map(|cost| cost.moves)
    }

    /// The cost of solving `state` with least pushes and, among those, least moves.
    pub fn push_optimum(&self, state: &State) -> Option<Cost> {
        let key = lookup(&self.by_pushes, self.index(state))?;
        Some(Cost { pushes: key.0, moves: key.1 })
    }

    /// The cost of solving `state` with least moves and, among those, least pushes.
    pub fn move_optimum(&self, state: &State) -> Option<Cost> {
        let key = lookup(self.by_moves(), self.index(state))?;
        Some(Cost { pushes: key.1, moves: key.0 })
    }

    /// Letters that solve `state` at the cost of [`Oracle::push_optimum`].
    pub fn push_solution(&self, state: &State) -> Option<String> {
        self.descend(state, &self.by_pushes, PUSHES_FIRST)
    }

    /// Letters that solve `state` at the cost of [`Oracle::move_optimum`].
    pub fn move_solution(&self, state: &State) -> Option<String> {
        self.descend(state, self.by_moves(), MOVES_FIRST)
    }

    /// Every state there is, solvable or not.
    pub fn states(&self) -> impl Iterator<Item = State> {
        (0..self.by_pushes.len()).filter_map(|index| self.state(index))
    }

    /// Every state that can be solved.
    pub fn solvable_states(&self) -> impl Iterator<Item = State> {
        (0..self.by_pushes.len())
            .filter(|&index| self.by_pushes[index] != UNSOLVABLE)
            .filter_map(|index| self.state(index))
    }

    /// `count` states drawn at random, solvable or not, possibly with repetition; none when
    /// there are no states at all.
    pub fn sample(&self, rng: &mut Rng, count: usize) -> Vec<State> {
        if self.cells.len() <= self.boxes {
            return Vec::new();
        }
        std::iter::repeat_with(|| rng.below(self.by_pushes.len()))
            .filter_map(|index| self.state(index))
            .take(count)
            .collect()
    }

    fn by_moves(&self) -> &[Key] {
        self.by_moves.get_or_init(|| self.solve(MOVES_FIRST))
    }

    fn index(&self, state: &State) -> usize {
        assert!(self.knows(state), "not a state of {} boxes here: {state:?}", self.boxes);
        let number = |cell: Cell| {
            self.cells.binary_search(&cell).expect("a state that fits has only cells inside")
        };
        let boxes: Vec<usize> = state.boxes.iter().map(|&cell| number(cell)).collect();
        self.placements.rank(&boxes) * self.cells.len() + number(state.player)
    }

    /// The state with a given number; `None` for numbers that put the player on a box.
    fn state(&self, index: usize) -> Option<State> {
        let boxes = self.placements.unrank(index / self.cells.len());
        let player = index % self.cells.len();
        let cells = boxes.iter().map(|&number| self.cells[number]).collect();
        (!boxes.contains(&player)).then(|| State::new(cells, self.cells[player]))
    }

    /// Dijkstra's search from all solved states, backward.
    fn solve(&self, metric: Metric) -> Vec<Key> {
        let count = self.cells.len();
        let mut best = vec![UNSOLVABLE; self.placements.count() * count];
        let mut heap = BinaryHeap::new();
        for rank in 0..self.placements.count() {
            let boxes = self.placements.unrank(rank);
            if boxes.iter().all(|&cell| self.goal[cell]) {
                for player in (0..count).filter(|player| !boxes.contains(player)) {
                    best[rank * count + player] = (0, 0);
                    heap.push(Reverse(((0, 0), rank * count + player)));
                }
            }
        }
        while let Some(Reverse((key, index))) = heap.pop() {
            if best[index] < key {
                continue;
            }
            self.before(index, |earlier, pushed| {
                let add = if pushed { metric.push } else { metric.walk };
                let longer = (key.0 + add.0, key.1 + add.1);
                if longer < best[earlier] {
                    best[earlier] = longer;
                    heap.push(Reverse((longer, earlier)));
                }
            });
        }
        best
    }

    /// Tells `visit` each state from which one player step leads to state `index`, and
    /// whether that step is a push.
    fn before(&self, index: usize, mut visit: impl FnMut(usize, bool)) {
        let count = self.cells.len();
        let (rank, player) = (index / count, index % count);
        let boxes = self.placements.unrank(rank);
        for dir in Dir::ALL {
            // The player came from the cell behind, which is still free.
            let behind = self.next[player][dir.opposite().index()];
            let Some(behind) = behind.filter(|cell| !boxes.contains(cell)) else { continue };
            visit(rank * count + behind, false);
            // If a box stands ahead, the player may have pushed it there from its own cell.
            let ahead = self.next[player][dir.index()];
            if let Some(at) = boxes.iter().position(|&cell| Some(cell) == ahead) {
                let mut pulled = boxes.clone();
                pulled[at] = player;
                pulled.sort_unstable();
                visit(self.placements.rank(&pulled) * count + behind, true);
            }
        }
    }

    /// Follows the distances downhill, forward and on the letters of the level.
    fn descend(&self, state: &State, best: &[Key], metric: Metric) -> Option<String> {
        let mut key = lookup(best, self.index(state))?;
        let mut state = state.clone();
        let mut letters = String::new();
        while key != (0, 0) {
            let (dir, next, pushed) = Dir::ALL.into_iter().find_map(|dir| {
                let (next, pushed) = state.step(&self.level, dir)?;
                let add = if pushed { metric.push } else { metric.walk };
                let rest = lookup(best, self.index(&next))?;
                ((rest.0 + add.0, rest.1 + add.1) == key).then_some((dir, next, pushed))
            })?;
            let letter = char::from(dir.letter());
            letters.push(if pushed { letter.to_ascii_uppercase() } else { letter });
            key = best[self.index(&next)];
            state = next;
        }
        Some(letters)
    }
}

fn lookup(best: &[Key], index: usize) -> Option<Key> {
    Some(best[index]).filter(|&key| key != UNSOLVABLE)
}
