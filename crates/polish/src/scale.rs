//! Scores packed into one number that can be added and that compares like the ranking.
//!
//! ```text
//!   63        first        second         third        0
//!   | 1 bit | 21 bits    | 21 bits      | 21 bits      |
//! ```
//!
//! The first three metrics guide a search; the rest only decide between complete lines. A ranking
//! with fewer metrics is completed by moves and pushes, so that every search avoids detours.

use hakooshi_level::{Metric, Ranking, Score};

/// Bits of one metric.
const WIDTH: u32 = 21;
/// The largest value of a metric.
const MOST: u32 = (1 << WIDTH) - 1;

/// A packed score.
pub(crate) type Cost = u64;

/// Which metrics are packed, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale {
    metrics: [Option<Metric>; 3],
}

impl Scale {
    /// The scale of a ranking.
    pub(crate) fn new(ranking: &Ranking) -> Self {
        let named = ranking.metrics().iter().copied();
        let mut metrics = [None; 3];
        let mut at = 0;
        for metric in named.chain([Metric::Moves, Metric::Pushes]) {
            if at < metrics.len() && !metrics.contains(&Some(metric)) {
                metrics[at] = Some(metric);
                at += 1;
            }
        }
        Self { metrics }
    }

    /// A packed score; `None` if it does not fit.
    pub(crate) fn cost(self, score: &Score) -> Option<Cost> {
        let fits = self.metrics.iter().flatten().all(|&metric| score.get(metric) <= MOST);
        fits.then(|| self.delta(score))
    }

    /// A packed score that is known to fit.
    pub(crate) fn delta(self, score: &Score) -> Cost {
        self.metrics.iter().fold(0, |cost, metric| {
            cost << WIDTH | u64::from(metric.map_or(0, |metric| score.get(metric)))
        })
    }

    /// A packed score with this value of the first metric and nothing else.
    pub(crate) const fn first(amount: u32) -> Cost {
        (amount as u64) << (2 * WIDTH)
    }

    /// Whether a metric guides the search.
    pub(crate) fn has(self, metric: Metric) -> bool {
        self.metrics.contains(&Some(metric))
    }

    /// Whether the first metric is this one.
    pub(crate) fn begins_with(self, metric: Metric) -> bool {
        self.metrics[0] == Some(metric)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_scores_compare_as_the_ranking_does() {
        let scores = [(3, 9, 1), (4, 1, 7), (4, 2, 0), (4, 2, 5)];
        let scores = scores.map(|(box_lines, moves, pushes)| Score {
            box_lines,
            moves,
            pushes,
            ..Score::default()
        });
        let scale = Scale::new(&"lines".parse().expect("a ranking"));
        let costs = scores.map(|score| scale.cost(&score).expect("small"));
        assert!(costs.is_sorted_by(|a, b| a < b), "completed by moves, then pushes");
        assert_eq!(scale.delta(&(scores[0] + scores[1])), costs[0] + costs[1]);
        assert!(scale.begins_with(Metric::BoxLines) && !scale.has(Metric::BoxChanges));
        let large = Score { moves: MOST + 1, ..Score::default() };
        assert_eq!(scale.cost(&large), None);
    }
}
