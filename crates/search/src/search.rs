//! The contract of everything that looks for a solution: a textbook algorithm, an engine, a
//! planner, or a portfolio of them, in turns or in parallel.
//!
//! A search is an object that keeps its tree between turns. The caller sets the length of a turn;
//! the search continues and returns how the turn ended. To write one, put all state that must
//! survive a pause into a struct, do one expansion in a function that returns `Some` at the end of
//! the search, and let [`go_on`] call it.

use std::io::{self, ErrorKind, Read, Write};

use hakooshi_board::Push;

use crate::{Context, Stop};

/// How a turn ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// These pushes should solve the level; the caller verifies them by replaying.
    Found(Vec<Push>),
    /// Nothing is left to expand. Whether that proves the level unsolvable follows from the claims.
    Exhausted,
    /// The turn is over; the search can continue.
    Paused,
    /// The search failed, and why: for example, an external solver is missing.
    Failed(String),
}

/// A search that keeps its tree between turns.
pub trait Search: Send {
    /// Continues for at most `nodes` expansions. After an `Err` the tree may lack the state being
    /// expanded, so a later [`Turn::Exhausted`] proves nothing.
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop>;

    /// Bytes held between turns that grow with the search.
    fn bytes(&self) -> usize;

    /// Writes what another process needs to go on, by the means of [`crate::saving`]; `false` if it
    /// cannot be continued, or not yet: what was written is then of no use.
    fn save(&self, _out: &mut dyn Write) -> io::Result<bool> {
        Ok(false)
    }

    /// Goes on where the search that wrote this was. To be called before the first turn of a search
    /// of the same spec and task, if [`Search::save`] returned `true`. After an error it must not
    /// be used.
    fn restore(&mut self, _from: &mut dyn Read) -> io::Result<()> {
        Err(ErrorKind::Unsupported.into())
    }
}

/// Calls `expand` until it ends the search, at most `nodes` times.
#[inline]
pub fn go_on(
    nodes: u64,
    mut expand: impl FnMut() -> Result<Option<Turn>, Stop>,
) -> Result<Turn, Stop> {
    for _ in 0..nodes {
        if let Some(end) = expand()? {
            return Ok(end);
        }
    }
    Ok(Turn::Paused)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_ends_with_the_search_or_after_its_expansions() {
        let mut expanded = 0;
        let mut turn = |nodes| {
            go_on(nodes, || {
                expanded += 1;
                Ok((expanded == 5).then_some(Turn::Exhausted))
            })
        };
        assert_eq!(turn(3), Ok(Turn::Paused));
        assert_eq!(turn(9), Ok(Turn::Exhausted));
        assert_eq!(expanded, 5);
        assert_eq!(go_on(9, || Err(Stop::Time)), Err(Stop::Time));
    }
}
