//! A formula as a script for any SMT-LIB 2 solver: the same frame for both theories.

use std::fmt::Write as _;

use hakooshi_board::Square;

use super::grid::Grid;
use super::{Extras, bv, lia};
use crate::facts::{DeadPairs, Facts};

/// How the state is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Theory {
    /// Linear integer arithmetic and arrays.
    Integers,
    /// Bit-vectors.
    Bits,
}

/// Makes scripts for one level.
#[derive(Debug)]
pub(crate) struct Script<'a> {
    pub(super) facts: &'a Facts,
    pub(super) grid: Grid,
    pub(super) extras: Extras,
    theory: Theory,
    pairs: Vec<[Square; 2]>,
}

impl<'a> Script<'a> {
    pub(crate) fn new(facts: &'a Facts, theory: Theory, extras: Extras) -> Self {
        let pairs = if extras.dead_pairs { DeadPairs::new(facts) } else { None };
        let pairs = pairs.map_or_else(Vec::new, |pairs| pairs.always_dead(facts));
        Self { facts, grid: Grid::new(&facts.board), extras, theory, pairs }
    }

    /// The script that asks for a plan of `steps` steps. `hold` is told how long it has
    /// become and may put an end to it.
    pub(crate) fn write<E>(
        &self,
        steps: usize,
        mut hold: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<String, E> {
        let mut text = self.head(steps);
        for step in 1..=steps {
            match (self.theory, self.extras.pushes) {
                (Theory::Integers, false) => lia::walk_step(self, step, &mut text),
                (Theory::Integers, true) => lia::push_step(self, step, &mut text),
                (Theory::Bits, false) => bv::walk_step(self, step, &mut text),
                (Theory::Bits, true) => bv::push_step(self, step, &mut text),
            }
            self.extras(step, steps - step, &mut text);
            hold(text.len())?;
        }
        text += "; the goal\n";
        match (self.theory, self.extras.distances) {
            (Theory::Integers, true) => lia::goal_by_cells(self, steps, &mut text),
            _ => _ = writeln!(text, "(assert (= box_{steps} home))"),
        }
        text += "(check-sat)\n";
        if steps > 0 {
            let _ = writeln!(text, "(get-value ({}))", self.names(steps).join(" "));
        }
        text += "(exit)\n";
        Ok(text)
    }

    fn head(&self, steps: usize) -> String {
        let what = if self.extras.pushes { "pushes" } else { "moves" };
        let (rows, columns) = (self.grid.rows, self.grid.columns);
        let mut text = format!(
            "; Sokoban: is there a plan of {steps} {what}?\n\
             ; {rows} rows, {columns} columns; cell (x, y) has number {columns} * y + x.\n\
             ; move_K: 0 up, 1 down, 2 left, 3 right.{}\n\
             (set-option :produce-models true)\n",
            if self.extras.pushes { " from_K: the box pushed." } else { "" }
        );
        match self.theory {
            Theory::Integers => lia::head(self, &mut text),
            Theory::Bits => bv::head(self, &mut text),
        }
        text
    }

    /// What is asked of the state after `step` besides the rules.
    fn extras(&self, step: usize, left: usize, text: &mut String) {
        let far = |square: Square| match self.facts.pushes_to_goal(square) {
            Some(pushes) => self.extras.distances && pushes as usize > left,
            None => self.extras.dead_squares,
        };
        let forbidden: Vec<Square> = self.facts.board.squares().filter(|&it| far(it)).collect();
        match self.theory {
            Theory::Integers => lia::forbid(self, step, &forbidden, &self.pairs, text),
            Theory::Bits => bv::forbid(self, step, &forbidden, &self.pairs, text),
        }
    }

    /// The names whose values tell the plan.
    fn names(&self, steps: usize) -> Vec<String> {
        let kinds: &[&str] = if self.extras.pushes { &["move", "from"] } else { &["move"] };
        (1..=steps)
            .flat_map(|step| kinds.iter().map(move |kind| format!("{kind}_{step}")))
            .collect()
    }

    /// The cell number of a square.
    pub(super) fn index(&self, square: Square) -> usize {
        self.grid.index(&self.facts.board, square)
    }
}
