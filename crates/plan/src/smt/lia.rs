//! The theory of integers and arrays: `box_K` is an array over cell numbers, and a push is two
//! `store`s. Variables, preconditions, effects and goal are those of the report, section 3.

use std::fmt::Write as _;

use hakooshi_board::Square;

use super::script::Script;
use crate::facts::Window;

/// Walls, goals and the start.
pub(super) fn head(script: &Script, text: &mut String) {
    let (facts, grid) = (&script.facts, script.grid);
    let _ = write!(
        text,
        "(set-logic QF_AUFLIA)\n\
         (define-fun cell ((x Int) (y Int)) Int (+ (* {} y) x))\n\
         (declare-fun wall () (Array Int Int))\n(declare-fun home () (Array Int Int))\n\
         (declare-fun box_0 () (Array Int Int))\n\
         (declare-fun X_0 () Int)\n(declare-fun Y_0 () Int)\n",
        grid.columns
    );
    for index in 0..grid.len() {
        let square = grid.square(&facts.board, index);
        let is_home = !square.is_wall() && facts.board.is_goal(square);
        let _ = writeln!(
            text,
            "(assert (= (select wall {index}) {}))\n(assert (= (select home {index}) {}))\n\
             (assert (= (select box_0 {index}) {}))",
            u8::from(square.is_wall()),
            u8::from(is_home),
            u8::from(facts.start.has_box(square))
        );
    }
    let player = facts.board.cell(facts.start.player());
    let _ = writeln!(text, "(assert (= X_0 {}))\n(assert (= Y_0 {}))", player.col, player.row);
}

/// The cell one and two steps away, and the tests that both lie on the board.
fn ahead(script: &Script, op: usize, before: usize) -> [(String, String); 2] {
    let (x, y) = (format!("X_{before}"), format!("Y_{before}"));
    let (rows, columns) = (script.grid.rows, script.grid.columns);
    [1, 2].map(|far| match op {
        0 => (format!("(cell {x} (- {y} {far}))"), format!("(>= {y} {far})")),
        1 => (format!("(cell {x} (+ {y} {far}))"), format!("(< {y} {})", rows - far)),
        2 => (format!("(cell (- {x} {far}) {y})"), format!("(>= {x} {far})")),
        _ => (format!("(cell (+ {x} {far}) {y})"), format!("(< {x} {})", columns - far)),
    })
}

fn declare(step: usize, text: &mut String) {
    let _ = write!(
        text,
        "; step {step}\n(declare-fun move_{step} () Int)\n(declare-fun X_{step} () Int)\n\
         (declare-fun Y_{step} () Int)\n(declare-fun box_{step} () (Array Int Int))\n\
         (assert (and (<= 0 move_{step}) (<= move_{step} 3)))\n"
    );
}

/// Where the player is after a step in direction `op` from (x, y).
fn moved(op: usize, x: &str, y: &str, sign: &str) -> [String; 2] {
    let (less, more) = if sign == "+" { ("-", "+") } else { ("+", "-") };
    match op {
        0 => [x.to_owned(), format!("({less} {y} 1)")],
        1 => [x.to_owned(), format!("({more} {y} 1)")],
        2 => [format!("({less} {x} 1)"), y.to_owned()],
        _ => [format!("({more} {x} 1)"), y.to_owned()],
    }
}

/// One step of the player.
pub(super) fn walk_step(script: &Script, step: usize, text: &mut String) {
    let before = step - 1;
    declare(step, text);
    for op in 0..4 {
        let [(next, next_on), (beyond, beyond_on)] = ahead(script, op, before);
        let [x, y] = moved(op, &format!("X_{before}"), &format!("Y_{before}"), "+");
        let _ = write!(
            text,
            "(assert (=> (= move_{step} {op}) (and {next_on} (= (select wall {next}) 0)\n  \
             (=> (= (select box_{before} {next}) 1) (and {beyond_on}\n    \
             (= (select box_{before} {beyond}) 0) (= (select wall {beyond}) 0))))))\n\
             (assert (=> (= move_{step} {op}) (and (= X_{step} {x}) (= Y_{step} {y})\n  \
             (=> (= (select box_{before} {next}) 0) (= box_{step} box_{before}))\n  \
             (=> (= (select box_{before} {next}) 1) (= box_{step}\n    \
             (store (store box_{before} {next} 0) {beyond} 1))))))\n"
        );
    }
    if script.extras.no_return {
        no_return(script, step, text);
    }
}

/// Where the last push or step led is left only forwards, unless it was a push.
fn no_return(script: &Script, step: usize, text: &mut String) {
    if step < 2 {
        return;
    }
    let (before, earlier) = (step - 1, step - 2);
    for op in 0..4 {
        let [(next, _), _] = ahead(script, op, earlier);
        let _ = writeln!(
            text,
            "(assert (=> (and (= move_{before} {op}) (= move_{step} {})) \
             (= (select box_{earlier} {next}) 1)))",
            op ^ 1
        );
    }
}

/// One push, with the walk to it: `rank_K` numbers the cells of a way from the player's cell,
/// which alone has number zero, so that every numbered cell can be walked to.
pub(super) fn push_step(script: &Script, step: usize, text: &mut String) {
    let (facts, before) = (&script.facts, step - 1);
    declare(step, text);
    let _ = write!(
        text,
        "(declare-fun from_{step} () Int)\n(declare-fun rank_{step} () (Array Int Int))\n\
         (assert (= from_{step} (cell X_{step} Y_{step})))\n\
         (assert (= (select box_{before} from_{step}) 1))\n"
    );
    for square in facts.board.squares() {
        let here = script.index(square);
        let _ = write!(
            text,
            "(assert (=> (>= (select rank_{step} {here}) 0) (and (= (select box_{before} {here}) 0)\n  \
             (or (and (= (select rank_{step} {here}) 0) (= (cell X_{before} Y_{before}) {here}))"
        );
        for beside in facts.board.neighbours(square).iter().filter(|it| !it.is_wall()) {
            let beside = script.index(*beside);
            let _ = write!(
                text,
                "\n    (and (>= (select rank_{step} {beside}) 0) \
                 (< (select rank_{step} {beside}) (select rank_{step} {here})))"
            );
        }
        text.push_str("))))\n");
    }
    for op in 0..4 {
        let (x, y) = (format!("X_{step}"), format!("Y_{step}"));
        let [to_x, to_y] = moved(op, &x, &y, "+");
        let [behind_x, behind_y] = moved(op, &x, &y, "-");
        let (to, behind) =
            (format!("(cell {to_x} {to_y})"), format!("(cell {behind_x} {behind_y})"));
        let _ = write!(
            text,
            "(assert (=> (= move_{step} {op}) (and (= (select wall {to}) 0)\n  \
             (= (select box_{before} {to}) 0) (= (select wall {behind}) 0)\n  \
             (>= (select rank_{step} {behind}) 0))))\n\
             (assert (=> (= move_{step} {op}) (= box_{step}\n  \
             (store (store box_{before} from_{step} 0) {to} 1))))\n"
        );
    }
    let (rows, columns) = (script.grid.rows - 1, script.grid.columns - 1);
    let _ = writeln!(
        text,
        "(assert (and (< 0 X_{step}) (< X_{step} {columns}) (< 0 Y_{step}) (< Y_{step} {rows})))"
    );
}

/// Squares without a box after a step, and pairs not both with one.
pub(super) fn forbid(
    script: &Script,
    step: usize,
    squares: &[Square],
    pairs: &[[Square; 2]],
    text: &mut String,
) {
    for &square in squares {
        let _ = writeln!(text, "(assert (= (select box_{step} {}) 0))", script.index(square));
    }
    for pair in pairs {
        let [one, other] = pair.map(|square| script.index(square));
        let _ = writeln!(
            text,
            "(assert (or (= (select box_{step} {one}) 0) (= (select box_{step} {other}) 0)))"
        );
    }
}

/// The player is in one of the windows after a step, and no box outside it.
pub(super) fn within(script: &Script, step: usize, windows: &[Window], text: &mut String) {
    let coordinates = format!("(cell X_{step} Y_{step})");
    let place = if script.by_cells() { format!("at_{step}") } else { coordinates };
    let here = |window: &Window| format!("(= {place} {})", script.index(window.player));
    let places = windows.iter().map(here).collect::<Vec<_>>().join(" ");
    let _ = writeln!(text, "(assert (or false {places}))");
    for (window, shut) in script.shut(windows) {
        for square in shut {
            let index = script.index(square);
            let here = here(window);
            let _ = writeln!(text, "(assert (=> {here} (= (select box_{step} {index}) 0)))");
        }
    }
}
