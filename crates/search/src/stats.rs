//! What a search counts.

use std::sync::Arc;

/// Counters of one search. Deadlocks are counted by the name of the test that found them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Positions whose successors were generated.
    pub expanded: u64,
    /// Successors generated, pruned ones included.
    pub generated: u64,
    /// Successors that had been met before.
    pub duplicates: u64,
    /// Successors pruned, by test.
    pub deadlocks: Vec<(&'static str, u64)>,
    /// Positions stored.
    pub stored: u64,
    /// The longest the open list has been.
    pub most_open: u64,
    /// The most bytes the search has held.
    pub peak_bytes: usize,
    /// Actions of the solution found; zero if there is none.
    pub depth: u32,
    /// Of several searches that take turns, the one that had the last.
    pub last_turn: Option<Arc<str>>,
}

impl Stats {
    /// Adds what another search on the same level has counted at the same time.
    pub fn add(&mut self, other: &Self) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.duplicates += other.duplicates;
        self.stored += other.stored;
        self.most_open += other.most_open;
        self.peak_bytes += other.peak_bytes;
        for &(test, count) in &other.deadlocks {
            self.count_deadlocks(test, count);
        }
    }

    /// Counts a successor pruned by `test`.
    #[inline]
    pub fn count_deadlock(&mut self, test: &'static str) {
        self.count_deadlocks(test, 1);
    }

    fn count_deadlocks(&mut self, test: &'static str, more: u64) {
        match self.deadlocks.iter_mut().find(|(name, _)| *name == test) {
            Some((_, count)) => *count += more,
            None => self.deadlocks.push((test, more)),
        }
    }

    /// The effective branching factor: the branching of the even tree as deep as the solution
    /// that has as many states below its root as were expanded, the solution's own included.
    /// `None` without a solution of at least one action.
    pub fn branching(&self) -> Option<f64> {
        if self.depth == 0 {
            return None;
        }
        // The search expands at least the path; a goal that was only generated is one more.
        let nodes = (self.expanded as f64).max(f64::from(self.depth));
        let tree = |b: f64| {
            (0..self.depth).try_fold((0.0, 1.0), |(sum, level), _| {
                let level = level * b;
                (sum <= nodes).then_some((sum + level, level))
            })
        };
        let (mut low, mut high) = (1.0, nodes.max(1.0));
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            let fits = tree(middle).is_some_and(|(sum, _)| sum <= nodes);
            if fits { low = middle } else { high = middle }
        }
        Some(low)
    }

    /// Bytes held at the peak for each state stored, the tables that find them included.
    pub fn bytes_per_state(&self) -> Option<f64> {
        (self.stored > 0).then(|| self.peak_bytes as f64 / self.stored as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branching_inverts_the_even_tree() {
        let stats = |expanded, depth| Stats { expanded, depth, ..Stats::default() };
        let about = |stats: Stats, b: f64| {
            let found = stats.branching().expect("a solution");
            assert!((found - b).abs() < 1e-6, "{found} is not {b}");
        };
        about(stats(2 + 4 + 8 + 16, 4), 2.0);
        about(stats(3 + 9 + 27, 3), 3.0);
        about(stats(50, 50), 1.0);
        about(stats(7, 1), 7.0);
        assert!(stats(10, 0).branching().is_none());
        assert!(stats(1_000_000_000, 4000).branching().is_some_and(|b| b < 1.02));
    }
}
