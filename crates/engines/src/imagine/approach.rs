//! The forward half: towards the imagined board, or any board that the backward half has
//! met.
//!
//! Features: regions that boxes part the floor into, squares of the imagined board still
//! without a box, and the least way for the boxes to get there.

use std::sync::Arc;

use hakooshi_board::analysis::{Distances, UNREACHABLE};
use hakooshi_board::movegen::Relocations;
use hakooshi_board::{Board, Position, Reach, Square, SquareSet};
use hakooshi_search::deadlocks::{Detector, Freeze, Verdict};
use hakooshi_search::heuristics::{Assignment, Rows};
use hakooshi_search::pruning::PiCorral;

use crate::battery::Battery;
use crate::fess::scene::Boxes;
use crate::fess::tree::{Child, Hop, Keys, NodeId, Scene};

/// Stands for the cost of boxes that cannot get there at all.
const FAR: u32 = 0x3fff;

/// The level played forwards, aiming at a board.
#[derive(Debug)]
pub(super) struct Approach {
    board: Arc<Board>,
    live: SquareSet,
    aim: SquareSet,
    position: Position,
    reach: Reach,
    relocations: Relocations,
    corral: PiCorral,
    freeze: Freeze,
    battery: Battery,
    assignment: Assignment,
    /// What the backward half has met.
    homeward: Keys,
    /// A move from the state last looked at to a node of the backward half.
    pub(super) met: Option<(Hop, NodeId)>,
}

impl Approach {
    pub(super) fn new(
        board: &Arc<Board>,
        start: &Position,
        live: &SquareSet,
        aim: &[Square],
        homeward: Keys,
    ) -> Self {
        let mut squares = board.empty_set();
        squares.extend(aim.iter().copied());
        let distances = Distances::to(board, aim);
        let mut rows = Rows::new(aim.len());
        for square in 0..board.table_len() {
            rows.push((0..aim.len()).map(|at| {
                let pushes = distances.least(at, Square::from_index(square));
                (pushes != UNREACHABLE).then_some(u32::from(pushes))
            }));
        }
        Self {
            live: live.clone(),
            aim: squares,
            position: start.clone(),
            reach: Reach::new(board),
            relocations: Relocations::new(board),
            corral: PiCorral::new(board, live),
            freeze: Freeze::new(board),
            battery: Battery::new(board),
            assignment: Assignment::new(rows),
            homeward,
            met: None,
            board: Arc::clone(board),
        }
    }

    /// The start, with the player's region named by its first square.
    pub(super) fn root(&mut self, start: &Position) -> Boxes {
        self.reach.fill(&self.board, start);
        Boxes { boxes: start.boxes().to_vec(), player: self.reach.first() }
    }

    fn rank(regions: u32, missing: u32, distance: u32) -> u64 {
        let field = |value: u32, most: u32| u64::from(value.min(most));
        field(regions, 255) << 32 | field(missing, 0xffff) << 16 | field(distance, 0xffff)
    }

    /// Adds the moves of the box on `from`.
    fn moves_of(&mut self, missing: u32, from: Square, known: &Keys, out: &mut Vec<Child>) {
        let Self { board, position, reach, relocations, .. } = self;
        let player = position.player();
        let slot = position.box_index(from);
        let lifted = position.box_key() ^ board.box_key(from);
        relocations.of_box(board, position, reach, from, &self.live);
        for found in relocations.found() {
            let region = relocations.region_after(board, found);
            let to = found.to;
            let key = lifted ^ board.box_key(to) ^ board.player_key(region);
            if known.contains_key(&key) {
                continue;
            }
            let hop = Hop { from, to, player: region, gone: false, weight: 0 };
            if let Some(&node) = self.homeward.get(&key) {
                self.met = Some((hop, node));
            }
            position.carry(board, from, to, found.player);
            let dead = self.freeze.check_after(position, to) == Verdict::Dead;
            position.carry(board, to, from, player);
            if !dead {
                let missing = missing + u32::from(self.aim.contains(from))
                    - u32::from(self.aim.contains(to));
                let distance = self.assignment.with_row(slot, to.index() as u32).unwrap_or(FAR);
                let regions = relocations.regions_with_box_on(board, to);
                out.push(Child { rank: Self::rank(regions, missing, distance), hop });
            }
        }
    }
}

impl Scene for Approach {
    type State = Boxes;

    const FINE_BITS: u32 = 16;

    fn step(&mut self, state: &Boxes, hop: Hop) -> Option<Boxes> {
        let mut boxes = state.boxes.clone();
        let at = boxes.iter().position(|&square| square == hop.from)?;
        boxes[at] = hop.to;
        let after = Boxes { boxes, player: hop.player };
        self.position.set(&self.board, &after.boxes, after.player);
        self.battery.refuses(&self.position, hop.to).is_none().then_some(after)
    }

    fn key(&self, state: &Boxes) -> u64 {
        let player = self.board.player_key(state.player);
        state.boxes.iter().fold(player, |key, &square| key ^ self.board.box_key(square))
    }

    fn children(&mut self, state: &Boxes, known: &Keys, out: &mut Vec<Child>) {
        self.met = None;
        self.position.set(&self.board, &state.boxes, state.player);
        self.reach.fill(&self.board, &self.position);
        let rows: Vec<u32> = state.boxes.iter().map(|square| square.index() as u32).collect();
        self.assignment.solve(&rows);
        let there = state.boxes.iter().filter(|&&square| self.aim.contains(square)).count();
        let missing = (state.boxes.len() - there) as u32;
        let corral = self.corral.choose(&self.position, &self.reach).cloned();
        for &from in &state.boxes {
            if corral.as_ref().is_none_or(|corral| corral.contains(from)) {
                self.moves_of(missing, from, known, out);
            }
        }
    }

    fn heap_bytes(state: &Boxes) -> usize {
        state.boxes.len() * size_of::<Square>()
    }
}
