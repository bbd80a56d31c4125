//! Errors in a text of moves, with their place.

use std::fmt;

use thiserror::Error;

/// What is wrong with a text of moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MovesProblem {
    /// A character that cannot stand here.
    #[error("found {glyph:?}, expected {expected}")]
    Unexpected {
        /// The character.
        glyph: char,
        /// What could have stood here.
        expected: &'static str,
    },
    /// The text stops too early.
    #[error("the moves end here, expected {expected}")]
    UnexpectedEnd {
        /// What should have come.
        expected: &'static str,
    },
    /// A bracket without its partner.
    #[error("this {open:?} is never closed")]
    Unclosed {
        /// The opening bracket.
        open: char,
    },
    /// `{` or `}`.
    #[error("'{{' and '}}' change the player of a level with several (Multiban): not supported")]
    PlayerChange,
    /// One of `nsew`.
    #[error("{glyph:?} is a move of hexagonal, triangular or octagonal levels: not supported")]
    OtherGrid {
        /// The letter.
        glyph: char,
    },
    /// A count of zero.
    #[error("a count must be at least 1")]
    ZeroCount,
    /// A second `*`.
    #[error("a second '*': the current position can be marked only once")]
    SecondMarker,
    /// The first jump comes after a move.
    #[error("a jump belongs to a reverse game, and a reverse game must start with its first jump")]
    LateJump,
    /// An upper-case letter within a jump.
    #[error("a jump moves no box, so it has no upper-case letters")]
    PullInJump,
    /// The counts expand to too much.
    #[error("the counts expand to more than {limit} moves")]
    TooLong {
        /// The most that is accepted.
        limit: usize,
    },
}

/// A problem with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct MovesError {
    /// Bytes before the place.
    pub offset: usize,
    /// Line, counted from one.
    pub line: usize,
    /// Column in characters, counted from one.
    pub column: usize,
    /// What is wrong.
    pub problem: MovesProblem,
}

impl MovesError {
    pub(super) fn new(text: &str, offset: usize, problem: MovesProblem) -> Self {
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            offset,
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            problem,
        }
    }
}

impl fmt::Display for MovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

/// The problem with a character that means nothing where it stands. Notations of other kinds
/// of Sokoban are distinguished from mistakes.
pub(super) const fn stray(glyph: char, expected: &'static str) -> MovesProblem {
    match glyph {
        '{' | '}' => MovesProblem::PlayerChange,
        'n' | 's' | 'e' | 'w' | 'N' | 'S' | 'E' | 'W' => MovesProblem::OtherGrid { glyph },
        _ => MovesProblem::Unexpected { glyph, expected },
    }
}
