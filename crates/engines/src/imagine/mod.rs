//! An imagined board: the level is untangled from its end, and what comes out is the aim of
//! the search from its start.
//!
//! Both halves are feature space searches in steps of one box taken any distance. The
//! backward half stops after so many positions; the forward half then aims at the best board
//! it has found, and is home as soon as it meets any position of the backward half.
//! The "HF" strategies of Shoham's Festival.

mod approach;
mod untangle;

use std::sync::Arc;

use approach::Approach;
use hakooshi_board::{Board, Position, SquareSet};
use hakooshi_search::space::landing_for_pushes;
use hakooshi_search::{Context, Cost, Stop};
use untangle::Untangle;

use crate::fess::pushes_of;
use crate::fess::tree::{Hop, Step, Tree};
use crate::{EngineClaims, EngineEntry, Search, Turn};

/// Positions of the backward half.
const UNTANGLING: usize = 1000;

/// What makes a board easy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// The player gets everywhere.
    Open,
    /// Boxes are far from home.
    Far,
}

/// Search by way of an imagined board.
#[derive(Debug)]
pub(crate) struct Imagine {
    board: Arc<Board>,
    start: Position,
    live: SquareSet,
    untangle: Untangle,
    homeward: Tree<Untangle>,
    approach: Option<Box<(Approach, Tree<Approach>)>>,
    elsewhere: usize,
}

impl Imagine {
    /// A search from `start`, which must have a box for every goal.
    pub(crate) fn new(board: &Arc<Board>, start: &Position, aim: Aim) -> Self {
        Self {
            live: landing_for_pushes(board, true),
            untangle: Untangle::new(board, start, aim),
            homeward: Tree::new(),
            approach: None,
            elsewhere: 0,
            start: start.clone(),
            board: Arc::clone(board),
        }
    }

    fn untangle(&mut self) {
        if self.homeward.len() == 0 {
            for root in self.untangle.roots() {
                self.homeward.add_root(&mut self.untangle, root, u64::MAX >> 1);
            }
        }
        let step = self.homeward.advance(&mut self.untangle);
        if step != Step::Exhausted && self.homeward.len() < UNTANGLING {
            return;
        }
        let best = self.homeward.state(self.homeward.best());
        if std::env::var("FESS_DEBUG").is_ok() {
            crate::fess::draw(&self.board, &best.boxes, best.player);
        }
        let known = self.homeward.known().clone();
        let mut approach =
            Approach::new(&self.board, &self.start, &self.live, &best.boxes, known);
        let mut tree = Tree::new();
        let root = approach.root(&self.start);
        tree.add_root(&mut approach, root, u64::MAX >> 1);
        self.approach = Some(Box::new((approach, tree)));
    }

    /// The backward hops from a root to a node turned round.
    fn home(&self, node: u32) -> Vec<Hop> {
        let (root, hops) = self.homeward.trail(node);
        // Each hop ends where the one before it began.
        let mut players = vec![self.homeward.state(root).player];
        players.extend(hops.iter().map(|hop| hop.player));
        let turned = hops.iter().zip(&players).rev();
        turned.map(|(hop, &player)| Hop { from: hop.to, to: hop.from, player, ..*hop }).collect()
    }
}

impl Search for Imagine {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        for _ in 0..nodes {
            let (open, bytes) = (self.homeward.cells(), self.bytes());
            context.hold(self.elsewhere + bytes)?;
            context.expand(Cost::ZERO, open)?;
            let Some(approach) = &mut self.approach else {
                self.untangle();
                continue;
            };
            let (scene, tree) = &mut **approach;
            let node = match tree.advance(scene) {
                Step::New(node) => node,
                Step::Barren => continue,
                Step::Exhausted => return Ok(Turn::Exhausted),
            };
            let met = scene.met.take();
            let (_, mut hops) = tree.trail(node);
            if tree.state(node).boxes.iter().all(|&square| self.board.is_goal(square)) {
                return Ok(Turn::Found(pushes_of(&self.board, &self.start, &self.live, &hops)));
            }
            if let Some((hop, home)) = met {
                hops.push(hop);
                hops.extend(self.home(home));
                return Ok(Turn::Found(pushes_of(&self.board, &self.start, &self.live, &hops)));
            }
        }
        Ok(Turn::Paused)
    }

    fn bytes(&self) -> usize {
        self.homeward.bytes() + self.approach.as_ref().map_or(0, |approach| approach.1.bytes())
    }

    fn beside(&mut self, bytes: usize) {
        self.elsewhere = bytes;
    }
}

pub(crate) static OPEN: EngineEntry = EngineEntry {
    name: "imagine",
    title: "aims at an open board that the end has been untangled to",
    reference: "Shoham, Festival",
    params: &[],
    claims: EngineClaims { complete: false },
    build: |board, start| Box::new(Imagine::new(board, start, Aim::Open)),
};

pub(crate) static FAR: EngineEntry = EngineEntry {
    name: "imagine_far",
    title: "aims at a board with boxes far from home that the end has been untangled to",
    reference: "Shoham, Festival",
    params: &[],
    claims: EngineClaims { complete: false },
    build: |board, start| Box::new(Imagine::new(board, start, Aim::Far)),
};
