//! Removes pushes that lead back to an earlier position.
//!
//! Two positions count as the same if their boxes are the same and the player can walk from one
//! square to the other. If that walk would cost more than is saved, only a return to the same square
//! counts.

use std::collections::HashMap;

use hakooshi_board::Reach;
use hakooshi_search::{Context, Cost, Stop};

use super::{Method, MethodEntry, Slice};
use crate::incumbent::Incumbent;
use crate::line::Line;

struct Cycles;

impl Method for Cycles {
    fn turn(
        &mut self,
        incumbent: &mut Incumbent,
        context: &mut Context<'_>,
    ) -> Result<Slice, Stop> {
        while let Some(shorter) = first(incumbent) {
            incumbent.offer(shorter);
            context.poll(Cost::ZERO, 0)?;
        }
        Ok(Slice::Done)
    }
}

fn first(incumbent: &Incumbent) -> Option<Line> {
    let (line, range) = (incumbent.line(), incumbent.range());
    let board = line.board();
    let mut reach = Reach::new(board);
    let (regions, squares): (Vec<u64>, Vec<u64>) = (range.start..=range.end)
        .map(|at| {
            let position = line.position(at);
            reach.fill(board, &position);
            (position.key(board, reach.first()), position.key(board, position.player()))
        })
        .unzip();
    // Hash keys may collide; [`Line::with`] compares the boxes.
    [regions, squares].iter().find_map(|keys| {
        let last: HashMap<u64, usize> =
            keys.iter().enumerate().map(|(at, &key)| (key, at)).collect();
        (0..keys.len()).find_map(|at| {
            let again = last[&keys[at]];
            let stretch = range.start + at..range.start + again;
            let shorter = (again > at).then(|| line.with(&stretch, &[])).flatten()?;
            incumbent.is_better(&shorter).then_some(shorter)
        })
    })
}

pub(super) static ENTRY: MethodEntry = MethodEntry {
    name: "cycles",
    title: "removes pushes that lead back to an earlier position",
    build: |level, _| (level == 0).then(|| Box::new(Cycles) as Box<dyn Method>),
};
