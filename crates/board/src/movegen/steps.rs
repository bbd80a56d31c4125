//! Single steps of the player, each a walk or a push, as in the rules of the game.

use hakooshi_level::{Dir, Step};

use crate::position::PushUndo;
use crate::{Board, Position, Push, Square, SquareSet};

/// What [`undo_step`] needs to undo a step.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub enum StepUndo {
    /// The player walked from this square.
    Walk(Square),
    /// A box was pushed.
    Push(PushUndo),
}

/// Appends every walk, and every push whose box lands on a square of `onto`.
pub fn steps(board: &Board, position: &Position, onto: &SquareSet, out: &mut Vec<Step>) {
    for dir in Dir::ALL {
        let to = board.step(position.player(), dir);
        if position.is_free(to) {
            out.push(Step { dir, push: false });
        } else if position.has_box(to) {
            let beyond = board.step(to, dir);
            if position.is_free(beyond) && onto.contains(beyond) {
                out.push(Step { dir, push: true });
            }
        }
    }
}

/// Takes a step that [`steps`] offered.
pub fn apply_step(board: &Board, position: &mut Position, step: Step) -> StepUndo {
    let to = board.step(position.player(), step.dir);
    if step.push {
        StepUndo::Push(position.push(board, Push { from: to, dir: step.dir }))
    } else {
        let undo = StepUndo::Walk(position.player());
        position.place_player(to);
        undo
    }
}

/// Undoes a step.
pub fn undo_step(board: &Board, position: &mut Position, undo: StepUndo) {
    match undo {
        StepUndo::Walk(square) => position.place_player(square),
        StepUndo::Push(undo) => position.unpush(board, undo),
    }
}
