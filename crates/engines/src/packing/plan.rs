//! A packing plan: the order in which goals are filled, and where boxes are parked meanwhile.

use hakooshi_board::{Board, Square};

/// Targets to fill, in any order, before the next phase begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Phase {
    pub(crate) targets: Vec<Target>,
}

/// A square to be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) square: Square,
    /// For a parking square, the phase in which its box may move on to a goal. `None` for a goal:
    /// its box stays.
    pub(crate) until: Option<usize>,
}

/// Phases in the order of play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PhasePlan {
    pub(crate) phases: Vec<Phase>,
}

/// One step of taking the solved position apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TakenApart {
    /// Boxes pulled from these squares back to their start squares.
    Removed(Vec<Square>),
    /// A box parked out of the way.
    Parked { from: Square, to: Square },
}

impl PhasePlan {
    /// The plan that reverses these steps.
    pub(crate) fn from_steps(steps: &[TakenApart]) -> Self {
        // The last step becomes the first phase.
        let phase = |at: usize| steps.len() - 1 - at;
        let parked_at = |square: Square, before: usize| {
            steps[..before]
                .iter()
                .rposition(|step| matches!(step, TakenApart::Parked { to, .. } if *to == square))
        };
        let mut phases = Vec::with_capacity(steps.len());
        for (at, step) in steps.iter().enumerate().rev() {
            let targets = match step {
                TakenApart::Removed(squares) => squares.clone(),
                TakenApart::Parked { from, .. } => vec![*from],
            };
            let targets = targets
                .into_iter()
                .map(|square| Target { square, until: parked_at(square, at).map(phase) })
                .collect();
            phases.push(Phase { targets });
        }
        Self { phases }
    }

    /// The plan without an order: all goals in one phase.
    pub(crate) fn single(board: &Board) -> Self {
        Self::from_steps(&[TakenApart::Removed(board.goals().iter().collect())])
    }

    /// The number of targets in all phases, parking squares included.
    pub(crate) fn targets(&self) -> usize {
        self.phases.iter().map(|phase| phase.targets.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_reverse_the_steps_and_parked_boxes_know_when_to_leave() {
        let [a, b, c, p] = [1, 2, 3, 9].map(Square::new);
        let steps = [
            TakenApart::Removed(vec![a]),
            TakenApart::Parked { from: b, to: p },
            TakenApart::Removed(vec![c]),
            TakenApart::Removed(vec![p]),
        ];
        let plan = PhasePlan::from_steps(&steps);
        let drawn: Vec<Vec<(Square, Option<usize>)>> = plan
            .phases
            .iter()
            .map(|phase| phase.targets.iter().map(|at| (at.square, at.until)).collect())
            .collect();
        let expected = [[(p, Some(2))], [(c, None)], [(b, None)], [(a, None)]];
        assert_eq!(drawn, expected.map(|phase| phase.to_vec()));
        assert_eq!(plan.targets(), 4);
    }
}
