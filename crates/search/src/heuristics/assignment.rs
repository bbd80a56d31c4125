//! HOT. Minimum-cost assignment, updated incrementally when rows change.
//!
//! The shortest augmenting path method (Kuhn 1955; Jonker and Volgenant 1987). Every row and
//! column has a price such that no pair costs less than its two prices together and every
//! chosen pair costs exactly that. A new row is matched along the shortest augmenting path,
//! which Dijkstra's algorithm finds because reduced costs (cost less both prices) are never
//! negative. When a few rows change, the prices of the others stay valid: only the changed rows
//! are matched again, O(n²) each, whereas solving from scratch costs O(n³). The total after *one*
//! change needs no update at all: it is the old total, less the price of the old row, plus the
//! length of the new row's path to the one free column.
//!
//! A row is looked at in vectors of eight columns, with the instructions that the processor has and not
//! only those that every processor of its kind has. Loops over arrays, left to the compiler, are slower
//! (bench/LOG.md).
//!
//! The problem must be square, or prices of unmatched columns would be wrong after a change.
#![expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor's instructions"
)]

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, i32x8};

use super::rows::{FORBIDDEN, Rows};
use super::vectors::{begin, lanes, lanes_mut, least_of, least_straight, place_of, vector};

/// A path of this length or more uses a forbidden pair; see [`Rows::push`].
const UNREACHED: i32 = 1 << 28;
/// The price of a finished column: even the shortest path to it is longer than [`FORBIDDEN`], so
/// it does not change any more.
const DONE: i32 = -(1 << 30);
/// Prices of columns only ever fall; below this the problem is solved from scratch.
const LEAST_PRICE: i32 = -(1 << 27);

/// No slot or column.
const NONE: usize = usize::MAX;
/// No column, in paths.
const NO_COLUMN: i32 = -1;

/// A square assignment problem and its solution. A *slot* holds one chosen row.
#[derive(Clone, Debug)]
pub(super) struct Assignment {
    rows: Rows,
    /// The vector instructions of this processor.
    level: Level,
    /// The row in each slot.
    chosen: Vec<u32>,
    row_price: Vec<i32>,
    column_price: Vec<i32>,
    /// By column: the slot matched with it.
    slot_of: Vec<usize>,
    /// By slot: the column matched with it.
    column_of: Vec<usize>,
    /// The total cost; `None` when some slot found no column.
    total: Option<u32>,
    /// By column: the length of the shortest path so far; [`FORBIDDEN`] once it is finished.
    length: Vec<i32>,
    /// By column: its price, or [`DONE`] once it is finished.
    open_price: Vec<i32>,
    /// By column: the column before it on the shortest path. As wide as a length, so that both are
    /// updated by the same instructions.
    came: Vec<i32>,
    /// The finished columns, with the lengths of their paths.
    done: Vec<(usize, i32)>,
    /// While rows change: the columns without a slot.
    free: Vec<usize>,
    /// Whether ties between paths are broken by the numbers of the columns alone.
    is_by_number: bool,
}

impl Assignment {
    /// A problem over `rows` that has not been solved.
    pub(super) fn new(rows: Rows) -> Self {
        let (n, stride) = (rows.columns(), rows.stride());
        Self {
            rows,
            level: Level::new(),
            chosen: vec![0; n],
            row_price: vec![0; n],
            column_price: vec![0; stride],
            slot_of: vec![NONE; stride],
            column_of: vec![NONE; n],
            total: None,
            length: vec![0; stride],
            open_price: vec![0; stride],
            came: vec![NO_COLUMN; stride],
            done: Vec::with_capacity(n),
            free: Vec::with_capacity(n),
            is_by_number: false,
        }
    }

    /// The same for searches that ask which column a slot is matched with: of several matchings with
    /// the same total the one that this code has always found.
    pub(super) fn break_ties_by_number(&mut self) {
        self.is_by_number = true;
    }

    /// The rows to choose from.
    pub(super) fn rows(&self) -> &Rows {
        &self.rows
    }

    /// The row in a slot.
    pub(super) fn chosen(&self, slot: usize) -> u32 {
        self.chosen[slot]
    }

    /// Solves from scratch with these rows, one for each column; `None` if every assignment
    /// needs a forbidden pair.
    pub(super) fn solve(&mut self, chosen: &[u32]) -> Option<u32> {
        self.chosen.copy_from_slice(chosen);
        self.solve_from_scratch();
        self.total
    }

    fn solve_from_scratch(&mut self) {
        self.column_price.fill(0);
        self.slot_of.fill(NONE);
        self.column_of.fill(NONE);
        self.free.clear();
        let solved = (0..self.chosen.len()).all(|slot| self.augment(slot));
        self.total = solved.then(|| self.sum());
    }

    /// Solves again with other rows in some slots.
    pub(super) fn change(&mut self, changes: &[(usize, u32)]) -> Option<u32> {
        for &(slot, row) in changes {
            self.chosen[slot] = row;
        }
        let drifted = || self.column_price.iter().any(|&price| price < LEAST_PRICE);
        if self.total.is_none() || drifted() {
            self.solve_from_scratch();
            return self.total;
        }
        self.free.clear();
        for &(slot, _) in changes {
            let column = std::mem::replace(&mut self.column_of[slot], NONE);
            if column != NONE {
                self.slot_of[column] = NONE;
                if !self.is_by_number {
                    self.free.push(column);
                }
            }
        }
        let solved = changes.iter().all(|&(slot, _)| self.augment(slot));
        self.total = solved.then(|| self.sum());
        self.total
    }

    /// The total if `slot` had another row; the current solution is kept.
    pub(super) fn with_row(&mut self, slot: usize, row: u32) -> Option<u32> {
        let Some(total) = self.total else {
            // There is no solution to start from: solve with this row exchanged.
            let kept = std::mem::replace(&mut self.chosen[slot], row);
            self.solve_from_scratch();
            let total = self.total.take();
            self.chosen[slot] = kept;
            return total;
        };
        let (level, end) = (self.level, self.column_of[slot]);
        let length = dispatch!(level, simd => self.path_length(simd, row, end))?;
        Some(total.wrapping_add_signed(length - self.row_price[slot]))
    }

    /// The price of every column.
    pub(super) fn column_prices(&self) -> &[i32] {
        &self.column_price[..self.rows.columns()]
    }

    /// The column matched with the slot.
    pub(super) fn column(&self, slot: usize) -> Option<usize> {
        (self.column_of[slot] != NONE).then_some(self.column_of[slot])
    }

    fn sum(&self) -> u32 {
        let pairs = self.chosen.iter().zip(&self.column_of);
        pairs.map(|(&row, &column)| self.rows.row(row)[column].cast_unsigned()).sum()
    }

    /// Matches the slot along the shortest augmenting path; `false` if there is none.
    fn augment(&mut self, slot: usize) -> bool {
        let (level, row) = (self.level, self.chosen[slot]);
        let path = dispatch!(level, simd => self.shortest_path(simd, row));
        let Some((end, length)) = path else {
            return false;
        };
        self.free.retain(|&column| column != end);
        self.row_price[slot] = length;
        for &(column, at) in &self.done {
            self.column_price[column] -= length - at;
            self.row_price[self.slot_of[column]] += length - at;
        }
        let mut column = end;
        loop {
            let before = self.came[column];
            let owner = if before == NO_COLUMN { slot } else { self.slot_of[before as usize] };
            self.slot_of[column] = owner;
            self.column_of[owner] = column;
            if before == NO_COLUMN {
                return true;
            }
            column = before as usize;
        }
    }

    /// The length of the shortest path from an unmatched row to column `end`.
    ///
    /// Nobody asks for the path, and a column as near as `end` cannot make a shorter one. So for most
    /// rows the first look at the columns is enough: a push brings the box nearer to, or farther from,
    /// all goals alike.
    #[inline(always)]
    fn path_length<S: Simd>(&mut self, simd: S, row: u32, end: usize) -> Option<i32> {
        let Self { rows, chosen, row_price, column_price, slot_of, length, open_price, .. } = self;
        let row = rows.row(row);
        let mut nearest = least_straight(simd, row, column_price);
        if nearest < UNREACHED && row[end] - column_price[end] == nearest {
            return Some(nearest);
        }
        begin(simd, length, row, column_price);
        open_price.copy_from_slice(column_price);
        loop {
            if nearest >= UNREACHED {
                return None;
            }
            if length[end] == nearest {
                return Some(nearest);
            }
            let column = place_of(simd, nearest, length);
            length[column] = FORBIDDEN;
            open_price[column] = DONE;
            let slot = slot_of[column];
            let offset = nearest - row_price[slot];
            let through = lanes(rows.row(chosen[slot])).iter().zip(lanes(open_price));
            let offset = i32x8::splat(simd, offset);
            let mut least = i32x8::splat(simd, FORBIDDEN);
            for (length, (cost, price)) in lanes_mut(length).iter_mut().zip(through) {
                let through = offset + vector(simd, cost) - vector(simd, price);
                let shorter = vector(simd, length).min(through);
                least = least.min(shorter);
                shorter.store_array(length);
            }
            nearest = least_of(least);
        }
    }

    /// Dijkstra's algorithm from an unmatched row to the nearest free column. Afterwards `done` lists
    /// the finished columns and `came` holds the path.
    ///
    /// Many paths are equally long, and a free column at the end of one is as good as any: so those in
    /// `free` are asked before the others. The columns left out would not change their prices.
    #[inline(always)]
    fn shortest_path<S: Simd>(&mut self, simd: S, row: u32) -> Option<(usize, i32)> {
        let Self {
            rows,
            chosen,
            row_price,
            column_price,
            slot_of,
            length,
            open_price,
            came,
            done,
            free,
            ..
        } = self;
        done.clear();
        came.fill(NO_COLUMN);
        let mut nearest = begin(simd, length, rows.row(row), column_price);
        open_price.copy_from_slice(column_price);
        loop {
            if nearest >= UNREACHED {
                return None;
            }
            if let Some(&column) = free.iter().find(|&&column| length[column] == nearest) {
                return Some((column, nearest));
            }
            let column = place_of(simd, nearest, length);
            let slot = slot_of[column];
            if slot == NONE {
                return Some((column, nearest));
            }
            done.push((column, nearest));
            length[column] = FORBIDDEN;
            open_price[column] = DONE;
            let offset = nearest - row_price[slot];
            let through = lanes(rows.row(chosen[slot])).iter().zip(lanes(open_price));
            let paths = lanes_mut(length).iter_mut().zip(lanes_mut(came));
            let (offset, by) =
                (i32x8::splat(simd, offset), i32x8::splat(simd, (column as u32).cast_signed()));
            let mut least = i32x8::splat(simd, FORBIDDEN);
            for ((length, came), (cost, price)) in paths.zip(through) {
                let through = offset + vector(simd, cost) - vector(simd, price);
                let before = vector(simd, length);
                let is_shorter = through.simd_lt(before);
                is_shorter.select(by, vector(simd, came)).store_array(came);
                let shorter = before.min(through);
                least = least.min(shorter);
                shorter.store_array(length);
            }
            nearest = least_of(least);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::MOST_TOTAL;
    use super::*;

    /// The least cost over all permutations.
    fn brute_force(rows: &Rows, chosen: &[u32], used: u32) -> Option<u32> {
        let Some((&row, rest)) = chosen.split_first() else { return Some(0) };
        (0..rows.columns())
            .filter(|&column| used >> column & 1 == 0)
            .filter_map(|column| {
                let cost = rows.cost(row, column)?;
                Some(cost + brute_force(rows, rest, used | 1 << column)?)
            })
            .min()
    }

    fn draws() -> impl FnMut(usize) -> usize {
        let mut random = 7u64;
        move |below| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(11);
            (random >> 33) as usize % below
        }
    }

    fn random_rows(draw: &mut impl FnMut(usize) -> usize, n: usize, count: usize) -> Rows {
        let mut rows = Rows::new(n);
        for _ in 0..count {
            rows.push((0..n).map(|_| (draw(5) > 0).then(|| draw(30) as u32)));
        }
        rows
    }

    #[test]
    fn agrees_with_all_permutations_through_any_changes() {
        let mut draw = draws();
        for round in 0..200 {
            let n = 1 + round % 6;
            let rows = random_rows(&mut draw, n, 20);
            let mut kept = Assignment::new(rows.clone());
            let mut chosen: Vec<u32> = (0..n).map(|_| draw(20) as u32).collect();
            assert_eq!(kept.solve(&chosen), brute_force(&rows, &chosen, 0));
            for _ in 0..30 {
                let (slot, row) = (draw(n), draw(20) as u32);
                let mut one = chosen.clone();
                one[slot] = row;
                assert_eq!(kept.with_row(slot, row), brute_force(&rows, &one, 0));
                let mut changes: Vec<(usize, u32)> =
                    (0..n).filter(|_| draw(3) == 0).map(|slot| (slot, 0)).collect();
                for change in &mut changes {
                    change.1 = draw(20) as u32;
                    chosen[change.0] = change.1;
                }
                assert_eq!(kept.change(&changes), brute_force(&rows, &chosen, 0));
            }
        }
    }

    #[test]
    fn instructions_that_every_processor_has_give_the_same() {
        let mut draw = draws();
        for n in [1, 8, 9, 40] {
            let rows = random_rows(&mut draw, n, 60);
            let mut best = Assignment::new(rows.clone());
            let mut plain = Assignment { level: Level::baseline(), ..best.clone() };
            for _ in 0..200 {
                let chosen: Vec<u32> = (0..n).map(|_| draw(60) as u32).collect();
                assert_eq!(best.solve(&chosen), plain.solve(&chosen));
                assert_eq!(best.column_prices(), plain.column_prices());
                for _ in 0..10 {
                    let (slot, row) = (draw(n), draw(60) as u32);
                    assert_eq!(best.with_row(slot, row), plain.with_row(slot, row));
                }
            }
        }
    }

    #[test]
    fn many_changes_agree_with_solving_from_scratch() {
        let mut draw = draws();
        let rows = random_rows(&mut draw, 25, 200);
        let mut kept = Assignment::new(rows.clone());
        let mut chosen: Vec<u32> = (0..25).map(|_| draw(200) as u32).collect();
        kept.solve(&chosen);
        for _ in 0..3000 {
            let change = (draw(25), draw(200) as u32);
            chosen[change.0] = change.1;
            let fresh = Assignment::new(rows.clone()).solve(&chosen);
            assert_eq!(kept.change(&[change]), fresh);
        }
    }

    #[test]
    fn enormous_costs_are_capped_and_do_not_overflow() {
        let n = 1100;
        let mut rows = Rows::new(n);
        let chosen: Vec<u32> = (0..n)
            .map(|row| rows.push((0..n).map(|column| (column == row).then_some(65_534))))
            .collect();
        let total = Assignment::new(rows).solve(&chosen);
        assert_eq!(total, Some(MOST_TOTAL / n as u32 * n as u32));
    }
}
