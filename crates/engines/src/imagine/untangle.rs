//! The backward half: from the solved position to a board on which everything is easy.
//!
//! Boxes are pulled off the goals until the player can go everywhere, rooms are linked, boxes
//! are not in each other's way and far from home. Whoever reaches that board forwards has
//! solved the level, for the way home is known; and an open board is the kind of board that
//! a forward search reaches.

use std::sync::Arc;

use hakooshi_board::analysis::{Distances, UNREACHABLE};
use hakooshi_board::movegen::PulledRelocations;
use hakooshi_board::{Board, Position, Reach, Square, SquareSet};
use hakooshi_search::space::landing_for_pulls;

use super::Aim;
use crate::fess::links::Links;
use crate::fess::scene::Boxes;
use crate::fess::sink::best_of;
use crate::fess::tree::{Child, Hop, Keys, Scene};

/// The level played backwards with all its boxes.
#[derive(Debug)]
pub(super) struct Untangle {
    board: Arc<Board>,
    aim: Aim,
    onto: SquareSet,
    position: Position,
    reach: Reach,
    pulled: PulledRelocations,
    links: Links,
    /// By start square in order, then square: can a lone box be pushed there?
    from_start: Distances,
    starts: usize,
    /// By square: how far a lone box there is from a goal.
    to_goal: Vec<u16>,
    kids: Vec<Child>,
    taken_by: Vec<Option<usize>>,
    tried: Vec<bool>,
}

impl Untangle {
    pub(super) fn new(board: &Arc<Board>, start: &Position, aim: Aim) -> Self {
        let goals: Vec<Square> = board.goals().iter().collect();
        let nearest = Distances::to_nearest(board, &goals);
        Self {
            aim,
            onto: landing_for_pulls(board, start, true),
            position: start.clone(),
            reach: Reach::new(board),
            pulled: PulledRelocations::new(board),
            links: Links::new(board),
            from_start: Distances::from(board, start.boxes()),
            starts: start.boxes().len(),
            to_goal: (0..board.table_len())
                .map(|square| nearest.least(0, Square::from_index(square)))
                .collect(),
            kids: Vec::new(),
            taken_by: Vec::new(),
            tried: Vec::new(),
            board: Arc::clone(board),
        }
    }

    /// The solved position with the player in each of its regions.
    pub(super) fn roots(&mut self) -> Vec<Boxes> {
        let boxes: Vec<Square> = self.board.goals().iter().collect();
        let mut left = self.board.all_squares();
        left.subtract(self.board.goals());
        let mut roots = Vec::new();
        while let Some(player) = left.first() {
            self.reach.fill_from(&self.board, player, &boxes);
            for &reached in self.reach.squares() {
                left.remove(reached);
            }
            roots.push(Boxes { boxes: boxes.clone(), player });
        }
        roots
    }

    /// Fewer regions, fewer closed links, fewer boxes on goals, and farther from them; or
    /// distance before all else.
    fn rank(&self, regions: u32, closed: u32, on_goals: u32, distance: u32) -> u64 {
        let field = |value: u32, most: u32| u64::from(value.min(most));
        let near = 0xffff - field(distance, 0xffff);
        match self.aim {
            Aim::Open => {
                field(regions, 255) << 40
                    | field(closed, 255) << 32
                    | field(on_goals, 255) << 24
                    | near
            }
            Aim::Far => {
                field(regions, 255) << 40
                    | (near >> 3) << 24
                    | field(closed, 255) << 16
                    | near
            }
        }
    }

    /// Whether each start square can have a box of its own come from it.
    fn can_match(&mut self, boxes: &[Square]) -> bool {
        self.taken_by.clear();
        self.taken_by.resize(boxes.len(), None);
        (0..self.starts).all(|start| {
            self.tried.clear();
            self.tried.resize(boxes.len(), false);
            self.give(start, boxes)
        })
    }

    fn give(&mut self, start: usize, boxes: &[Square]) -> bool {
        for (at, &square) in boxes.iter().enumerate() {
            if self.tried[at] || self.from_start.least(start, square) == UNREACHABLE {
                continue;
            }
            self.tried[at] = true;
            if self.taken_by[at].is_none_or(|other| self.give(other, boxes)) {
                self.taken_by[at] = Some(start);
                return true;
            }
        }
        false
    }
}

impl Scene for Untangle {
    type State = Boxes;

    const FINE_BITS: u32 = 24;

    fn step(&mut self, state: &Boxes, hop: Hop) -> Option<Boxes> {
        let mut boxes = state.boxes.clone();
        let at = boxes.iter().position(|&square| square == hop.from)?;
        boxes[at] = hop.to;
        self.can_match(&boxes).then_some(Boxes { boxes, player: hop.player })
    }

    fn key(&self, state: &Boxes) -> u64 {
        let player = self.board.player_key(state.player);
        state.boxes.iter().fold(player, |key, &square| key ^ self.board.box_key(square))
    }

    fn children(&mut self, state: &Boxes, known: &Keys, out: &mut Vec<Child>) {
        let board = Arc::clone(&self.board);
        self.position.set(&board, &state.boxes, state.player);
        self.reach.fill(&board, &self.position);
        self.links.closed(&board, self.position.occupied());
        self.kids.clear();
        let far = |square: &Square| u32::from(self.to_goal[square.index()]);
        let distance: u32 = state.boxes.iter().map(far).sum();
        let on_goals = state.boxes.len() as u32 - self.position.off_goal();
        let player = self.position.player();
        for &from in &state.boxes {
            self.pulled.of_box(&board, &self.position, &self.reach, from, &self.onto);
            for at in 0..self.pulled.found().len() {
                let found = self.pulled.found()[at];
                let (to, region) = (found.to, self.pulled.region_after(&board, &found));
                let boxes = self.position.box_key() ^ board.box_key(from) ^ board.box_key(to);
                if known.contains_key(&(boxes ^ board.player_key(region))) {
                    continue;
                }
                self.position.carry(&board, from, to, found.player);
                let closed =
                    self.links.closed_after(&board, self.position.occupied(), from, to);
                self.position.carry(&board, to, from, player);
                let rank = self.rank(
                    self.pulled.regions_with_box_on(&board, to),
                    closed,
                    on_goals - u32::from(board.is_goal(from)) + u32::from(board.is_goal(to)),
                    distance - u32::from(self.to_goal[from.index()])
                        + u32::from(self.to_goal[to.index()]),
                );
                let hop = Hop { from, to, player: region, gone: false, weight: 1 };
                self.kids.push(Child { rank, hop });
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
