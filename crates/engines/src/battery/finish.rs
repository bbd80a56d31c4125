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

use std::sync::Arc;

use hakooshi_board::analysis::live_squares;
use hakooshi_board::{Board, Position, Square, SquareSet};
use hakooshi_level::Dir;

/// Judges whether a position can still be finished.
#[derive(Debug)]
pub(crate) struct Finish {
    board: Arc<Board>,
    live: SquareSet,
    /// Walls, and boxes that are as good as walls.
    walls: SquareSet,
    /// Boxes left while others are taken off.
    left: SquareSet,
    /// What remains of the finish, whichever region the player ends in.
    stuck: SquareSet,
    reached: SquareSet,
    seen: SquareSet,
    queue: Vec<Square>,
    goals: Vec<Square>,
    /// By goal in order: squares from which a box can be brought there.
    sources: Vec<SquareSet>,
    taken_by: Vec<Option<usize>>,
    tried: Vec<bool>,
    boxes: Vec<Square>,
}

impl Finish {
    pub(crate) fn new(board: &Arc<Board>) -> Self {
        let set = board.empty_set();
        Self {
            live: live_squares(board),
            walls: set.clone(),
            left: set.clone(),
            stuck: set.clone(),
            reached: set.clone(),
            seen: set,
            queue: Vec::new(),
            goals: Vec::new(),
            sources: Vec::new(),
            taken_by: Vec::new(),
            tried: Vec::new(),
            boxes: Vec::new(),
            board: Arc::clone(board),
        }
    }

    /// Whether no finish fits the boxes that will never move again.
    pub(crate) fn is_out_of_reach(&mut self, position: &Position) -> bool {
        self.walls.clear();
        self.walls.insert(Square::WALL);
        loop {
            self.freeze(position);
            if self.left.is_empty() && self.walls.len() == 1 {
                // Nothing is settled yet, and the bare level is taken to be solvable.
                return false;
            }
            for square in self.left.iter() {
                if !self.board.is_goal(square) {
                    return true;
                }
                self.walls.insert(square);
            }
            self.goals.clear();
            let Self { board, walls, goals, .. } = self;
            goals.extend(board.goals().iter().filter(|&goal| !walls.contains(goal)));
            let Some(more) = self.peel(position) else { return true };
            if !more {
                break;
            }
        }
        !self.can_match(position)
    }

    /// Leaves in `left` the boxes that can never move again, whatever the player does.
    fn freeze(&mut self, position: &Position) {
        let Self { board, live, walls, left, queue, .. } = self;
        left.clear();
        left.extend(position.boxes().iter().copied().filter(|&square| !walls.contains(square)));
        queue.clear();
        queue.extend(left.iter());
        while let Some(square) = queue.pop() {
            if !left.contains(square) {
                continue;
            }
            let free = |at: Square| !walls.contains(at) && !left.contains(at);
            let moves = [Dir::Right, Dir::Down].into_iter().any(|axis| {
                let (a, b) = (board.step(square, axis), board.step(square, axis.opposite()));
                free(a) && free(b) && (live.contains(a) || live.contains(b))
            });
            if moves {
                left.remove(square);
                queue.extend(board.neighbours(square).iter().filter(|&&at| left.contains(at)));
            }
        }
    }

    /// Takes the finish apart from each region of it. `None` if none fits the position;
    /// otherwise whether boxes that stand there already were found to be walls.
    fn peel(&mut self, position: &Position) -> Option<bool> {
        self.seen.clear();
        let mut fits = false;
        for at in 0..self.board.size() {
            let start = Square::from_index(at + 1);
            let blocked = self.walls.contains(start) || self.board.is_goal(start);
            if blocked || self.seen.contains(start) {
                continue;
            }
            self.peel_from(start);
            if self.left.iter().any(|square| !position.has_box(square)) {
                continue;
            }
            if fits {
                let Self { stuck, left, reached, .. } = self;
                // Only what remains in every case is sure to remain.
                reached.clone_from(stuck);
                reached.subtract(left);
                stuck.subtract(reached);
            } else {
                fits = true;
                self.stuck.clone_from(&self.left);
            }
        }
        // Without any floor outside the goals there is nobody to peel.
        if !fits && !self.seen.is_empty() {
            return None;
        }
        if !fits || self.stuck.is_empty() {
            return Some(false);
        }
        self.walls.union_with(&self.stuck);
        Some(true)
    }

    /// Leaves in `left` the boxes of the finish that cannot be pulled by a player who ends in
    /// the region of `start`.
    fn peel_from(&mut self, start: Square) {
        let Self { board, walls, left, reached, seen, queue, goals, .. } = self;
        left.clear();
        left.extend(goals.iter().copied());
        reached.clear();
        queue.clear();
        let mut open = |square: Square, reached: &mut SquareSet, queue: &mut Vec<Square>| {
            reached.insert(square);
            seen.insert(square);
            queue.push(square);
        };
        open(start, reached, queue);
        while let Some(square) = queue.pop() {
            for dir in Dir::ALL {
                let beside = board.step(square, dir);
                if walls.contains(beside) || reached.contains(beside) {
                    continue;
                }
                if !left.contains(beside) {
                    open(beside, reached, queue);
                }
            }
            // A box may come off once the player has this square, or the one behind it.
            for dir in Dir::ALL {
                for near in [square, board.step(square, dir)] {
                    for toward in Dir::ALL {
                        let target = board.step(near, toward);
                        let behind = board.step(near, toward.opposite());
                        if left.contains(target)
                            && reached.contains(near)
                            && !walls.contains(behind)
                            && !left.contains(behind)
                        {
                            left.remove(target);
                            open(target, reached, queue);
                        }
                    }
                }
            }
        }
    }

    /// Whether every box that is not a wall finds a goal of its own.
    fn can_match(&mut self, position: &Position) -> bool {
        self.boxes.clear();
        let Self { walls, boxes, .. } = self;
        boxes.extend(position.boxes().iter().copied().filter(|&square| !walls.contains(square)));
        while self.sources.len() < self.goals.len() {
            self.sources.push(self.board.empty_set());
        }
        for at in 0..self.goals.len() {
            self.find_sources(at);
        }
        self.taken_by.clear();
        self.taken_by.resize(self.goals.len(), None);
        for at in 0..self.boxes.len() {
            self.tried.clear();
            self.tried.resize(self.goals.len(), false);
            if !self.give(at) {
                return false;
            }
        }
        true
    }

    fn find_sources(&mut self, at: usize) {
        let Self { board, walls, queue, goals, sources, .. } = self;
        let reached = &mut sources[at];
        reached.clear();
        reached.insert(goals[at]);
        queue.clear();
        queue.push(goals[at]);
        while let Some(square) = queue.pop() {
            for dir in Dir::ALL {
                let before = board.step(square, dir);
                if !walls.contains(before)
                    && !reached.contains(before)
                    && !walls.contains(board.step(before, dir))
                {
                    reached.insert(before);
                    queue.push(before);
                }
            }
        }
    }

    fn give(&mut self, at: usize) -> bool {
        for goal in 0..self.goals.len() {
            if self.tried[goal] || !self.sources[goal].contains(self.boxes[at]) {
                continue;
            }
            self.tried[goal] = true;
            if self.taken_by[goal].is_none_or(|other| self.give(other)) {
                self.taken_by[goal] = Some(at);
                return true;
            }
        }
        false
    }
}
