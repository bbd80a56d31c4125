//! The one contract of everything that looks for a solution: a textbook algorithm, an engine, a
//! planner, several of them in turn or side by side.
//!
//! A search is an object that keeps its tree between turns. Whoever runs it says for how long;
//! it goes on and says how that ended. To write one, put what must survive a pause into a struct,
//! do one expansion in a function that returns `Some` at the end of the search, and let
//! [`go_on`] call it.

use hakooshi_board::Push;

use crate::{Context, Stop};

/// How a turn ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// These pushes solve the level, or so the search believes; nobody trusts it before the
    /// verifier has replayed them.
    Found(Vec<Push>),
    /// Nothing is left to expand. Whether that proves anything follows from the claims.
    Exhausted,
    /// The turn is over; the search can go on.
    Paused,
    /// The search cannot do its work, and why: an outside solver is missing or has failed.
    Failed(String),
}

/// A search that keeps its tree between turns.
pub trait Search: Send {
    /// Goes on for at most `nodes` expansions. After an `Err` the tree may lack what was being
    /// expanded, so that a later [`Turn::Exhausted`] proves nothing.
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop>;

    /// Bytes held between turns, as far as they grow with the search.
    fn bytes(&self) -> usize;
}

/// Expands until that ends the search, or so many times.
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
