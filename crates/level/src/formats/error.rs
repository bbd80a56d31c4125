//! What is wrong with a level's text, and where.

use std::fmt;

use thiserror::Error;

use crate::LevelError;

/// What is wrong with a level's text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Problem {
    /// A character that means nothing in this format.
    #[error("{glyph:?} is not a level character; expected one of \"# @+$*.-_\" or a space")]
    BadGlyph {
        /// The character.
        glyph: char,
    },
    /// The characters are fine but the level they draw is not.
    #[error(transparent)]
    Level(#[from] LevelError),
}

/// A problem with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct ReadError {
    /// Line, counted from one.
    pub line: usize,
    /// Column in characters, counted from one.
    pub column: usize,
    /// The line as it was written, for the caret.
    pub excerpt: String,
    /// What is wrong.
    pub problem: Problem,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}
