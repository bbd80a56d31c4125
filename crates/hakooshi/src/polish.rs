//! Whether, and for how long, to shorten a solution after it is found.

use std::time::Duration;

/// The least number of states that polish may visit, however short the search: ten to twenty
/// milliseconds.
const LEAST: u64 = 200_000;

/// The work of polish as a fraction of the work of the search.
const SHARE: f64 = 0.1;

/// The price of a state of polish, on the same scale as the prices of searches. A state is a single
/// step of the player.
const PRICE: f64 = 0.1;

/// Whether and how long to shorten a solution when nothing is to be minimised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Polish {
    /// Solutions of the default engine are shortened with a tenth of the work of the search, counted
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
    /// States that [`Self::Usual`] may visit after a search with this many expansions at this price.
    pub(crate) fn positions(expanded: u64, price: u32) -> u64 {
        let work = expanded as f64 * f64::from(price.max(1));
        LEAST.max((work * SHARE / PRICE) as u64)
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
        assert_eq!(Polish::positions(3, 9), LEAST);
        assert_eq!(Polish::positions(100_000, 5), 500_000);
        assert_eq!(Polish::positions(100_000, 50), 5_000_000);
        assert_eq!(Polish::positions(0, 0), LEAST);
    }
}
