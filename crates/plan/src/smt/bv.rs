//! The theory of bit-vectors: the board is one vector with a bit for each cell, a cell is read
//! by a mask with one bit set, and the four directions are shifts of that mask.

use std::fmt::Write as _;

use hakooshi_board::Square;

use super::masks;
use super::script::Script;
use crate::facts::Window;

/// A vector with these bits set.
pub(super) fn bits(length: usize, set: impl Iterator<Item = usize>) -> String {
    let mut digits = vec!['0'; length];
    for index in set {
        digits[length - 1 - index] = '1';
    }
    std::iter::once("#b").map(str::to_owned).chain([digits.into_iter().collect()]).collect()
}

/// How many bits a number up to `most` takes.
fn width(most: usize) -> usize {
    (usize::BITS - most.leading_zeros()).max(1) as usize
}

/// A number with so many bits.
pub(super) fn number(value: usize, width: usize) -> String {
    format!("(_ bv{value} {width})")
}

/// The sort of vectors with so many bits.
pub(super) fn vector(length: usize) -> String {
    format!("(_ BitVec {length})")
}

/// The mask `mask` moved one cell in direction `op`.
pub(super) fn shifted(script: &Script, op: usize, mask: &str) -> String {
    let (columns, length) = (script.grid.columns, script.grid.len());
    let (shift, by) = match op {
        0 => ("bvlshr", columns),
        1 => ("bvshl", columns),
        2 => ("bvlshr", 1),
        _ => ("bvshl", 1),
    };
    format!("({shift} {mask} {})", number(by, length))
}

/// Walls, goals and the start.
pub(super) fn head(script: &Script, text: &mut String) {
    let (facts, grid) = (&script.facts, script.grid);
    let length = grid.len();
    let all = |test: &dyn Fn(Square) -> bool| {
        bits(length, (0..length).filter(|&index| test(grid.square(&facts.board, index))))
    };
    let wall = all(&|square| square.is_wall());
    let home = all(&|square| !square.is_wall() && facts.board.is_goal(square));
    let boxes = all(&|square| facts.start.has_box(square));
    let vector = vector(length);
    let _ = write!(
        text,
        "(set-logic QF_BV)\n(define-fun wall () {vector} {wall})\n\
         (define-fun home () {vector} {home})\n(define-fun none () {vector} {})\n\
         (define-fun box_0 () {vector} {boxes})\n",
        bits(length, std::iter::empty())
    );
    let player = facts.board.cell(facts.start.player());
    let index = script.index(facts.start.player());
    if script.extras.pushes {
        let _ =
            writeln!(text, "(define-fun from_0 () {vector} {})", bits(length, [index].into_iter()));
        return;
    }
    if script.by_cells() {
        return masks::head(script, text);
    }
    let (wide, high) = (width(grid.columns), width(grid.rows));
    let _ = write!(
        text,
        "(define-fun X_0 () (_ BitVec {wide}) {})\n(define-fun Y_0 () (_ BitVec {high}) {})\n\
         (define-fun at_0 () {vector} {})\n",
        number(usize::from(player.col), wide),
        number(usize::from(player.row), high),
        bits(length, [index].into_iter())
    );
}

/// One step of the player. `at_K` is the mask of cell (X, Y).
pub(super) fn walk_step(script: &Script, step: usize, text: &mut String) {
    let (grid, before) = (script.grid, step - 1);
    let (wide, high, length) = (width(grid.columns), width(grid.rows), grid.len());
    let index = width(length);
    let vector = vector(length);
    let extend = |name: &str, from: usize, to: usize| {
        format!("((_ zero_extend {}) {name}_{step})", to - from)
    };
    let _ = write!(
        text,
        "; step {step}\n(declare-fun move_{step} () (_ BitVec 2))\n\
         (declare-fun X_{step} () (_ BitVec {wide}))\n(declare-fun Y_{step} () (_ BitVec {high}))\n\
         (declare-fun box_{step} () {vector})\n\
         (define-fun at_{step} () {vector} (bvshl {} ((_ zero_extend {}) (bvadd (bvmul {} {}) {}))))\n",
        number(1, length),
        length - index,
        number(grid.columns, index),
        extend("Y", high, index),
        extend("X", wide, index),
    );
    for op in 0..4 {
        let next = shifted(script, op, &format!("at_{before}"));
        let beyond = shifted(script, op, &next);
        let (x, y) = (format!("X_{before}"), format!("Y_{before}"));
        let (edge, far) = match op {
            0 => (
                format!("(bvuge {y} {})", number(1, high)),
                format!("(bvuge {y} {})", number(2, high)),
            ),
            1 => (
                format!("(bvult {y} {})", number(grid.rows - 1, high)),
                format!("(bvult {y} {})", number(grid.rows - 2, high)),
            ),
            2 => (
                format!("(bvuge {x} {})", number(1, wide)),
                format!("(bvuge {x} {})", number(2, wide)),
            ),
            _ => (
                format!("(bvult {x} {})", number(grid.columns - 1, wide)),
                format!("(bvult {x} {})", number(grid.columns - 2, wide)),
            ),
        };
        let [to_x, to_y] = match op {
            0 => [x, format!("(bvsub {y} {})", number(1, high))],
            1 => [x, format!("(bvadd {y} {})", number(1, high))],
            2 => [format!("(bvsub {x} {})", number(1, wide)), y],
            _ => [format!("(bvadd {x} {})", number(1, wide)), y],
        };
        let chosen = format!("(= move_{step} {})", number(op, 2));
        let _ = write!(
            text,
            "(assert (=> {chosen} (and {edge} (= (bvand wall {next}) none)\n  \
             (=> (distinct (bvand box_{before} {next}) none) (and {far}\n    \
             (= (bvand box_{before} {beyond}) none) (= (bvand wall {beyond}) none))))))\n\
             (assert (=> {chosen} (and (= X_{step} {to_x}) (= Y_{step} {to_y})\n  \
             (=> (= (bvand box_{before} {next}) none) (= box_{step} box_{before}))\n  \
             (=> (distinct (bvand box_{before} {next}) none) (= box_{step}\n    \
             (bvor (bvand box_{before} (bvnot {next})) {beyond}))))))\n"
        );
        if script.extras.no_return && step > 1 {
            // Back again only if the step before was a push.
            let (earlier, back) = (step - 2, number(op ^ 1, 2));
            let _ = writeln!(
                text,
                "(assert (=> (and {chosen} (= move_{before} {back})) \
                 (distinct box_{before} box_{earlier})))"
            );
        }
    }
}

/// One push, with the walk to it. `way_K` is a set of free cells in which the player's cell and
/// the one behind the box have one neighbour and all others two: then what hangs together with
/// the player's cell is a way to the other, whatever rings there are besides.
pub(super) fn push_step(script: &Script, step: usize, text: &mut String) {
    let (length, before) = (script.grid.len(), step - 1);
    let vector = vector(length);
    let one = number(1, length);
    let pick = |masks: [String; 4]| {
        let [up, down, left, right] = masks;
        let is = |op| format!("(= move_{step} {})", number(op, 2));
        format!("(ite {} {up} (ite {} {down} (ite {} {left} {right})))", is(0), is(1), is(2))
    };
    let from = format!("from_{step}");
    let to = pick([0, 1, 2, 3].map(|op| shifted(script, op, &from)));
    let behind = pick([1, 0, 3, 2].map(|op| shifted(script, op, &from)));
    let way = format!("way_{step}");
    let [up, down, left, right] = [0, 1, 2, 3].map(|op| shifted(script, op, &way));
    let _ = write!(
        text,
        "; step {step}\n(declare-fun move_{step} () (_ BitVec 2))\n\
         (declare-fun {from} () {vector})\n(declare-fun {way} () {vector})\n\
         (declare-fun box_{step} () {vector})\n\
         (assert (and (distinct {from} none) (= (bvand {from} (bvsub {from} {one})) none)))\n\
         (define-fun to_{step} () {vector} {to})\n(define-fun behind_{step} () {vector} {behind})\n\
         (assert (= (bvand {from} (bvnot box_{before})) none))\n\
         (assert (= (bvand (bvor to_{step} behind_{step}) (bvor wall box_{before})) none))\n\
         (assert (= box_{step} (bvor (bvand box_{before} (bvnot {from})) to_{step})))\n\
         (assert (= (bvand {way} (bvor wall box_{before})) none))\n\
         (assert (= (bvand (bvor from_{before} behind_{step}) (bvnot {way})) none))\n"
    );
    // Bit by bit: of the four neighbours and the two ends, two hold. Taken in three pairs, that
    // is: an even number, two somewhere, and not three.
    let ends = [format!("from_{before}"), format!("behind_{step}")];
    let pairs = [[up, down], [left, right], ends];
    let both = pairs.each_ref().map(|pair| fold("bvand", pair));
    let either = pairs.each_ref().map(|pair| fold("bvxor", pair));
    let some = pairs.each_ref().map(|pair| fold("bvor", pair));
    let [first, second, third] = &either;
    let odd = fold("bvxor", &either);
    let crossed = [
        fold("bvand", &[first, second]),
        fold("bvand", &[third, &fold("bvxor", &[first, second])]),
    ];
    let two = fold("bvor", &both.iter().chain(&crossed).collect::<Vec<_>>());
    let three = [0, 1, 2].map(|at| {
        fold("bvand", &[&both[at], &fold("bvor", &[&some[(at + 1) % 3], &some[(at + 2) % 3]])])
    });
    let three = fold("bvor", &three.iter().chain([&fold("bvand", &either)]).collect::<Vec<_>>());
    let _ = writeln!(
        text,
        "(assert (= (bvand {way} (bvor (bvor {odd} (bvnot {two}))\n  {three})) none))"
    );
}

/// An operation on two vectors applied to several.
fn fold(operation: &str, parts: &[impl AsRef<str>]) -> String {
    let mut parts = parts.iter().map(|part| part.as_ref().to_owned());
    let first = parts.next().unwrap_or_default();
    parts.fold(first, |so_far, part| format!("({operation} {so_far} {part})"))
}

/// Squares without a box after a step, and pairs not both with one.
pub(super) fn forbid(
    script: &Script,
    step: usize,
    squares: &[Square],
    pairs: &[[Square; 2]],
    text: &mut String,
) {
    if !squares.is_empty() {
        let mask = bits(script.grid.len(), squares.iter().map(|&square| script.index(square)));
        let _ = writeln!(text, "(assert (= (bvand box_{step} {mask}) none))");
    }
    for pair in pairs {
        let [one, other] = pair.map(|square| script.index(square));
        let bit = |index: usize| format!("((_ extract {index} {index}) box_{step})");
        let _ = writeln!(text, "(assert (= (bvand {} {}) #b0))", bit(one), bit(other));
    }
}

/// The player is in one of the windows after a step, and no box outside it.
pub(super) fn within(script: &Script, step: usize, windows: &[Window], text: &mut String) {
    let length = script.grid.len();
    let index = |square: Square| script.index(square);
    let places = bits(length, windows.iter().map(|it| index(it.player)));
    let _ = writeln!(text, "(assert (= (bvand at_{step} (bvnot {places})) none))");
    for (window, shut) in script.shut(windows) {
        let (here, mask) = (index(window.player), bits(length, shut.into_iter().map(index)));
        let _ = writeln!(
            text,
            "(assert (or (= ((_ extract {here} {here}) at_{step}) #b0) \
             (= (bvand box_{step} {mask}) none)))"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_count_from_the_right_and_numbers_fit() {
        assert_eq!(bits(5, [0, 3].into_iter()), "#b01001");
        assert_eq!((width(0), width(1), width(7), width(8)), (1, 1, 3, 4));
        assert_eq!(number(5, 3), "(_ bv5 3)");
    }
}
