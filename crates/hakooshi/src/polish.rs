//! Whether, and for how long, a solution is made shorter after it was found.

use std::time::Duration;

/// States visited to make a solution shorter, however short the search was: ten or twenty
/// milliseconds.
const LEAST: u64 = 200_000;

/// The work of polish as a part of the work of the search: nobody waits long for it.
const SHARE: f64 = 0.1;

/// What a state of polish costs, as searches have prices: it is a single step of the player.
const PRICE: f64 = 0.1;

/// What is done to make a solution shorter when any will do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Polish {
    /// What the default engine finds is made shorter, with a tenth of the work of the search. It is
    /// counted in positions, so that the answer is the same on every machine. A search asked for by
    /// name shows what it found.
    #[default]
    Usual,
    /// The solution stays as it was found.
    Never,
    /// Whatever finds it, it is made shorter for so long at most.
    Time(Duration),
}

impl Polish {
    /// States that usual polish may visit after a search with so many, each at this price.
    pub(crate) fn positions(expanded: u64, price: u32) -> u64 {
        let work = expanded as f64 * f64::from(price.max(1));
        LEAST.max((work * SHARE / PRICE) as u64)
    }
}

/// The solution as the engine found it, before it was made shorter.
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
