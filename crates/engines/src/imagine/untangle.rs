//! The first half: from one end of the level to a board on which everything is easy.
//!
//! Boxes are moved until the player can go everywhere, rooms are linked, boxes are loose and
//! far from the goals. Whoever reaches that board from the other end has solved the level, for
//! the rest of the way is known; and an open board is the kind of board that can be reached.

use std::sync::Arc;

use hakooshi_board::{BoxMove, Square, Way};
use hakooshi_search::Task;
use hakooshi_search::spec::SearchSpec;

use super::Aim;
use crate::cells::{Boxes, Child, Keys, Links, RankLayout, Scene, best_of};
use crate::play::Game;

/// Regions, closed links, boxes stuck and distance, which does not tell cells apart.
const OPEN: RankLayout<4, 1> = RankLayout::new([8, 8, 8, 16]);

/// Regions, distance roughly, closed links and distance; cells do not tell the last two apart.
const FAR: RankLayout<4, 2> = RankLayout::new([8, 13, 8, 16]);

/// The level with all its boxes, played from one end.
pub(super) struct Untangle<W: Way> {
    pub(super) game: Game<W>,
    aim: Aim,
    links: Links,
}

impl<W: Way> Untangle<W> {
    pub(super) fn new(spec: &SearchSpec, task: &Task, aim: Aim) -> Self {
        Self { game: Game::new(spec, task), aim, links: Links::new(&task.board) }
    }

    /// Fewer regions, fewer closed links, fewer boxes stuck, and farther from the goals; or
    /// distance before links.
    fn rank(aim: Aim, regions: u32, closed: u32, stuck: u32, distance: u32) -> u64 {
        let near = OPEN.more(3, distance);
        match aim {
            Aim::Open => OPEN.pack([regions, closed, stuck, near]),
            Aim::Far => FAR.pack([regions, near >> 3, closed, near]),
        }
    }

    /// Bytes that the tests for hopeless positions hold.
    pub(super) fn bytes(&self) -> usize {
        self.game.bytes()
    }
}

impl<W: Way> Scene for Untangle<W> {
    type State = Boxes;
    type Move = BoxMove;

    fn cell(&self, rank: u64) -> u64 {
        match self.aim {
            Aim::Open => OPEN.cell(rank),
            Aim::Far => FAR.cell(rank),
        }
    }

    fn step(&mut self, state: &Boxes, moved: BoxMove) -> Option<Boxes> {
        self.game.step(state, moved)
    }

    fn key(&self, state: &Boxes) -> u64 {
        state.key(&self.game.board)
    }

    fn children(&mut self, state: &Boxes, known: &Keys, out: &mut Vec<Child<BoxMove>>) {
        let Self { game, aim, links } = self;
        let board = Arc::clone(&game.board);
        let far = |square: Square| u32::from(board.pushes_home()[square.index()]);
        let distance: u32 = state.boxes.iter().map(|&square| far(square)).sum();
        links.closed(game.load(state).occupied());
        game.moves(known, |candidate| {
            let BoxMove { from, to, .. } = candidate.moved;
            let position = candidate.position;
            let is_stuck = |&&square: &&Square| {
                !W::has_room(&board, square, |square| position.is_free(square))
            };
            let rank = Self::rank(
                *aim,
                candidate.regions,
                links.closed_after(position.occupied(), from, to),
                position.boxes().iter().filter(is_stuck).count() as u32,
                distance - far(from) + far(to),
            );
            out.push(Child { rank, moved: candidate.moved, difficulty: 1 });
        });
        if let Some(at) = best_of(out, |child| Some(child.rank)) {
            out[at].difficulty = 0;
        }
    }

    fn heap_bytes(state: &Boxes) -> usize {
        state.heap_bytes()
    }
}
