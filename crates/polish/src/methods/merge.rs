//! Brings together pushes of one box that are interrupted by others, where the order permits.
//!
//! A run is a maximal sequence of pushes of one box. If the box has a later run, that one is tried
//! right after the first, and the first right before the later one. The boxes end up the same either
//! way, and a walk or two is saved. The pushes stay the same, so only their legality in the new order
//! has to be tested.
//!
//! ```text
//!   A A B B A A C        A A A A B B C   or   B B A A A A C
//! ```

use std::ops::Range;

use hakooshi_board::Push;
use hakooshi_search::{Context, Cost, Stop};

use super::{Method, MethodEntry, Slice};
use crate::incumbent::Incumbent;
use crate::line::Line;

struct Merge;

impl Method for Merge {
    fn turn(
        &mut self,
        incumbent: &mut Incumbent,
        context: &mut Context<'_>,
    ) -> Result<Slice, Stop> {
        let mut at = 0;
        let mut all = runs(incumbent);
        while at < all.len() {
            context.poll(Cost::ZERO, 0)?;
            let better =
                merged(incumbent.line(), &all, at).find(|better| incumbent.is_better(better));
            match better {
                Some(better) => {
                    incumbent.offer(better);
                    all = runs(incumbent);
                    // Earlier runs may fit together now.
                    at = at.saturating_sub(1);
                }
                None => at += 1,
            }
        }
        Ok(Slice::Done)
    }
}

/// A run: pushes of one box in a row.
pub(super) struct Run {
    box_index: usize,
    pub(super) stretch: Range<usize>,
}

/// The runs of the part of the line that may change.
pub(super) fn runs(incumbent: &Incumbent) -> Vec<Run> {
    let (line, range) = (incumbent.line(), incumbent.range());
    let mut position = line.position(range.start);
    let mut runs: Vec<Run> = Vec::new();
    for at in range {
        let push = line.pushes()[at];
        let box_index = position.box_index(push.from);
        let _ = position.push(line.board(), push);
        match runs.last_mut() {
            Some(run) if run.box_index == box_index => run.stretch.end = at + 1,
            _ => runs.push(Run { box_index, stretch: at..at + 1 }),
        }
    }
    runs
}

/// The lines in which run number `at` and the next run of its box are together.
fn merged<'a>(line: &'a Line, all: &[Run], at: usize) -> impl Iterator<Item = Line> + use<'a> {
    let here = all[at].stretch.clone();
    let later = all[at + 1..].iter().find(|run| run.box_index == all[at].box_index);
    let pair = later.map(|run| (here, run.stretch.clone()));
    pair.into_iter().flat_map(move |(first, second)| {
        let pushes = line.pushes();
        let between = &pushes[first.end..second.start];
        let whole = first.start..second.end;
        let (first, second) = (&pushes[first], &pushes[second]);
        let orders: [Vec<Push>; 2] =
            [[first, second, between].concat(), [between, first, second].concat()];
        orders.into_iter().filter_map(move |order| line.with(&whole, &order))
    })
}

pub(super) static ENTRY: MethodEntry = MethodEntry {
    name: "merge",
    title: "brings together pushes of one box that are interrupted by others",
    build: |level, _| (level == 0).then(|| Box::new(Merge) as Box<dyn Method>),
};

#[cfg(test)]
mod tests {
    use hakooshi_search::{Budget, Silent};

    use super::*;
    use crate::line::tests::{letters, line};

    const HALL: &str = "#########\n#       #\n#@$   . #\n#   $ . #\n#       #\n#########";

    #[test]
    fn a_box_left_and_taken_up_again_is_pushed_in_one_go() {
        let ranking = "pushes,moves".parse().expect("a ranking");
        let mut incumbent = Incumbent::new(line(HALL, "RRdRluRRldR"), ranking);
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        assert_eq!(Merge.turn(&mut incumbent, &mut context), Ok(Slice::Done));
        assert_eq!(letters(incumbent.line()), "RRRRlldRR");
    }
}
