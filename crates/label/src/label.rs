//! The labels of one level.

use std::sync::Arc;

use hakooshi::unstable::Options;
use hakooshi::{SolveError, Status, after, analyse, unstable};
use hakooshi_board::{Board, Position, compile, expand, simplify};
use hakooshi_level::{Dir, Level, Moves, Step, verify};
use hakooshi_search::{Budget, Context, Objective, Silent, Stop};

use crate::What;
use crate::bound::Bound;
use crate::box_sets::BoxSets;
use crate::grid::{Bits, Grid};
use crate::waves::{Scratch, Waves, board_push};

/// Most sets of boxes of a level that is solved by waves: 32 MB.
const MOST_SETS: usize = 1 << 20;

/// Most expansions of waves before the usual search takes over, which has better bounds.
const MOST_WAVES: u64 = 1 << 20;

/// Expansions of the usual search before waves are tried, if only pushes count: it has the better
/// bound then, and solves 9,400 levels of Boxoban a second where waves solve 3,300.
const QUICK: u64 = 20_000;

/// Bytes for each expansion: its entries and those it leaves.
const WAVE_BYTES: usize = 512;

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

/// Labels one level after another. It keeps its memory for the next level.
#[derive(Debug, Default)]
pub struct Labeller {
    scratch: Scratch,
}

/// A level small enough for waves.
struct Small {
    board: Arc<Board>,
    start: Position,
    grid: Grid,
    sets: BoxSets,
    bound: Bound,
}

impl Small {
    fn new(level: &Level) -> Result<Option<Self>, SolveError> {
        let (board, start) = compile(level)?;
        let (board, start) = simplify(&board, &start).unwrap_or((board, start));
        let small = || {
            let grid = Grid::new(&board)?;
            let bound = Bound::new(&grid)?;
            let sets = BoxSets::new(grid.live, start.boxes().len(), MOST_SETS)?;
            Some((grid, sets, bound))
        };
        let Some((grid, sets, bound)) = small() else { return Ok(None) };
        Ok(Some(Self { board, start, grid, sets, bound }))
    }

    fn boxes(&self) -> Bits {
        let bit = |square| self.grid.bit(self.board.cell(square));
        self.start.boxes().iter().fold(0, |all, &square| all | bit(square))
    }
}

impl Labeller {
    /// A labeller.
    pub fn new() -> Self {
        Self::default()
    }

    /// The labels of `level`. A limit that is reached leaves some of them unknown; `budget` counts
    /// anew for each search.
    pub fn label(
        &mut self,
        level: &Level,
        what: What,
        budget: &Budget,
    ) -> Result<Label, SolveError> {
        let mut label = Label::default();
        let only_solvable = what == What::default();
        let by_pushes = if what.both { Objective::PushesMoves } else { Objective::Pushes };
        if what.pushes || what.both || what.first_actions || only_solvable {
            let status = self.optimum(level, by_pushes, budget)?;
            if let Some(score) = label.note(&status) {
                label.pushes = Some(score.pushes);
                label.pushes_moves = what.both.then_some(score.moves);
            }
        }
        let by_moves = if what.both { Objective::MovesPushes } else { Objective::Moves };
        if label.solvable != Some(false)
            && (what.moves || what.both || what.first_actions || what.cost_to_go)
        {
            let status = self.optimum(level, by_moves, budget)?;
            if let Some(score) = label.note(&status) {
                label.moves = Some(score.moves);
                label.moves_pushes = what.both.then_some(score.pushes);
            }
        }
        if what.first_actions && label.solvable == Some(true) {
            label.first_pushes = self.first_pushes(level, label.pushes, budget)?;
        }
        if what.first_actions || what.cost_to_go {
            self.steps(level, what, &mut label, budget)?;
        }
        Ok(label)
    }

    /// The solution that is best for `objective`, with proof; otherwise that there is none, or
    /// what kept it from being known.
    pub fn optimum(
        &mut self,
        level: &Level,
        objective: Objective,
        budget: &Budget,
    ) -> Result<Status, SolveError> {
        if objective == Objective::Pushes {
            let nodes = Some(budget.nodes.map_or(QUICK, |nodes| nodes.min(QUICK)));
            let quick = usual_optimum(level, objective, &Budget { nodes, ..budget.clone() })?;
            if !matches!(quick, Status::Unknown(_)) {
                return Ok(quick);
            }
        }
        match self.small_optimum(level, objective, budget)? {
            Some(status) => Ok(status),
            None => usual_optimum(level, objective, budget),
        }
    }

    /// The same for a small level, by waves; `None` if the level is too large or too hard for them.
    pub fn small_optimum(
        &mut self,
        level: &Level,
        objective: Objective,
        budget: &Budget,
    ) -> Result<Option<Status>, SolveError> {
        let Some(small) = Small::new(level)? else { return Ok(None) };
        let Small { board, start, grid, sets, bound } = &small;
        let bytes = budget.bytes.unwrap_or(usize::MAX).saturating_sub(sets.count() * 32);
        let most = MOST_WAVES.min((bytes / WAVE_BYTES) as u64);
        let nodes = Some(budget.nodes.map_or(most, |nodes| nodes.min(most)));
        let mut silent = Silent;
        let mut context = Context::new(Budget { nodes, ..budget.clone() }, &mut silent);
        let waves = Waves { grid, sets, bound, objective };
        let player = grid.bit(board.cell(start.player()));
        let found = waves.solve(small.boxes(), player, &mut self.scratch, &mut context);
        let pushes = match found {
            Ok(Some(pushes)) => pushes,
            Ok(None) => return Ok(Some(Status::Unsolvable)),
            Err(Stop::Nodes) if budget.nodes.is_none_or(|nodes| nodes > most) => return Ok(None),
            Err(stop) => return Ok(Some(Status::Unknown(Some(stop)))),
        };
        let engine = || "waves".to_owned();
        let at = |push| board_push(grid, |cell| board.square_at(cell), push);
        let pushes: Vec<_> = pushes.into_iter().map(at).collect();
        let moves = expand(board, start, &pushes)
            .ok_or_else(|| SolveError::Unplayable { engine: engine() })?;
        let solution = verify(level, &moves)
            .map_err(|reason| SolveError::Wrong { engine: engine(), reason })?;
        Ok(Some(Status::Solved(solution)))
    }

    /// The pushes that leave one push less than `best`; `None` if one of them is not decided.
    fn first_pushes(
        &mut self,
        level: &Level,
        best: Option<u32>,
        budget: &Budget,
    ) -> Result<Option<String>, SolveError> {
        let Some(best) = best else { return Ok(None) };
        let mut found = Vec::new();
        for moves in analyse(level)?.pushes() {
            let Ok(next) = after(level, &moves) else { continue };
            let is_best = match self.optimum(&next, Objective::Pushes, budget)? {
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
    fn steps(
        &mut self,
        level: &Level,
        what: What,
        label: &mut Label,
        budget: &Budget,
    ) -> Result<(), SolveError> {
        let mut is_whole = true;
        let mut first = String::new();
        for dir in Dir::ALL {
            let Some(next) = stepped(level, dir) else { continue };
            // Nothing solves what follows from an unsolvable position.
            let status = if label.solvable == Some(false) {
                Status::Unsolvable
            } else {
                self.optimum(&next, Objective::Moves, budget)?
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
}

/// By the usual search for an optimum.
fn usual_optimum(
    level: &Level,
    objective: Objective,
    budget: &Budget,
) -> Result<Status, SolveError> {
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
