//! What is known about a level without searching: dead squares, a lower bound on pushes, deadlocks with
//! the boxes that prove them, rooms and tunnels.

use std::sync::Arc;

use hakooshi_board::analysis::{gates, goal_areas, tunnels};
use hakooshi_board::{
    Board, CompileError, Position, Reach, Square, View, compile, expand, movegen,
};
use hakooshi_level::{Cell, Level, Moves};
use hakooshi_search::deadlocks::{self, Explainer};
use hakooshi_search::heuristics::{Aim, Heuristic as _, Matching};
use hakooshi_search::spec::DEAD_SQUARES;

/// Analyses `level`. Results are computed when they are asked for.
///
/// ```
/// let level: hakooshi::Level = "######\n#$ @.#\n#    #\n######".parse()?;
/// let analysis = hakooshi::analyse(&level)?;
/// let deadlock = analysis.deadlock().expect("the box is in a corner");
/// assert_eq!(deadlock.test, "dead_squares");
/// assert_eq!(deadlock.boxes[0].to_string(), "row 2, column 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyse(level: &Level) -> Result<Analysis, CompileError> {
    let (board, start) = compile(level)?;
    Ok(Analysis { board, start })
}

/// An analysed level.
#[derive(Clone, Debug)]
pub struct Analysis {
    board: Arc<Board>,
    start: Position,
}

/// A proof that a position has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deadlock {
    /// The name of the test that found it.
    pub test: &'static str,
    /// What the test looks for.
    pub title: &'static str,
    /// The boxes that prove it, wherever the others are.
    pub boxes: Vec<Cell>,
}

/// Rooms, passages and goal areas of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parts {
    /// Rooms.
    pub rooms: usize,
    /// Tunnels.
    pub tunnels: usize,
    /// Squares that divide the floor when a box is on them.
    pub gates: usize,
    /// Gates through which boxes can be pushed.
    pub doors: usize,
    /// The goals of each goal area, the largest area first.
    pub goal_areas: Vec<usize>,
}

impl Analysis {
    /// Squares that the player or a box can ever reach.
    pub fn floor(&self) -> usize {
        self.board.size()
    }

    /// Squares from which a box cannot be pushed to any goal.
    pub fn dead_squares(&self) -> Vec<Cell> {
        let dead = self.board.squares().filter(|&square| !self.board.live().contains(square));
        dead.map(|square| self.board.cell(square)).collect()
    }

    /// Whether a box on this cell can never reach a goal.
    pub fn is_dead(&self, cell: Cell) -> bool {
        let square = self.board.square_at(cell);
        !square.is_wall() && !self.board.live().contains(square)
    }

    /// Boxes that stand on goals.
    pub fn boxes_on_goals(&self) -> usize {
        self.start.boxes().len() - self.start.off_goal() as usize
    }

    /// Whether every box stands on a goal.
    pub fn is_solved(&self) -> bool {
        self.start.is_solved()
    }

    /// No solution has fewer pushes than this; `None` if the boxes cannot all reach different goals, so
    /// that there is no solution.
    pub fn lower_bound(&self) -> Option<u32> {
        Matching::new(&Aim::goals(&self.board)).estimate(&self.start)
    }

    /// Rooms, passages and goal areas.
    pub fn parts(&self) -> Parts {
        let found = gates(&self.board);
        Parts {
            rooms: self.board.rooms().count(),
            tunnels: tunnels(&self.board).len(),
            gates: found.gates.len(),
            doors: found.doors.len(),
            goal_areas: goal_areas(&self.board).iter().map(Vec::len).collect(),
        }
    }

    /// The simplest proof that there is no solution, if a test finds one. `None` means nothing: most
    /// unsolvable levels need a search to prove it.
    pub fn deadlock(&self) -> Option<Deadlock> {
        if self.is_solved() {
            return None;
        }
        let found = Explainer::new(&self.board, &self.start).explain(&self.start);
        found.map(|(test, boxes)| self.proof(test, &boxes)).or_else(|| self.plain_proofs().pop())
    }

    /// All proofs that the tests find.
    pub fn deadlocks(&self) -> Vec<Deadlock> {
        if self.is_solved() {
            return Vec::new();
        }
        let mut explainer = Explainer::new(&self.board, &self.start);
        let found = explainer.explain_all(&self.start).into_iter();
        let mut proofs: Vec<Deadlock> =
            found.map(|(test, boxes)| self.proof(test, &boxes)).collect();
        // A box on a dead square can reach no goal; one proof is enough.
        let is_lost = proofs.iter().any(|proof| proof.test == DEAD_SQUARES);
        proofs
            .extend(self.plain_proofs().into_iter().filter(|it| !is_lost || it.test != "matching"));
        proofs
    }

    /// Proofs that the tests of searches do not include, because they would come too late there.
    fn plain_proofs(&self) -> Vec<Deadlock> {
        let mut proofs = Vec::new();
        let boxes: Vec<Cell> = self.start.boxes().iter().map(|&at| self.board.cell(at)).collect();
        if self.lower_bound().is_none() {
            proofs.push(Deadlock {
                test: "matching",
                title: "the boxes cannot all reach different goals",
                boxes: boxes.clone(),
            });
        }
        if self.pushes().is_empty() {
            proofs.push(Deadlock { test: "no_push", title: "no box can be pushed", boxes });
        }
        proofs
    }

    fn proof(&self, test: &'static str, boxes: &[Square]) -> Deadlock {
        let entry = deadlocks::ALL.iter().find(|entry| entry.name == test);
        let title =
            entry.map_or("a box is on a square from which no goal can be reached", |it| it.title);
        Deadlock { test, title, boxes: boxes.iter().map(|&at| self.board.cell(at)).collect() }
    }

    /// Every push that can be made now, each as the shortest walk to the box and the push.
    pub fn pushes(&self) -> Vec<Moves> {
        let mut reach = Reach::new(&self.board);
        reach.fill(&self.board, &self.start);
        let mut pushes = Vec::new();
        let anywhere = self.board.all_squares();
        movegen::pushes(View::new(&self.board, &self.start, &reach), &anywhere, &mut pushes);
        pushes.iter().filter_map(|&push| expand(&self.board, &self.start, &[push])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn analysis(text: &str) -> Analysis {
        analyse(&text.parse().expect("a level")).expect("small")
    }

    #[test]
    fn squares_bounds_and_pushes() {
        let plain = analysis("######\n#@ $.#\n#    #\n######");
        assert_eq!((plain.floor(), plain.lower_bound(), plain.boxes_on_goals()), (8, Some(1), 0));
        assert_eq!(plain.dead_squares().len(), 5, "all but the goal and the two squares before it");
        assert!(plain.dead_squares().iter().all(|&cell| plain.is_dead(cell)));
        assert!(plain.deadlocks().is_empty() && plain.deadlock().is_none());
        let pushes: Vec<String> = plain.pushes().iter().map(ToString::to_string).collect();
        assert_eq!(pushes, ["rdrruL", "rR"]);
        assert_eq!(plain.parts().goal_areas, [1]);
    }

    #[test]
    fn proofs_name_their_boxes() {
        let tests =
            |text| -> Vec<&str> { analysis(text).deadlocks().iter().map(|it| it.test).collect() };
        assert!(tests("######\n#$ @.#\n#    #\n######").contains(&"dead_squares"));
        let stuck = tests("#######\n#@$$..#\n#######");
        assert!(stuck.contains(&"no_push"), "{stuck:?}");
        assert!(tests("#####\n#@ *#\n#####").is_empty());
        let blocks = analysis("########\n#      #\n#  $$  #\n#  $$  #\n#....@ #\n########");
        assert_eq!(blocks.deadlock().map(|it| (it.test, it.boxes.len())), Some(("blocks", 4)));
    }
}
