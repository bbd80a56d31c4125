//! The counters of a search.

use std::sync::Arc;

/// Counters of one search. Deadlocks are counted by the name of the test that found them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Positions whose successors were generated.
    pub expanded: u64,
    /// Expansions times their prices, in nanoseconds, of a portfolio that shares out work; otherwise zero.
    pub work: u64,
    /// Successors generated, pruned ones included.
    pub generated: u64,
    /// Successors that were duplicates.
    pub duplicates: u64,
    /// Successors pruned, by test.
    pub deadlocks: Vec<(&'static str, u64)>,
    /// Positions stored.
    pub stored: u64,
    /// The greatest length of the open list.
    pub most_open: u64,
    /// The most bytes the search has held.
    pub peak_bytes: usize,
    /// Actions of the solution found; zero if there is none.
    pub depth: u32,
    /// In a portfolio, the search that had the last turn.
    pub last_turn: Option<Arc<str>>,
}

impl Stats {
    /// Adds the counters of another search that ran in parallel on the same level.
    pub fn add(&mut self, other: &Self) {
        self.expanded += other.expanded;
        self.work += other.work;
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

    /// The effective branching factor: that of the uniform tree of the solution's depth with as
    /// many states below its root as were expanded, including those of the solution. `None` without
    /// a solution of at least one action.
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

    /// Peak memory per stored state, including the index.
    pub fn bytes_per_state(&self) -> Option<f64> {
        (self.stored > 0).then(|| self.peak_bytes as f64 / self.stored as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branching_inverts_the_uniform_tree() {
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
