//! Can the boxes that will never move again be part of any finish?
//!
//! ```text
//!   ######     The two boxes on the left are there for good, as if they were walls. Play
//!   #*...#     from the end: with all goals full nobody gets a box out of the back corner
//!   #*...      through the front, because pulling needs room for the player too. What can
//!   ####       never be pulled out in the end must be there already; if it is not, it is
//!              too late.
//! ```
//!
//! Boxes are taken as frozen when nothing is left after removing again and again those with
//! room on both sides of an axis. Frozen boxes are walls from then on. With these walls every
//! other box must find a goal of its own, and the finish is *peeled*: from each region the
//! player may end in, every box that he can pull one square is taken off, which gives him
//! more room. Boxes that remain in all cases are walls too if they stand there already, and
//! the whole is repeated. Sound, since boxes taken off only make room.
//! Festival and the Sokoban wiki know these tests.

use std::collections::HashMap;
use std::sync::Arc;

use hakooshi_board::analysis::live_squares;
use hakooshi_board::{Board, Position, Square, SquareSet};
use hakooshi_level::Dir;

use super::lone::Lone;
use super::stuck::leave_stuck;
use crate::pairing::Pairing;

/// Sets of walls remembered before all are forgotten.
const MOST_REMEMBERED: usize = 2000;

/// What follows from a set of walls.
#[derive(Debug)]
struct Settled {
    /// The goals that are no walls.
    goals: Vec<Square>,
    /// By region that the player may end in: boxes of the finish that cannot be peeled.
    remains: Vec<SquareSet>,
    /// How boxes can be brought to them.
    lone: Lone,
}

/// Judges whether a position can still be finished.
#[derive(Debug)]
pub(crate) struct Finish {
    board: Arc<Board>,
    live: SquareSet,
    /// Walls, and boxes that are as good as walls.
    walls: SquareSet,
    /// Boxes left while others are taken off.
    left: SquareSet,
    queue: Vec<Square>,
    settled: HashMap<SquareSet, Settled>,
    /// Bytes of what is remembered.
    bytes: usize,
    /// Boxes that are no walls.
    boxes: Vec<Square>,
    pairing: Pairing,
}

impl Finish {
    pub(crate) fn new(board: &Arc<Board>) -> Self {
        Self {
            live: live_squares(board),
            walls: board.empty_set(),
            left: board.empty_set(),
            queue: Vec::new(),
            settled: HashMap::new(),
            bytes: 0,
            boxes: Vec::new(),
            pairing: Pairing::default(),
            board: Arc::clone(board),
        }
    }

    /// Whether no finish fits the boxes that will never move again.
    pub(crate) fn is_out_of_reach(&mut self, position: &Position) -> bool {
        self.walls.clear();
        self.walls.insert(Square::WALL);
        let mut live = self.live.clone();
        loop {
            self.freeze(position, &live);
            if self.left.iter().any(|square| !self.board.is_goal(square)) {
                return true;
            }
            let firm = self.left.is_empty();
            self.walls.union_with(&self.left);
            if self.settled.len() >= MOST_REMEMBERED {
                self.settled.clear();
                self.bytes = 0;
            }
            if !self.settled.contains_key(&self.walls) {
                let settled = Settled::new(&self.board, &self.walls);
                self.bytes += settled.bytes();
                self.settled.insert(self.walls.clone(), settled);
            }
            let Some(settled) = self.settled.get(&self.walls) else { return false };
            let Some(sure) = settled.sure(position) else { return true };
            // Fewer squares are of use among more walls, which may freeze more boxes.
            if sure.is_empty() && (firm || settled.lone.live == live) {
                break;
            }
            live.clone_from(&settled.lone.live);
            self.walls.union_with(&sure);
        }
        !self.can_match(position)
    }

    /// The boxes of the position last judged that stand for good, and the wall.
    pub(super) fn walls(&self) -> &SquareSet {
        &self.walls
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Leaves in `left` the boxes that can never move again, whatever the player does.
    fn freeze(&mut self, position: &Position, live: &SquareSet) {
        let Self { board, walls, left, queue, .. } = self;
        leave_stuck(board, position, walls, (left, queue), |left, square| {
            let free = |at: Square| !walls.contains(at) && !left.contains(at);
            [Dir::Right, Dir::Down].into_iter().any(|axis| {
                let (a, b) = (board.step(square, axis), board.step(square, axis.opposite()));
                free(a) && free(b) && (live.contains(a) || live.contains(b))
            })
        });
    }

    /// Whether every box that is not a wall finds a goal of its own.
    fn can_match(&mut self, position: &Position) -> bool {
        let Self { board, walls, settled, boxes, pairing, .. } = self;
        let Some(settled) = settled.get(walls) else { return true };
        boxes.clear();
        boxes.extend(position.boxes().iter().copied().filter(|&square| !walls.contains(square)));
        pairing.is_possible(boxes.len(), settled.goals.len(), |at, goal| {
            settled.lone.can_bring(board, boxes[at], position.player(), goal)
        })
    }
}

impl Settled {
    fn new(board: &Board, walls: &SquareSet) -> Self {
        let goals: Vec<Square> =
            board.goals().iter().filter(|&goal| !walls.contains(goal)).collect();
        let mut remains = Vec::new();
        let mut seen = board.empty_set();
        for start in board.squares() {
            if !walls.contains(start) && !board.is_goal(start) && !seen.contains(start) {
                remains.push(peel(board, walls, &goals, start, &mut seen));
            }
        }
        let lone = Lone::to_goals(board, walls, &goals);
        Self { goals, remains, lone }
    }

    fn bytes(&self) -> usize {
        let sets: usize = self.remains.iter().map(|remains| remains.words().len() * 8).sum();
        sets + self.lone.bytes()
    }

    /// Boxes of the position that remain whichever way it is finished; `None` if there is no
    /// such way.
    fn sure(&self, position: &Position) -> Option<SquareSet> {
        let fits = |remains: &&SquareSet| remains.iter().all(|square| position.has_box(square));
        let mut fitting = self.remains.iter().filter(fits);
        let mut sure = fitting.next()?.clone();
        for other in fitting {
            let mut only = sure.clone();
            only.subtract(other);
            sure.subtract(&only);
        }
        Some(sure)
    }
}

/// The boxes of the finish that cannot be pulled off by a player who ends in the region of
/// `start`; what he has walked on is added to `seen`.
fn peel(
    board: &Board,
    walls: &SquareSet,
    goals: &[Square],
    start: Square,
    seen: &mut SquareSet,
) -> SquareSet {
    let mut left = board.empty_set();
    left.extend(goals.iter().copied());
    let mut reached = board.empty_set();
    reached.insert(start);
    let mut queue = vec![start];
    while let Some(square) = queue.pop() {
        seen.insert(square);
        for dir in Dir::ALL {
            let beside = board.step(square, dir);
            if !walls.contains(beside) && !left.contains(beside) && !reached.contains(beside) {
                reached.insert(beside);
                queue.push(beside);
            }
            // The player pulls from this square, or steps back onto it.
            for near in [square, beside] {
                for toward in Dir::ALL {
                    let target = board.step(near, toward);
                    let back = board.step(near, toward.opposite());
                    let room = !walls.contains(back) && !left.contains(back);
                    if left.contains(target) && reached.contains(near) && room {
                        left.remove(target);
                        reached.insert(target);
                        queue.push(target);
                    }
                }
            }
        }
    }
    left
}
