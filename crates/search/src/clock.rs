//! Where time comes from.
//!
//! Searches run where the standard library has no clock, in a browser for one, so a budget carries
//! the function that tells the time. It is a plain function: a budget is copied between threads and
//! printed, and nobody has yet needed a clock with a state of its own.

use std::time::Duration;

/// Tells the time since some fixed moment; it never goes back.
pub type Clock = fn() -> Duration;

/// A clock that stands still: time limits are never met, and everything takes no time.
pub fn stopped() -> Duration {
    Duration::ZERO
}

/// The clock of budgets that are given none: the system's with the feature `clock`, else
/// [`stopped`].
#[cfg(feature = "clock")]
pub fn system() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;

    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    fn now() -> Instant {
        Instant::now()
    }

    static START: OnceLock<Instant> = OnceLock::new();
    now().saturating_duration_since(*START.get_or_init(now))
}

/// The clock of budgets that are given none: the system's with the feature `clock`, else
/// [`stopped`].
#[cfg(not(feature = "clock"))]
pub fn system() -> Duration {
    stopped()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "clock")]
    #[test]
    fn the_system_clock_goes_forward() {
        let first = system();
        std::thread::sleep(Duration::from_millis(1));
        assert!(system() > first);
    }

    #[test]
    fn a_stopped_clock_stands_still() {
        assert_eq!(stopped(), stopped());
    }
}
