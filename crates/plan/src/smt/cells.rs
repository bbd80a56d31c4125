//! Integers and arrays once more, with the rules spelt out cell by cell.
//!
//! The report reads and writes its arrays at a cell computed from the player's coordinates, so
//! the solver must guess which cell that is before it knows anything. Here the player's cell is
//! a number, `at_K`, and there is a rule for each value it can have: arrays are read at known
//! cells alone and never written, and each cell says when it changes.

use std::fmt::Write as _;

use hakooshi_board::{Board, Square};
use hakooshi_level::Dir;

use super::script::Script;

/// The player is on a cell after a step.
fn at(script: &Script, step: usize, square: Square) -> String {
    format!("(= at_{step} {})", script.index(square))
}

/// A box is on a cell after a step.
fn boxed(script: &Script, step: usize, square: Square) -> String {
    format!("(= (select box_{step} {}) 1)", script.index(square))
}

/// The number of a direction is that of its move.
fn chosen(step: usize, dir: Dir) -> String {
    format!("(= move_{step} {})", dir.index())
}

/// The start.
pub(super) fn head(script: &Script, text: &mut String) {
    let start = &script.facts.start;
    let _ = writeln!(
        text,
        "(set-logic QF_AUFLIA)\n(declare-fun at_0 () Int)\n\
         (declare-fun box_0 () (Array Int Int))\n(assert {})",
        at(script, 0, start.player())
    );
    for square in script.facts.board.squares() {
        set(script, 0, square, start.has_box(square), text);
    }
}

/// The goal.
pub(super) fn goal(script: &Script, steps: usize, text: &mut String) {
    let board = &script.facts.board;
    for square in board.squares() {
        set(script, steps, square, board.is_goal(square), text);
    }
}

fn set(script: &Script, step: usize, square: Square, full: bool, text: &mut String) {
    let (index, value) = (script.index(square), u8::from(full));
    let _ = writeln!(text, "(assert (= (select box_{step} {index}) {value}))");
}

/// One step of the player.
pub(super) fn walk_step(script: &Script, step: usize, text: &mut String) {
    let board = &script.facts.board;
    let _ = write!(
        text,
        "; step {step}\n(declare-fun move_{step} () Int)\n(declare-fun at_{step} () Int)\n\
         (declare-fun box_{step} () (Array Int Int))\n\
         (assert (and (<= 0 move_{step}) (<= move_{step} 3)))\n"
    );
    for square in board.squares() {
        for dir in Dir::ALL {
            leave(script, step, (square, dir), text);
        }
        keep(script, step, square, text);
    }
    let somewhere = board.squares().map(|it| at(script, step, it)).collect::<Vec<_>>().join(" ");
    let _ = writeln!(text, "(assert (or false {somewhere}))");
    if script.extras.no_return && step > 1 {
        no_return(script, step, text);
    }
}

/// A move from a square: what it needs and where it leads.
fn leave(script: &Script, step: usize, (square, dir): (Square, Dir), text: &mut String) {
    let (board, before): (&Board, usize) = (&script.facts.board, step - 1);
    let made = format!("{} {}", at(script, before, square), chosen(step, dir));
    let to = board.step(square, dir);
    if to.is_wall() {
        let _ = writeln!(text, "(assert (not (and {made})))");
        return;
    }
    let beyond = board.step(to, dir);
    let full = boxed(script, before, to);
    let _ = writeln!(text, "(assert (=> (and {made}) {}))", at(script, step, to));
    let _ = if beyond.is_wall() {
        writeln!(text, "(assert (not (and {made} {full})))")
    } else {
        let (free, pushed) = (boxed(script, before, beyond), boxed(script, step, beyond));
        writeln!(text, "(assert (=> (and {made} {full}) (and (not {free}) {pushed})))")
    };
}

/// Where the last step led is left only forwards, unless it was a push.
fn no_return(script: &Script, step: usize, text: &mut String) {
    let (board, before, earlier) = (&script.facts.board, step - 1, step - 2);
    for square in board.squares() {
        for dir in Dir::ALL {
            let to = board.step(square, dir);
            if to.is_wall() {
                continue;
            }
            let _ = writeln!(
                text,
                "(assert (=> (and {} {} {}) {}))",
                at(script, earlier, square),
                chosen(before, dir),
                chosen(step, dir.opposite()),
                boxed(script, earlier, to)
            );
        }
    }
}

/// A cell keeps what it has, unless the player comes or a box is pushed there.
fn keep(script: &Script, step: usize, square: Square, text: &mut String) {
    let (board, before) = (&script.facts.board, step - 1);
    let index = script.index(square);
    let [was, is] = [before, step].map(|step| boxed(script, step, square));
    let here = at(script, step, square);
    let mut pushes = String::new();
    for dir in Dir::ALL {
        let from = board.step(square, dir.opposite());
        if !from.is_wall() {
            let (pusher, full) = (at(script, step, from), boxed(script, before, from));
            let _ = write!(pushes, " (and {} {pusher} {full})", chosen(step, dir));
        }
    }
    let _ = write!(
        text,
        "(assert (or (= (select box_{step} {index}) 0) {is}))\n(assert (=> {here} (not {is})))\n\
         (assert (=> {was} (or {here} {is})))\n(assert (=> {is} (or {was}{pushes})))\n"
    );
}
