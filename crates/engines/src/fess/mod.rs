//! Feature space search with a packing plan.
//!
//! The level is first played backwards until the board is empty, which gives a packing plan, and
//! then forwards along that plan; when play stalls, along others too. Both are feature space searches
//! by macro moves, each taking one box any distance (`cells/`).
//! After Shoham and Schaeffer (2020) and Shoham's Festival.

mod advisors;
mod attempt;
mod empty_board;
pub(crate) mod frugal;
mod hotspots;
mod limit;
mod plan;
mod planner;
mod rivals;
mod scene;
mod straighten;

use std::sync::Arc;

use attempt::Attempt;
use empty_board::{First, Style};
use hakooshi_board::{BoxMove, Direction, Position, SquareSet};
use hakooshi_search::frontier::pushes_of;
use hakooshi_search::spec::{Alias, Param, Parts, SearchClaims, SearchEntry, SearchSpec};
use hakooshi_search::{Context, Cost, Reservation, Search, Stop, Task, Turn, go_on};
use plan::FillPlan;
use planner::Planner;
use rivals::Rivals;
use scene::{PlannedGame, Statics};

use crate::LARGEST_BOARD;
use crate::scenes::{Boxes, Control, ORDER, Progress, Tree, WIDTH};

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
    Packing(Box<Packing>),
}

/// Play along the first plan and its rivals.
struct Packing {
    game: PlannedGame,
    first: Attempt,
    rivals: Rivals,
    /// Whether the next expansion is a rival's, if they are due.
    is_rivals_turn: bool,
}

impl Fess {
    /// A search of `task`, which must have a box for every goal.
    fn new(spec: &SearchSpec, task: &Task) -> Self {
        let params = &spec.search.params;
        let style = Style {
            least_steps: params.get(AFAR.name) as u16,
            first: [First::Longest, First::Shortest][params.choice(FIRST.name)],
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
        let plan = Arc::new(plan);
        let statics = Statics { board, live, plan: Arc::clone(&plan), prefers_near };
        let mut game = PlannedGame::new(statics, &self.spec, &self.task);
        game.control = Control::of(&self.spec);
        game.prepare(context)?;
        let first = Attempt::new(&mut game, plan, prefers_near, &self.task.start, Vec::new());
        context.look()?;
        let rivals = Rivals::new(self.spec.search.params.get(PATIENCE.name) as u64);
        Ok(Stage::Packing(Box::new(Packing { game, first, rivals, is_rivals_turn: false })))
    }

    /// One expansion; `None` while the search goes on.
    fn step(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        self.reserve()?;
        match &mut self.stage {
            Stage::Planning(planner) => {
                if let Some(plan) =
                    planner.step(&self.task, &self.task.start, &self.live, context)?
                {
                    self.stage = self.pack(plan, context)?;
                }
                Ok(None)
            }
            Stage::Packing(packing) => {
                let Packing { game, first, rivals, is_rivals_turn } = &mut **packing;
                *is_rivals_turn = !*is_rivals_turn && rivals.are_due(first);
                if *is_rivals_turn {
                    rivals.step(first, game, &self.task, &self.live, context)
                } else {
                    first.advance(game, &self.task, context)
                }
            }
        }
    }

    /// Accounts for the memory held; rivals give way to the first plan.
    fn reserve(&mut self) -> Result<(), Stop> {
        loop {
            let bytes = self.bytes();
            let Err(stop) = self.memory.resize(bytes) else { return Ok(()) };
            let gave_way = match &mut self.stage {
                Stage::Packing(packing) => packing.rivals.give_way(),
                Stage::Planning(_) => false,
            };
            if !gave_way {
                return Err(stop);
            }
        }
    }
}

/// A tree with this root. Other searches are told of it if it is the start of the level.
fn planted(game: &mut PlannedGame, start: &Position, is_first: bool) -> Tree<PlannedGame> {
    let mut tree = Tree::new(game.control.order(&game.statics.board));
    let (root, rank) = game.root(start, is_first);
    tree.add_root(game, root, rank);
    tree
}

/// One expansion of a tree whose root follows from the start by the moves `before`; `None` while it
/// goes on.
fn advance(
    game: &mut PlannedGame,
    tree: &mut Tree<PlannedGame>,
    before: &[BoxMove],
    task: &Task,
    context: &mut Context<'_>,
) -> Result<Option<Turn>, Stop> {
    game.prepare(context)?;
    let unpacked = scene::unpacked(tree.rank(tree.best()));
    context.expand(Cost::new(unpacked, 0), tree.open())?;
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
    let moves = || [before, &tree.trail(id).1].concat();
    let line = if tree.state(id).is_solved(board) {
        Some(moves())
    } else {
        game.link.line(|| (moves(), start.player()))
    };
    let play = |moves: Vec<BoxMove>| pushes_of(board, start, &moves);
    Ok(line.and_then(play).map(Turn::Found))
}

impl Search for Fess {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let turn = go_on(nodes, || self.step(context));
        if let Stage::Packing(packing) = &mut self.stage {
            packing.game.link.flush();
        }
        turn
    }

    fn bytes(&self) -> usize {
        match &self.stage {
            Stage::Planning(planner) => planner.bytes(),
            Stage::Packing(packing) => {
                let Packing { game, first, rivals, .. } = &**packing;
                game.bytes() + first.bytes() + rivals.bytes()
            }
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

const PATIENCE: Param = Param::number(
    "patience",
    "expansions without another step packed before other plans are tried as well; 0: none are",
    1000.0,
    (0.0, 1e9),
);

pub(crate) static ENTRY: SearchEntry = SearchEntry {
    name: "fess",
    title: "feature space search that follows a packing plan",
    reference: "Shoham and Schaeffer, The FESS Algorithm, CoG 2020",
    params: &[AFAR, FIRST, PREFERS, PATIENCE, ORDER, WIDTH],
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

pub(crate) const BEAMS: Alias =
    Alias { name: "fess_beams", spec: "fess(order=beams)", title: "fess; along the plan by beams" };
