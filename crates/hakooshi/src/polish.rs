//! Whether, and for how long, to shorten a solution after it is found.

use std::time::Duration;

/// The least number of states that polish may visit, however short the search: twenty to forty
/// milliseconds.
const LEAST: u64 = 400_000;

/// The work of polish as a fraction of the work of the search (bench/LOG.md, Polish).
const SHARE: f64 = 0.2;

/// The time that a state of polish takes, in nanoseconds as the prices of searches. A state is a single step
/// of the player.
const PRICE: f64 = 100.0;

/// Whether and how long to shorten a solution when nothing is to be minimised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Polish {
    /// Solutions of the default engine are shortened with a fifth of the work of the search, counted
    /// in positions so that the answer is the same on every machine. Solutions of a search chosen by
    /// name are not.
    #[default]
    Usual,
    /// Solutions are not shortened.
    Never,
    /// Solutions of any engine are shortened for up to this long.
    Time(Duration),
}

impl Polish {
    /// States that [`Self::Usual`] may visit after so many nanoseconds of work.
    pub(crate) fn positions(work: u64) -> u64 {
        LEAST.max((work as f64 * SHARE / PRICE) as u64)
    }
}

/// The solution as the engine found it, before polish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Polished {
    /// Its pushes.
    pub pushes: u32,
    /// Its moves.
    pub moves: u32,
    /// The time that polish took.
    pub time: Duration,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polish_has_a_floor_and_grows_with_the_work() {
        assert_eq!(Polish::positions(0), LEAST);
        assert_eq!(Polish::positions(10_000), LEAST);
        assert_eq!(Polish::positions(1_000_000_000), 2_000_000);
    }
}
