//! What need not be tried: one file per rule that edits the list of successors.
//!
//! A rule sees the position and what can be done in it, never how it was reached: a state
//! that is met again must have the same successors, or the table of states met would hide
//! some of them for good.

mod goal_room;
mod pi_corral;
mod tunnels;

use std::sync::Arc;

pub use goal_room::GoalRoom;
use hakooshi_board::{Board, Position, Reach, SquareSet};
pub use pi_corral::PiCorral;
pub use tunnels::Tunnels;

use crate::space::Carry;
use crate::spec::{Entry, Params};

/// A rule that shortens or rewrites the list of successors.
pub trait Rule: Send {
    /// Edits what can be done in `position`; `reach` is filled for it.
    fn edit(&mut self, position: &Position, reach: &Reach, carries: &mut Vec<Carry>);

    /// The boxes worth moving, as a set that holds them; `None` for all. Asked instead of
    /// [`Rule::edit`] by searches in large steps, if the rule [chooses](RuleClaims::chooses_boxes).
    fn boxes(&mut self, _position: &Position, _reach: &Reach) -> Option<&SquareSet> {
        None
    }
}

/// The boxes that the first of `rules` to choose any says are worth moving; `None` for all.
pub fn choose_boxes<'a>(
    rules: &'a mut [Box<dyn Rule>],
    position: &Position,
    reach: &Reach,
) -> Option<&'a SquareSet> {
    rules.iter_mut().find_map(|rule| rule.boxes(position, reach))
}

/// What a rule promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleClaims {
    /// A position that can be solved still can be.
    pub keeps_solvable: bool,
    /// A solution with the fewest pushes is still found.
    pub keeps_optimal: bool,
    /// All it does is to choose boxes, whatever their moves are.
    pub chooses_boxes: bool,
}

/// How a rule is made, for boxes that may land on the given squares.
pub type BuildRule = fn(&Arc<Board>, &SquareSet, &Params) -> Box<dyn Rule>;

/// A rule that can be asked for by name.
pub type RuleEntry = Entry<RuleClaims, BuildRule>;

/// Every rule.
pub static ALL: &[&RuleEntry] = &[&tunnels::ENTRY, &pi_corral::ENTRY, &goal_room::ENTRY];
