//! Replays a written solution and returns its cost, or the place of the first error.

use hakooshi_level::{Dir, Level};
use thiserror::Error;

use crate::State;

/// What a solution costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cost {
    /// Boxes moved by one cell.
    pub pushes: u32,
    /// Steps of the player, pushes included.
    pub moves: u32,
}

/// Where and why letters are not a solution. Positions count from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// Not one of `lurdLURD`.
    #[error("letter {at} is not a move")]
    BadLetter {
        /// Position of the letter.
        at: usize,
    },
    /// A wall or a box that cannot give way.
    #[error("move {at} is blocked")]
    Blocked {
        /// Position of the letter.
        at: usize,
    },
    /// A capital that pushes nothing, or a small letter that pushes.
    #[error("move {at} has the wrong case")]
    WrongCase {
        /// Position of the letter.
        at: usize,
    },
    /// All letters are played and a box is off goal.
    #[error("the moves do not solve the level")]
    NotSolved,
}

/// Plays `letters` from the start of `level`; capitals push, small letters walk.
pub fn replay(level: &Level, letters: &str) -> Result<Cost, ReplayError> {
    let mut state = State::start(level);
    let mut cost = Cost::default();
    for (at, letter) in letters.bytes().enumerate() {
        let dir = Dir::from_letter(letter).ok_or(ReplayError::BadLetter { at })?;
        let (next, pushed) = state.step(level, dir).ok_or(ReplayError::Blocked { at })?;
        if pushed != letter.is_ascii_uppercase() {
            return Err(ReplayError::WrongCase { at });
        }
        cost.moves += 1;
        cost.pushes += u32::from(pushed);
        state = next;
    }
    if state.is_solved(level) { Ok(cost) } else { Err(ReplayError::NotSolved) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_go_wrong_is_told_apart() {
        let level: Level = "######\n#@ $.#\n######\n".parse().expect("valid");
        assert_eq!(replay(&level, "rR"), Ok(Cost { pushes: 1, moves: 2 }));
        assert_eq!(replay(&level, "rx"), Err(ReplayError::BadLetter { at: 1 }));
        assert_eq!(replay(&level, "ru"), Err(ReplayError::Blocked { at: 1 }));
        assert_eq!(replay(&level, "rr"), Err(ReplayError::WrongCase { at: 1 }));
        assert_eq!(replay(&level, "RR"), Err(ReplayError::WrongCase { at: 0 }));
        assert_eq!(replay(&level, "r"), Err(ReplayError::NotSolved));
    }
}
