//! HOT. Minimum-cost assignment of rows to columns, kept up to date when one row changes.
//!
//! The shortest augmenting path method (Kuhn 1955; Jonker and Volgenant 1987) with row and
//! column prices. When a row changes, the other prices stay right: its pair is dissolved and
//! one augmentation finds the new optimum in O(n²), where solving afresh costs O(n³). The
//! instance must be square, or prices of idle columns would be wrong after a change.

/// Stands for "this row cannot take this column". Larger than any sum of real costs, so a
/// forbidden pair is in the optimum only when every assignment needs one.
pub(super) const FORBIDDEN: i64 = 1 << 40;

/// A square assignment problem with its solution.
#[derive(Clone, Debug)]
pub struct Assignment {
    n: usize,
    costs: Vec<i64>,
    solution: Solution,
    /// Solution of the last [`Assignment::solve`], for trying changes of one row.
    base: Solution,
    // Scratch of one augmentation, by column; column zero is the new row's.
    slack: Vec<i64>,
    came: Vec<usize>,
    done: Vec<bool>,
}

/// Prices and pairs. Rows and columns count from one; zero is nobody.
#[derive(Clone, Debug)]
struct Solution {
    row_price: Vec<i64>,
    column_price: Vec<i64>,
    row_of: Vec<usize>,
}

impl Assignment {
    /// A problem of `n` rows and columns with all costs zero.
    pub fn new(n: usize) -> Self {
        let none = Solution {
            row_price: vec![0; n + 1],
            column_price: vec![0; n + 1],
            row_of: vec![0; n + 1],
        };
        Self {
            n,
            costs: vec![0; n * n],
            solution: none.clone(),
            base: none,
            slack: vec![0; n + 1],
            came: vec![0; n + 1],
            done: vec![false; n + 1],
        }
    }

    /// The costs of a row, to be written before [`Assignment::solve`].
    pub fn row_mut(&mut self, row: usize) -> &mut [i64] {
        &mut self.costs[row * self.n..][..self.n]
    }

    /// Solves from scratch; `None` if every assignment needs a forbidden pair.
    pub fn solve(&mut self) -> Option<i64> {
        self.solution.row_price.fill(0);
        self.solution.column_price.fill(0);
        self.solution.row_of.fill(0);
        for row in 1..=self.n {
            self.augment(row);
        }
        self.base.clone_from(&self.solution);
        self.total()
    }

    /// The optimum if `row` had these costs instead; the problem last solved is kept.
    pub fn with_row(&mut self, row: usize, costs: &[i64], saved: &mut Vec<i64>) -> Option<i64> {
        saved.clear();
        saved.extend_from_slice(self.row_mut(row));
        self.row_mut(row).copy_from_slice(costs);
        self.solution.clone_from(&self.base);
        let pair = (1..=self.n).find(|&column| self.solution.row_of[column] == row + 1);
        if let Some(column) = pair {
            self.solution.row_of[column] = 0;
        }
        self.solution.row_price[row + 1] = 0;
        self.augment(row + 1);
        let total = self.total();
        self.row_mut(row).copy_from_slice(saved);
        total
    }

    fn total(&self) -> Option<i64> {
        let pairs = (1..=self.n)
            .map(|column| self.costs[(self.solution.row_of[column] - 1) * self.n + column - 1]);
        pairs.into_iter().try_fold(0, |sum, cost| (cost < FORBIDDEN).then_some(sum + cost))
    }

    /// Finds a partner for the free row `row` along the cheapest alternating path.
    fn augment(&mut self, row: usize) {
        let Self { n, costs, solution, slack, came, done, .. } = self;
        let Solution { row_price, column_price, row_of } = solution;
        row_of[0] = row;
        slack.fill(i64::MAX);
        done.fill(false);
        let mut column = 0;
        loop {
            done[column] = true;
            let at = row_of[column];
            let prices = &costs[(at - 1) * *n..][..*n];
            let (mut least, mut next) = (i64::MAX, 0);
            for other in 1..=*n {
                if done[other] {
                    continue;
                }
                let reduced = prices[other - 1] - row_price[at] - column_price[other];
                if reduced < slack[other] {
                    slack[other] = reduced;
                    came[other] = column;
                }
                if slack[other] < least {
                    least = slack[other];
                    next = other;
                }
            }
            for other in 0..=*n {
                if done[other] {
                    row_price[row_of[other]] += least;
                    column_price[other] -= least;
                } else {
                    slack[other] = slack[other].saturating_sub(least);
                }
            }
            column = next;
            if row_of[column] == 0 {
                break;
            }
        }
        while column != 0 {
            let before = came[column];
            row_of[column] = row_of[before];
            column = before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Least cost over all permutations.
    fn by_hand(costs: &[Vec<i64>], row: usize, used: u32) -> i64 {
        if row == costs.len() {
            return 0;
        }
        (0..costs.len())
            .filter(|&column| used >> column & 1 == 0)
            .map(|column| costs[row][column] + by_hand(costs, row + 1, used | 1 << column))
            .min()
            .unwrap_or(0)
    }

    #[test]
    fn agrees_with_all_permutations_before_and_after_a_change() {
        let mut random = 7u64;
        let mut draw = move |below: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(11);
            (random >> 33) % below
        };
        for round in 0..400 {
            let n = 1 + round % 6;
            let cost = |draw: &mut dyn FnMut(u64) -> u64| {
                if draw(5) == 0 { FORBIDDEN } else { draw(30).cast_signed() }
            };
            let mut costs: Vec<Vec<i64>> =
                (0..n).map(|_| (0..n).map(|_| cost(&mut draw)).collect()).collect();
            let mut assignment = Assignment::new(n);
            for (row, costs) in costs.iter().enumerate() {
                assignment.row_mut(row).copy_from_slice(costs);
            }
            let expected =
                |costs: &[Vec<i64>]| Some(by_hand(costs, 0, 0)).filter(|&c| c < FORBIDDEN);
            assert_eq!(assignment.solve(), expected(&costs));
            for _ in 0..4 {
                let row = draw(n as u64) as usize;
                let new: Vec<i64> = (0..n).map(|_| cost(&mut draw)).collect();
                let old = std::mem::replace(&mut costs[row], new.clone());
                assert_eq!(assignment.with_row(row, &new, &mut Vec::new()), expected(&costs));
                costs[row] = old;
            }
        }
    }
}
