//! From the maze to the level: a solution of the maze, with every box taken on to a goal.
//!
//! A depth-first search with three kinds of steps: the next pushes of the maze, until a box leaves;
//! taking a box that is past the exits to a goal, where it stays; and leaving it on its goal.

use std::cmp::Reverse;
use std::collections::HashSet;

use hakooshi_board::movegen::{Relocation, Relocations};
use hakooshi_board::{Position, Push, Reach, Square, SquareSet, View};
use hakooshi_search::{Deadline, Task};

use super::game::Cut;

/// Boxes taken to goals before it gives up.
const MOST: u32 = 20_000;

/// What the search goes through.
struct Finish<'a> {
    task: &'a Task,
    cut: &'a Cut,
    /// The pushes of the maze.
    maze: &'a [Push],
    /// The pushes that the solution may have.
    most: usize,
    reach: Reach,
    relocations: Relocations,
    /// Where the search has been: pushes of the maze, boxes placed, and a key of the position.
    seen: HashSet<(usize, usize, u64)>,
    left: u32,
    deadline: &'a Deadline,
    /// The pushes so far.
    pushes: Vec<Push>,
}

/// A moment of the game.
#[derive(Clone)]
struct Moment {
    position: Position,
    /// Pushes of the maze made.
    at: usize,
    /// The goals whose boxes stay.
    placed: SquareSet,
}

/// A solution of at most `most` pushes, with these pushes of the maze among them; `None` if a short search
/// finds none.
pub(super) fn finish(
    task: &Task,
    cut: &Cut,
    maze: &[Push],
    most: usize,
    deadline: &Deadline,
) -> Option<Vec<Push>> {
    let mut finish = Finish {
        task,
        cut,
        maze,
        most,
        reach: Reach::new(&task.board),
        relocations: Relocations::new(&task.board),
        seen: HashSet::new(),
        left: MOST,
        deadline,
        pushes: Vec::new(),
    };
    let (position, placed) = (task.start.clone(), task.board.empty_set());
    let solved = finish.goes_on(&Moment { position, at: 0, placed });
    solved.then_some(finish.pushes)
}

impl Finish<'_> {
    /// Whether play from here solves the level; the pushes are then complete.
    fn goes_on(&mut self, moment: &Moment) -> bool {
        let board = &self.task.board;
        if moment.at == self.maze.len() && moment.position.is_solved() {
            return true;
        }
        if self.deadline.is_over() {
            return false;
        }
        self.reach.fill(board, &moment.position);
        let key = moment.position.key(board, self.reach.first());
        if !self.seen.insert((moment.at, moment.placed.len(), key)) {
            return false;
        }
        let arrived = moment.at.checked_sub(1).map(|last| self.maze[last]);
        let arrived = arrived.map(|push| board.step(push.from, push.dir));
        let past = |square: &Square| self.cut.is_past(*square) && !moment.placed.contains(*square);
        let mut boxes: Vec<Square> = moment.position.boxes().iter().copied().filter(past).collect();
        boxes.sort_by_key(|&square| Some(square) != arrived);
        let before = self.pushes.len();
        for from in boxes {
            for (way, line) in self.ways(moment, from) {
                let made = before + line.len();
                if made + self.maze.len() - moment.at > self.most || self.left == 0 {
                    continue;
                }
                self.left -= 1;
                let mut next = moment.clone();
                for &push in &line {
                    let _ = next.position.push(board, push);
                }
                if let Some(Relocation { player, .. }) = way {
                    next.position.place_player(player);
                }
                next.placed.insert(way.map_or(from, |way| way.to));
                self.pushes.extend(line);
                if self.goes_on(&next) {
                    return true;
                }
                self.pushes.truncate(before);
            }
        }
        if self.plays_maze(moment) {
            return true;
        }
        self.pushes.truncate(before);
        false
    }

    /// The ways of a box to goals, the farthest first, or it could be cut off later; and to stay where it
    /// is.
    fn ways(&mut self, moment: &Moment, from: Square) -> Vec<(Option<Relocation>, Vec<Push>)> {
        let board = &self.task.board;
        self.reach.fill(board, &moment.position);
        let view = View::new(board, &moment.position, &self.reach);
        let found = self.relocations.of_box(view, from, board.live()).iter().enumerate();
        let to_goals = found.filter(|(_, way)| board.is_goal(way.to) && way.to != from);
        let mut to_goals: Vec<(usize, Relocation)> =
            to_goals.map(|(number, way)| (number, *way)).collect();
        to_goals.sort_by_key(|(_, way)| Reverse(way.pushes));
        let lines = to_goals.into_iter();
        let mut ways: Vec<(Option<Relocation>, Vec<Push>)> = lines
            .map(|(number, way)| (Some(way), self.relocations.pushes(board, number)))
            .collect();
        if board.is_goal(from) {
            ways.push((None, Vec::new()));
        }
        ways
    }

    /// Makes the next pushes of the maze, until a box leaves.
    fn plays_maze(&mut self, moment: &Moment) -> bool {
        let board = &self.task.board;
        let mut next = moment.clone();
        while let Some(&push) = self.maze.get(next.at) {
            self.reach.fill(board, &next.position);
            let behind = board.step(push.from, push.dir.opposite());
            if !next.position.can_push(board, push) || !self.reach.contains(behind) {
                return false;
            }
            let _ = next.position.push(board, push);
            self.pushes.push(push);
            next.at += 1;
            if self.cut.exits.contains(board.step(push.from, push.dir)) {
                return self.goes_on(&next);
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::{Cell, Dir, Level};

    use super::*;

    /// A box in the room has to go first to the far goal, or the near one, on which it stands, is not
    /// free for the other.
    #[test]
    fn boxes_past_the_exits_make_room_for_those_that_come() {
        let text = "#########\n#    #  #\n#@$   *.#\n#    #  #\n#########";
        let level: Level = text.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let task = Task::new(&board, &start);
        let square = |row, col| board.square_at(Cell::new(row, col));
        let mut cut = Cut::goals(&board);
        cut.exits.clear();
        cut.exits.insert(square(2, 5));
        cut.behind.extend((1..4).flat_map(|row| [square(row, 6), square(row, 7)]));
        let push = |col| Push { from: square(2, col), dir: Dir::Right };
        let maze = [push(2), push(3), push(4)];
        let pushes = finish(&task, &cut, &maze, 5, &Deadline::default()).expect("five pushes");
        assert_eq!(pushes.len(), 5);
        assert!(finish(&task, &cut, &maze, 4, &Deadline::default()).is_none());
    }
}
