//! Makes solutions shorter.
//!
//! Engines for hard levels look for any solution, and what they find wanders. [`polish`] takes
//! the pushes of a solution and gives back pushes that also solve the level, with no more
//! pushes and no more moves than before: cycles are left out, pushes of one box brought
//! together, and stretches of the line searched anew in its neighbourhood, short ones first.
//! It can be stopped at any time and then gives the best it has.
#![forbid(unsafe_code)]

mod cycles;
mod line;
mod order;
mod window;

use std::sync::Arc;

use hakooshi_board::{Board, Position, Push};
use hakooshi_search::{Context, Stop};

use line::Line;
use window::{Effort, Windows};

/// Pushes that solve `start` as `pushes` do, never with more pushes nor with more moves.
///
/// Goes on until nothing more is found or the budget of `context` ends. Pushes that cannot be
/// played or do not solve the level are given back as they are.
pub fn polish(
    board: &Arc<Board>,
    start: &Position,
    pushes: &[Push],
    context: &mut Context<'_>,
) -> Vec<Push> {
    let Some(mut line) = Line::new(board, start, pushes) else { return pushes.to_vec() };
    let allowed = Allowed::beside(&line);
    // Whatever stops the work, the line is a solution at every moment.
    let _ = work(&mut line, allowed, context);
    line.into_pushes()
}

/// Longer than any line.
const WHOLE: usize = usize::MAX;

/// What is tried in turn. One box astray in ever longer stretches comes first: with the same
/// 20,000 expansions a level it left 4,996 pushes on 35 levels of SokHard where two and three
/// astray in short stretches left 5,202, and stretches searched without such a limit 5,256.
/// Counting pushes alone first gained nothing.
const EFFORTS: [Effort; 9] = [
    Effort { pushes: 16, astray: 1, nodes: 500 },
    Effort { pushes: 32, astray: 1, nodes: 1000 },
    Effort { pushes: 64, astray: 1, nodes: 2000 },
    Effort { pushes: 128, astray: 1, nodes: 4000 },
    Effort { pushes: WHOLE, astray: 1, nodes: 50_000 },
    Effort { pushes: 32, astray: 2, nodes: 4000 },
    Effort { pushes: 64, astray: 2, nodes: 8000 },
    Effort { pushes: WHOLE, astray: 2, nodes: 100_000 },
    Effort { pushes: WHOLE, astray: 3, nodes: 400_000 },
];

fn work(line: &mut Line, allowed: Allowed, context: &mut Context<'_>) -> Result<(), Stop> {
    cycles::remove(line, allowed, context)?;
    order::merge(line, allowed, context)?;
    cycles::remove(line, allowed, context)?;
    let mut windows = Windows::new(line);
    for effort in EFFORTS {
        if sweep(line, &mut windows, effort, allowed, context)? {
            break;
        }
    }
    Ok(())
}

/// Searches stretch after stretch, round and round, until none of a whole round is made
/// better; says whether the line is known to be the best there is.
fn sweep(
    line: &mut Line,
    windows: &mut Windows,
    effort: Effort,
    allowed: Allowed,
    context: &mut Context<'_>,
) -> Result<bool, Stop> {
    let stride = effort.pushes.div_ceil(2);
    let mut at: usize = 0;
    let mut idle = 0;
    while idle < line.len() {
        let stretch = at..line.len().min(at.saturating_add(effort.pushes));
        let spare = allowed.most_moves - line.cost().second();
        let most_moves = line.cost_of(&stretch).second() + spare;
        let is_whole = stretch.len() == line.len();
        let is_last = stretch.end == line.len();
        let searched = windows.search(line, stretch.clone(), effort, most_moves, context)?;
        let better = searched.found.and_then(|pushes| line.with(&stretch, &pushes));
        match better.filter(|better| allowed.is_better(better, line)) {
            Some(better) => {
                *line = better;
                idle = 0;
            }
            None => idle += if is_last { stretch.len() } else { stride },
        }
        if is_whole && searched.is_best {
            return Ok(true);
        }
        // A line that has become much shorter may end before the next stretch.
        at = if is_last || at + stride >= line.len() { 0 } else { at + stride };
    }
    Ok(false)
}

/// What a line must not exceed.
#[derive(Clone, Copy, Debug)]
struct Allowed {
    most_moves: u32,
}

impl Allowed {
    /// No more moves than `line` has.
    fn beside(line: &Line) -> Self {
        Self { most_moves: line.cost().second() }
    }

    /// Whether `new` may take the place of `old`: it has fewer pushes, or as many and fewer
    /// moves. A push saved may cost moves that were saved before, never more.
    fn is_better(self, new: &Line, old: &Line) -> bool {
        new.cost() < old.cost() && new.cost().second() <= self.most_moves
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_search::{Budget, Silent};

    use super::*;
    use crate::line::tests::{letters, line};

    #[test]
    fn a_line_may_end_before_the_next_stretch_begins() {
        const ROOM: &str = "#######\n#     #\n#     #\n# @$ .#\n#     #\n#     #\n#######";
        let mut line = line(ROOM, &("RurDrdLdlUlu".repeat(4) + "RR"));
        let effort = Effort { pushes: 16, astray: 1, nodes: 1000 };
        let (mut windows, allowed) = (Windows::new(&line), Allowed::beside(&line));
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        sweep(&mut line, &mut windows, effort, allowed, &mut context).expect("no limit");
        assert_eq!(letters(&line), "RR");
    }
}
