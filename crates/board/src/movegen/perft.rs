//! Leaf counts of the action trees, to check the generators: almost any bug changes them.
//!
//! Duplicates are counted, so that plain recursion on the written level can check the counts.

use super::{apply_step, pulls, pushes, steps, undo_step};
use crate::{Board, Position, Reach, SquareSet, View};

/// Leaves of the push tree of this depth.
pub fn perft_pushes(board: &Board, position: &mut Position, depth: u32) -> u64 {
    let tree = Tree { generate: pushes, apply: Position::push, undo: Position::unpush };
    tree.leaves(board, position, &board.all_squares(), &mut Reach::new(board), depth)
}

/// Leaves of the pull tree of this depth.
pub fn perft_pulls(board: &Board, position: &mut Position, depth: u32) -> u64 {
    let tree = Tree { generate: pulls, apply: Position::pull, undo: Position::unpull };
    tree.leaves(board, position, &board.all_squares(), &mut Reach::new(board), depth)
}

/// Leaves of the step tree of this depth.
pub fn perft_steps(board: &Board, position: &mut Position, depth: u32) -> u64 {
    step_leaves(board, position, &board.all_squares(), depth)
}

/// The tree of pushes or of pulls.
struct Tree<A, U> {
    generate: fn(View<'_>, &SquareSet, &mut Vec<A>),
    apply: fn(&mut Position, &Board, A) -> U,
    undo: fn(&mut Position, &Board, U),
}

impl<A, U> Tree<A, U> {
    fn leaves(
        &self,
        board: &Board,
        position: &mut Position,
        onto: &SquareSet,
        reach: &mut Reach,
        depth: u32,
    ) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut actions = Vec::new();
        reach.fill(board, position);
        (self.generate)(View::new(board, position, reach), onto, &mut actions);
        let mut leaves = 0;
        for action in actions {
            let undo = (self.apply)(position, board, action);
            leaves += self.leaves(board, position, onto, reach, depth - 1);
            (self.undo)(position, board, undo);
        }
        leaves
    }
}

fn step_leaves(board: &Board, position: &mut Position, onto: &SquareSet, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut out = Vec::new();
    steps(board, position, onto, &mut out);
    let mut leaves = 0;
    for step in out {
        let undo = apply_step(board, position, step);
        leaves += step_leaves(board, position, onto, depth - 1);
        undo_step(board, position, undo);
    }
    leaves
}
