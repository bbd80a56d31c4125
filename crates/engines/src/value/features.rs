//! The value of a position: a weighted sum of six features.
//!
//! All but the last are divided by the number of boxes, so that weights learned on levels with
//! three boxes carry over to levels with thirty. The two that refer to a plan are zero when there
//! is none, that is, in the backward search. Nothing that is the same for all positions of a level,
//! such as the number of boxes, is a feature: it would not change their order.

use std::sync::Arc;

use hakooshi_board::analysis::UNREACHABLE;
use hakooshi_board::{Board, BoxMove, Square};

use super::plan::LinePlan;
use crate::play::Candidate;

/// The number of features.
pub const FEATURES: usize = 6;

/// The names of the features, in order.
pub const NAMES: [&str; FEATURES] =
    ["packed", "on goals", "regions", "distance", "overlap", "power"];

/// One number for each feature.
pub type Features = [f32; FEATURES];

/// The feature "power" is this to the power of the boxes on goals, so that the first boxes count
/// for more than the last. Never varied; the weights were learned with it.
const DISCOUNT: f32 = 0.95;

/// The weights of the features, by direction of play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// For pulls from the solved position.
    pub backward: Features,
    /// For pushes from the start.
    pub forward: Features,
}

/// The value of a position with these features.
#[inline]
pub(super) fn value(features: &Features, weights: &Features) -> f32 {
    features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
}

/// Computes the features of positions one move away from the position loaded.
#[derive(Debug)]
pub(super) struct ChildFeatures {
    board: Arc<Board>,
    /// The number of boxes times the longest distance from a goal.
    most_distance: f32,
    boxes: f32,
    /// Powers of [`DISCOUNT`].
    powers: Vec<f32>,
    plan: LinePlan,
    on_goals: usize,
    distance: u32,
}

impl ChildFeatures {
    pub(super) fn new(board: &Arc<Board>, boxes: usize, plan: LinePlan) -> Self {
        let ways = board.pushes_home()[1..].iter().filter(|&&way| way != UNREACHABLE);
        let longest = ways.max().copied().unwrap_or(0).max(1);
        let powers = std::iter::successors(Some(1.0), |power| Some(power * DISCOUNT));
        Self {
            board: Arc::clone(board),
            most_distance: boxes as f32 * f32::from(longest),
            boxes: boxes as f32,
            powers: powers.take(boxes + 1).collect(),
            plan,
            on_goals: 0,
            distance: 0,
        }
    }

    fn way(&self, square: Square) -> u32 {
        // Pulls can take a box to a square from which no push leads to a goal. Such squares must
        // not outweigh all others, so they count as no distance.
        let way = self.board.pushes_home()[square.index()];
        if way == UNREACHABLE { 0 } else { u32::from(way) }
    }

    /// Loads the position that moves start from.
    pub(super) fn load(&mut self, boxes: &[Square]) {
        self.on_goals = boxes.iter().filter(|&&square| self.board.is_goal(square)).count();
        self.distance = boxes.iter().map(|&square| self.way(square)).sum();
        self.plan.load(boxes);
    }

    /// The features after a move.
    pub(super) fn after(&self, candidate: &Candidate<'_>) -> Features {
        let BoxMove { from, to, .. } = candidate.moved;
        let is_goal = |square| usize::from(self.board.is_goal(square));
        let on_goals = self.on_goals + is_goal(to) - is_goal(from);
        let distance = self.distance + self.way(to) - self.way(from);
        let packed = self.plan.packed(candidate.position);
        let overlap = self.plan.overlap_after(from, to);
        [
            packed as f32 / self.boxes,
            on_goals as f32 / self.boxes,
            candidate.regions as f32 / self.boxes,
            distance as f32 / self.most_distance,
            f32::from(overlap) / self.boxes,
            self.powers[on_goals],
        ]
    }

    pub(super) fn bytes(&self) -> usize {
        self.plan.bytes()
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "both sides are computed by the same operations")]
mod tests {
    use hakooshi_board::{Position, Pushing, compile};
    use hakooshi_level::{Cell, Level};
    use hakooshi_search::spec::SearchSpec;
    use hakooshi_search::{Objective, Task};

    use super::*;
    use crate::play::Game;
    use crate::scenes::{Boxes, Keys};

    #[test]
    fn features_after_a_move_equal_those_of_the_position_from_scratch() {
        let level: Level =
            "##########\n#   #   ##\n# $ $ $ .#\n#   #   ##\n#@$    ..#\n#   #   .#\n##########"
                .parse()
                .expect("a level");
        let (board, start) = compile(&level).expect("small");
        let task = Task::new(&board, &start);
        let spec = SearchSpec::parse("value", Objective::Any, &crate::REGISTRY).expect("a spec");
        let at = |row, col| board.square_at(Cell::new(row, col));
        let pull = |from, to| BoxMove { from, to, player: at(1, 1) };
        let line = [pull(at(4, 7), at(4, 5)), pull(at(2, 8), at(2, 6))];
        let features = || ChildFeatures::new(&board, 4, LinePlan::new(&board, &line));
        let (mut kept, mut fresh) = (features(), features());
        let mut game = Game::<Pushing>::new(&spec, &task);
        let mut states = vec![Boxes::of(&board, &start)];
        let mut compared = 0;
        while let Some(state) = states.pop().filter(|_| compared < 200) {
            game.load(&state);
            kept.load(&state.boxes);
            game.moves(&Keys::default(), |candidate| {
                let after = state.after(candidate.moved).expect("a box");
                let position = Position::new(&board, &after.boxes, after.player);
                fresh.load(&after.boxes);
                // A box that stays where it is changes nothing.
                let stays = BoxMove { from: candidate.moved.to, ..candidate.moved };
                let scratch = fresh.after(&Candidate {
                    moved: stays,
                    position: &position,
                    regions: candidate.regions,
                    key: candidate.key,
                });
                assert_eq!(kept.after(candidate), scratch, "after {:?}", candidate.moved);
                compared += 1;
                states.push(after);
            });
        }
        assert!(compared >= 200, "only {compared} moves");
    }

    #[test]
    fn features_are_shares_of_the_boxes() {
        let level: Level = "#######\n#@$ . #\n# $ . #\n#     #\n#######".parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        let at = |row, col| board.square_at(Cell::new(row, col));
        let mut features = ChildFeatures::new(&board, 2, LinePlan::default());
        features.load(&[at(1, 4), at(2, 2)]);
        let moved = BoxMove { from: at(2, 2), to: at(2, 4), player: at(2, 3) };
        let position = Position::new(&board, &[at(1, 4), at(2, 4)], at(2, 3));
        let candidate = Candidate { moved, position: &position, regions: 1, key: 0 };
        let [packed, on_goals, regions, distance, overlap, power] = features.after(&candidate);
        assert_eq!([packed, on_goals, regions, distance, overlap], [0.0, 1.0, 0.5, 0.0, 0.0]);
        assert!((power - DISCOUNT * DISCOUNT).abs() < 1e-6);
    }
}
