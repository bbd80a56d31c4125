//! The maze of a level as a game of its own: boxes leave the board where they cannot be kept from a goal
//! any more, at the entrances of the goal rooms, or on the goals themselves.
//!
//! Every box has to cross an exit. Let the goals have prices p, and let the value v of a square be the
//! least distance to a goal less the price of that. The pushes of a box after its first exit e, to its goal g, are at
//! least v(e) + p(g). So those of all boxes are at least the sum of v(e) over the exits they took, plus the sum of all
//! prices. The pushes before are a way to play this game, because taking boxes off the board
//! never prevents anything. So its optimum, with v(e) as the toll of an exit, is a lower bound.

use std::sync::Arc;

use hakooshi_board::analysis::{UNREACHABLE, goal_rooms_while};
use hakooshi_board::{Board, Position, Square, SquareSet};
use hakooshi_search::heuristics::{Aim, Heuristic as _, Matching};
use hakooshi_search::space::Exits;
use hakooshi_search::{Deadline, Task};

/// The squares on which boxes leave, and those behind them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub(super) exits: SquareSet,
    pub(super) behind: SquareSet,
}

impl Cut {
    /// The entrances of goal rooms with at most so many, and all goals that are in no such room; `None`
    /// when the time is up.
    pub(super) fn entrances(board: &Board, most: usize, deadline: &Deadline) -> Option<Self> {
        let (mut exits, mut behind) = (board.empty_set(), board.empty_set());
        for room in goal_rooms_while(board, most, || !deadline.is_over())? {
            exits.extend(room.entrances);
            behind |= &room.squares;
        }
        exits.extend(board.goals().iter().filter(|&goal| !behind.contains(goal)));
        Some(Self { exits, behind })
    }

    /// All goals.
    pub(super) fn goals(board: &Board) -> Self {
        Self { exits: board.goals().clone(), behind: board.empty_set() }
    }

    /// Whether a box on `square` has left before the game begins.
    pub(super) fn is_past(&self, square: Square) -> bool {
        self.exits.contains(square) || self.behind.contains(square)
    }

    /// Whether it is one: whether every way from these squares to a goal crosses an exit.
    fn separates(&self, board: &Board, from: impl Iterator<Item = Square>) -> bool {
        let mut met = self.exits.clone();
        let mut queue: Vec<Square> = from.collect();
        while let Some(square) = queue.pop() {
            if board.is_goal(square) {
                return false;
            }
            for &beside in board.neighbours(square) {
                if !beside.is_wall() && !met.contains(beside) {
                    met.insert(beside);
                    queue.push(beside);
                }
            }
        }
        true
    }
}

/// The game.
pub(super) struct Game {
    /// The level without the boxes that have left. The goals of its board are the exits.
    pub(super) task: Task,
    /// Tolls and the cost of the start, raised by `credit` so that none is negative.
    pub(super) exits: Exits,
    pub(super) credit: u32,
}

impl Game {
    /// The game of a task with this cut; `None` if the cut is of no use.
    pub(super) fn new(task: &Task, cut: &Cut) -> Option<Self> {
        let (board, boxes) = (&task.board, task.start.boxes());
        let (gone, left): (Vec<Square>, Vec<Square>) =
            boxes.iter().partition(|&&square| cut.is_past(square));
        if left.is_empty() || !cut.separates(board, left.iter().copied()) {
            return None;
        }
        let mut matching = Matching::new(&Aim::goals(board));
        matching.estimate(&task.start)?;
        let prices = matching.prices();
        let value = |&square: &Square| {
            let distances = board.to_goals();
            let priced = prices.iter().enumerate().filter_map(|(goal, price)| {
                let distance = distances.least(goal, square);
                (distance != UNREACHABLE).then(|| i32::from(distance) - price)
            });
            priced.min()
        };
        // An exit from which no goal can be reached is no use to any box.
        let paid = cut.exits.iter().filter_map(|exit| Some((exit, value(&exit)?)));
        let paid: Vec<(Square, i32)> = paid.collect();
        let past = gone.iter().map(value).collect::<Option<Vec<i32>>>()?;
        let least = paid.iter().map(|&(_, value)| value).min()?;
        let mut tolls = vec![0; board.table_len()];
        let mut open = board.empty_set();
        for &(exit, value) in &paid {
            tolls[exit.index()] = (value - least).cast_unsigned();
            open.insert(exit);
        }
        // Every box that leaves pays `least` beside the toll, and all of them do.
        let zones = past.iter().chain(left.iter().map(|_| &least));
        let root = prices.iter().chain(zones).sum::<i32>();
        let own = Arc::new(board.with_goals(&open));
        let start = Position::new(&own, &left, task.start.player());
        let own = Task::new(&own, &start).with_objective(task.objective).with_memory(&task.memory);
        let exits = Exits { tolls, root_cost: root.max(0).cast_unsigned() };
        Some(Self { task: own, exits, credit: (-root).max(0).cast_unsigned() })
    }
}

/// Whether every solution has an odd number of pushes: each takes its box to a square of the other colour, as
/// on a chessboard.
pub(super) fn is_odd(task: &Task) -> bool {
    let all = task.start.boxes().iter().copied().chain(task.board.goals().iter());
    let colours = all.map(|square| {
        let cell = task.board.cell(square);
        u32::from(cell.row) + u32::from(cell.col)
    });
    colours.sum::<u32>() % 2 == 1
}
