//! The second half: from the other end towards the imagined board, or any board that the
//! first half has met.
//!
//! Features: regions that boxes part the floor into, squares of the imagined board still
//! without a box, and the least way for the boxes to get there.

use std::sync::Arc;

use hakooshi_board::analysis::{Distances, UNREACHABLE};
use hakooshi_board::movegen::RelocationsBy;
use hakooshi_board::{Board, Position, Reach, Square, SquareSet};
use hakooshi_search::heuristics::{Assignment, Rows};

use super::Manner;
use super::side::{Judge, Side};
use crate::fess::scene::Boxes;
use crate::fess::tree::{Child, Hop, Keys, NodeId, Scene};

/// Stands for the cost of boxes that cannot get there at all.
const FAR: u32 = 0x3fff;

/// The level played from the other end, aiming at a board.
#[derive(Debug)]
pub(super) struct Approach<W: Side> {
    board: Arc<Board>,
    manner: Manner,
    onto: SquareSet,
    aim: SquareSet,
    position: Position,
    reach: Reach,
    relocations: RelocationsBy<W>,
    judge: W::Judge,
    assignment: Assignment,
    /// What the first half has met.
    known_way: Keys,
    /// A move from the state last looked at to a node of the first half.
    pub(super) met: Option<(Hop, NodeId)>,
}

impl<W: Side> Approach<W> {
    /// `ways` measures the pushes between each square of `aim` and the others, in the
    /// direction of play.
    pub(super) fn new(
        board: &Arc<Board>,
        start: &Position,
        manner: Manner,
        (aim, ways): (&[Square], &Distances),
        known_way: Keys,
    ) -> Self {
        let mut squares = board.empty_set();
        squares.extend(aim.iter().copied());
        let mut rows = Rows::new(aim.len());
        for square in 0..board.table_len() {
            rows.push((0..aim.len()).map(|at| {
                let pushes = ways.least(at, Square::from_index(square));
                (pushes != UNREACHABLE).then_some(u32::from(pushes))
            }));
        }
        let onto = W::onto(board, start);
        Self {
            manner,
            aim: squares,
            position: start.clone(),
            reach: Reach::new(board),
            relocations: RelocationsBy::new(board),
            judge: W::Judge::new(board, start, &onto),
            assignment: Assignment::new(rows),
            known_way,
            met: None,
            onto,
            board: Arc::clone(board),
        }
    }

    fn rank(&self, regions: u32, missing: u32, distance: u32) -> u64 {
        let field = |value: u32, most: u32| u64::from(value.min(most));
        match self.manner {
            Manner::Open => {
                field(regions, 255) << 48 | field(missing, 0xffff) << 32 | field(distance, 0xffff)
            }
            Manner::Straight => field(distance, 0x7fff) << 16 | field(missing, 0xffff),
        }
    }

    /// Adds the moves of the box on `from`, so many squares of the aim being without box.
    fn moves_of(&mut self, from: Square, missing: u32, known: &Keys, out: &mut Vec<Child>) {
        let board = Arc::clone(&self.board);
        let player = self.position.player();
        let slot = self.position.box_index(from);
        let lifted = self.position.box_key() ^ board.box_key(from);
        self.relocations.of_box(&board, &self.position, &self.reach, from, &self.onto);
        for at in 0..self.relocations.found().len() {
            let found = self.relocations.found()[at];
            let (to, region) = (found.to, self.relocations.region_after(&board, &found));
            let key = lifted ^ board.box_key(to) ^ board.player_key(region);
            if known.contains_key(&key) {
                continue;
            }
            let hop = Hop { from, to, player: region, gone: false, weight: 0 };
            if let Some(&node) = self.known_way.get(&key) {
                self.met = Some((hop, node));
            }
            self.position.carry(&board, from, to, found.player);
            if !self.judge.is_dead(&self.position, to) {
                let missing =
                    missing + u32::from(self.aim.contains(from)) - u32::from(self.aim.contains(to));
                let distance = self.assignment.with_row(slot, to.index() as u32).unwrap_or(FAR);
                let regions = self.relocations.regions_with_box_on(&board, to);
                out.push(Child { rank: self.rank(regions, missing, distance), hop });
            }
            self.position.carry(&board, to, from, player);
        }
    }
}

impl<W: Side> Scene for Approach<W> {
    type State = Boxes;

    const FINE_BITS: u32 = 32;

    fn step(&mut self, state: &Boxes, hop: Hop) -> Option<Boxes> {
        let after = state.after(hop)?;
        self.position.set(&self.board, &after.boxes, after.player);
        (!self.judge.refuses(&self.position, hop.to)).then_some(after)
    }

    fn key(&self, state: &Boxes) -> u64 {
        state.key(&self.board)
    }

    fn children(&mut self, state: &Boxes, known: &Keys, out: &mut Vec<Child>) {
        self.met = None;
        self.position.set(&self.board, &state.boxes, state.player);
        self.reach.fill(&self.board, &self.position);
        let rows: Vec<u32> = state.boxes.iter().map(|square| square.index() as u32).collect();
        self.assignment.solve(&rows);
        let there = state.boxes.iter().filter(|&&square| self.aim.contains(square)).count();
        let missing = (state.boxes.len() - there) as u32;
        let only = self.judge.only(&self.position, &self.reach).cloned();
        for &from in &state.boxes {
            if only.as_ref().is_none_or(|only| only.contains(from)) {
                self.moves_of(from, missing, known, out);
            }
        }
    }

    fn heap_bytes(state: &Boxes) -> usize {
        state.boxes.len() * size_of::<Square>()
    }
}
