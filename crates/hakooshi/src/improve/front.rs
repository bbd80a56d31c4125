//! The Pareto front of moves and pushes: for every number of pushes the fewest moves found.
//!
//! The solution is improved with pushes before moves, the result with moves before pushes, and so on.
//! Between the two ends of the front the line passes through other solutions, and all that are not
//! dominated are kept.

use std::time::Duration;

use hakooshi_level::{Level, Metric, Ranking, VerifiedSolution};
use hakooshi_search::{Budget, Stop};

use super::{ImproveError, ImproveObserver, ImproveOptions, Improvement, improve_observed};

/// How often the order of the metrics changes.
const LEGS: u32 = 4;
/// The time of the first leg if there is no limit; each leg has twice the time of the one before.
const FIRST_LEG: Duration = Duration::from_secs(15);

/// Solutions of which none dominates another in moves and pushes.
#[derive(Clone, Debug, Default)]
pub struct Front {
    points: Vec<VerifiedSolution>,
}

impl Front {
    /// The solutions, fewest moves first.
    pub fn points(&self) -> &[VerifiedSolution] {
        &self.points
    }

    /// Adds a solution unless it is dominated. Returns whether it was added.
    pub fn add(&mut self, solution: &VerifiedSolution) -> bool {
        let new = solution.score();
        let dominates = |other: &VerifiedSolution| {
            other.score().moves <= new.moves && other.score().pushes <= new.pushes
        };
        if self.points.iter().any(dominates) {
            return false;
        }
        self.points.retain(|other| {
            let old = other.score();
            old.moves < new.moves || old.pushes < new.pushes
        });
        let at = self.points.partition_point(|other| other.score().moves < new.moves);
        self.points.insert(at, solution.clone());
        true
    }
}

/// Passes improvements on and keeps the front.
struct Collector<'a> {
    front: &'a mut Front,
    observer: &'a mut dyn ImproveObserver,
}

impl ImproveObserver for Collector<'_> {
    fn improved(&mut self, improvement: &Improvement<'_>) {
        if self.front.add(improvement.solution) {
            self.observer.improved(improvement);
        }
    }

    fn worked(&mut self, time: Duration, level: u32, bound: Option<u32>) {
        self.observer.worked(time, level, bound);
    }
}

/// Finds the front of moves and pushes, starting from `solution`, within the budget. The ranking of
/// `options` is ignored.
pub fn improve_front(
    level: &Level,
    solution: &VerifiedSolution,
    options: &ImproveOptions,
    observer: &mut dyn ImproveObserver,
) -> Result<Front, ImproveError> {
    let mut front = Front::default();
    front.add(solution);
    for other in &options.others {
        front.add(other);
    }
    let rankings = [[Metric::Pushes, Metric::Moves], [Metric::Moves, Metric::Pushes]];
    let mut best = solution.clone();
    let mut leg_time = options.budget.time.map_or(FIRST_LEG, |time| time / LEGS);
    let mut settled = 0;
    for leg in 0.. {
        if options.budget.cancel.is_cancelled() || settled == 2 {
            break;
        }
        if options.budget.time.is_some() && leg == LEGS as usize {
            break;
        }
        let budget = Budget { time: Some(leg_time), ..options.budget.clone() };
        let others = front.points().to_vec();
        let restarts = options.restarts && leg < 2;
        let ranking = Ranking::new(&rankings[leg % 2]);
        let options = ImproveOptions { ranking, budget, others, restarts, ..options.clone() };
        let mut collector = Collector { front: &mut front, observer };
        let improved = improve_observed(level, &best, &options, &mut collector)?;
        front.add(&improved.solution);
        settled = if improved.stop.is_none() { settled + 1 } else { 0 };
        best = improved.solution;
        if improved.stop.is_some_and(|stop| stop == Stop::Nodes) {
            break;
        }
        if options.budget.time.is_none() {
            leg_time *= 2;
        }
    }
    Ok(front)
}

#[cfg(test)]
mod tests {
    use hakooshi_level::verify;

    use super::*;

    fn scores(front: &Front) -> Vec<(u32, u32)> {
        front.points().iter().map(|it| (it.score().moves, it.score().pushes)).collect()
    }

    #[test]
    fn dominated_solutions_are_not_kept() {
        let level: Level = "#######\n#     #\n#@$ . #\n#     #\n#######".parse().expect("a level");
        let solved =
            |moves: &str| verify(&level, &moves.parse().expect("moves")).expect("a solution");
        let mut front = Front::default();
        assert!(front.add(&solved("RlrR")));
        assert!(!front.add(&solved("RlrlrR")), "more moves, no fewer pushes");
        assert_eq!(scores(&front), [(4, 2)]);
        assert!(front.add(&solved("RR")));
        assert_eq!(scores(&front), [(2, 2)]);
    }
}
