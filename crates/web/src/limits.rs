//! How much whoever asks may use. Every number that keeps the server small stands here.

use std::time::Duration;

use hakooshi_search::Ceiling;

/// What requests may use; the defaults suit one person on one machine.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Searches at the same time.
    pub searches: usize,
    /// Searches that may wait for their turn.
    pub waiting: usize,
    /// The longest a search may take, whatever was asked for.
    pub time: Duration,
    /// Bytes that one search may hold.
    pub memory: usize,
    /// What the process may have, with everything that searches do not account for.
    pub ceiling: Option<Ceiling>,
    /// Bytes of a request.
    pub body: usize,
    /// How long the head of a request may take to arrive, and again its body; how long a connection
    /// may be idle, and how long a client may take nothing of an answer.
    pub arrival: Duration,
    /// Connections at the same time; more wait to be accepted.
    pub connections: usize,
    /// Playable squares of a level that is searched or analysed.
    pub squares: usize,
    /// Boxes of such a level.
    pub boxes: usize,
    /// Levels of a text or collection that are handed out at once.
    pub levels: usize,
    /// Searches of one comparison.
    pub trials: usize,
    /// States of a trace.
    pub trace: usize,
    /// Bytes of a certificate.
    pub certificate: u64,
    /// The longest that an answer which is no stream may take.
    pub answer: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            searches: 2,
            waiting: 16,
            time: Duration::from_secs(10 * 60),
            memory: 1 << 30,
            ceiling: None,
            body: 8 << 20,
            arrival: Duration::from_secs(10),
            connections: 512,
            squares: 5000,
            boxes: 400,
            levels: 20_000,
            trials: 2000,
            trace: 5000,
            certificate: 48 << 20,
            answer: Duration::from_secs(15),
        }
    }
}

impl Limits {
    /// The time of a search that asks for so many seconds: no more than is allowed, and all of
    /// that if it asks for nothing sensible.
    pub(crate) fn time_for(&self, seconds: Option<f64>) -> Duration {
        let asked = seconds.filter(|it| *it > 0.0);
        asked
            .map_or(self.time, |it| Duration::try_from_secs_f64(it).unwrap_or(self.time))
            .min(self.time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_gets_more_time_than_there_is() {
        let limits = Limits::default();
        assert_eq!(limits.time_for(Some(2.0)), Duration::from_secs(2));
        for odd in [None, Some(1e300), Some(0.0), Some(-1.0), Some(f64::NAN)] {
            assert_eq!(limits.time_for(odd), limits.time, "{odd:?}");
        }
    }
}
