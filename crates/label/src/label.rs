//! The labels of one level.

use hakooshi::unstable::Options;
use hakooshi::{SolveError, Status, after, analyse, unstable};
use hakooshi_level::{Dir, Level, Moves, Step};
use hakooshi_search::{Budget, Objective, Silent, Stop};

use crate::What;

/// Labels of a level. What was not asked for, is not known or does not exist is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// Whether there is a solution.
    pub solvable: Option<bool>,
    /// The fewest pushes.
    pub pushes: Option<u32>,
    /// The fewest moves of solutions with the fewest pushes.
    pub pushes_moves: Option<u32>,
    /// The fewest moves.
    pub moves: Option<u32>,
    /// The fewest pushes of solutions with the fewest moves.
    pub moves_pushes: Option<u32>,
    /// The letters of the steps with which a solution with fewest moves can begin.
    pub first_moves: Option<String>,
    /// The pushes with which a solution with fewest pushes can begin, as in `3:4R 5:1U`: row and
    /// column of the box, from zero, and the direction.
    pub first_pushes: Option<String>,
    /// The fewest moves that remain after a step up, down, left and right; −1 if it leads to a
    /// position without solution, `None` if it cannot be made.
    pub moves_after: [Option<i32>; 4],
    /// The limit that was reached before all was known.
    pub stop: Option<Stop>,
}

/// The labels of `level`. A limit that is reached leaves some of them unknown; `budget` counts
/// anew for each search.
pub fn label(level: &Level, what: What, budget: &Budget) -> Result<Label, SolveError> {
    let mut label = Label::default();
    let only_solvable = what == What::default();
    let by_pushes = if what.both { Objective::PushesMoves } else { Objective::Pushes };
    if what.pushes || what.both || what.first_actions || only_solvable {
        let status = optimum(level, by_pushes, budget)?;
        if let Some(score) = label.note(&status) {
            label.pushes = Some(score.pushes);
            label.pushes_moves = what.both.then_some(score.moves);
        }
    }
    let by_moves = if what.both { Objective::MovesPushes } else { Objective::Moves };
    if label.solvable != Some(false)
        && (what.moves || what.both || what.first_actions || what.cost_to_go)
    {
        let status = optimum(level, by_moves, budget)?;
        if let Some(score) = label.note(&status) {
            label.moves = Some(score.moves);
            label.moves_pushes = what.both.then_some(score.pushes);
        }
    }
    if what.first_actions && label.solvable == Some(true) {
        label.first_pushes = first_pushes(level, label.pushes, budget)?;
    }
    if what.first_actions || what.cost_to_go {
        steps(level, what, &mut label, budget)?;
    }
    Ok(label)
}

/// The pushes that leave one push less than `best`; `None` if one of them is not decided.
fn first_pushes(
    level: &Level,
    best: Option<u32>,
    budget: &Budget,
) -> Result<Option<String>, SolveError> {
    let Some(best) = best else { return Ok(None) };
    let mut found = Vec::new();
    for moves in analyse(level)?.pushes() {
        let Ok(next) = after(level, &moves) else { continue };
        let is_best = match optimum(&next, Objective::Pushes, budget)? {
            Status::Solved(rest) => rest.score().pushes + 1 == best,
            Status::Unsolvable => false,
            Status::Unknown(_) => return Ok(None),
        };
        if let Some(step) = moves.iter().next_back().filter(|_| is_best) {
            // The player stands where the box was.
            let cell = next.player();
            let letter = char::from(step.dir.letter()).to_ascii_uppercase();
            found.push(format!("{}:{}{letter}", cell.row, cell.col));
        }
    }
    Ok(Some(found.join(" ")))
}

/// What remains after each step.
fn steps(level: &Level, what: What, label: &mut Label, budget: &Budget) -> Result<(), SolveError> {
    let mut is_whole = true;
    let mut first = String::new();
    for dir in Dir::ALL {
        let Some(next) = stepped(level, dir) else { continue };
        // Nothing solves what follows from an unsolvable position.
        let status = if label.solvable == Some(false) {
            Status::Unsolvable
        } else {
            optimum(&next, Objective::Moves, budget)?
        };
        let left = match status {
            Status::Solved(rest) => Some(rest.score().moves),
            Status::Unsolvable => None,
            Status::Unknown(stop) => {
                is_whole = false;
                label.stop = label.stop.or(stop);
                continue;
            }
        };
        if label.moves.is_some() && left.map(|left| left + 1) == label.moves {
            first.push(char::from(dir.letter()));
        }
        if what.cost_to_go {
            let left = left.and_then(|left| i32::try_from(left).ok());
            label.moves_after[dir.index()] = Some(left.unwrap_or(-1));
        }
    }
    let is_known = is_whole && label.moves.is_some();
    label.first_moves = Some(first).filter(|_| what.first_actions && is_known);
    Ok(())
}

/// The solution that is best for `objective`, with proof; otherwise that there is none, or what kept it from
/// being known.
fn optimum(level: &Level, objective: Objective, budget: &Budget) -> Result<Status, SolveError> {
    let options = Options { objective, budget: budget.clone(), ..Options::default() };
    let report = unstable::solve(level, &options, &mut Silent)?;
    Ok(match report.status {
        Status::Solved(_) if !report.is_optimal() => Status::Unknown(report.stop()),
        status => status,
    })
}

impl Label {
    /// Takes over whether there is a solution; its score, if there is one.
    fn note(&mut self, status: &Status) -> Option<hakooshi::Score> {
        match status {
            Status::Solved(solution) => {
                self.solvable = Some(true);
                return Some(solution.score());
            }
            Status::Unsolvable => self.solvable = Some(false),
            Status::Unknown(stop) => self.stop = self.stop.or(*stop),
        }
        None
    }
}

/// The level after a step of the player, if it can be made.
fn stepped(level: &Level, dir: Dir) -> Option<Level> {
    let to = level.player().step(dir)?;
    let push = level.is_inside(to) && level.tile(to).is_box();
    after(level, &Moves::from_iter([Step { dir, push }])).ok()
}
