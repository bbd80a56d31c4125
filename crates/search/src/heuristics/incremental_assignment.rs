//! HOT. An assignment carried over from one position to the next.
//!
//! Searches jump: the next position expanded is rarely a child of the last. But positions of one
//! search are similar, and a box on the same square with the player on the same side of it has
//! the same row of costs. So boxes are identified by their rows, not by their indices: rows that
//! recur keep their slot, and the others take the remaining slots and are matched again.

use super::assignment::Assignment;
use super::rows::Rows;

/// No slot.
const NONE: u32 = u32::MAX;

/// An assignment of boxes to aims that follows the positions of a search.
#[derive(Clone, Debug)]
pub struct IncrementalAssignment {
    assignment: Assignment,
    /// The row of a missing box: cost zero for every aim.
    idle: u32,
    /// By row: the slot that holds it; [`NONE`] between calls.
    slot_with: Vec<u32>,
    /// By box: its slot.
    slot_of: Vec<u32>,
    wanted: Vec<u32>,
    changes: Vec<(usize, u32)>,
}

impl IncrementalAssignment {
    /// An assignment of boxes whose rows are among `rows`.
    pub fn new(mut rows: Rows) -> Self {
        let n = rows.columns();
        let idle = rows.push((0..n).map(|_| Some(0)));
        Self {
            assignment: Assignment::new(rows),
            idle,
            slot_with: vec![NONE; idle as usize + 1],
            slot_of: Vec::with_capacity(n),
            wanted: Vec::with_capacity(n),
            changes: Vec::with_capacity(n),
        }
    }

    /// The same for heuristics that ask for the aim assigned to a box.
    pub(super) fn breaking_ties_by_number(mut self) -> Self {
        self.assignment.break_ties_by_number();
        self
    }

    /// The total for boxes with these rows, from scratch: the slow twin of
    /// [`IncrementalAssignment::update`].
    pub fn solve(&mut self, rows: impl Iterator<Item = u32>) -> Option<u32> {
        let boxes = self.want(rows)?;
        self.slot_of.clear();
        self.slot_of.extend(0..boxes as u32);
        self.assignment.solve(&self.wanted)
    }

    /// The total for boxes with these rows, starting from the position before.
    pub fn update(&mut self, rows: impl Iterator<Item = u32>) -> Option<u32> {
        let before = self.slot_of.len();
        let boxes = self.want(rows)?;
        if boxes != before {
            self.slot_of.clear();
            self.slot_of.extend(0..boxes as u32);
            return self.assignment.solve(&self.wanted);
        }
        for &slot in &self.slot_of {
            self.slot_with[self.assignment.chosen(slot as usize) as usize] = slot;
        }
        self.changes.clear();
        let mut left = 0;
        for at in 0..boxes {
            let row = self.wanted[at];
            let found = std::mem::replace(&mut self.slot_with[row as usize], NONE);
            if found == NONE {
                self.changes.push((at, row));
            } else {
                // From here on `wanted` holds the slot, not the row.
                self.wanted[at] = found;
            }
        }
        for change in &mut self.changes {
            // The next slot whose row does not recur.
            let slot = loop {
                let slot = self.slot_of[left];
                left += 1;
                let row = self.assignment.chosen(slot as usize) as usize;
                if std::mem::replace(&mut self.slot_with[row], NONE) != NONE {
                    break slot;
                }
            };
            self.wanted[change.0] = slot;
            change.0 = slot as usize;
        }
        self.slot_of.clear();
        self.slot_of.extend_from_slice(&self.wanted[..boxes]);
        self.assignment.change(&self.changes)
    }

    /// The total if one box had another row; the current position is kept.
    pub fn child(&mut self, moved: usize, row: u32) -> Option<u32> {
        self.assignment.with_row(self.slot_of[moved] as usize, row)
    }

    /// What a row would cost the box on the aim that is now assigned to it.
    pub(super) fn cost_of_assigned(&self, moved: usize, row: u32) -> Option<u32> {
        let column = self.assignment.column(*self.slot_of.get(moved)? as usize)?;
        self.assignment.rows().cost(row, column)
    }

    /// The prices of the aims in the position last solved.
    pub(super) fn prices(&self) -> &[i32] {
        self.assignment.column_prices()
    }

    /// Lists the wanted rows, padded with idle ones, and returns the number of boxes; `None` if
    /// there are more boxes than aims.
    fn want(&mut self, rows: impl Iterator<Item = u32>) -> Option<usize> {
        self.wanted.clear();
        self.wanted.extend(rows);
        let boxes = self.wanted.len();
        let aims = self.assignment.rows().columns();
        self.wanted.resize(aims, self.idle);
        (boxes <= aims).then_some(boxes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random jumps and small steps, rows always distinct as those of boxes are.
    #[test]
    fn updating_agrees_with_solving_from_scratch() {
        let mut random = 3u64;
        let mut draw = move |below: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(11);
            (random >> 33) as usize % below
        };
        let mut rows = Rows::new(9);
        for _ in 0..60 {
            rows.push((0..9).map(|_| (draw(4) > 0).then(|| draw(20) as u32)));
        }
        let (mut kept, mut fresh) =
            (IncrementalAssignment::new(rows.clone()), IncrementalAssignment::new(rows));
        let mut boxes: Vec<u32> = (0..9).collect();
        for _ in 0..2000 {
            if draw(20) == 0 {
                let count = 1 + draw(9);
                boxes = (0..60).collect();
                for at in 0..count {
                    let other = at + draw(60 - at);
                    boxes.swap(at, other);
                }
                boxes.truncate(count);
            } else {
                let (at, row) = (draw(boxes.len()), draw(60) as u32);
                if !boxes.contains(&row) {
                    boxes[at] = row;
                }
                boxes.sort_unstable();
            }
            assert_eq!(kept.update(boxes.iter().copied()), fresh.solve(boxes.iter().copied()));
            let (at, row) = (draw(boxes.len()), draw(60) as u32);
            if !boxes.contains(&row) {
                let mut child = boxes.clone();
                child[at] = row;
                assert_eq!(kept.child(at, row), fresh.solve(child.into_iter()));
            }
        }
    }
}
