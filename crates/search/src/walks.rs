//! The player's own walk between two pushes, searched for breadth-first and by A*.
//!
//! Breadth-first looks at all squares one step away, then two, and so on. A* looks first
//! where steps so far plus the distance as the crow walks, rows plus columns, are least
//! (KTH report, II-E): on open floor it goes straight, in a maze it must look everywhere too.
//! Both find a shortest walk; the counter shows what each had to look at.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use hakooshi_board::{Board, Position, Square};
use hakooshi_level::Dir;

/// How a walk is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WalkSearch {
    /// Nearest squares first.
    Bfs,
    /// Least steps so far plus Manhattan distance first.
    Astar,
}

/// A shortest walk, and what finding it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerWalk {
    /// The steps.
    pub steps: Vec<Dir>,
    /// Squares whose neighbours were looked at.
    pub expanded: usize,
}

/// A shortest walk of the player of `position` to `aim` round the boxes; `None` if there is
/// no way.
pub fn player_walk(
    board: &Board,
    position: &Position,
    aim: Square,
    search: WalkSearch,
) -> Option<PlayerWalk> {
    match search {
        WalkSearch::Bfs => bfs(board, position, aim),
        WalkSearch::Astar => astar(board, position, aim),
    }
}

/// The direction each square was first or best entered by; the start's own is `None`.
type Entered = Vec<Option<Dir>>;

fn bfs(board: &Board, position: &Position, aim: Square) -> Option<PlayerWalk> {
    let start = position.player();
    let mut entered: Entered = vec![None; board.table_len()];
    let mut queue = VecDeque::from([start]);
    let mut expanded = 0;
    while let Some(square) = queue.pop_front() {
        if square == aim {
            return Some(PlayerWalk { steps: retrace(board, &entered, start, aim), expanded });
        }
        expanded += 1;
        for dir in Dir::ALL {
            let next = board.step(square, dir);
            if position.is_free(next) && next != start && entered[next.index()].is_none() {
                entered[next.index()] = Some(dir);
                queue.push_back(next);
            }
        }
    }
    None
}

fn astar(board: &Board, position: &Position, aim: Square) -> Option<PlayerWalk> {
    if aim.is_wall() {
        return None;
    }
    let start = position.player();
    let goal = board.cell(aim);
    let crow = |square: Square| {
        let cell = board.cell(square);
        u32::from(cell.row.abs_diff(goal.row)) + u32::from(cell.col.abs_diff(goal.col))
    };
    let mut entered: Entered = vec![None; board.table_len()];
    let mut steps = vec![u32::MAX; board.table_len()];
    steps[start.index()] = 0;
    // The heap gives its greatest, so keys are reversed; among equals the one further on.
    let mut open = BinaryHeap::from([(Reverse(crow(start)), 0, Reverse(start))]);
    let mut expanded = 0;
    while let Some((_, so_far, Reverse(square))) = open.pop() {
        if so_far > steps[square.index()] {
            continue;
        }
        if square == aim {
            return Some(PlayerWalk { steps: retrace(board, &entered, start, aim), expanded });
        }
        expanded += 1;
        for dir in Dir::ALL {
            let next = board.step(square, dir);
            if position.is_free(next) && so_far + 1 < steps[next.index()] {
                steps[next.index()] = so_far + 1;
                entered[next.index()] = Some(dir);
                open.push((Reverse(so_far + 1 + crow(next)), so_far + 1, Reverse(next)));
            }
        }
    }
    None
}

fn retrace(board: &Board, entered: &Entered, start: Square, aim: Square) -> Vec<Dir> {
    let mut way = Vec::new();
    let mut at = aim;
    while at != start {
        let Some(dir) = entered[at.index()] else { break };
        way.push(dir);
        at = board.step(at, dir.opposite());
    }
    way.reverse();
    way
}

#[cfg(test)]
mod tests {
    use hakooshi_board::{Walks, compile};
    use hakooshi_level::{Cell, Level};
    use hakooshi_testkit::Rng;
    use hakooshi_testkit::strategies::{Shape, random_level};

    use super::*;

    /// The pair of situations of the report's section II-C: the right box of the pair is
    /// pushed down, for which the man walks U R R U U L and then pushes D.
    #[test]
    fn the_walk_of_the_kth_report() {
        let level: Level = "#########\n#   #  .#\n#    $$.#\n####    #\n    #@ ##\n    #####"
            .parse()
            .expect("a level");
        let (board, start) = compile(&level).expect("small");
        let behind = board.square_at(Cell::new(1, 6));
        for search in [WalkSearch::Bfs, WalkSearch::Astar] {
            let walk = player_walk(&board, &start, behind, search).expect("a way");
            let (up, left, right) = (Dir::Up, Dir::Left, Dir::Right);
            assert_eq!(walk.steps, [up, right, right, up, up, left], "{search:?}");
        }
    }

    #[test]
    fn both_are_as_short_as_can_be_and_astar_looks_at_no_more() {
        let mut rng = Rng::new(5);
        let mut saved = 0;
        for _ in 0..60 {
            let level = random_level(&mut rng, Shape::TINY);
            let (board, start) = compile(&level).expect("a tiny level");
            let mut walks = Walks::new(&board);
            walks.fill(&board, &start);
            for aim in board.squares() {
                let found = [WalkSearch::Bfs, WalkSearch::Astar]
                    .map(|search| player_walk(&board, &start, aim, search));
                let lengths = found.clone().map(|walk| walk.map(|walk| walk.steps.len() as u32));
                assert_eq!(lengths, [walks.steps(aim); 2], "in\n{level}");
                if let [Some(bfs), Some(astar)] = found {
                    assert!(astar.expanded <= bfs.expanded);
                    saved += bfs.expanded - astar.expanded;
                }
            }
        }
        assert!(saved > 100, "A* saved only {saved} squares");
        let (board, start) = compile(&random_level(&mut rng, Shape::TINY)).expect("tiny");
        assert_eq!(player_walk(&board, &start, Square::WALL, WalkSearch::Astar), None);
    }
}
