//! Goal rooms: goals that lie together, with the few squares that lead to them.
//!
//! ```text
//!   ##########     The entrances of a room are the fewest squares that separate its goals from
//!   #    #  ..#    the half of the floor that is farthest from them, and of several such sets
//!   #     e ..#    the one nearest to the goals: a minimum vertex cut, found by augmenting
//!   #    #  ..#    paths (Menger's theorem). Each goal area has a room, and rooms that share
//!   ##########     squares become one.
//! ```
//!
//! In a corridor, the entrance is its outer end.

use std::collections::VecDeque;

use hakooshi_level::Dir;

use super::goal_areas;
use crate::{Board, Square, SquareSet};

/// Goals behind common entrances.
#[derive(Clone, Debug)]
pub struct GoalRoom {
    /// The goals.
    pub goals: Vec<Square>,
    /// The squares behind the entrances, goals included.
    pub squares: SquareSet,
    /// The squares that lead to them.
    pub entrances: Vec<Square>,
}

/// The goal rooms with at most this many entrances.
pub fn goal_rooms(board: &Board, most_entrances: usize) -> Vec<GoalRoom> {
    goal_rooms_while(board, most_entrances, || true).expect("nobody stops it")
}

/// The same, as long as `goes_on` says so, which is asked before each cut; `None` if it was stopped.
pub fn goal_rooms_while(
    board: &Board,
    most_entrances: usize,
    goes_on: impl Fn() -> bool,
) -> Option<Vec<GoalRoom>> {
    let mut waiting = goal_areas(board);
    let mut rooms: Vec<GoalRoom> = Vec::new();
    while let Some(mut goals) = waiting.pop() {
        if !goes_on() {
            return None;
        }
        let Some(mut room) = Cut::new(board, &goals).room(goals.clone(), most_entrances) else {
            continue;
        };
        let more = board.goals().iter().filter(|goal| room.squares.contains(*goal));
        let more: Vec<Square> = more.filter(|goal| !goals.contains(goal)).collect();
        let meets = |other: &GoalRoom| !other.squares.is_disjoint(&room.squares);
        if let Some(at) = rooms.iter().position(meets) {
            goals.extend(rooms.swap_remove(at).goals);
            waiting.push(goals);
        } else if more.is_empty() {
            room.goals.sort_unstable();
            rooms.push(room);
        } else {
            waiting.retain(|area| !area.iter().any(|goal| more.contains(goal)));
            goals.extend(more);
            waiting.push(goals);
        }
    }
    rooms.sort_by_key(|room| room.goals.first().copied());
    Some(rooms)
}

/// A search for the fewest squares that separate some goals from the far half of the floor.
///
/// A square carries at most one path. It has two nodes, entered and left; a path that enters a
/// square of another path can only follow that path back.
struct Cut<'a> {
    board: &'a Board,
    source: SquareSet,
    sink: SquareSet,
    /// By square: the squares before and after it on the path through it.
    before: Vec<Square>,
    after: Vec<Square>,
}

/// A square entered, or left.
type Node = (Square, bool);

impl<'a> Cut<'a> {
    fn new(board: &'a Board, goals: &[Square]) -> Self {
        let mut source = board.empty_set();
        source.extend(goals.iter().copied());
        let mut order: Vec<Square> = goals.to_vec();
        let mut met = source.clone();
        let mut next = 0;
        while next < order.len() {
            for &beside in board.neighbours(order[next]) {
                if !beside.is_wall() && !met.contains(beside) {
                    met.insert(beside);
                    order.push(beside);
                }
            }
            next += 1;
        }
        let mut sink = board.empty_set();
        let half = order.len().div_ceil(2).max(goals.len());
        sink.extend(order[half..].iter().copied());
        let none = vec![Square::WALL; board.table_len()];
        Self { board, source, sink, before: none.clone(), after: none }
    }

    fn room(mut self, goals: Vec<Square>, most: usize) -> Option<GoalRoom> {
        if self.sink.is_empty() {
            return None;
        }
        let mut paths = 0;
        loop {
            let (end, came) = self.search();
            let Some(end) = end else {
                return Some(self.cut(goals, &came)).filter(|_| paths > 0);
            };
            paths += 1;
            if paths > most {
                return None;
            }
            self.augment(end, &came);
        }
    }

    /// A breadth-first search over the residual graph from the goals: the square of the sink that
    /// it ends on, if any, and by node the node before it.
    fn search(&self) -> (Option<Square>, Vec<[Option<Node>; 2]>) {
        let mut came: Vec<[Option<Node>; 2]> = vec![[None; 2]; self.board.table_len()];
        let mut queue: VecDeque<Node> = self.source.iter().map(|goal| (goal, true)).collect();
        while let Some(node @ (square, is_left)) = queue.pop_front() {
            let mut visit = |next: Node| {
                let place = &mut came[next.0.index()][usize::from(next.1)];
                if place.is_none() && !self.source.contains(next.0) {
                    *place = Some(node);
                    queue.push_back(next);
                }
            };
            if is_left {
                // Along an edge that carries no path from here, and back through the square if a
                // path leaves it.
                for dir in Dir::ALL {
                    let next = self.board.step(square, dir);
                    if !next.is_wall() && self.after[square.index()] != next {
                        visit((next, false));
                    }
                }
                if !self.after[square.index()].is_wall() {
                    visit((square, false));
                }
            } else if self.before[square.index()].is_wall() {
                if self.sink.contains(square) {
                    return (Some(square), came);
                }
                visit((square, true));
            } else {
                // A path comes through: only back along it.
                visit((self.before[square.index()], true));
            }
        }
        (None, came)
    }

    fn augment(&mut self, end: Square, came: &[[Option<Node>; 2]]) {
        let mut node = (end, false);
        let mut links = Vec::new();
        while let Some(before) = came[node.0.index()][usize::from(node.1)] {
            links.push((before, node));
            node = before;
        }
        // Edges travelled backwards are taken out before the new ones are put in.
        for &((from, from_left), (to, to_left)) in &links {
            if !from_left && to_left && from != to {
                self.before[from.index()] = Square::WALL;
                self.after[to.index()] = Square::WALL;
            }
        }
        for &((from, from_left), (to, to_left)) in &links {
            if from_left && !to_left && from != to {
                self.before[to.index()] = from;
                if !self.source.contains(from) {
                    self.after[from.index()] = to;
                }
            }
        }
    }

    /// The room on the goals' side of the cut: squares that were left; entered but not left are
    /// the entrances.
    fn cut(&self, goals: Vec<Square>, came: &[[Option<Node>; 2]]) -> GoalRoom {
        let mut squares = self.source.clone();
        let mut entrances = Vec::new();
        for square in self.board.squares() {
            match came[square.index()] {
                [_, Some(_)] => squares.insert(square),
                [Some(_), None] => entrances.push(square),
                [None, None] => {}
            }
        }
        let mut room = GoalRoom { goals, squares, entrances };
        for at in 0..room.entrances.len() {
            self.follow_corridor(&mut room, at);
        }
        room
    }

    /// Moves an entrance to the outer end of the corridor it is in.
    fn follow_corridor(&self, room: &mut GoalRoom, at: usize) {
        loop {
            let entrance = room.entrances[at];
            let open = Dir::ALL.into_iter().filter(|&dir| {
                let next = self.board.step(entrance, dir);
                !next.is_wall() && !room.squares.contains(next)
            });
            let outwards: Vec<Dir> = open.collect();
            let [dir] = outwards[..] else { return };
            let next = self.board.step(entrance, dir);
            let is_narrow = dir.sides().iter().all(|&side| self.board.step(next, side).is_wall());
            if !is_narrow || room.entrances.contains(&next) || self.board.is_goal(next) {
                return;
            }
            room.squares.insert(entrance);
            room.entrances[at] = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_level::Level;

    use super::*;
    use crate::compile;

    /// Goals, squares and the cells of the entrances.
    type Found = (usize, usize, Vec<(u16, u16)>);

    fn rooms_of(text: &str) -> Vec<Found> {
        let level: Level = text.parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        let entrances = |room: &GoalRoom| {
            let cells = room.entrances.iter().map(|&square| board.cell(square));
            cells.map(|cell| (cell.row, cell.col)).collect()
        };
        let all = goal_rooms(&board, 3);
        all.iter().map(|it| (it.goals.len(), it.squares.len(), entrances(it))).collect()
    }

    #[test]
    fn a_room_with_a_door_has_one_entrance() {
        let text = "############\n#     #  ..#\n# $ $    ..#\n# @   #  ..#\n# $$  ######\n# $$  #\n#######";
        assert_eq!(rooms_of(text), [(6, 12, vec![(2, 6)])]);
    }

    #[test]
    fn two_doors_are_two_entrances_and_two_goal_areas_two_rooms() {
        let two_doors = "###########\n#     # ..#\n# $$    ..#\n# @$$ # ..#\n# $$    ..#\n# $$  #####\n#     #\n#######";
        assert_eq!(rooms_of(two_doors), [(8, 12, vec![(2, 6), (4, 6)])]);
        let two_rooms = "#############\n#..#     #..#\n#..  $$   ..#\n#### $$@#####\n#  $$   $$  #\n#############";
        let found = rooms_of(two_rooms);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found.iter().all(|(goals, squares, entrances)| {
            (*goals, *squares, entrances.len()) == (4, 4, 1)
        }));
    }

    #[test]
    fn a_goal_in_the_open_has_too_many_entrances() {
        assert_eq!(
            rooms_of("########\n#      #\n#  .   #\n# $@   #\n#      #\n#      #\n########"),
            []
        );
    }
}
