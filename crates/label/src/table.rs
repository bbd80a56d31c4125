//! The cost of solving *every* position of a small level.
//!
//! All sets of boxes on live squares with every square of the player are solved backward from the
//! solved ones by breadth-first search, a whole wave of players at a time. For moves, a layer of
//! the search is one step, walked or pulled; for pushes, one pull of a player who walks freely.
//! Distances are two bytes: small levels with long corridors need more than 255 moves.

use std::sync::OnceLock;

use hakooshi_board::{CompileError, compile};
use hakooshi_engines::waves::{Bits, BoxSets, Grid, each};
use hakooshi_level::{Cell, Dir, Level};
use hakooshi_search::Cancel;
use thiserror::Error;

/// Marks what cannot be solved.
pub const UNSOLVABLE: u16 = u16::MAX;

/// Why a level has no table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The level is too large for the engines.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// Its floor does not fit into 128 bits.
    #[error("the level is too large for a complete table: rows × columns must be about 100")]
    TooLarge,
    /// It has more positions than allowed.
    #[error("the level has more than {limit} positions; raise the limit to compute them all")]
    TooMany {
        /// The limit.
        limit: usize,
    },
    /// Some position needs more moves than two bytes can count.
    #[error("some position needs more than 65,534 moves")]
    TooLong,
    /// It was cancelled.
    #[error("cancelled")]
    Cancelled,
}

/// The fewest pushes and the fewest moves that solve each position of a level.
#[derive(Clone, Debug)]
pub struct Table {
    grid: Grid,
    sets: BoxSets,
    /// By bit: the number of the square.
    squares: [u8; Bits::BITS as usize],
    size: usize,
    boxes: usize,
    /// By set, then square.
    moves: Vec<u16>,
    /// Computed on first use.
    pushes: OnceLock<Vec<u16>>,
}

/// What a layer of the search is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layer {
    Push,
    Move,
}

impl Table {
    /// Solves every position with as many boxes as `level` has, unless there are more than `limit`.
    /// The flag is looked at between layers.
    pub fn new(level: &Level, limit: usize, cancel: &Cancel) -> Result<Self, TableError> {
        let (board, start) = compile(level)?;
        let grid = Grid::new(&board).ok_or(TableError::TooLarge)?;
        let (size, boxes) = (board.size(), start.boxes().len());
        let sets = BoxSets::new(grid.live, boxes, limit / size.max(1));
        let sets = sets.ok_or(TableError::TooMany { limit })?;
        let mut squares = [0; Bits::BITS as usize];
        for (number, bit) in each(grid.floor).enumerate() {
            squares[bit.trailing_zeros() as usize] = number as u8;
        }
        let pushes = OnceLock::new();
        let mut table = Self { grid, sets, squares, size, boxes, moves: Vec::new(), pushes };
        table.moves = table.solve(Layer::Move, cancel)?;
        Ok(table)
    }

    /// Computes the pushes now and not on first use, so that it can be cancelled.
    pub fn compute_pushes(&self, cancel: &Cancel) -> Result<(), TableError> {
        if self.pushes.get().is_none() {
            // Another thread may have been faster; its table is the same.
            let _ = self.pushes.set(self.solve(Layer::Push, cancel)?);
        }
        Ok(())
    }

    /// How many positions the table has, those with the player on a box included.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether the level has no positions.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The fewest pushes by number of position, [`UNSOLVABLE`] for those without solution.
    pub fn all_pushes(&self) -> &[u16] {
        // No solution has more pushes than moves, so these can be counted too.
        self.pushes.get_or_init(|| self.solve(Layer::Push, &Cancel::new()).unwrap_or_default())
    }

    /// The fewest moves by number of position, [`UNSOLVABLE`] for those without solution.
    pub fn all_moves(&self) -> &[u16] {
        &self.moves
    }

    /// The fewest pushes that solve a position; `None` if nothing does, or if these boxes and
    /// this player are no position of the level.
    pub fn pushes(&self, boxes: &[Cell], player: Cell) -> Option<u16> {
        self.index(boxes, player).map(|at| self.all_pushes()[at]).filter(|&it| it != UNSOLVABLE)
    }

    /// The fewest moves, likewise.
    pub fn moves(&self, boxes: &[Cell], player: Cell) -> Option<u16> {
        self.index(boxes, player).map(|at| self.moves[at]).filter(|&it| it != UNSOLVABLE)
    }

    /// The steps with which a solution with fewest moves can begin, in the order of [`Dir::ALL`].
    pub fn first_moves(&self, boxes: &[Cell], player: Cell) -> Vec<Dir> {
        let Some(now) = self.moves(boxes, player).filter(|&moves| moves > 0) else {
            return Vec::new();
        };
        let is_best = |dir: &Dir| self.moves_after(boxes, player, *dir) == Some(now - 1);
        Dir::ALL.into_iter().filter(is_best).collect()
    }

    /// The fewest moves that solve the position after a step; `None` if the step cannot be made or
    /// nothing solves what follows.
    pub fn moves_after(&self, boxes: &[Cell], player: Cell, dir: Dir) -> Option<u16> {
        let to = player.step(dir)?;
        let Some(pushed) = boxes.iter().position(|&cell| cell == to) else {
            return self.moves(boxes, to);
        };
        let beyond = to.step(dir).filter(|cell| !boxes.contains(cell))?;
        let mut after = boxes.to_vec();
        after[pushed] = beyond;
        self.moves(&after, to)
    }

    /// The fewest pushes that solve the position after the box on `from` is pushed; `None` if there
    /// is none or nothing solves what follows. Whether the player can walk to it is not asked.
    pub fn pushes_after(&self, boxes: &[Cell], from: Cell, dir: Dir) -> Option<u16> {
        let pushed = boxes.iter().position(|&cell| cell == from)?;
        let beyond = from.step(dir).filter(|cell| !boxes.contains(cell))?;
        let mut after = boxes.to_vec();
        after[pushed] = beyond;
        self.pushes(&after, from)
    }

    /// The number of a position that the table has.
    fn index(&self, boxes: &[Cell], player: Cell) -> Option<usize> {
        let mut set = 0;
        for &cell in boxes {
            set |= self.grid.bit_of_any(cell) & self.grid.live;
        }
        let player = self.grid.bit_of_any(player) & !set;
        if boxes.len() != self.boxes || set.count_ones() as usize != self.boxes || player == 0 {
            return None;
        }
        Some(self.sets.rank(set) as usize * self.size + self.square(player))
    }

    fn square(&self, bit: Bits) -> usize {
        usize::from(self.squares[bit.trailing_zeros() as usize])
    }

    /// Searches backward from all solved positions.
    fn solve(&self, layer: Layer, cancel: &Cancel) -> Result<Vec<u16>, TableError> {
        let Self { grid, .. } = self;
        let all = self.sets.all();
        let mut table = vec![UNSOLVABLE; all.len() * self.size];
        let mut seen: Vec<Bits> = vec![0; all.len()];
        // Of each set the players who are next, and the sets that have any.
        let mut waiting: Vec<Bits> = vec![0; all.len()];
        let mut ready: Vec<(u32, Bits)> = Vec::new();
        let mut next: Vec<u32> = Vec::new();
        for (rank, &boxes) in all.iter().enumerate() {
            if boxes & !grid.goals == 0 {
                waiting[rank] = grid.floor & !boxes;
                next.push(rank as u32);
            }
        }
        let mut distance = 0;
        while !next.is_empty() {
            if distance == UNSOLVABLE {
                return Err(TableError::TooLong);
            }
            if cancel.is_cancelled() {
                return Err(TableError::Cancelled);
            }
            let mut take = |rank: u32| std::mem::take(&mut waiting[rank as usize]);
            ready.extend(next.drain(..).map(|rank| (rank, take(rank))));
            for (rank, players) in ready.drain(..) {
                let boxes = all[rank as usize];
                let free = grid.floor & !boxes;
                let mut players = players & !seen[rank as usize];
                if layer == Layer::Push && players != 0 {
                    players = grid.flood(players, free);
                }
                if players == 0 {
                    continue;
                }
                seen[rank as usize] |= players;
                let row = &mut table[rank as usize * self.size..][..self.size];
                for bit in each(players) {
                    row[self.square(bit)] = distance;
                }
                let mut add = |rank: u32, players: Bits| {
                    let slot = &mut waiting[rank as usize];
                    if *slot == 0 {
                        next.push(rank);
                    }
                    *slot |= players;
                };
                if layer == Layer::Move {
                    let walked = grid.around(players) & free & !seen[rank as usize];
                    if walked != 0 {
                        add(rank, walked);
                    }
                }
                for dir in Dir::ALL {
                    // The player, beside a box, came from the square behind him.
                    let back = dir.opposite();
                    let pulled = players & grid.step(boxes, back) & grid.live;
                    for at in each(pulled & grid.step(free, dir)) {
                        let earlier = boxes ^ grid.step(at, dir) ^ at;
                        let before = self.sets.rank(earlier);
                        let stood = grid.step(at, back);
                        if seen[before as usize] & stood == 0 {
                            add(before, stood);
                        }
                    }
                }
            }
            distance += 1;
        }
        Ok(table)
    }
}
