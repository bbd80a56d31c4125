//! What makes one solution better than another: the six metrics in an order of importance.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Sub};
use std::str::FromStr;

use thiserror::Error;

use crate::Score;

/// One of the six numbers of a [`Score`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Steps of the player, pushes included.
    Moves,
    /// Steps that move a box.
    Pushes,
    /// Runs of pushes in one direction.
    BoxLines,
    /// Pushes of another box than the push before.
    BoxChanges,
    /// Runs of consecutive pushes.
    PushingSessions,
    /// Runs of steps in one direction.
    PlayerLines,
}

impl Metric {
    /// All metrics.
    pub const ALL: [Self; 6] = [
        Self::Moves,
        Self::Pushes,
        Self::BoxLines,
        Self::BoxChanges,
        Self::PushingSessions,
        Self::PlayerLines,
    ];

    /// The word used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Pushes => "pushes",
            Self::BoxLines => "lines",
            Self::BoxChanges => "changes",
            Self::PushingSessions => "sessions",
            Self::PlayerLines => "player-lines",
        }
    }

    /// The metric with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.name() == name)
    }
}

impl Score {
    /// The number that a metric stands for.
    #[inline]
    pub const fn get(&self, metric: Metric) -> u32 {
        match metric {
            Metric::Moves => self.moves,
            Metric::Pushes => self.pushes,
            Metric::BoxLines => self.box_lines,
            Metric::BoxChanges => self.box_changes,
            Metric::PushingSessions => self.pushing_sessions,
            Metric::PlayerLines => self.player_lines,
        }
    }

    fn with(self, other: Self, join: impl Fn(u32, u32) -> u32) -> Self {
        Self {
            moves: join(self.moves, other.moves),
            pushes: join(self.pushes, other.pushes),
            box_lines: join(self.box_lines, other.box_lines),
            box_changes: join(self.box_changes, other.box_changes),
            pushing_sessions: join(self.pushing_sessions, other.pushing_sessions),
            player_lines: join(self.player_lines, other.player_lines),
        }
    }
}

impl Add for Score {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.with(other, u32::saturating_add)
    }
}

impl Sub for Score {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.with(other, u32::saturating_sub)
    }
}

/// Metrics in order of importance: the first decides, and each of the others breaks ties of
/// those before it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ranking(Vec<Metric>);

/// Why a text is not a ranking.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RankingError {
    /// No metric has this name.
    #[error(
        "unknown metric {0:?}; expected moves, pushes, lines, changes, sessions or player-lines"
    )]
    Unknown(String),
    /// A metric is named twice.
    #[error("{} is named twice", .0.name())]
    Twice(Metric),
}

impl Ranking {
    /// The ranking by these metrics; repetitions are dropped, and none at all means moves.
    pub fn new(metrics: &[Metric]) -> Self {
        let mut kept: Vec<Metric> = Vec::with_capacity(metrics.len());
        for &metric in metrics {
            if !kept.contains(&metric) {
                kept.push(metric);
            }
        }
        if kept.is_empty() {
            kept.push(Metric::Moves);
        }
        Self(kept)
    }

    /// The metrics, the most important first.
    pub fn metrics(&self) -> &[Metric] {
        &self.0
    }

    /// The metric that decides.
    pub fn first(&self) -> Metric {
        self.0[0]
    }

    /// Compares two scores: `Less` is better.
    pub fn compare(&self, one: &Score, other: &Score) -> Ordering {
        let pairs = self.0.iter().map(|&metric| one.get(metric).cmp(&other.get(metric)));
        pairs.fold(Ordering::Equal, Ordering::then)
    }

    /// Whether `one` is better than `other`.
    pub fn is_better(&self, one: &Score, other: &Score) -> bool {
        self.compare(one, other).is_lt()
    }
}

impl FromStr for Ranking {
    type Err = RankingError;

    fn from_str(text: &str) -> Result<Self, RankingError> {
        let mut metrics = Vec::new();
        for word in text.split(',').map(str::trim) {
            let metric =
                Metric::from_name(word).ok_or_else(|| RankingError::Unknown(word.to_owned()))?;
            if metrics.contains(&metric) {
                return Err(RankingError::Twice(metric));
            }
            metrics.push(metric);
        }
        Ok(Self(metrics))
    }
}

impl fmt::Display for Ranking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, metric) in self.0.iter().enumerate() {
            write!(f, "{}{}", if at > 0 { "," } else { "" }, metric.name())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranking(text: &str) -> Ranking {
        text.parse().expect("a ranking")
    }

    #[test]
    fn rankings_are_read_and_written() {
        for text in ["moves", "pushes,moves", "lines,moves", "changes,sessions,player-lines"] {
            assert_eq!(ranking(text).to_string(), text);
        }
        let unknown = RankingError::Unknown("steps".to_owned());
        assert_eq!("moves,steps".parse::<Ranking>(), Err(unknown));
        assert_eq!("moves,moves".parse::<Ranking>(), Err(RankingError::Twice(Metric::Moves)));
        assert!("".parse::<Ranking>().is_err());
        let twice = [Metric::Pushes, Metric::Moves, Metric::Pushes];
        assert_eq!(Ranking::new(&twice), ranking("pushes,moves"));
        assert_eq!(Ranking::new(&[]), ranking("moves"));
    }

    #[test]
    fn later_metrics_break_ties_only() {
        let one = Score { moves: 10, pushes: 5, box_lines: 3, ..Score::default() };
        let other = Score { moves: 11, pushes: 4, box_lines: 3, ..Score::default() };
        assert!(ranking("moves,pushes").is_better(&one, &other));
        assert!(ranking("pushes,moves").is_better(&other, &one));
        assert!(ranking("lines,moves").is_better(&one, &other));
        assert_eq!(ranking("lines").compare(&one, &other), Ordering::Equal);
        assert_eq!(one + other - other, one);
        assert_eq!(Metric::ALL.map(|metric| one.get(metric)), [10, 5, 3, 0, 0, 0]);
    }
}
