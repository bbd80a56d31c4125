//! The letters `lurdLURD`: one letter per step of the player, upper case for a push.
//!
//! [`Moves`] contains only letters and knows no level. Whether the steps are legal and the case is right
//! is checked by the replay. Richer notation (counts, groups, markers, reverse games) is read by
//! [`GameText`](crate::GameText).

mod error;
mod game_text;
mod reader;

use std::fmt;
use std::str::FromStr;

use crate::Dir;
pub use error::{MovesError, MovesProblem};
pub use game_text::{GameText, Jump, MAX_MOVES};

/// One step of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Where the player goes.
    pub dir: Dir,
    /// Whether a box goes with him: a push, or in a reverse game a pull.
    pub push: bool,
}

impl Step {
    /// The letter of this step, upper case for a push.
    pub const fn letter(self) -> u8 {
        if self.push { self.dir.letter().to_ascii_uppercase() } else { self.dir.letter() }
    }

    /// Reads one of `lurdLURD`.
    pub const fn from_letter(letter: u8) -> Option<Self> {
        match Dir::from_letter(letter) {
            Some(dir) => Some(Self { dir, push: letter.is_ascii_uppercase() }),
            None => None,
        }
    }
}

/// A sequence of steps, one byte each.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Moves(Vec<u8>);

impl Moves {
    /// No moves yet.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Letters that are already known to be among `lurdLURD`.
    pub(crate) fn from_letters(letters: Vec<u8>) -> Self {
        debug_assert!(letters.iter().all(|&letter| Step::from_letter(letter).is_some()));
        Self(letters)
    }

    /// Appends one step.
    pub fn push(&mut self, step: Step) {
        self.0.push(step.letter());
    }

    /// The number of steps, walks and pushes together.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no steps.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of upper-case letters.
    pub fn pushes(&self) -> usize {
        self.0.iter().filter(|letter| letter.is_ascii_uppercase()).count()
    }

    /// Keeps the first `len` steps.
    pub fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    /// The steps in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Step> + ExactSizeIterator {
        self.0.iter().map(|&letter| Step {
            dir: Dir::from_letter(letter).expect("only letters of the notation are stored"),
            push: letter.is_ascii_uppercase(),
        })
    }

    /// The letters themselves.
    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.0).expect("only ASCII letters are stored")
    }

    /// The letters with every run of three or more written as a count and one letter:
    /// `rrrrUUl` becomes `4rUUl`. [`GameText`](crate::GameText) reads it back.
    pub fn to_rle(&self) -> String {
        let mut text = String::new();
        for run in self.0.chunk_by(|a, b| a == b) {
            let letter = char::from(run[0]);
            if run.len() > 2 {
                text.push_str(&run.len().to_string());
                text.push(letter);
            } else {
                text.extend(std::iter::repeat_n(letter, run.len()));
            }
        }
        text
    }
}

impl FromIterator<Step> for Moves {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        Self(steps.into_iter().map(Step::letter).collect())
    }
}

impl Extend<Step> for Moves {
    fn extend<I: IntoIterator<Item = Step>>(&mut self, steps: I) {
        self.0.extend(steps.into_iter().map(Step::letter));
    }
}

/// The plain letters on one line.
impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Moves").field(&self.as_str()).finish()
    }
}

/// Reads plain letters; white space between them is skipped.
impl FromStr for Moves {
    type Err = MovesError;

    fn from_str(text: &str) -> Result<Self, MovesError> {
        let mut letters = Vec::with_capacity(text.len());
        for (offset, glyph) in text.char_indices() {
            match u8::try_from(glyph) {
                Ok(letter) if Step::from_letter(letter).is_some() => letters.push(letter),
                _ if glyph.is_whitespace() => {}
                _ => {
                    let problem = error::stray(glyph, "one of the moves \"lurdLURD\"");
                    return Err(MovesError::new(text, offset, problem));
                }
            }
        }
        Ok(Self(letters))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_round_trip() {
        let moves: Moves = " rrU\n\tlD ".parse().expect("plain letters");
        assert_eq!(moves.to_string(), "rrUlD");
        assert_eq!((moves.len(), moves.pushes()), (5, 2));
        assert_eq!(moves.iter().collect::<Moves>(), moves);
        assert_eq!(moves.iter().nth(2), Some(Step { dir: Dir::Up, push: true }));
        assert_eq!(format!("{moves:?}"), "Moves(\"rrUlD\")");
    }

    #[test]
    fn only_long_runs_are_counted() {
        let rle = |text: &str| text.parse::<Moves>().expect("plain letters").to_rle();
        assert_eq!(rle("rrrrUUlrrrR"), "4rUUl3rR");
        assert_eq!(rle("dddddddddddd"), "12d");
        assert_eq!(rle(""), "");
    }

    #[test]
    fn a_wrong_letter_is_named_with_its_place() {
        let error = "lu\n rx".parse::<Moves>().expect_err("x is no move");
        assert_eq!((error.line, error.column), (2, 3));
        assert_eq!(
            error.to_string(),
            "line 2, column 3: found 'x', expected one of the moves \"lurdLURD\""
        );
        assert!("3r".parse::<Moves>().is_err());
    }
}
