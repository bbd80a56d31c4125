//! Pushes that lead back to where the line has been are left out.
//!
//! Two positions count as the same if the boxes are and the player can walk from one square to
//! the other. That walk may be longer than the pushes left out; where it would cost more moves
//! than are allowed, only a return to the very same square counts.

use std::collections::HashMap;

use hakooshi_board::Reach;
use hakooshi_search::{Context, Stop};

use crate::Allowed;
use crate::line::Line;

/// Leaves out every cycle that may be left out.
pub(crate) fn remove(
    line: &mut Line,
    allowed: Allowed,
    context: &mut Context<'_>,
) -> Result<(), Stop> {
    while let Some(shorter) = first(line, allowed) {
        *line = shorter;
        context.poll(line.cost(), 0)?;
    }
    Ok(())
}

fn first(line: &Line, allowed: Allowed) -> Option<Line> {
    let board = line.board();
    let mut reach = Reach::new(board);
    let (regions, squares): (Vec<u64>, Vec<u64>) = (0..=line.len())
        .map(|at| {
            let position = line.position(at);
            reach.fill(board, &position);
            (position.key(board, reach.first()), position.key(board, position.player()))
        })
        .unzip();
    // Keys may be equal by chance; [`Line::with`] compares the boxes.
    [regions, squares].iter().find_map(|keys| {
        let last: HashMap<u64, usize> =
            keys.iter().enumerate().map(|(at, &key)| (key, at)).collect();
        (0..keys.len()).find_map(|at| {
            let again = last[&keys[at]];
            let shorter = (again > at).then(|| line.with(&(at..again), &[])).flatten()?;
            allowed.is_better(&shorter, line).then_some(shorter)
        })
    })
}
