//! What a search counts.

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
}

impl Stats {
    /// Counts a successor pruned by `test`.
    pub fn count_deadlock(&mut self, test: &'static str) {
        match self.deadlocks.iter_mut().find(|(name, _)| *name == test) {
            Some((_, count)) => *count += 1,
            None => self.deadlocks.push((test, 1)),
        }
    }
}
