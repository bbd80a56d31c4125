//! What a state and an action are: one file per formulation.
//!
//! Every algorithm is written once against [`Space`] and runs in each of them.

mod carry;
mod ground;
mod pull;
mod push;
mod step;
mod walk;

use std::sync::Arc;

pub use carry::{Carry, CarrySpace, Exits};
pub use ground::Ground;
use hakooshi_board::{Board, Direction, Position, Push, Square};
pub use pull::PullSpace;
pub use push::PushSpace;
pub use step::StepSpace;
pub use walk::WalkSpace;

use crate::Deadline;
use crate::saving::Word;

/// A formulation of the level as states joined by actions.
///
/// The space holds one working position. [`Space::load`] puts a state on it,
/// [`Space::actions`] lists what can be done there, and each action may then be applied and
/// undone in turn.
pub trait Space: Send + 'static {
    /// Something that can be done in one go.
    type Action: Word + std::fmt::Debug + Send;
    /// What an action needs to be taken back.
    type Undo: Send;

    /// The direction in which it plays.
    const DIRECTION: Direction = Direction::Forward;
    /// Whether [`Space::actions`] can take long enough to need a [deadline](Space::until).
    const IS_SLOW: bool = false;

    /// The board, where play begins, and the working position.
    fn ground(&self) -> &Ground;
    /// The same, to be changed.
    fn ground_mut(&mut self) -> &mut Ground;
    /// Appends what can be done in the working position.
    fn actions(&mut self, out: &mut Vec<Self::Action>);
    /// Pushes (or pulls) and moves of an action of the state last given to
    /// [`Space::actions`], pushes included in the moves.
    fn cost(&self, action: Self::Action) -> (u32, u32);
    /// Does it.
    fn apply(&mut self, action: Self::Action) -> Self::Undo;
    /// Takes it back.
    fn undo(&mut self, undo: Self::Undo);
    /// The square that stands for the player in the state's identity. `last` is the action
    /// that was applied to the state last given to [`Space::actions`], if there was one.
    fn canonical_player(&mut self, last: Option<Self::Action>) -> Square;
    /// Appends the squares on which the player could stand without changing the state's identity.
    fn player_squares(&mut self, out: &mut Vec<Square>) {
        out.push(self.position().player());
    }
    /// The box that an action moves, as (from, to).
    fn moved(&self, action: Self::Action) -> Option<(Square, Square)>;
    /// The pushes that a trail of actions from a root amounts to, in the order of play.
    fn pushes(&self, trail: &[Self::Action]) -> Vec<Push>;

    /// Relaxes the [rules](crate::pruning) by so many steps; `false` if none has so many.
    fn relax(&mut self, _steps: u32) -> bool {
        false
    }

    /// After the deadline [`Space::actions`] leaves actions out; the caller looks at the clock then.
    fn until(&mut self, _deadline: Deadline) {}

    /// The states a search begins with; backward there are several.
    fn roots(&self) -> Vec<Position> {
        vec![self.ground().start.clone()]
    }

    /// What the states a search begins with have cost.
    fn root_cost(&self) -> u32 {
        0
    }

    /// Whether the search ends in the working position.
    fn is_goal(&mut self) -> bool {
        self.position().is_solved()
    }

    /// The board searched on.
    #[inline]
    fn board(&self) -> &Arc<Board> {
        &self.ground().board
    }

    /// The working position.
    #[inline]
    fn position(&self) -> &Position {
        &self.ground().position
    }

    /// Puts a state on the working position.
    #[inline]
    fn load(&mut self, boxes: &[Square], player: Square) {
        let Ground { board, position, .. } = self.ground_mut();
        position.set(board, boxes, player);
    }
}
