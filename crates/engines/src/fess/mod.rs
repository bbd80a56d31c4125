//! Feature space search with a packing plan.
//!
//! First the level is played backwards until the board is empty, which gives an order of
//! packing; then forwards along that plan. Both are the same kind of search over cells of
//! positions that share what matters about them, in steps of one box taken any distance.
//! After Shoham and Schaeffer (2020) and Shoham's Festival.

mod advisors;
mod hotspots;
mod plan;
mod scene;
mod sink;
mod straighten;

use std::sync::Arc;

use hakooshi_board::{Board, Position, SquareSet};
use hakooshi_search::space::landing_for_pushes;
use hakooshi_search::{Context, Cost, Stop};
use plan::Plan;
use scene::{Packing, Statics};
use sink::Sink;

use crate::cells::{Step, Tree, pushes_of};
use crate::{EngineClaims, EngineEntry, Search, Turn};

/// Positions of the backward search after which the best plan so far must do.
const MOST_PLANNING: usize = 3000;

/// What tables of walks and of pushes take for each pair of squares.
const BYTES_PER_PAIR: usize = 10;

/// Feature space search.
#[derive(Debug)]
pub struct Fess {
    board: Arc<Board>,
    start: Position,
    live: SquareSet,
    stage: Stage,
    /// Bytes of the tables by pairs of squares, before any is made.
    tables: usize,
    elsewhere: usize,
}

#[derive(Debug)]
enum Stage {
    Fresh,
    Planning(Box<(Sink, Tree<Sink>)>),
    Packing(Box<(Packing, Tree<Packing>)>),
}

impl Fess {
    /// A search from `start`, which must have a box for every goal.
    pub fn new(board: &Arc<Board>, start: &Position) -> Self {
        Self {
            board: Arc::clone(board),
            start: start.clone(),
            live: landing_for_pushes(board, true),
            stage: Stage::Fresh,
            tables: board.table_len() * board.table_len() * BYTES_PER_PAIR,
            elsewhere: 0,
        }
    }

    fn plan(&self) -> Stage {
        let mut sink = Sink::new(&self.board, &self.start, &self.live);
        let mut tree = Tree::new();
        for (root, rank) in sink.roots() {
            tree.add_root(&mut sink, root, rank);
        }
        Stage::Planning(Box::new((sink, tree)))
    }

    /// The game along the best plan of a backward search, begun.
    fn pack(
        board: &Arc<Board>,
        start: &Position,
        live: &SquareSet,
        (sink, tree): &mut (Sink, Tree<Sink>),
    ) -> Stage {
        let best = tree.best();
        let (root, mut hops) = tree.trail(best);
        if Sink::is_done(tree.state(best)) {
            sink.straighten(tree.state(root), &mut hops);
        }
        let plan = Plan::new(board, live, &tree.state(best).boxes, &hops);
        // The same walks serve both ways.
        let walks = std::mem::take(&mut sink.walks);
        let statics = Statics::new(board, live, plan, walks);
        let mut packing = Packing::new(statics, start);
        let mut forward = Tree::new();
        let (root, rank) = packing.root(start);
        forward.add_root(&mut packing, root, rank);
        Stage::Packing(Box::new((packing, forward)))
    }

    /// One position more; `None` while the search goes on.
    fn advance(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        context.hold(self.elsewhere + self.bytes())?;
        match &mut self.stage {
            Stage::Fresh => {
                self.stage = self.plan();
                Ok(None)
            }
            Stage::Planning(planning) => {
                let (sink, tree) = &mut **planning;
                let left = tree.rank(tree.best()) >> sink::LEFT_SHIFT;
                context.expand(Cost::new(left as u32, 0), tree.cells())?;
                let done = match tree.advance(sink) {
                    Step::New(id) => Sink::is_done(tree.state(id)),
                    Step::Barren => false,
                    Step::Exhausted => true,
                };
                if done || tree.len() >= MOST_PLANNING {
                    self.stage = Self::pack(&self.board, &self.start, &self.live, planning);
                }
                Ok(None)
            }
            Stage::Packing(packing) => {
                let (scene, tree) = &mut **packing;
                let unpacked = tree.rank(tree.best()) >> scene::UNPACKED_SHIFT;
                context.expand(Cost::new(unpacked as u32, 0), tree.cells())?;
                let step = tree.advance(scene);
                for test in scene.refused.drain(..) {
                    context.stats.count_deadlock(test);
                }
                Ok(match step {
                    Step::New(id) if tree.state(id).is_solved(&self.board) => {
                        let (_, hops) = tree.trail(id);
                        let pushes = pushes_of(&self.board, &self.start, &self.live, &hops);
                        Some(Turn::Found(pushes))
                    }
                    Step::New(_) | Step::Barren => None,
                    Step::Exhausted => Some(Turn::Exhausted),
                })
            }
        }
    }
}

impl Search for Fess {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        for _ in 0..nodes {
            if let Some(end) = self.advance(context)? {
                return Ok(end);
            }
        }
        Ok(Turn::Paused)
    }

    fn bytes(&self) -> usize {
        self.tables
            + match &self.stage {
                Stage::Fresh => 0,
                Stage::Planning(planning) => planning.1.bytes(),
                Stage::Packing(packing) => packing.0.bytes() + packing.1.bytes(),
            }
    }

    fn beside(&mut self, bytes: usize) {
        self.elsewhere = bytes;
    }
}

pub(crate) static ENTRY: EngineEntry = EngineEntry {
    name: "fess",
    title: "feature space search along a packing plan",
    reference: "Shoham and Schaeffer, The FESS Algorithm, CoG 2020",
    params: &[],
    // Every test that refuses a position is sound, but keys of 64 bits stand for positions.
    claims: EngineClaims { complete: false, repeatable: true },
    build: |board, start| Box::new(Fess::new(board, start)),
};
