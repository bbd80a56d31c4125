//! HOT. What the value of a position is made of: six numbers, and a weight for each.
//!
//! All but the last are shares of the number of boxes, so that weights learned on levels with
//! three boxes mean something on levels with thirty. The two that refer to a plan are nought
//! while there is none, that is, in play backwards. What is the same for all positions of a
//! level, as the number of boxes is, has no place here: it changes no order.

use std::sync::Arc;

use hakooshi_board::analysis::UNREACHABLE;
use hakooshi_board::{Board, BoxMove, Square};

use super::plan::LinePlan;
use crate::play::Candidate;

/// How many numbers there are.
pub const FEATURES: usize = 6;

/// What each number is, in order.
pub const NAMES: [&str; FEATURES] =
    ["packed", "on goals", "regions", "distance", "overlap", "power"];

/// One number for each feature.
pub type Features = [f32; FEATURES];

/// To the power of the boxes on goals: the first boxes count for more than the last.
const DISCOUNT: f32 = 0.95;

/// What each feature is worth, by direction of play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// In pulls from the end.
    pub backward: Features,
    /// In pushes from the start.
    pub forward: Features,
}

/// The value of a position with these features.
#[inline]
pub(super) fn value(features: &Features, weights: &Features) -> f32 {
    features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
}

/// Measures positions that are one move away from one that is loaded.
#[derive(Debug)]
pub(super) struct ChildFeatures {
    board: Arc<Board>,
    /// Boxes times the longest of these ways.
    most_distance: f32,
    boxes: f32,
    /// Powers of the discount.
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
        // Pulls can take a box to where no push brings it home from; that is no great way.
        let way = self.board.pushes_home()[square.index()];
        if way == UNREACHABLE { 0 } else { u32::from(way) }
    }

    /// Gets ready for moves from here.
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
