//! Moves in the notation of people and programs: counts, groups, a marker and reverse games.
//!
//! Groups are expanded in place with an explicit stack, and the size of the result is checked before
//! copying, so neither deep nesting nor `9(9(9(...)))` can exhaust memory.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use super::reader::Reader;
use super::{Moves, MovesError};

/// The most letters that counts may expand to, unless the caller sets another limit.
pub const MAX_MOVES: usize = 10_000_000;

/// A displacement of the player in a reverse game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Jump {
    /// The number of moves that come before it.
    pub before: usize,
    /// Rows down; negative is up.
    pub rows: i32,
    /// Columns right; negative is left.
    pub cols: i32,
}

/// A saved game as written.
///
/// ```text
/// game   = { move | '*' | jump | space }        '*' at most once: the current position
/// move   = letter | [count] '(' { move | space } ')' | count letter
/// letter = one of lurdLURD                      upper case: push, in a reverse game pull
/// jump   = '[' { move | space } ']'             lower case only; also written '<' ... '>'
/// ```
///
/// A game is a reverse game exactly when it has a jump, and then the first jump stands before
/// every letter. A jump is only a displacement: its letters say how far, not which way. What a
/// reverse game means on a level is told in [`to_forward`](Self::to_forward).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameText {
    /// The letters outside jumps, expanded.
    pub moves: Moves,
    /// The number of moves before the `*`, if there is one.
    pub marker: Option<usize>,
    /// The jumps in order, at most one between two moves. Empty unless the game is a reverse
    /// game, in which case the first has `before == 0`.
    pub jumps: Vec<Jump>,
}

impl GameText {
    /// Whether boxes are pulled from the goals rather than pushed to them.
    pub fn is_reverse(&self) -> bool {
        !self.jumps.is_empty()
    }

    /// Reads a game that expands to at most `limit` letters, those in jumps included.
    /// [`FromStr`] does the same with [`MAX_MOVES`].
    pub fn parse(text: &str, limit: usize) -> Result<Self, MovesError> {
        Reader::new(limit)
            .read_all(text)
            .map_err(|(offset, problem)| MovesError::new(text, offset, problem))
    }

    /// Appends a jump, or lengthens the last one when no move stands between.
    pub(super) fn add_jump(&mut self, jump: Jump) {
        match self.jumps.last_mut() {
            Some(last) if last.before == jump.before => {
                last.rows = last.rows.saturating_add(jump.rows);
                last.cols = last.cols.saturating_add(jump.cols);
            }
            _ => self.jumps.push(jump),
        }
    }
}

impl FromStr for GameText {
    type Err = MovesError;

    fn from_str(text: &str) -> Result<Self, MovesError> {
        Self::parse(text, MAX_MOVES)
    }
}

/// The game on one line, without counts and with a jump's rows before its columns.
impl fmt::Display for GameText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.moves.as_str();
        let mut jumps = self.jumps.iter().peekable();
        for done in 0..=letters.len() {
            if let Some(jump) = jumps.next_if(|jump| jump.before == done) {
                let rows = if jump.rows < 0 { "u" } else { "d" };
                let cols = if jump.cols < 0 { "l" } else { "r" };
                let [rows, cols] = [(rows, jump.rows), (cols, jump.cols)]
                    .map(|(letter, count)| letter.repeat(count.unsigned_abs() as usize));
                write!(f, "[{rows}{cols}]")?;
            }
            if self.marker == Some(done) {
                f.write_char('*')?;
            }
            f.write_str(letters.get(done..=done).unwrap_or(""))?;
        }
        Ok(())
    }
}
