//! The tables behind `pairs` and `triples`: for every set of two or three boxes, alone on the
//! board, the player's squares from which they can still be brought to goals.
//!
//! If two boxes alone cannot both be brought to goals, no position that contains them can be
//! solved, since removing boxes never hurts. So one exact search over two boxes finds, for every
//! pair of squares, the player's regions in which the pair is dead; on smaller boards the same is
//! done for every triple. Backward, a set is dead if it cannot have come from the start with the
//! player where the level has him; only the seeds and the direction of the moves differ.

use std::sync::OnceLock;

use hakooshi_board::{Board, Direction, Square, SquareSet};
use hakooshi_level::Dir;

use super::pairs::DeadPairs;
use super::regions::Regions;
use super::triples::DeadTriples;
use crate::{Context, Cost, Reservation, Stop, Task};

/// Work between two looks at the budget, in squares that the player walks over and entries taken from
/// the stack. Counting sets instead made looks rare where they matter, on large boards.
const LOOK: usize = 1 << 18;

/// The tables of a level, built once for all its searches.
#[derive(Debug, Default)]
pub(crate) struct DeadSetTables {
    forward: Tables,
    backward: Tables,
}

/// The tables of one direction, each with the memory it takes.
#[derive(Debug, Default)]
pub(super) struct Tables {
    pub(super) pairs: OnceLock<(DeadPairs, Reservation)>,
    pub(super) triples: OnceLock<(DeadTriples, Reservation)>,
}

impl DeadSetTables {
    pub(super) fn of(&self, direction: Direction) -> &Tables {
        match direction {
            Direction::Forward => &self.forward,
            Direction::Backward => &self.backward,
        }
    }
}

/// The number of a square that no box may stand on.
const NOT_LIVE: u16 = u16::MAX;

/// The squares of a board that a box may stand on, numbered from zero.
#[derive(Clone, Debug)]
pub(super) struct LiveNumbers {
    pub(super) squares: Vec<Square>,
    /// By square; [`NOT_LIVE`] where no box may stand.
    number: Vec<u16>,
    /// Words of a bit set of squares.
    pub(super) words: usize,
}

impl LiveNumbers {
    pub(super) fn new(board: &Board, live: &SquareSet) -> Self {
        let squares: Vec<Square> = live.iter().collect();
        let mut number = vec![NOT_LIVE; board.table_len()];
        for (at, square) in squares.iter().enumerate() {
            number[square.index()] = at as u16;
        }
        Self { squares, number, words: board.table_len().div_ceil(64) }
    }

    /// Whether a box may be on `square`. A search without the mask of dead squares also moves boxes
    /// to other squares.
    #[inline]
    pub(super) fn contains(&self, square: Square) -> bool {
        self.number[square.index()] != NOT_LIVE
    }

    #[inline]
    pub(super) fn of(&self, square: Square) -> usize {
        usize::from(self.number[square.index()])
    }

    pub(super) fn len(&self) -> usize {
        self.squares.len()
    }
}

/// Whether a bit is set in a row of a table.
#[inline]
pub(super) fn has_bit(table: &[u64], row: usize, square: Square) -> bool {
    table[row + square.index() / 64] >> (square.index() % 64) & 1 != 0
}

pub(super) fn set_bit(table: &mut [u64], row: usize, square: Square) {
    table[row + square.index() / 64] |= 1 << (square.index() % 64);
}

/// The squares that are both in a row of a table and occupied.
#[inline]
pub(super) fn occupied_in<'a>(
    row: &'a [u64],
    occupied: &'a SquareSet,
) -> impl Iterator<Item = Square> + 'a {
    let both = row.iter().zip(occupied.words()).map(|(row, boxes)| row & boxes);
    both.enumerate().filter(|&(_, bits)| bits != 0).flat_map(|(word, bits)| {
        let rest = |bits: &u64| Some(bits & (bits - 1)).filter(|&bits| bits != 0);
        std::iter::successors(Some(bits), rest)
            .map(move |bits| Square::from_index(word * 64 + bits.trailing_zeros() as usize))
    })
}

pub(super) const fn choose2(n: usize) -> usize {
    n * n.saturating_sub(1) / 2
}

pub(super) const fn choose3(n: usize) -> usize {
    n * n.saturating_sub(1) * n.saturating_sub(2) / 6
}

/// The index of a pair among all, in either order.
#[inline]
pub(super) const fn pair(a: usize, b: usize) -> usize {
    if a < b { choose2(b) + a } else { choose2(a) + b }
}

/// The index of a triple among all, in any order.
#[inline]
pub(super) const fn triple(a: usize, b: usize, c: usize) -> usize {
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    let (b, c) = if b < c { (b, c) } else { (c, b) };
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    choose3(c) + choose2(b) + a
}

/// The search over a few boxes alone that fills a table.
pub(super) struct Fill<'a> {
    task: &'a Task,
    direction: Direction,
    live: &'a SquareSet,
    numbers: &'a LiveNumbers,
    seeds: Vec<Square>,
}

/// A table that is being filled.
struct Spread<'a, const K: usize> {
    table: Vec<u64>,
    regions: Regions<'a>,
    /// The player's region.
    region: Vec<u64>,
    /// Sets with the player's square that are alive and wait for their turn.
    stack: Vec<([Square; K], Square)>,
    /// The memory of the stack and the regions.
    held: Reservation,
    /// Work since the last look at the budget.
    work: usize,
}

impl<'a> Fill<'a> {
    pub(super) fn new(task: &'a Task, direction: Direction, numbers: &'a LiveNumbers) -> Self {
        let (live, seeds) = (task.live(direction), direction.targets(&task.board, &task.start));
        Self { task, direction, live, numbers, seeds }
    }

    /// By set of `K` boxes, as bits: the player's squares from which it is alive, found from the
    /// seeds by undoing the moves of the search.
    pub(super) fn alive<const K: usize>(
        &self,
        sets: usize,
        context: &mut Context<'_>,
    ) -> Result<Vec<u64>, Stop> {
        let mut spread = Spread {
            table: vec![0; sets * self.numbers.words],
            regions: Regions::new(&self.task.board, self.numbers, K),
            region: vec![0; self.numbers.words],
            stack: Vec::new(),
            held: self.task.memory.reservation(),
            work: 0,
        };
        // One set at a time: all of them at once would take more memory than the table.
        let mut chosen: [usize; K] = std::array::from_fn(|at| at);
        if self.seeds.len() < K || !self.seeds.iter().all(|&seed| self.live.contains(seed)) {
            return Ok(spread.table);
        }
        loop {
            let boxes = chosen.map(|at| self.seeds[at]);
            match self.direction {
                Direction::Backward => spread.stack.push((boxes, self.task.start.player())),
                Direction::Forward => {
                    let squares = self.task.board.squares();
                    let free = squares.filter(|square| !boxes.contains(square));
                    spread.stack.extend(free.map(|player| (boxes, player)));
                }
            }
            self.spread(&mut spread, context)?;
            // The next combination in lexicographic order.
            let Some(at) = (0..K).rev().find(|&at| chosen[at] + K - at < self.seeds.len()) else {
                return Ok(spread.table);
            };
            chosen[at] += 1;
            for later in at + 1..K {
                chosen[later] = chosen[later - 1] + 1;
            }
        }
    }

    /// Marks what is on the stack as alive, and all that it can have come from.
    fn spread<const K: usize>(
        &self,
        spread: &mut Spread<'_, K>,
        context: &mut Context<'_>,
    ) -> Result<(), Stop> {
        let words = self.numbers.words;
        let Spread { table, regions, region, stack, held, work } = spread;
        while let Some((boxes, player)) = stack.pop() {
            *work += 1;
            if *work >= LOOK {
                *work = 0;
                context.poll(Cost::ZERO, 0)?;
            }
            let row = self.place(&boxes) * words;
            if has_bit(table, row, player) {
                continue;
            }
            let before = regions.bytes();
            *work += regions.write(&boxes, player, region);
            for (players, region) in table[row..][..words].iter_mut().zip(&*region) {
                *players |= region;
            }
            let is_full = stack.capacity() - stack.len() < 4 * K;
            if is_full {
                stack.reserve(4 * K);
            }
            if is_full || regions.bytes() > before {
                let stack = stack.capacity() * size_of::<([Square; K], Square)>();
                held.resize(stack + regions.bytes())?;
            }
            for at in 0..K {
                for dir in Dir::ALL {
                    let undone = self.undone(region, &boxes, boxes[at], dir);
                    let Some((to, player)) = undone else { continue };
                    let mut next = boxes;
                    next[at] = to;
                    if !has_bit(table, self.place(&next) * words, player) {
                        stack.push((next, player));
                    }
                }
            }
        }
        Ok(())
    }

    /// Where a box and the player, who is in `region`, go when a push (backward: a pull) is undone.
    #[inline]
    fn undone(
        &self,
        region: &[u64],
        boxes: &[Square],
        from: Square,
        dir: Dir,
    ) -> Option<(Square, Square)> {
        let board = &self.task.board;
        let to = board.step(from, dir);
        let free = |square: Square| !square.is_wall() && !boxes.contains(&square);
        match self.direction {
            // Undoing a push pulls the box to where the player stands.
            Direction::Forward => {
                let player = board.step(to, dir);
                (has_bit(region, 0, to) && free(player) && self.live.contains(to))
                    .then_some((to, player))
            }
            // Undoing a pull pushes it.
            Direction::Backward => {
                let behind = board.step(from, dir.opposite());
                (has_bit(region, 0, behind) && free(to) && self.live.contains(to))
                    .then_some((to, from))
            }
        }
    }

    fn place<const K: usize>(&self, boxes: &[Square; K]) -> usize {
        let number = |at: usize| self.numbers.of(boxes[at]);
        if K == 2 { pair(number(0), number(1)) } else { triple(number(0), number(1), number(2)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_its_own_index_in_any_order() {
        let mut pairs: Vec<usize> = Vec::new();
        let mut triples: Vec<usize> = Vec::new();
        for c in 0..9 {
            for b in 0..c {
                pairs.push(pair(b, c));
                assert_eq!(pair(b, c), pair(c, b));
                for a in 0..b {
                    triples.push(triple(a, b, c));
                    assert!(
                        [triple(b, a, c), triple(c, a, b), triple(c, b, a)]
                            .iter()
                            .all(|&place| place == triple(a, b, c))
                    );
                }
            }
        }
        assert_eq!(pairs, (0..choose2(9)).collect::<Vec<_>>());
        assert_eq!(triples, (0..choose3(9)).collect::<Vec<_>>());
    }

    #[test]
    fn the_budget_is_looked_at_as_often_as_work_is_done() {
        let room = format!("#{}#\n", " ".repeat(28)).repeat(14);
        let wall = "#".repeat(30);
        let text = format!(
            "{wall}\n#@{}#\n{room}#  $$$$$ ..... {}#\n{room}{wall}\n",
            " ".repeat(27),
            " ".repeat(13)
        );
        let level: hakooshi_level::Level = text.parse().expect("a level");
        let (board, start) = hakooshi_board::compile(&level).expect("small");
        let task = Task::new(&board, &start);
        let numbers = LiveNumbers::new(&board, task.live(Direction::Forward));
        let mut silent = crate::Silent;
        let mut context = Context::new(crate::Budget::default(), &mut silent);
        let fill = Fill::new(&task, Direction::Forward, &numbers);
        let alive = fill.alive::<2>(choose2(numbers.len()), &mut context).expect("no limit");
        let written: usize = alive.iter().filter(|word| **word != 0).count();
        let looks = usize::try_from(context.looks()).expect("few");
        assert!(written > 10 * LOOK, "{written} words are no work");
        assert!((looks + 1) * LOOK >= written, "{looks} looks for {written} words");
        assert_eq!(task.memory.held(), 0);
        let budget = crate::Budget { cancel: crate::Cancel::after_looks(3), ..Default::default() };
        let mut context = Context::new(budget, &mut silent);
        let stopped = fill.alive::<2>(choose2(numbers.len()), &mut context);
        assert_eq!((stopped, context.looks()), (Err(Stop::Cancelled), 3));
    }

    #[test]
    fn rows_are_intersected_with_occupied_squares() {
        let mut occupied = SquareSet::new(130);
        let squares = [3, 64, 70, 129].map(Square::new);
        occupied.extend(squares);
        let mut row = vec![0; 3];
        for square in [squares[0], squares[2], Square::new(5), squares[3]] {
            set_bit(&mut row, 0, square);
            assert!(has_bit(&row, 0, square));
        }
        let met: Vec<Square> = occupied_in(&row, &occupied).collect();
        assert_eq!(met, [squares[0], squares[2], squares[3]]);
    }
}
