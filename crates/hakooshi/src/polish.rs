//! How much time goes into making a solution shorter, and what has come of it.
//!
//! A level that was solved at once is to be done at once, and nobody waits for polish longer
//! than for the solution; so the slice is a share of what the search took, with a floor.

use std::time::Duration;

/// The time that may go into making a solution shorter, within what the budget leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polish {
    /// May be used however short the search was.
    pub least: Duration,
    /// May be used in proportion to the time of the search.
    pub share: f64,
}

impl Default for Polish {
    fn default() -> Self {
        Self { least: Duration::from_millis(10), share: 0.1 }
    }
}

impl Polish {
    /// So much time whatever the search took.
    pub const fn for_time(time: Duration) -> Self {
        Self { least: time, share: 0.0 }
    }

    /// The time for polish after a search that took `searched`, if `limit` is for both.
    pub fn slice(&self, searched: Duration, limit: Option<Duration>) -> Duration {
        let share = (searched.as_secs_f64() * self.share).max(0.0);
        let slice = Duration::try_from_secs_f64(share).unwrap_or(Duration::MAX).max(self.least);
        limit.map_or(slice, |limit| slice.min(limit.saturating_sub(searched)))
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
    fn the_slice_has_a_floor_grows_with_the_search_and_keeps_the_limit() {
        let (seconds, millis) = (Duration::from_secs, Duration::from_millis);
        let polish = Polish::default();
        assert_eq!(polish.slice(Duration::ZERO, None), millis(10));
        assert_eq!(polish.slice(seconds(5), None), millis(500));
        assert_eq!(polish.slice(seconds(5), Some(seconds(60))), millis(500));
        assert_eq!(polish.slice(millis(9_800), Some(seconds(10))), millis(200));
        assert_eq!(polish.slice(seconds(11), Some(seconds(10))), Duration::ZERO);
        assert_eq!(Polish::for_time(seconds(1)).slice(seconds(5), None), seconds(1));
        let odd = Polish { share: f64::NAN, ..polish };
        assert_eq!(odd.slice(seconds(5), None), millis(10));
    }
}
