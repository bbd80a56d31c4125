//! The second half: from the other end towards the imagined board, or any board met on the
//! way there.
//!
//! Features: regions that boxes part the floor into, squares of the imagined board still
//! without a box, and the least way for the boxes to get there.

use hakooshi_board::analysis::{Distances, UNREACHABLE};
use hakooshi_board::{Square, SquareSet};
use hakooshi_search::heuristics::{Assignment, Rows};

use super::Manner;
use crate::Case;
use crate::cells::{Boxes, Child, Hop, Keys, Scene};
use crate::play::{Game, Side};

/// Stands for the cost of boxes that cannot get there at all.
const FAR: u32 = 0x3fff;

/// The level played from the other end, aiming at a board.
#[derive(Debug)]
pub(super) struct Approach<W: Side> {
    pub(super) game: Game<W>,
    manner: Manner,
    aim: SquareSet,
    assignment: Assignment,
}

impl<W: Side> Approach<W> {
    /// `ways` measures the pushes between each square of `aim` and the others, in the
    /// direction of play.
    pub(super) fn new(case: &Case, manner: Manner, (aim, ways): (&[Square], &Distances)) -> Self {
        let board = &case.board;
        let mut squares = board.empty_set();
        squares.extend(aim.iter().copied());
        let mut rows = Rows::new(aim.len());
        for square in 0..board.table_len() {
            rows.push((0..aim.len()).map(|at| {
                let pushes = ways.least(at, Square::from_index(square));
                (pushes != UNREACHABLE).then_some(u32::from(pushes))
            }));
        }
        Self { game: Game::new(case), manner, aim: squares, assignment: Assignment::new(rows) }
    }

    fn rank(manner: Manner, regions: u32, missing: u32, distance: u32) -> u64 {
        let field = |value: u32, most: u32| u64::from(value.min(most));
        match manner {
            Manner::Open => {
                field(regions, 255) << 48 | field(missing, 0xffff) << 32 | field(distance, 0xffff)
            }
            Manner::Straight => field(distance, 0x7fff) << 16 | field(missing, 0xffff),
        }
    }

    /// Bytes that the tests for hopeless positions hold.
    pub(super) fn bytes(&self) -> usize {
        self.game.bytes()
    }
}

impl<W: Side> Scene for Approach<W> {
    type State = Boxes;

    const FINE_BITS: u32 = 32;

    fn step(&mut self, state: &Boxes, hop: Hop) -> Option<Boxes> {
        self.game.step(state, hop)
    }

    fn key(&self, state: &Boxes) -> u64 {
        state.key(&self.game.board)
    }

    fn children(&mut self, state: &Boxes, known: &Keys, out: &mut Vec<Child>) {
        let Self { game, manner, aim, assignment } = self;
        game.load(state);
        let rows: Vec<u32> = state.boxes.iter().map(|square| square.index() as u32).collect();
        assignment.solve(&rows);
        let there = state.boxes.iter().filter(|&&square| aim.contains(square)).count();
        let missing = (state.boxes.len() - there) as u32;
        game.moves(known, out, |to_be| {
            let Hop { from, to, .. } = to_be.hop;
            let missing = missing + u32::from(aim.contains(from)) - u32::from(aim.contains(to));
            let slot = to_be.position.box_index(to);
            let distance = assignment.with_row(slot, to.index() as u32).unwrap_or(FAR);
            Self::rank(*manner, to_be.regions, missing, distance)
        });
        // No move is called difficult: ranks alone decide.
        for child in out {
            child.hop.weight = 0;
        }
    }

    fn heap_bytes(state: &Boxes) -> usize {
        state.boxes.len() * size_of::<Square>()
    }
}
