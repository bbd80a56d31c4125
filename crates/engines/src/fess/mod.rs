//! Feature space search with a packing plan.
//!
//! The level is first played backwards until the board is empty, which gives a packing plan, and
//! then forwards along that plan. Both are feature space searches by macro moves, each taking one
//! box any distance (`cells/`).
//! After Shoham and Schaeffer (2020) and Shoham's Festival.

mod advisors;
mod empty_board;
pub(crate) mod frugal;
mod hotspots;
mod limit;
mod plan;
mod planner;
mod scene;
mod straighten;

use std::sync::Arc;

use empty_board::Style;
use hakooshi_board::{BoxMove, Direction, SquareSet};
use hakooshi_search::frontier::pushes_of;
use hakooshi_search::spec::{Alias, Param, Parts, SearchClaims, SearchEntry, SearchSpec};
use hakooshi_search::{Context, Cost, Reservation, Search, Stop, Task, Turn, go_on};
use plan::FillPlan;
use planner::Planner;
use scene::{PlannedGame, Statics};

use crate::LARGEST_BOARD;
use crate::cells::{Boxes, Progress, Tree};

/// Feature space search.
struct Fess {
    spec: SearchSpec,
    task: Task,
    live: SquareSet,
    stage: Stage,
    memory: Reservation,
}

enum Stage {
    Planning(Planner),
    Packing(Box<(PlannedGame, Tree<PlannedGame>)>),
}

impl Fess {
    /// A search of `task`, which must have a box for every goal.
    fn new(spec: &SearchSpec, task: &Task) -> Self {
        let params = &spec.search.params;
        let style = Style {
            least_steps: params.get(AFAR.name) as u16,
            longest_first: params.choice(FIRST.name) == 0,
        };
        Self {
            live: task.landing(Direction::Forward, spec.dead_squares),
            stage: Stage::Planning(Planner::new(style)),
            memory: task.memory.reservation(),
            spec: spec.clone(),
            task: task.clone(),
        }
    }

    /// Begins the forward search along a plan.
    fn pack(&self, plan: FillPlan, context: &mut Context<'_>) -> Result<Stage, Stop> {
        let prefers_near = self.spec.search.params.choice(PREFERS.name) == 1;
        let (board, live) = (self.task.board.clone(), self.live.clone());
        let statics = Statics { board, live, plan: Arc::new(plan), prefers_near };
        let mut game = PlannedGame::new(statics, &self.spec, &self.task);
        game.prepare(context)?;
        let tree = planted(&mut game, &self.task);
        context.look()?;
        Ok(Stage::Packing(Box::new((game, tree))))
    }

    /// One expansion; `None` while the search goes on.
    fn step(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let bytes = self.bytes();
        self.memory.resize(bytes)?;
        match &mut self.stage {
            Stage::Planning(planner) => {
                if let Some(plan) = planner.step(&self.task, &self.live, context)? {
                    self.stage = self.pack(plan, context)?;
                }
                Ok(None)
            }
            Stage::Packing(packing) => {
                let (game, tree) = &mut **packing;
                advance(game, tree, &self.task, context)
            }
        }
    }
}

/// A tree with the start as its root.
fn planted(game: &mut PlannedGame, task: &Task) -> Tree<PlannedGame> {
    let mut tree = Tree::new();
    let (root, rank) = game.root(&task.start);
    tree.add_root(game, root, rank);
    tree
}

/// One expansion of the forward search; `None` while it goes on.
fn advance(
    game: &mut PlannedGame,
    tree: &mut Tree<PlannedGame>,
    task: &Task,
    context: &mut Context<'_>,
) -> Result<Option<Turn>, Stop> {
    game.prepare(context)?;
    let unpacked = scene::unpacked(tree.rank(tree.best()));
    context.expand(Cost::new(unpacked, 0), tree.cells())?;
    let progress = tree.advance(game);
    context.look()?;
    for test in game.refused.drain(..) {
        context.stats.count_deadlock(test);
    }
    let Progress::New(id) = progress else {
        return Ok((progress == Progress::Exhausted).then_some(Turn::Exhausted));
    };
    let Boxes { boxes, player, .. } = tree.state(id);
    context.show(Direction::Forward, boxes, *player);
    let Task { board, start, .. } = task;
    let line = if tree.state(id).is_solved(board) {
        Some(tree.trail(id).1)
    } else {
        game.link.line(|| (tree.trail(id).1, start.player()))
    };
    let play = |moves: Vec<BoxMove>| pushes_of(board, start, &moves);
    Ok(line.and_then(play).map(Turn::Found))
}

impl Search for Fess {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let turn = go_on(nodes, || self.step(context));
        if let Stage::Packing(packing) = &mut self.stage {
            packing.0.link.flush();
        }
        turn
    }

    fn bytes(&self) -> usize {
        match &self.stage {
            Stage::Planning(planner) => planner.bytes(),
            Stage::Packing(packing) => packing.0.bytes() + packing.1.bytes(),
        }
    }
}

const AFAR: Param = Param::number(
    "afar",
    "least distance from which a box may leave the board, unless it enters another room",
    6.0,
    (0.0, 1000.0),
);

const FIRST: Param = Param::word(
    "first",
    "which box leaves the board first: the one with the longest or shortest path",
    &["longest", "shortest"],
);

const PREFERS: Param = Param::word(
    "prefers",
    "which of two otherwise equal positions ranks higher: boxes far from the goals, or near",
    &["far", "near"],
);

pub(crate) static ENTRY: SearchEntry = SearchEntry {
    name: "fess",
    title: "feature space search that follows a packing plan",
    reference: "Shoham and Schaeffer, The FESS Algorithm, CoG 2020",
    params: &[AFAR, FIRST, PREFERS],
    // Every test that refuses a position is sound, but keys of 64 bits stand for positions.
    claims: SearchClaims {
        parts: Parts {
            deadlocks: true,
            choosing: true,
            usual: "deadlocks=[dead_squares,freeze,pairs(after=300,squares=150),bipartite,finish,\
                    corral],pruning=[pi_corral]",
            ..Parts::NONE
        },
        price: 80,
        most_squares: LARGEST_BOARD,
        ..SearchClaims::ENGINE
    },
    build: |spec, task| Box::new(Fess::new(spec, task)),
};

pub(crate) const SHORT: Alias = Alias {
    name: "fess_short",
    spec: "fess(first=shortest)",
    title: "fess; the box with the shortest path leaves first",
};

pub(crate) const NEAR: Alias = Alias {
    name: "fess_near",
    spec: "fess(afar=0)",
    title: "fess; boxes may leave from any distance",
};
