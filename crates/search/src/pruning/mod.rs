//! Pruning rules: one file per rule that edits the list of successors.
//!
//! A rule sees the position and its moves, never how it was reached: a duplicate must have the
//! same successors, or duplicate detection would hide some of them for ever.

mod fill_order;
mod goal_macros;
mod pi_corral;
mod supply;
mod tunnels;

use std::sync::Arc;

pub use goal_macros::GoalMacros;
use hakooshi_board::{Board, Position, Reach, SquareSet};
pub use pi_corral::PiCorral;
pub use tunnels::Tunnels;

use crate::Deadline;
use crate::space::Carry;
use crate::spec::{Entry, Params};

/// A rule that shortens or rewrites the list of successors.
pub trait Rule: Send {
    /// Edits the moves of `position`; `reach` is filled for it.
    fn edit(&mut self, position: &Position, reach: &Reach, carries: &mut Vec<Carry>);

    /// A set that contains the boxes worth moving; `None` for all. Called instead of [`Rule::edit`]
    /// by searches with macro moves, if the rule [chooses boxes](RuleClaims::chooses_boxes).
    fn boxes(&mut self, _position: &Position, _reach: &Reach) -> Option<&SquareSet> {
        None
    }

    /// After the deadline [`Rule::edit`] may leave moves as they are, or drop them; the caller looks at
    /// the clock then.
    fn until(&mut self, _deadline: &Deadline) {}

    /// Makes a rule that loses solutions lose fewer of them than as it was built: the more `steps`,
    /// the fewer. `false` if it has not so many steps; then it keeps all.
    fn relax(&mut self, _steps: u32) -> bool {
        false
    }
}

/// The boxes chosen by the first of `rules` that chooses any; `None` for all.
pub fn choose_boxes<'a>(
    rules: &'a mut [Box<dyn Rule>],
    position: &Position,
    reach: &Reach,
) -> Option<&'a SquareSet> {
    rules.iter_mut().find_map(|rule| rule.boxes(position, reach))
}

/// What a rule claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleClaims {
    /// Solvable positions stay solvable.
    pub keeps_solvable: bool,
    /// Some push-optimal solution is kept.
    pub keeps_optimal: bool,
    /// It only chooses boxes, whatever their moves are.
    pub chooses_boxes: bool,
}

/// Builds a rule for boxes that may land on the given squares.
pub type BuildRule = fn(&Arc<Board>, &SquareSet, &Params) -> Box<dyn Rule>;

/// A rule that specs can name.
pub type RuleEntry = Entry<RuleClaims, BuildRule>;

/// Every rule.
pub static ALL: &[&RuleEntry] = &[&tunnels::ENTRY, &pi_corral::ENTRY, &goal_macros::ENTRY];
