//! A level to be searched, and the data that all its searches share.

use std::sync::{Arc, OnceLock};

use hakooshi_board::analysis::{Distances, UNREACHABLE};
use hakooshi_board::{
    Between, Board, Direction, Position, Push, Reach, Square, SquareSet, Turned, expand,
};
use hakooshi_level::Symmetry;

use crate::deadlocks::DeadSetTables;
use crate::frontier::SharedFrontier;
use crate::{Context, Memory, Objective, Reservation, Stop};

/// The problem to solve. Clones share tables and frontier, across threads too.
#[derive(Clone, Debug)]
pub struct Task {
    /// The board.
    pub board: Arc<Board>,
    /// Where play begins. It must have a box for every goal.
    pub start: Position,
    /// What to minimise.
    pub objective: Objective,
    /// The memory account of the searches.
    pub memory: Memory,
    /// The positions that the searches have reached.
    pub frontier: Arc<SharedFrontier>,
    /// The SMT solver for planners that use one, as a name or a path; by default an installed one.
    pub smt_solver: Option<String>,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    backward_live: OnceLock<SquareSet>,
    dead_sets: DeadSetTables,
    /// The memory of [`Board::between`], once a search has used it.
    between: OnceLock<Reservation>,
    /// The same for boards turned or mirrored, as far as a search has asked for them.
    turned: [OnceLock<(Arc<Turned>, Arc<Shared>)>; Symmetry::ALL.len()],
}

impl Task {
    /// The task of finding any solution of `start`, without a memory limit.
    pub fn new(board: &Arc<Board>, start: &Position) -> Self {
        Self {
            board: Arc::clone(board),
            start: start.clone(),
            objective: Objective::Any,
            memory: Memory::default(),
            frontier: Arc::default(),
            smt_solver: None,
            shared: Arc::default(),
        }
    }

    /// The same task with another objective.
    #[must_use]
    pub fn with_objective(self, objective: Objective) -> Self {
        Self { objective, ..self }
    }

    /// The same task with another account of memory.
    #[must_use]
    pub fn with_memory(self, memory: &Memory) -> Self {
        Self { memory: memory.clone(), ..self }
    }

    /// The same task for a search that must not depend on what others reach and when.
    #[must_use]
    pub fn isolated(self) -> Self {
        Self { frontier: Arc::default(), ..self }
    }

    /// The same task on the board turned or mirrored. Its tables are made once; what it reaches is in a
    /// frontier of its own, because positions there have other keys.
    pub fn turned(&self, by: Symmetry) -> (Self, Arc<Turned>) {
        let make = || (Arc::new(Turned::new(&self.board, by)), Arc::default());
        let (turned, shared) = self.shared.turned[by as usize].get_or_init(make);
        let task = Self {
            board: Arc::clone(&turned.board),
            start: turned.position(&self.start),
            frontier: Arc::default(),
            shared: Arc::clone(shared),
            ..self.clone()
        };
        (task, Arc::clone(turned))
    }

    /// Computes the distances to the goals, which nearly every search uses, with looks at the clock, which
    /// the searches' constructors have not. Their memory is reserved first: large boards with many goals
    /// must not exceed the limit before the search has stored anything.
    pub fn measure(&self, context: &mut Context<'_>) -> Result<Reservation, Stop> {
        let (board, goals) = (&self.board, self.board.goals().len());
        let mut reservation = self.memory.reservation();
        let matching = board.table_len() * goals * 3 * size_of::<u32>();
        reservation.resize(Distances::bytes(board.size(), goals) + matching)?;
        let mut looked = Ok(());
        board.to_goals_while(|| {
            looked = context.look();
            looked.is_ok()
        });
        looked.map(|()| reservation)
    }

    /// Records a solution, if it can be played and is better than the best known.
    pub fn offer(&self, pushes: Vec<Push>, context: &mut Context<'_>) {
        let moves = expand(&self.board, &self.start, &pushes);
        debug_assert!(moves.is_some(), "a solution that cannot be played");
        if let Some(moves) = moves {
            let cost = self.objective.cost(pushes.len() as u32, moves.iter().count() as u32);
            context.offer(cost, pushes);
        }
    }

    /// The live squares: forward those from which a lone box can be pushed to a goal, backward
    /// those to which one can be pushed from the start.
    pub fn live(&self, direction: Direction) -> &SquareSet {
        match direction {
            Direction::Forward => self.board.live(),
            Direction::Backward => self.shared.backward_live.get_or_init(|| {
                let from = Distances::from_nearest(&self.board, self.start.boxes());
                let mut live = self.board.empty_set();
                let reached = |&square: &Square| from.least(0, square) != UNREACHABLE;
                live.extend(self.board.squares().filter(reached));
                live
            }),
        }
    }

    /// The squares that a box may land on: the live ones, or all.
    pub fn landing(&self, direction: Direction, only_live: bool) -> SquareSet {
        if only_live { self.live(direction).clone() } else { self.board.all_squares() }
    }

    /// Where play begins: backward with the player in each region of the solved position.
    pub fn roots(&self, direction: Direction) -> Vec<Position> {
        match direction {
            Direction::Forward => vec![self.start.clone()],
            Direction::Backward => {
                let goals: Vec<Square> = self.board.goals().iter().collect();
                let regions = Reach::new(&self.board).regions(&self.board, &goals);
                let root = |(player, _)| Position::new(&self.board, &goals, player);
                regions.into_iter().map(root).collect()
            }
        }
    }

    /// The distances between every two squares. Their memory is reserved once, by the first search
    /// that uses them.
    pub fn between(&self, context: &mut Context<'_>) -> Result<&Between, Stop> {
        if self.shared.between.get().is_none() {
            let mut reservation = self.memory.reservation();
            reservation.resize(Between::bytes(self.board.size()))?;
            let mut looked = Ok(());
            self.board.between_while(|| {
                looked = context.look();
                looked.is_ok()
            });
            looked?;
            let _ = self.shared.between.set(reservation);
        }
        Ok(self.board.between())
    }

    /// The tables of dead pairs and triples.
    pub(crate) fn dead_sets(&self) -> &DeadSetTables {
        &self.shared.dead_sets
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    #[test]
    fn each_direction_has_its_live_squares_and_roots() {
        let level: Level = "########\n#@ $ . #\n########".parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let task = Task::new(&board, &start);
        let live = |direction| task.live(direction).iter().map(Square::number).collect::<Vec<_>>();
        // A box left of the start, or right of the goal, cannot be part of a solution that
        // pushes it to the right.
        assert_eq!(live(Direction::Forward), [2, 3, 4, 5]);
        assert_eq!(live(Direction::Backward), [1, 2, 3, 4, 5, 6]);
        assert_eq!(task.landing(Direction::Forward, false).len(), 6);
        assert_eq!(task.roots(Direction::Forward).len(), 1);
        assert_eq!(task.roots(Direction::Backward).len(), 2, "left and right of the goal");
        let other = task.clone().with_objective(Objective::Moves);
        assert!(std::ptr::eq(other.live(Direction::Backward), task.live(Direction::Backward)));
    }
}
