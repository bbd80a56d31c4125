//! The second half: from the other end towards the imagined position, or any position the first
//! half passed on the way there.
//!
//! Features: regions of free floor, squares of the aim without a box, and the least total distance
//! of the boxes to the aim.

use hakooshi_board::analysis::{Distances, UNREACHABLE};
use hakooshi_board::{BoxMove, Square, SquareSet, Way};
use hakooshi_search::Task;
use hakooshi_search::heuristics::{IncrementalAssignment, Rows};
use hakooshi_search::spec::SearchSpec;

use super::ApproachOrder;
use crate::play::Game;
use crate::scenes::{Boxes, Child, Keys, RankLayout, Scene};

/// The distance if the boxes cannot all reach the aim: more than any other, within the bits of a
/// rank.
const FAR: u32 = 0x3fff;

/// Regions, squares of the aim without a box, and distance, which cells ignore.
const OPEN: RankLayout<3, 1> = RankLayout::new([8, 16, 16]);

/// Distance and squares without a box; all positions are in one cell.
const STRAIGHT: RankLayout<2, 2> = RankLayout::new([15, 16]);

/// The level played from the other end, aiming at a position.
pub(super) struct Approach<W: Way> {
    pub(super) game: Game<W>,
    order: ApproachOrder,
    aim: SquareSet,
    assignment: IncrementalAssignment,
}

impl<W: Way> Approach<W> {
    /// `ways` are the pushes between each square of `aim` and all others, in the direction of play.
    pub(super) fn new(
        spec: &SearchSpec,
        task: &Task,
        order: ApproachOrder,
        (aim, ways): (&[Square], &Distances),
    ) -> Self {
        let board = &task.board;
        let mut squares = board.empty_set();
        squares.extend(aim.iter().copied());
        let mut rows = Rows::new(aim.len());
        for square in 0..board.table_len() {
            rows.push((0..aim.len()).map(|at| {
                let pushes = ways.least(at, Square::from_index(square));
                (pushes != UNREACHABLE).then_some(u32::from(pushes))
            }));
        }
        let assignment = IncrementalAssignment::new(rows);
        Self { game: Game::new(spec, task), order, aim: squares, assignment }
    }

    fn rank(order: ApproachOrder, regions: u32, missing: u32, distance: u32) -> u64 {
        match order {
            ApproachOrder::Open => OPEN.pack([regions, missing, distance]),
            ApproachOrder::Straight => STRAIGHT.pack([distance, missing]),
        }
    }

    /// Bytes held by the game.
    pub(super) fn bytes(&self) -> usize {
        self.game.bytes()
    }
}

impl<W: Way> Scene for Approach<W> {
    type State = Boxes;
    type Move = BoxMove;

    fn cell(&self, rank: u64) -> u64 {
        match self.order {
            ApproachOrder::Open => OPEN.cell(rank),
            ApproachOrder::Straight => STRAIGHT.cell(rank),
        }
    }

    fn kind(&self, rank: u64) -> u64 {
        match self.order {
            ApproachOrder::Open => OPEN.cell(rank),
            // There is one cell for all.
            ApproachOrder::Straight => rank,
        }
    }

    fn step(&mut self, state: &Boxes, moved: BoxMove) -> Option<Boxes> {
        self.game.step(state, moved)
    }

    fn key(&self, state: &Boxes) -> u64 {
        state.key(&self.game.board)
    }

    fn children(&mut self, state: &Boxes, known: &Keys, out: &mut Vec<Child<BoxMove>>) {
        let Self { game, order, aim, assignment } = self;
        game.load(state);
        assignment.update(state.boxes.iter().map(|square| square.index() as u32));
        let there = state.boxes.iter().filter(|&&square| aim.contains(square)).count();
        let missing = (state.boxes.len() - there) as u32;
        game.moves(known, |candidate| {
            let BoxMove { from, to, .. } = candidate.moved;
            let missing = missing + u32::from(aim.contains(from)) - u32::from(aim.contains(to));
            let moved = candidate.position.box_index(to);
            let distance = assignment.child(moved, to.index() as u32).unwrap_or(FAR);
            let rank = Self::rank(*order, candidate.regions, missing, distance);
            // No move is difficult: ranks alone decide.
            out.push(Child { rank, moved: candidate.moved, difficulty: 0 });
        });
    }

    fn heap_bytes(state: &Boxes) -> usize {
        state.heap_bytes()
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::{Pushing, Reach, compile};
    use hakooshi_level::{Cell, Level};
    use hakooshi_search::Objective;

    use super::*;

    #[test]
    fn ranks_of_children_equal_ranks_from_scratch() {
        let level: Level =
            "##########\n#   #   ##\n# $ $ $ .#\n#   #   ##\n#@$    ..#\n#   #   .#\n##########"
                .parse()
                .expect("a level");
        let (board, start) = compile(&level).expect("small");
        let task = Task::new(&board, &start);
        let spec = SearchSpec::parse("imagine", Objective::Any, &crate::REGISTRY).expect("a spec");
        let at = |(row, col)| board.square_at(Cell::new(row, col));
        // One box stands on the aim already.
        let aim = [(2, 2), (2, 6), (4, 6), (4, 3)].map(at);
        let ways = Distances::to(&board, &aim);
        for order in [ApproachOrder::Open, ApproachOrder::Straight] {
            let mut approach = Approach::<Pushing>::new(&spec, &task, order, (&aim, &ways));
            let mut states = vec![Boxes::of(&board, &start)];
            let mut compared = 0;
            while let Some(state) = states.pop().filter(|_| compared < 200) {
                let mut children = Vec::new();
                approach.children(&state, &Keys::default(), &mut children);
                for child in children {
                    let after = state.after(child.moved).expect("a box");
                    let rows = after.boxes.iter().map(|at| at.index() as u32);
                    let regions = Reach::new(&board).regions(&board, &after.boxes).len() as u32;
                    let missing = after.boxes.iter().filter(|at| !aim.contains(at)).count() as u32;
                    let distance = approach.assignment.clone().solve(rows).unwrap_or(FAR);
                    let scratch = Approach::<Pushing>::rank(order, regions, missing, distance);
                    assert_eq!(child.rank, scratch, "{order:?} after {:?}", child.moved);
                    compared += 1;
                    states.push(after);
                }
            }
            assert!(compared >= 200, "only {compared} moves");
        }
    }
}
