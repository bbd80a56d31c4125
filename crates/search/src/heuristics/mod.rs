//! Heuristics: one file per estimate.
//!
//! Estimates count pushes (backward: pulls). An admissible estimate is a lower bound for every
//! objective, since a push is also a move. A few only rank positions, and their
//! [`HeuristicClaims`] say so.

mod assignment;
mod conflicts;
mod count;
mod entrances;
mod exit_surplus;
mod incremental_assignment;
mod kth;
mod manhattan;
mod manhattan_greedy;
mod manhattan_matching;
mod manhattan_matching_count;
mod matching;
mod matching_linear;
mod matching_rolling_stone;
mod nearest;
mod pair_table;
mod pattern_game;
mod pattern_search;
mod pattern_store;
mod patterns;
mod rows;
mod surplus;
mod surplus_metric;
mod vectors;
mod zero;

use std::borrow::Cow;
use std::sync::Arc;

pub use count::Count;
pub use exit_surplus::ExitSurplus;
use hakooshi_board::{Board, Direction, Position, Square, analysis::Distances};
pub use incremental_assignment::IncrementalAssignment;
pub use kth::Kth;
pub use manhattan::Manhattan;
pub use manhattan_greedy::ManhattanGreedy;
pub use manhattan_matching::ManhattanMatching;
pub use manhattan_matching_count::ManhattanMatchingCount;
pub use matching::Matching;
pub use matching_linear::MatchingLinear;
pub use matching_rolling_stone::MatchingRollingStone;
pub use nearest::Nearest;
pub use patterns::Patterns;
pub use rows::Rows;
pub use surplus::Surplus;
pub use zero::Zero;

use crate::spec::{Component, Entry, Params};
use crate::{Deadline, Task};

/// An estimate of the pushes left.
///
/// A search first passes the position it expands, then each child, which differs from it by one
/// box; so an estimate can reuse what the children share.
pub trait Heuristic: Send {
    /// The estimate of `position` from scratch; `None` if it is proved unsolvable.
    fn estimate(&mut self, position: &Position) -> Option<u32>;

    /// The estimate of `position`, which becomes the parent of the following [`Self::child`]
    /// calls.
    fn expand(&mut self, position: &Position) -> Option<u32> {
        self.estimate(position)
    }

    /// The estimate of a child of the position last expanded, in which only the box with this
    /// index has moved. Equals [`Heuristic::estimate`] of it if the heuristic claims to be
    /// [positional](HeuristicClaims::positional).
    fn child(&mut self, position: &Position, _moved: usize) -> Option<u32> {
        self.estimate(position)
    }

    /// A closer look at a child that is about to be searched, for heuristics that learn: its
    /// estimate now, which may be greater than the one from [`Self::child`]. The child becomes the
    /// position last expanded.
    fn study(&mut self, position: &Position, _moved: usize) -> Option<u32> {
        self.expand(position)
    }

    /// Called before [`Self::study`] with the end of the time, after which it learns nothing.
    fn until(&mut self, _deadline: Deadline) {}

    /// How far the box with this index, moved last, is from the goal that it was assigned in the
    /// position last expanded; `None` if the heuristic assigns none.
    fn to_assigned_goal(&mut self, _position: &Position, _moved: usize) -> Option<u32> {
        None
    }

    /// Bytes held that grow with the search, or are a large part of a small limit.
    fn bytes(&self) -> usize {
        0
    }
}

/// What distances take into account of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KnownPlayer {
    /// Nothing: he is always where he is needed.
    Nothing,
    /// He has to walk round the box, from whichever side is best to begin with.
    Walks,
    /// He has to walk round the box from the side he is on.
    Side,
}

/// Where the boxes are to go, by pushes or by pulls.
#[derive(Clone, Debug)]
pub struct Aim {
    /// The board.
    pub board: Arc<Board>,
    /// The squares to be filled.
    pub squares: Vec<Square>,
    /// Whether boxes are pushed or pulled there.
    pub direction: Direction,
}

impl Aim {
    /// Pushing the boxes to the goals.
    pub fn goals(board: &Arc<Board>) -> Self {
        let squares = board.goals().iter().collect();
        Self { board: Arc::clone(board), squares, direction: Direction::Forward }
    }

    /// The aim of a task in this direction: pushing the boxes to the goals, or pulling them to
    /// where they start.
    pub fn of(task: &Task, direction: Direction) -> Self {
        let squares = direction.targets(&task.board, &task.start);
        Self { board: Arc::clone(&task.board), squares, direction }
    }

    /// Exact distances of a lone box to each square.
    pub fn distances(&self) -> Cow<'_, Distances> {
        match self.direction {
            Direction::Backward => Cow::Owned(Distances::from(&self.board, &self.squares)),
            Direction::Forward if self.squares.iter().copied().eq(self.board.goals().iter()) => {
                // Of a large board they are tens of megabytes.
                Cow::Borrowed(self.board.to_goals())
            }
            Direction::Forward => Cow::Owned(Distances::to(&self.board, &self.squares)),
        }
    }

    /// The same, with what is `known` of the player.
    pub(crate) fn distances_with(&self, known: KnownPlayer) -> Cow<'_, Distances> {
        let exact = self.distances();
        match known {
            KnownPlayer::Side => exact,
            KnownPlayer::Walks => Cow::Owned(exact.into_owned().for_any_side(&self.board)),
            KnownPlayer::Nothing => {
                let forward = self.direction == Direction::Forward;
                Cow::Owned(exact.into_owned().for_jumping_player(&self.board, forward))
            }
        }
    }

    /// Exact distances of a lone box to the nearest square.
    pub fn nearest(&self) -> Distances {
        match self.direction {
            Direction::Backward => Distances::from_nearest(&self.board, &self.squares),
            Direction::Forward => Distances::to_nearest(&self.board, &self.squares),
        }
    }
}

/// What a heuristic claims. The tests check every claim by brute force, and find a counterexample
/// to every claim not made, for pushes and for moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "claims are made or not, independently")]
pub struct HeuristicClaims {
    /// Never more than the pushes left, and so never more than the moves left.
    pub admissible: bool,
    /// Never falls by more than one per push.
    pub consistent: bool,
    /// Every position it proves unsolvable is unsolvable.
    pub safe: bool,
    /// Depends on the position alone, not on the push that led there.
    pub positional: bool,
    /// Rises as the search shows it more positions. Then it is not consistent either.
    pub learns: bool,
    /// Switches with which it is not admissible.
    pub overestimates_with: &'static [&'static str],
}

impl HeuristicClaims {
    /// A lower bound that depends on the position alone.
    pub const LOWER_BOUND: Self = Self {
        admissible: true,
        consistent: true,
        safe: true,
        positional: true,
        learns: false,
        overestimates_with: &[],
    };
}

impl Component<HeuristicClaims, BuildHeuristic> {
    /// Whether it is admissible with these parameters.
    pub fn is_admissible(&self) -> bool {
        let HeuristicClaims { admissible, overestimates_with, .. } = self.entry.claims;
        admissible && !overestimates_with.iter().any(|name| self.params.is_on(name))
    }
}

/// Builds a heuristic.
pub type BuildHeuristic = fn(&Aim, &Params) -> Box<dyn Heuristic>;

/// A heuristic that specs can name.
pub type HeuristicEntry = Entry<HeuristicClaims, BuildHeuristic>;

/// Every heuristic, from the weakest to the strongest.
pub static ALL: &[&HeuristicEntry] = &[
    &zero::ENTRY,
    &count::ENTRY,
    &kth::ENTRY,
    &manhattan::ENTRY,
    &manhattan_greedy::ENTRY,
    &manhattan_matching::ENTRY,
    &manhattan_matching_count::ENTRY,
    &nearest::ENTRY,
    &matching::ENTRY,
    &matching_linear::ENTRY,
    &matching_rolling_stone::ENTRY,
    &patterns::ENTRY,
    &surplus::ENTRY,
];
