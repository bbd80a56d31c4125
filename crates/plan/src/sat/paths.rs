//! The player's walk to a push as part of the formula.
//!
//! For each step a set of free squares is drawn. Where he stands and where the push begins it
//! has one neighbour in the set, everywhere else two; so what hangs together with his square
//! is a way that ends where the push begins. Rings may be drawn besides and mean nothing. A
//! shortest way has no shortcuts, hence fits: the formula is complete. That a way is missing
//! is a parity argument, at which solvers are bad; the engine uses fences instead.

use std::sync::Arc;

use hakooshi_board::Square;

use super::cnf::Lit;
use super::encoding::Encoding;

/// Adds the walk of a step.
pub(super) fn add(encoding: &mut Encoding, step: usize) {
    let board = Arc::clone(&encoding.facts.board);
    let mut on: Vec<Lit> = vec![0; board.table_len()];
    for square in board.squares() {
        on[square.index()] = encoding.cnf.var();
    }
    for square in board.squares() {
        let here = on[square.index()];
        if let Some(taken) = encoding.box_lit(step, square) {
            encoding.cnf.clause([-here, -taken]);
        }
        let at = encoding.layers[step].at[square.index()];
        let from = encoding.steps[step].from[square.index()];
        let idle = encoding.steps[step].any.map(|any| -any);
        if let Some(at) = at {
            encoding.cnf.implies(&[at], [here].into_iter().chain(idle));
        }
        if let Some(from) = from {
            encoding.cnf.clause([-from, here]);
        }
        let beside = board.neighbours(square).iter().filter(|it| !it.is_wall());
        let ways: Vec<Lit> =
            beside.map(|it: &Square| on[it.index()]).chain(at).chain(from).collect();
        exactly_two(encoding, here, &ways);
    }
}

/// Under `here`, two of `ways` hold.
fn exactly_two(encoding: &mut Encoding, here: Lit, ways: &[Lit]) {
    for left_out in 0..ways.len() {
        let others = ways.iter().enumerate().filter(|&(at, _)| at != left_out);
        encoding.cnf.implies(&[here], others.map(|(_, &lit)| lit));
    }
    if ways.is_empty() {
        encoding.cnf.clause([-here]);
    }
    for third in 2..ways.len() {
        for second in 1..third {
            for first in 0..second {
                encoding.cnf.implies(&[here, ways[first], ways[second], ways[third]], []);
            }
        }
    }
}
