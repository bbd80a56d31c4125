//! A formula as a script for any SMT-LIB 2 solver: the same frame for both theories.

use std::fmt::Write as _;
use std::sync::Arc;

use hakooshi_board::Square;

use super::grid::Grid;
use super::{Extras, bv, cells, lia, masks};
use crate::facts::{DeadPairs, Facts, Journeys, Window};

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
pub(crate) struct Script {
    pub(super) facts: Arc<Facts>,
    pub(super) grid: Grid,
    pub(super) extras: Extras,
    theory: Theory,
    pairs: Vec<[Square; 2]>,
    journeys: Option<Journeys>,
}

impl Script {
    pub(crate) fn new(facts: &Arc<Facts>, theory: Theory, extras: Extras) -> Self {
        let pairs = if extras.dead_pairs { DeadPairs::new(facts) } else { None };
        let pairs = pairs.map_or_else(Vec::new, |pairs| pairs.always_dead(facts));
        let journeys = if extras.pushes { None } else { Journeys::new(facts) };
        let (facts, grid) = (Arc::clone(facts), Grid::new(&facts.board));
        Self { facts, grid, extras, theory, pairs, journeys }
    }

    /// No plan has fewer steps.
    pub(super) fn bound(&self) -> u32 {
        self.journeys.as_ref().map_or(self.facts.bound, |journeys| journeys.bound)
    }

    /// Bytes of tables held besides the script.
    pub(super) fn table_bytes(&self) -> usize {
        self.journeys.as_ref().map_or(0, Journeys::bytes)
    }

    /// Whether the player is a cell rather than two coordinates.
    pub(super) fn by_cells(&self) -> bool {
        self.extras.cells && !self.extras.pushes
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
            self.step()(self, step, &mut text);
            self.extras(step, steps - step, &mut text);
            hold(text.len())?;
        }
        text += "; the goal\n";
        match (self.theory, self.extras.cells) {
            // Solvers are slow to compare whole arrays.
            (Theory::Integers, true) => cells::goal(self, steps, &mut text),
            _ => _ = writeln!(text, "(assert (= box_{steps} home))"),
        }
        text += "(check-sat)\n";
        if steps > 0 {
            let _ = writeln!(text, "(get-value ({}))", self.names(steps).join(" "));
        }
        text += "(exit)\n";
        Ok(text)
    }

    /// What writes a step.
    fn step(&self) -> fn(&Script, usize, &mut String) {
        match (self.theory, self.extras.pushes, self.extras.cells) {
            (Theory::Integers, true, _) => lia::push_step,
            (Theory::Integers, false, true) => cells::walk_step,
            (Theory::Integers, false, false) => lia::walk_step,
            (Theory::Bits, true, _) => bv::push_step,
            (Theory::Bits, false, true) => masks::walk_step,
            (Theory::Bits, false, false) => bv::walk_step,
        }
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
            Theory::Integers if self.by_cells() => cells::head(self, &mut text),
            Theory::Integers => lia::head(self, &mut text),
            Theory::Bits => bv::head(self, &mut text),
        }
        text
    }

    /// What is asked of the state after `step` besides the rules.
    fn extras(&self, step: usize, left: usize, text: &mut String) {
        let windows = self.journeys.as_ref().filter(|_| self.extras.walks);
        let windows = windows.map(|journeys| journeys.windows(step, left));
        let out = |square: Square| {
            let has = |windows: &Vec<Window>| windows.iter().any(|it| it.boxes.contains(square));
            !windows.as_ref().is_none_or(has)
        };
        let far = |square: Square| match self.facts.pushes_to_goal(square) {
            Some(pushes) => self.extras.distances && pushes as usize > left,
            None => self.extras.dead_squares,
        };
        let forbidden: Vec<Square> =
            self.facts.board.squares().filter(|&it| far(it) || out(it)).collect();
        match self.theory {
            Theory::Integers => lia::forbid(self, step, &forbidden, &self.pairs, text),
            Theory::Bits => bv::forbid(self, step, &forbidden, &self.pairs, text),
        }
        if let Some(windows) = windows {
            match self.theory {
                Theory::Integers => lia::within(self, step, &windows, text),
                Theory::Bits => bv::within(self, step, &windows, text),
            }
        }
    }

    /// For each window the squares, of those that some window has, where no box can be.
    pub(super) fn shut<'w>(
        &self,
        windows: &'w [Window],
    ) -> impl Iterator<Item = (&'w Window, Vec<Square>)> {
        let mut open = self.facts.board.empty_set();
        for window in windows {
            open |= &window.boxes;
        }
        let outside = move |window: &'w Window| {
            let shut = open.iter().filter(|&it| it != window.player && !window.boxes.contains(it));
            (window, shut.collect::<Vec<_>>())
        };
        windows.iter().map(outside).filter(|(_, shut)| !shut.is_empty())
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
