//! What walls, goals and start say before any solver is asked: the squares a box may stand
//! on, the pushes that can be part of a solution, how long it must at least be.
//!
//! Everything here is a necessary condition of every solution, so an encoding that uses it
//! loses none, and what it refutes is refuted.

mod dead_pairs;
mod journeys;
mod matching;

use std::sync::Arc;

use hakooshi_board::analysis::{Distances, UNREACHABLE};
use hakooshi_board::{Board, Position, Push, Square};
use hakooshi_level::Dir;
use hakooshi_search::Deadline;

pub(crate) use self::dead_pairs::DeadPairs;
pub(crate) use self::journeys::{Journeys, Window};
use self::matching::matching;

/// A push that may be part of a solution.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Action {
    /// The box and where it goes.
    pub(crate) push: Push,
    /// Where the player stands before it.
    pub(crate) behind: Square,
    /// Where the box stands after it.
    pub(crate) to: Square,
    /// By how much a plan with this push is at least longer than the bound.
    pub(crate) excess: u32,
}

/// The facts of one level.
#[derive(Debug)]
pub(crate) struct Facts {
    pub(crate) board: Arc<Board>,
    pub(crate) start: Position,
    /// The squares from which a lone box can be brought to a goal, in ascending order.
    pub(crate) live: Vec<Square>,
    /// Every push that may be part of a solution, by square and direction.
    pub(crate) actions: Vec<Action>,
    /// No solution has fewer pushes.
    pub(crate) bound: u32,
    to_goal: Distances,
    from_start: Distances,
    /// When tables are no longer finished; whoever has them made looks at the clock afterwards.
    deadline: Deadline,
}

impl Facts {
    /// The facts of a level; `None` if the boxes cannot even be given different goals that
    /// each could reach alone, so that there is no solution.
    pub(crate) fn new(
        board: &Arc<Board>,
        start: &Position,
        deadline: Deadline,
    ) -> Option<Arc<Self>> {
        let goals: Vec<Square> = board.goals().iter().collect();
        // The board keeps them for other searches, and whoever limits the time has them made with looks.
        let distances = board.to_goals();
        let exact = |goal: usize, vertex: usize| {
            let distance = distances.exact(goal, vertex);
            (distance != UNREACHABLE).then_some(i64::from(distance))
        };
        let costs: Vec<Vec<Option<i64>>> = start
            .boxes()
            .iter()
            .map(|&square| {
                let vertex = distances.sides().vertex_of(board, square, start.player());
                let cost = |goal: usize| match vertex {
                    Some(vertex) => exact(goal, vertex),
                    None => (distances.least(goal, square) != UNREACHABLE)
                        .then(|| i64::from(distances.least(goal, square))),
                };
                (0..goals.len()).map(cost).collect()
            })
            .collect();
        let (bound, prices) = matching(&costs)?;
        // Goal by goal, as the distances lie in memory.
        let mut least: Vec<Option<i64>> = vec![None; distances.sides().len()];
        for (goal, price) in prices.iter().enumerate() {
            for (vertex, least) in least.iter_mut().enumerate() {
                if let Some(distance) = exact(goal, vertex) {
                    *least = Some(least.map_or(distance - price, |it| it.min(distance - price)));
                }
            }
        }
        let potential = |vertex: usize| least[vertex];
        let mut actions = Vec::new();
        for from in board.squares() {
            for dir in Dir::ALL {
                let (behind, to) = (board.step(from, dir.opposite()), board.step(from, dir));
                let before = distances.sides().vertex(from, dir.opposite()).and_then(potential);
                let after = distances.sides().vertex(to, dir.opposite()).and_then(potential);
                if to.is_wall() || behind.is_wall() {
                    continue;
                }
                if let (Some(before), Some(after)) = (before, after) {
                    // Each goal is at most one push nearer, so this is never negative.
                    let excess = (1 + after - before).max(0) as u32;
                    actions.push(Action { push: Push { from, dir }, behind, to, excess });
                }
            }
        }
        let to_goal = Distances::to_nearest(board, &goals);
        let from_start = Distances::from_nearest(board, start.boxes());
        let live = board.squares().filter(|&at| to_goal.least(0, at) != UNREACHABLE).collect();
        Some(Arc::new(Self {
            board: Arc::clone(board),
            start: start.clone(),
            live,
            actions,
            bound: bound as u32,
            to_goal,
            from_start,
            deadline,
        }))
    }

    /// Whether there is no time to finish a table.
    pub(crate) fn is_late(&self) -> bool {
        self.deadline.is_over()
    }

    /// The fewest pushes that bring a box from `square` to a goal; `None` from a dead square.
    pub(crate) fn pushes_to_goal(&self, square: Square) -> Option<u32> {
        known(self.to_goal.least(0, square))
    }

    /// The fewest pushes that bring a box of the start to `square`; `None` if none can come.
    pub(crate) fn pushes_from_start(&self, square: Square) -> Option<u32> {
        known(self.from_start.least(0, square))
    }

    /// More states of boxes and player than there are: a plan with so many pushes could be
    /// shortened. `None` if that is beyond counting.
    pub(crate) fn states(&self) -> Option<u64> {
        let (live, boxes) = (self.live.len() as u64, self.start.boxes().len() as u64);
        let mut arrangements: u64 = 1;
        for taken in 0..boxes {
            arrangements = arrangements.checked_mul(live.saturating_sub(taken))? / (taken + 1);
        }
        arrangements.checked_mul((self.board.size() as u64).saturating_sub(boxes))
    }
}

fn known(distance: u16) -> Option<u32> {
    (distance != UNREACHABLE).then_some(u32::from(distance))
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;
    use hakooshi_search::heuristics::{Aim, Heuristic, Matching};

    use super::*;

    fn facts(text: &str) -> Option<Arc<Facts>> {
        let level: Level = text.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        Facts::new(&board, &start, Deadline::default())
    }

    #[test]
    fn the_bound_is_that_of_the_searches() {
        for text in [
            "#######\n#.$@  #\n# $ . #\n#     #\n#######",
            "########\n#@ $ . #\n#  $ . #\n########",
            "######\n#@   #\n# $$ #\n#.  .#\n######",
        ] {
            let facts = facts(text).expect("solvable as far as one can see");
            let searched = Matching::new(&Aim::goals(&facts.board)).estimate(&facts.start);
            assert_eq!(Some(facts.bound), searched, "{text}");
        }
    }

    #[test]
    fn excess_is_what_the_bound_grows_by() {
        // One box, one goal to its right: pushing right is free, left costs two.
        let facts = facts("########\n#      #\n#@ $  .#\n#      #\n########").expect("solvable");
        let middle = facts.start.boxes()[0];
        let excess = |dir| {
            facts
                .actions
                .iter()
                .find(|it| it.push == Push { from: middle, dir })
                .map(|it| it.excess)
        };
        assert_eq!((excess(Dir::Right), excess(Dir::Left)), (Some(0), Some(2)));
        assert_eq!(excess(Dir::Up), None, "the top row is dead");
    }

    #[test]
    fn a_box_in_a_corner_has_no_facts() {
        assert!(facts("######\n#$  .#\n#@   #\n######").is_none());
    }

    #[test]
    fn states_are_counted_or_given_up() {
        let facts = facts("#######\n#@ $ .#\n#######").expect("solvable");
        assert_eq!(facts.states(), Some(facts.live.len() as u64 * 4));
    }
}
