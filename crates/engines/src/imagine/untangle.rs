//! The first half: from one end of the level to a board on which everything is easy.
//!
//! Boxes are moved until the player can go everywhere, rooms are linked, boxes are loose and
//! far from the goals. Whoever reaches that board from the other end has solved the level, for
//! the rest of the way is known; and an open board is the kind of board that can be reached.

use std::sync::Arc;

use hakooshi_board::Square;

use super::Aim;
use crate::Case;
use crate::cells::{Boxes, Child, Hop, Keys, Links, Scene, best_of, ways_home};
use crate::play::{Game, Side};

/// The level with all its boxes, played from one end.
#[derive(Debug)]
pub(super) struct Untangle<W: Side> {
    pub(super) game: Game<W>,
    aim: Aim,
    links: Links,
    /// By square: how far a lone box there is from a goal.
    to_goal: Vec<u16>,
}

impl<W: Side> Untangle<W> {
    pub(super) fn new(case: &Case, aim: Aim) -> Self {
        let board = &case.board;
        Self { game: Game::new(case), aim, links: Links::new(board), to_goal: ways_home(board) }
    }

    /// Fewer regions, fewer closed links, fewer boxes stuck, and farther from the goals; or
    /// distance before links.
    fn rank(aim: Aim, regions: u32, closed: u32, stuck: u32, distance: u32) -> u64 {
        let field = |value: u32, most: u32| u64::from(value.min(most));
        let near = 0xffff - field(distance, 0xffff);
        match aim {
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

    /// Bytes that the tests for hopeless positions hold.
    pub(super) fn bytes(&self) -> usize {
        self.game.bytes()
    }
}

impl<W: Side> Scene for Untangle<W> {
    type State = Boxes;

    const FINE_BITS: u32 = 24;

    fn step(&mut self, state: &Boxes, hop: Hop) -> Option<Boxes> {
        self.game.step(state, hop)
    }

    fn key(&self, state: &Boxes) -> u64 {
        state.key(&self.game.board)
    }

    fn children(&mut self, state: &Boxes, known: &Keys, out: &mut Vec<Child>) {
        let Self { game, aim, links, to_goal } = self;
        let board = Arc::clone(&game.board);
        let far = |square: Square| u32::from(to_goal[square.index()]);
        let distance: u32 = state.boxes.iter().map(|&square| far(square)).sum();
        links.closed(&board, game.load(state).occupied());
        game.moves(known, out, |to_be| {
            let Hop { from, to, .. } = to_be.hop;
            let position = to_be.position;
            let is_stuck = |&&square: &&Square| !W::is_loose(&board, position, square);
            Self::rank(
                *aim,
                to_be.regions,
                links.closed_after(&board, position.occupied(), from, to),
                position.boxes().iter().filter(is_stuck).count() as u32,
                distance - far(from) + far(to),
            )
        });
        if let Some(at) = best_of(out, |kid| Some(kid.rank)) {
            out[at].hop.weight = 0;
        }
    }

    fn heap_bytes(state: &Boxes) -> usize {
        state.boxes.len() * size_of::<Square>()
    }
}
