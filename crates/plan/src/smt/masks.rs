//! Bit-vectors once more, with the player as a mask that is handed on from step to step.
//!
//! The report computes the player's mask from his coordinates after every step, with a product
//! and a shift by an unknown number. Here the mask after a step is the mask before it, shifted by
//! a known number: all is bit by bit, and what is known of one step is at once known of the
//! next. Effects are implications, one for each move, since solvers put equations into one
//! another and lose the steps.

use std::fmt::Write as _;

use super::bv::{bits, number, shifted, vector};
use super::script::Script;

/// Where the player starts.
pub(super) fn head(script: &Script, text: &mut String) {
    let length = script.grid.len();
    let at = bits(length, [script.index(script.facts.start.player())].into_iter());
    let _ = writeln!(text, "(define-fun at_0 () {} {at})", vector(length));
}

/// One step of the player. `pushed_K` is his new cell if a box was there, else nothing.
pub(super) fn walk_step(script: &Script, step: usize, text: &mut String) {
    let before = step - 1;
    let vector = vector(script.grid.len());
    let _ = write!(
        text,
        "; step {step}\n(declare-fun move_{step} () (_ BitVec 2))\n\
         (declare-fun at_{step} () {vector})\n(declare-fun box_{step} () {vector})\n\
         (define-fun pushed_{step} () {vector} (bvand at_{step} box_{before}))\n\
         (assert (= (bvand at_{step} wall) none))\n"
    );
    for op in 0..4 {
        let at = shifted(script, op, &format!("at_{before}"));
        let beyond = shifted(script, op, &format!("pushed_{step}"));
        let _ = write!(
            text,
            "(assert (=> (= move_{step} {}) (and (= at_{step} {at})\n  \
             (= (bvand {beyond} (bvor wall box_{before})) none)\n  \
             (= box_{step} (bvor (bvand box_{before} (bvnot at_{step})) {beyond})))))\n",
            number(op, 2)
        );
    }
    if script.extras.no_return && step > 1 {
        // Opposite moves differ in the lowest bit alone.
        let _ = writeln!(
            text,
            "(assert (=> (= (bvxor move_{before} move_{step}) #b01) \
             (distinct pushed_{before} none)))"
        );
    }
}
