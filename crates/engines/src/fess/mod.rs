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

use hakooshi_board::SquareSet;
use hakooshi_search::space::landing_for_pushes;
use hakooshi_search::{Context, Cost, Stop};
use plan::Plan;
use scene::{Packing, Statics};
use sink::{Sink, Style};

use crate::cells::{Hop, Step, Tree};
use crate::meet::pushes_of;
use crate::{Case, EngineClaims, EngineEntry, Search, Turn};

/// Moves tried by the backward search after which the best plan so far must do.
const MOST_PLANNING: usize = 4000;

/// What tables of walks and of pushes take for each pair of squares.
const BYTES_PER_PAIR: usize = 10;

/// Feature space search.
#[derive(Debug)]
pub struct Fess {
    case: Case,
    live: SquareSet,
    style: Style,
    stage: Stage,
    /// Bytes of the tables by pairs of squares, before any is made.
    tables: usize,
    elsewhere: usize,
}

#[derive(Debug)]
enum Stage {
    Fresh,
    /// With the moves tried so far.
    Planning(Box<(Sink, Tree<Sink>)>, usize),
    Packing(Box<(Packing, Tree<Packing>)>),
}

impl Fess {
    /// A search of `case`, which must have a box for every goal.
    fn new(case: &Case, style: Style) -> Self {
        let board = &case.board;
        Self {
            case: case.clone(),
            live: landing_for_pushes(board, true),
            style,
            stage: Stage::Fresh,
            tables: board.table_len() * board.table_len() * BYTES_PER_PAIR,
            elsewhere: 0,
        }
    }

    fn plan(&self) -> Stage {
        let mut sink = Sink::new(&self.case.board, &self.case.start, &self.live, self.style);
        let mut tree = Tree::new();
        for (root, rank) in sink.roots() {
            tree.add_root(&mut sink, root, rank);
        }
        Stage::Planning(Box::new((sink, tree)), 0)
    }

    /// The game along the best plan of a backward search, begun.
    fn pack(case: &Case, live: &SquareSet, (sink, tree): &mut (Sink, Tree<Sink>)) -> Stage {
        let board = &case.board;
        let best = tree.best();
        let (root, mut hops) = tree.trail(best);
        if Sink::is_done(tree.state(best)) {
            sink.straighten(tree.state(root), &mut hops);
        }
        let plan = Plan::new(board, live, &tree.state(best).boxes, &hops);
        // The same walks serve both ways.
        let walks = std::mem::take(&mut sink.walks);
        let statics = Statics::new(board, live, plan, walks);
        let mut packing = Packing::new(statics, case);
        let mut forward = Tree::new();
        let (root, rank) = packing.root(&case.start);
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
            Stage::Planning(planning, tried) => {
                *tried += 1;
                let (sink, tree) = &mut **planning;
                let left = tree.rank(tree.best()) >> sink::LEFT_SHIFT;
                context.expand(Cost::new(left as u32, 0), tree.cells())?;
                let done = match tree.advance(sink) {
                    Step::New(id) => Sink::is_done(tree.state(id)),
                    Step::Barren => false,
                    Step::Exhausted => true,
                };
                if done || *tried >= MOST_PLANNING {
                    self.stage = Self::pack(&self.case, &self.live, planning);
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
                let Step::New(id) = step else {
                    return Ok((step == Step::Exhausted).then_some(Turn::Exhausted));
                };
                let line = if tree.state(id).is_solved(&self.case.board) {
                    Some(tree.trail(id).1)
                } else {
                    scene.scout.line(|| (tree.trail(id).1, self.case.start.player()))
                };
                let play = |hops: Vec<Hop>| {
                    pushes_of(&self.case.board, &self.case.start, &self.live, &hops)
                };
                Ok(line.and_then(play).map(Turn::Found))
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
        if let Stage::Packing(packing) = &mut self.stage {
            packing.0.scout.hand_in();
        }
        Ok(Turn::Paused)
    }

    fn bytes(&self) -> usize {
        self.tables
            + match &self.stage {
                Stage::Fresh => 0,
                Stage::Planning(planning, _) => planning.1.bytes(),
                Stage::Packing(packing) => packing.0.bytes() + packing.1.bytes(),
            }
    }

    fn beside(&mut self, bytes: usize) {
        self.elsewhere = bytes;
    }
}

// Every test that refuses a position is sound, but keys of 64 bits stand for positions.
const INCOMPLETE: EngineClaims = EngineClaims { complete: false, repeatable: true };

pub(crate) static ENTRY: EngineEntry = EngineEntry {
    name: "fess",
    title: "feature space search along a packing plan",
    reference: "Shoham and Schaeffer, The FESS Algorithm, CoG 2020",
    params: &[],
    claims: INCOMPLETE,
    build: |case| Box::new(Fess::new(case, Style { afar: 6, longest_first: true })),
};

pub(crate) static SHORT: EngineEntry = EngineEntry {
    name: "fess_short",
    title: "fess along a plan that takes the boxes with the shortest way off first",
    reference: "",
    params: &[],
    claims: INCOMPLETE,
    build: |case| Box::new(Fess::new(case, Style { afar: 6, longest_first: false })),
};

pub(crate) static NEAR: EngineEntry = EngineEntry {
    name: "fess_near",
    title: "fess along a plan in which no way is too short",
    reference: "",
    params: &[],
    claims: INCOMPLETE,
    build: |case| Box::new(Fess::new(case, Style { afar: 0, longest_first: true })),
};
