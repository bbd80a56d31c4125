//! The first half: from one end of the level to a board on which everything is easy.
//!
//! Boxes are moved until the player can go everywhere, rooms are linked, boxes are loose and
//! far from the goals. Whoever reaches that board from the other end has solved the level, for
//! the rest of the way is known; and an open board is the kind of board that can be reached.

use std::sync::Arc;

use hakooshi_board::analysis::Distances;
use hakooshi_board::movegen::RelocationsBy;
use hakooshi_board::{Board, Position, Reach, Square, SquareSet};

use super::Aim;
use super::side::{Judge, Side};
use crate::fess::links::Links;
use crate::fess::scene::Boxes;
use crate::fess::sink::best_of;
use crate::fess::tree::{Child, Hop, Keys, Scene};

/// The level with all its boxes, played from one end.
#[derive(Debug)]
pub(super) struct Untangle<W: Side> {
    board: Arc<Board>,
    aim: Aim,
    onto: SquareSet,
    position: Position,
    reach: Reach,
    relocations: RelocationsBy<W>,
    judge: W::Judge,
    links: Links,
    /// By square: how far a lone box there is from a goal.
    to_goal: Vec<u16>,
    kids: Vec<Child>,
}

impl<W: Side> Untangle<W> {
    pub(super) fn new(board: &Arc<Board>, start: &Position, aim: Aim) -> Self {
        let goals: Vec<Square> = board.goals().iter().collect();
        let nearest = Distances::to_nearest(board, &goals);
        let onto = W::onto(board, start);
        Self {
            aim,
            position: start.clone(),
            reach: Reach::new(board),
            relocations: RelocationsBy::new(board),
            judge: W::Judge::new(board, start, &onto),
            links: Links::new(board),
            to_goal: (0..board.table_len())
                .map(|square| nearest.least(0, Square::from_index(square)))
                .collect(),
            kids: Vec::new(),
            onto,
            board: Arc::clone(board),
        }
    }

    /// Fewer regions, fewer closed links, fewer boxes stuck, and farther from the goals; or
    /// distance before links.
    fn rank(&self, regions: u32, closed: u32, stuck: u32, distance: u32) -> u64 {
        let field = |value: u32, most: u32| u64::from(value.min(most));
        let near = 0xffff - field(distance, 0xffff);
        match self.aim {
            Aim::Open => {
                field(regions, 255) << 40
                    | field(closed, 255) << 32
                    | field(stuck, 255) << 24
                    | near
            }
            Aim::Far => {
                field(regions, 255) << 40 | (near >> 3) << 24 | field(closed, 255) << 16 | near
            }
        }
    }

    /// Adds the moves of the box on `from`, the boxes being so far from goals together.
    fn moves_of(&mut self, from: Square, distance: u32, known: &Keys) {
        let board = Arc::clone(&self.board);
        let player = self.position.player();
        let lifted = self.position.box_key() ^ board.box_key(from);
        self.relocations.of_box(&board, &self.position, &self.reach, from, &self.onto);
        for at in 0..self.relocations.found().len() {
            let found = self.relocations.found()[at];
            let (to, region) = (found.to, self.relocations.region_after(&board, &found));
            if known.contains_key(&(lifted ^ board.box_key(to) ^ board.player_key(region))) {
                continue;
            }
            self.position.carry(&board, from, to, found.player);
            if !self.judge.is_dead(&self.position, to) {
                let closed = self.links.closed_after(&board, self.position.occupied(), from, to);
                let boxes = self.position.boxes().iter();
                let stuck =
                    boxes.filter(|&&square| !W::is_loose(&board, &self.position, square)).count();
                let rank = self.rank(
                    self.relocations.regions_with_box_on(&board, to),
                    closed,
                    stuck as u32,
                    distance - u32::from(self.to_goal[from.index()])
                        + u32::from(self.to_goal[to.index()]),
                );
                let hop = Hop { from, to, player: region, gone: false, weight: 1 };
                self.kids.push(Child { rank, hop });
            }
            self.position.carry(&board, to, from, player);
        }
    }
}

impl<W: Side> Scene for Untangle<W> {
    type State = Boxes;

    const FINE_BITS: u32 = 24;

    fn step(&mut self, state: &Boxes, hop: Hop) -> Option<Boxes> {
        let after = state.after(hop)?;
        self.position.set(&self.board, &after.boxes, after.player);
        (!self.judge.refuses(&self.position, hop.to)).then_some(after)
    }

    fn key(&self, state: &Boxes) -> u64 {
        state.key(&self.board)
    }

    fn children(&mut self, state: &Boxes, known: &Keys, out: &mut Vec<Child>) {
        self.position.set(&self.board, &state.boxes, state.player);
        self.reach.fill(&self.board, &self.position);
        self.links.closed(&self.board, self.position.occupied());
        self.kids.clear();
        let far = |square: &Square| u32::from(self.to_goal[square.index()]);
        let distance: u32 = state.boxes.iter().map(far).sum();
        let only = self.judge.only(&self.position, &self.reach).cloned();
        for &from in &state.boxes {
            if only.as_ref().is_none_or(|only| only.contains(from)) {
                self.moves_of(from, distance, known);
            }
        }
        if let Some(at) = best_of(&self.kids, |kid| Some(kid.rank)) {
            self.kids[at].hop.weight = 0;
        }
        out.extend_from_slice(&self.kids);
    }

    fn heap_bytes(state: &Boxes) -> usize {
        state.boxes.len() * size_of::<Square>()
    }
}
