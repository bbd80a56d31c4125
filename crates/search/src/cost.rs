//! The cost of a solution, and which cost to minimise.

use std::ops::Add;
use std::str::FromStr;

use thiserror::Error;

/// What to minimise. Pairs are lexicographic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Objective {
    /// Any solution.
    #[default]
    Any,
    /// Fewest pushes.
    Pushes,
    /// Fewest pushes, and among those fewest moves.
    PushesMoves,
    /// Fewest moves.
    Moves,
    /// Fewest moves, and among those fewest pushes.
    MovesPushes,
}

impl Objective {
    /// All objectives.
    pub const ALL: [Self; 5] =
        [Self::Any, Self::Pushes, Self::PushesMoves, Self::Moves, Self::MovesPushes];

    /// The word used on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Pushes => "pushes",
            Self::PushesMoves => "pushes,moves",
            Self::Moves => "moves",
            Self::MovesPushes => "moves,pushes",
        }
    }

    /// The objective with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|objective| objective.name() == name)
    }

    /// Whether walks count, so that states must hold the player's square, not only his region.
    pub const fn counts_moves(self) -> bool {
        matches!(self, Self::PushesMoves | Self::Moves | Self::MovesPushes)
    }

    /// Whether moves are what counts first.
    pub const fn moves_first(self) -> bool {
        matches!(self, Self::Moves | Self::MovesPushes)
    }

    /// The cost of this many pushes and moves; pushes count as moves too.
    #[inline]
    pub const fn cost(self, pushes: u32, moves: u32) -> Cost {
        match self {
            Self::Any | Self::Pushes => Cost::new(pushes, 0),
            Self::PushesMoves => Cost::new(pushes, moves),
            Self::Moves => Cost::new(moves, 0),
            Self::MovesPushes => Cost::new(moves, pushes),
        }
    }
}

/// A text that names no objective.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0:?} is not an objective; there are: any, pushes, moves, \"pushes,moves\" and \"moves,pushes\""
)]
pub struct UnknownObjective(pub String);

impl FromStr for Objective {
    type Err = UnknownObjective;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::from_name(text.trim()).ok_or_else(|| UnknownObjective(text.to_owned()))
    }
}

/// A lexicographic pair of counts, packed so that comparing and adding are one instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cost(u64);

impl Cost {
    /// No cost.
    pub const ZERO: Self = Self(0);

    /// The pair of `first` and `second`.
    #[inline]
    pub const fn new(first: u32, second: u32) -> Self {
        Self((first as u64) << 32 | second as u64)
    }

    /// The count that matters most.
    #[inline]
    pub const fn first(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// The count that breaks ties.
    #[inline]
    pub const fn second(self) -> u32 {
        self.0 as u32
    }

    /// Both counts times `factor`.
    #[must_use]
    pub const fn times(self, factor: u32) -> Self {
        Self::new(self.first().saturating_mul(factor), self.second().saturating_mul(factor))
    }
}

impl Add for Cost {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}
