//! Whether the boxes that can never move again fit any solved position.
//!
//! ```text
//!   ######     The two boxes on the left can never move again, so they act as walls. Play
//!   #*...#     backwards from the end: with all goals full, the box in the back corner cannot
//!   #*...      be pulled out through the front, because the player needs room too. A box that
//!   ####       can never be pulled out in the end must be there already; if it is not, the
//!              position is dead.
//! ```
//!
//! Boxes with room on both sides of an axis are removed repeatedly; those that remain are frozen
//! and count as walls. Among these walls every other box must find a goal of its own, and the
//! finish is *peeled*: from each region the player may end in, every box that he can pull one
//! square is removed, which gives him more room. Boxes that remain in all cases are walls too if
//! the position has a box there, and the whole is repeated. Sound, since removing boxes only
//! makes room. After Festival and the Sokoban wiki.

use std::collections::HashMap;
use std::sync::Arc;

use hakooshi_board::{Board, Position, Pushing, Square, SquareSet};
use hakooshi_level::Dir;

use super::lone_box::LoneBoxReach;
use super::stuck::Stuck;
use super::{Detector, DetectorClaims, DetectorEntry, Verdict};
use crate::{BipartiteMatching, Context, Deadline, Stop};

/// Sets of walls cached before the cache is cleared.
const MOST_REMEMBERED: usize = 2000;

/// The analysis of one set of walls.
#[derive(Debug)]
struct WallAnalysis {
    /// The goals that are not walls.
    goals: Vec<Square>,
    /// By region that the player may end in: the boxes of the finish that cannot be peeled.
    remains: Vec<SquareSet>,
    /// From where a lone box reaches each goal.
    lone: LoneBoxReach,
}

/// Tests whether a position can still be finished.
#[derive(Debug)]
struct Finish {
    board: Arc<Board>,
    /// Walls, and boxes that count as walls.
    walls: SquareSet,
    stuck: Stuck,
    analyses: HashMap<SquareSet, WallAnalysis>,
    /// Bytes of the cache.
    bytes: usize,
    /// The boxes that are not walls.
    boxes: Vec<Square>,
    matching: BipartiteMatching,
    /// The boxes of the position last found dead.
    pattern: Vec<Square>,
    deadline: Deadline,
}

impl Finish {
    fn new(board: &Arc<Board>) -> Self {
        Self {
            walls: board.empty_set(),
            stuck: Stuck::new(board),
            pattern: Vec::new(),
            analyses: HashMap::new(),
            bytes: 0,
            boxes: Vec::new(),
            matching: BipartiteMatching::default(),
            deadline: Deadline::default(),
            board: Arc::clone(board),
        }
    }

    /// Whether no finish fits the boxes that can never move again.
    fn is_out_of_reach(&mut self, position: &Position) -> bool {
        self.walls.clear();
        self.walls.insert(Square::WALL);
        let mut live = self.board.live().clone();
        loop {
            self.stuck.find::<Pushing>(&self.board, position, &self.walls, &live);
            if !self.stuck.left.is_subset(self.board.goals()) {
                return true;
            }
            let is_stable = self.stuck.left.is_empty();
            self.walls |= &self.stuck.left;
            if self.analyses.len() >= MOST_REMEMBERED {
                self.analyses.clear();
                self.bytes = 0;
            }
            if !self.analyses.contains_key(&self.walls) {
                let analysis = WallAnalysis::new(&self.board, &self.walls, &self.deadline);
                let Some(analysis) = analysis else { return false };
                self.bytes += analysis.bytes();
                self.analyses.insert(self.walls.clone(), analysis);
            }
            let Some(analysis) = self.analyses.get(&self.walls) else { return false };
            let Some(certain) = analysis.certain(position) else { return true };
            // More walls leave fewer live squares, which may freeze more boxes.
            if certain.is_empty() && (is_stable || analysis.lone.live == live) {
                break;
            }
            live.clone_from(&analysis.lone.live);
            self.walls |= &certain;
        }
        !self.can_match(position)
    }

    /// Whether every box that is not a wall finds a goal of its own.
    fn can_match(&mut self, position: &Position) -> bool {
        let Self { board, walls, analyses, boxes, matching, .. } = self;
        let Some(analysis) = analyses.get(walls) else { return true };
        boxes.clear();
        boxes.extend(position.boxes().iter().copied().filter(|&square| !walls.contains(square)));
        matching.exists(boxes.len(), analysis.goals.len(), |at, goal| {
            analysis.lone.can_bring(board, boxes[at], position.player(), goal)
        })
    }
}

impl Detector for Finish {
    fn check_after(&mut self, position: &Position, _: Square) -> Verdict<'_> {
        let mut fixed = self.board.empty_set();
        self.check(position, &mut fixed)
    }

    fn check(&mut self, position: &Position, fixed: &mut SquareSet) -> Verdict<'_> {
        // A finish fills every goal; with fewer boxes than goals it need not.
        if position.boxes().len() < self.board.goals().len() {
            return Verdict::Unknown;
        }
        if self.is_out_of_reach(position) {
            // The proof depends on which goals are still empty, and so on all boxes.
            self.pattern.clear();
            self.pattern.extend_from_slice(position.boxes());
            return Verdict::Dead(&self.pattern);
        }
        *fixed |= &self.walls;
        fixed.remove(Square::WALL);
        Verdict::Unknown
    }

    fn prepare(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        self.deadline = context.deadline();
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.bytes
    }
}

impl WallAnalysis {
    /// `None` if the time is up before it is done.
    fn new(board: &Board, walls: &SquareSet, deadline: &Deadline) -> Option<Self> {
        let goals: Vec<Square> =
            board.goals().iter().filter(|&goal| !walls.contains(goal)).collect();
        let mut remains = Vec::new();
        let mut seen = board.empty_set();
        for start in board.squares() {
            if !walls.contains(start) && !board.is_goal(start) && !seen.contains(start) {
                remains.push(peel(board, walls, &goals, start, &mut seen));
            }
        }
        let lone = LoneBoxReach::to_goals(board, walls, &goals, deadline)?;
        Some(Self { goals, remains, lone })
    }

    fn bytes(&self) -> usize {
        let sets: usize = self.remains.iter().map(SquareSet::bytes).sum();
        sets + self.lone.bytes()
    }

    /// The boxes of the position that remain in every possible finish; `None` if there is none.
    fn certain(&self, position: &Position) -> Option<SquareSet> {
        let fits = |remains: &&SquareSet| remains.iter().all(|square| position.has_box(square));
        let mut fitting = self.remains.iter().filter(fits);
        let mut certain = fitting.next()?.clone();
        for other in fitting {
            certain &= other;
        }
        Some(certain)
    }
}

/// The boxes of the finish that a player who ends in the region of `start` cannot pull off; the
/// squares he walks on are added to `seen`.
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

pub(super) static ENTRY: DetectorEntry = DetectorEntry {
    name: "finish",
    title: "boxes that can never move again and are part of no solved position",
    reference: "Shoham, Festival; Sokoban wiki, freeze deadlocks",
    params: &[],
    claims: DetectorClaims::AT_EXPANSION,
    build: |task, _, _| Box::new(Finish::new(&task.board)),
};

#[cfg(test)]
mod tests {
    use super::super::tests::assert_verdicts;
    use super::*;

    const ROOM_FOR_ALL: &str = "########\n#**    #\n#..$   #\n###  $ #\n###   @#\n########";

    #[test]
    fn goals_that_can_no_longer_be_filled() {
        assert_verdicts(
            |task| Box::new(Finish::new(&task.board)),
            &[
                // The back corner is empty, and no box gets past the two frozen ones.
                ("########\n#.*    #\n#.*$$ @#\n####   #\n########", 4),
                // The back is filled, but the upper box can never leave the wall.
                ("########\n#**    #\n#..$$ @#\n####   #\n########", 4),
                (ROOM_FOR_ALL, 0),
                ("########\n#  $$  #\n#  $$  #\n#@.... #\n########", 4),
            ],
        );
    }

    #[test]
    fn fixed_boxes_are_passed_on() {
        use hakooshi_board::compile;
        let level: hakooshi_level::Level = ROOM_FOR_ALL.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let mut fixed = board.empty_set();
        assert!(!Finish::new(&board).check(&start, &mut fixed).is_dead());
        assert!(fixed.contains(start.boxes()[0]), "the box in the corner");
        assert!(!fixed.contains(Square::WALL));
    }
}
