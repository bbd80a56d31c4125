//! Feature space search with a packing plan.
//!
//! The level is first played backwards until the board is empty, which gives a packing plan, and
//! then forwards along that plan. Both are feature space searches by macro moves, each taking one
//! box any distance (`cells/`).
//! After Shoham and Schaeffer (2020) and Shoham's Festival.

mod advisors;
mod empty_board;
mod hotspots;
mod plan;
mod scene;
mod straighten;

use empty_board::{EmptyBoardGame, Style};
use hakooshi_board::{BoxMove, Direction, SquareSet};
use hakooshi_search::frontier::pushes_of;
use hakooshi_search::spec::{Alias, Param, Params, Parts, SearchClaims, SearchEntry, SearchSpec};
use hakooshi_search::{Context, Cost, Reservation, Search, Stop, Task, Turn, go_on};
use plan::FillPlan;
use scene::{PlannedGame, Statics};

use crate::LARGEST_BOARD;
use crate::cells::{Boxes, Progress, Tree};

/// Moves the backward search may try before the best plan so far is used. On XSokoban and the
/// sample of the Large Test Suite nearly every plan is found within a few hundred.
const MOST_PLANNING: usize = 4000;

/// Feature space search.
struct Fess {
    spec: SearchSpec,
    task: Task,
    live: SquareSet,
    stage: Stage,
    memory: Reservation,
}

enum Stage {
    Fresh,
    /// The backward search, and the moves it has tried.
    Planning(Box<(EmptyBoardGame, Tree<EmptyBoardGame>)>, usize),
    Packing(Box<(PlannedGame, Tree<PlannedGame>)>),
}

impl Fess {
    /// A search of `task`, which must have a box for every goal.
    fn new(spec: &SearchSpec, task: &Task) -> Self {
        Self {
            live: task.landing(Direction::Forward, spec.dead_squares),
            stage: Stage::Fresh,
            memory: task.memory.reservation(),
            spec: spec.clone(),
            task: task.clone(),
        }
    }

    fn style(params: &Params) -> Style {
        Style {
            least_steps: params.get(AFAR.name) as u16,
            longest_first: params.choice(FIRST.name) == 0,
        }
    }

    fn plan(&self, context: &mut Context<'_>) -> Result<Stage, Stop> {
        let style = Self::style(&self.spec.search.params);
        let mut looked = Ok(());
        let game = EmptyBoardGame::new(&self.task, &self.live, style, || {
            looked = context.look();
            looked.is_ok()
        });
        looked?;
        // Nothing else ends it.
        let Some(mut game) = game else { return Ok(Stage::Fresh) };
        game.prepare(context);
        let mut tree = Tree::new();
        for (root, rank) in game.roots() {
            tree.add_root(&mut game, root, rank);
            context.look()?;
        }
        Ok(Stage::Planning(Box::new((game, tree)), 0))
    }

    /// Begins the forward search along the best plan of the backward search.
    fn pack(
        &self,
        (game, tree): &mut (EmptyBoardGame, Tree<EmptyBoardGame>),
        context: &mut Context<'_>,
    ) -> Result<Stage, Stop> {
        let board = &self.task.board;
        let best = tree.best();
        let (root, mut moves) = tree.trail(best);
        if EmptyBoardGame::is_done(tree.state(best)) {
            game.straighten(tree.state(root), &mut moves);
        }
        context.look()?;
        let plan = FillPlan::new(board, &self.live, &tree.state(best).boxes, &moves);
        context.look()?;
        let prefers_near = self.spec.search.params.choice(PREFERS.name) == 1;
        let live = self.live.clone();
        let statics = Statics { board: board.clone(), live, plan, prefers_near };
        let mut packing = PlannedGame::new(statics, &self.spec, &self.task);
        packing.prepare(context)?;
        let mut forward = Tree::new();
        let (root, rank) = packing.root(&self.task.start);
        forward.add_root(&mut packing, root, rank);
        context.look()?;
        Ok(Stage::Packing(Box::new((packing, forward))))
    }

    /// One expansion; `None` while the search goes on.
    fn step(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let bytes = self.bytes();
        self.memory.resize(bytes)?;
        match &mut self.stage {
            Stage::Fresh => {
                self.task.between(context)?;
                self.stage = self.plan(context)?;
                Ok(None)
            }
            Stage::Planning(planning, tried) => {
                *tried += 1;
                let (game, tree) = &mut **planning;
                let left = empty_board::boxes_left(tree.rank(tree.best()));
                context.expand(Cost::new(left, 0), tree.cells())?;
                game.prepare(context);
                let progress = tree.advance(game);
                context.look()?;
                let is_done = match progress {
                    Progress::New(id) => EmptyBoardGame::is_done(tree.state(id)),
                    Progress::Barren => false,
                    Progress::Exhausted => true,
                };
                if is_done || *tried >= MOST_PLANNING {
                    let Stage::Planning(mut planning, _) =
                        std::mem::replace(&mut self.stage, Stage::Fresh)
                    else {
                        return Ok(None);
                    };
                    self.stage = self.pack(&mut planning, context)?;
                }
                Ok(None)
            }
            Stage::Packing(packing) => {
                let (game, tree) = &mut **packing;
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
                let Boxes { boxes, player } = tree.state(id);
                context.show(Direction::Forward, boxes, *player);
                let Task { board, start, .. } = &self.task;
                let line = if tree.state(id).is_solved(board) {
                    Some(tree.trail(id).1)
                } else {
                    game.link.line(|| (tree.trail(id).1, start.player()))
                };
                let play = |moves: Vec<BoxMove>| pushes_of(board, start, &moves);
                Ok(line.and_then(play).map(Turn::Found))
            }
        }
    }
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
            Stage::Fresh => 0,
            Stage::Planning(planning, _) => planning.1.bytes(),
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
