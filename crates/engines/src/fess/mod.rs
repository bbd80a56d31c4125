//! Feature space search with a packing plan.
//!
//! First the level is played backwards until the board is empty, which gives an order of
//! packing; then forwards along that plan. Both are the same kind of search over cells of
//! positions that share what matters about them, in steps of one box taken any distance.
//! After Shoham and Schaeffer (CoG 2020) and Shoham's Festival.

mod advisors;
mod hotspots;
pub(crate) mod links;
pub(crate) mod plan;
pub(crate) mod scene;
pub(crate) mod sink;
pub(crate) mod tree;

use std::sync::Arc;

use hakooshi_board::movegen::Relocations;
use hakooshi_board::{Board, Position, Push, Reach, SquareSet};
use hakooshi_search::space::landing_for_pushes;
use hakooshi_search::{Context, Cost, Stop};
use plan::Plan;
use scene::{Packing, Statics};
use sink::Sink;
use tree::{Hop, Step, Tree};

use crate::{EngineClaims, EngineEntry, Search, Turn};

/// Positions of the backward search after which the best plan so far must do.
const MOST_PLANNING: usize = 3000;

/// Feature space search.
#[derive(Debug)]
pub struct Fess {
    board: Arc<Board>,
    start: Position,
    live: SquareSet,
    stage: Stage,
    elsewhere: usize,
}

#[derive(Debug)]
enum Stage {
    Planning(Box<(Sink, Tree<Sink>)>),
    Packing(Box<(Packing, Tree<Packing>)>),
}

impl Fess {
    /// A search from `start`, which must have a box for every goal.
    pub fn new(board: &Arc<Board>, start: &Position) -> Self {
        let live = landing_for_pushes(board, true);
        let sink = Sink::new(board, start, &live);
        Self {
            board: Arc::clone(board),
            start: start.clone(),
            live,
            stage: Stage::Planning(Box::new((sink, Tree::new()))),
            elsewhere: 0,
        }
    }

    /// Goes on planning; whether the plan is made.
    fn plan(&mut self, context: &mut Context<'_>) -> Result<bool, Stop> {
        let Stage::Planning(planning) = &mut self.stage else { return Ok(true) };
        let (sink, tree) = &mut **planning;
        if tree.len() == 0 {
            for (root, rank) in sink.roots() {
                tree.add_root(sink, root, rank);
            }
        }
        context.expand(Cost::new(tree.rank(tree.best()) as u32, 0), tree.len())?;
        let done = match tree.advance(sink) {
            Step::New(id) => Sink::is_done(tree.state(id)),
            Step::Barren => false,
            Step::Exhausted => true,
        };
        if !done && tree.len() < MOST_PLANNING {
            return Ok(false);
        }
        let best = tree.best();
        let (root, mut hops) = tree.trail(best);
        if Sink::is_done(tree.state(best)) {
            sink.straighten(tree.state(root), &mut hops);
        }
        if std::env::var("FESS_DEBUG").is_ok_and(|v| v == "3") {
            let mut st = tree.state(root).clone();
            for h in &hops {
                let (a, b) = (self.board.cell(h.from), self.board.cell(h.to));
                eprintln!(
                    "({},{}) -> ({},{}) {}",
                    a.row,
                    a.col,
                    b.row,
                    b.col,
                    if h.gone { "gone" } else { "" }
                );
                if let Some(n) = tree::Scene::step(sink, &st, *h) {
                    st = n;
                }
                if !h.gone {
                    draw(&self.board, &st.boxes, st.player);
                    eprintln!(
                        "bases {:?}",
                        st.bases
                            .iter()
                            .map(|b| {
                                let c = self.board.cell(*b);
                                (c.row, c.col)
                            })
                            .collect::<Vec<_>>()
                    );
                }
            }
        }
        let plan = Plan::new(&self.board, &self.live, &tree.state(best).boxes, &hops);
        if std::env::var("FESS_DEBUG").is_ok() {
            eprintln!(
                "plan: {} nodes, {} left of {}, {} steps",
                tree.len(),
                tree.state(best).boxes.len(),
                self.start.boxes().len(),
                plan.len()
            );
        }
        if std::env::var("FESS_DEBUG").is_ok_and(|v| v == "2") {
            draw(&self.board, self.start.boxes(), self.start.player());
            for k in 0..plan.len() {
                let sq = plan.next(k).unwrap();
                let c = self.board.cell(sq);
                eprint!("({},{}){} ", c.row, c.col, if plan.is_for_good(k) { "" } else { "p" });
            }
            eprintln!();
        }
        let statics = Statics::new(&self.board, &self.live, plan);
        let mut packing = Packing::new(statics, &self.start);
        let mut forward = Tree::new();
        let (root, rank) = packing.root(&self.start);
        forward.add_root(&mut packing, root, rank);
        self.stage = Stage::Packing(Box::new((packing, forward)));
        Ok(true)
    }
}

/// The single pushes that hops from `start` stand for; empty if they cannot be played.
pub(crate) fn pushes_of(
    board: &Board,
    start: &Position,
    live: &SquareSet,
    hops: &[Hop],
) -> Vec<Push> {
    let mut position = start.clone();
    let mut reach = Reach::new(board);
    let mut relocations = Relocations::new(board);
    let mut out = Vec::new();
    for hop in hops {
        reach.fill(board, &position);
        relocations.of_box(board, &position, &reach, hop.from, live);
        let found = relocations.found().iter().position(|found| {
            found.to == hop.to && relocations.region_after(board, found) == hop.player
        });
        let Some(found) = found else { return Vec::new() };
        out.extend(relocations.pushes(board, found));
        let player = relocations.found()[found].player;
        position.carry(board, hop.from, hop.to, player);
    }
    out
}

impl Search for Fess {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        for _ in 0..nodes {
            if matches!(self.stage, Stage::Planning(_)) {
                self.plan(context)?;
                continue;
            }
            let Stage::Packing(packing) = &mut self.stage else { continue };
            let (scene, tree) = &mut **packing;
            context.hold(self.elsewhere + tree.bytes())?;
            let r =
                context.expand(Cost::new((tree.rank(tree.best()) >> 54) as u32, 0), tree.cells());
            if let Err(stop) = r {
                if std::env::var("FESS_DEBUG").is_ok() {
                    eprintln!(
                        "{} nodes {} cells best left {} regions {} closed {} strays {} refused {:?}",
                        tree.len(),
                        tree.cells(),
                        tree.rank(tree.best()) >> 54,
                        tree.rank(tree.best()) >> 46 & 255,
                        tree.rank(tree.best()) >> 38 & 255,
                        tree.rank(tree.best()) >> 30 & 255,
                        scene.refused
                    );
                    let state = tree.state(tree.best());
                    draw(&self.board, &state.boxes, state.player);
                }
                return Err(stop);
            }
            match tree.advance(scene) {
                Step::New(id) => {
                    let boxes = &tree.state(id).boxes;
                    if boxes.iter().all(|&square| self.board.is_goal(square)) {
                        let (_, hops) = tree.trail(id);
                        return Ok(Turn::Found(pushes_of(
                            &self.board,
                            &self.start,
                            &self.live,
                            &hops,
                        )));
                    }
                }
                Step::Barren => {}
                Step::Exhausted => return Ok(Turn::Exhausted),
            }
        }
        Ok(Turn::Paused)
    }

    fn bytes(&self) -> usize {
        match &self.stage {
            Stage::Planning(planning) => planning.1.bytes(),
            Stage::Packing(packing) => packing.1.bytes(),
        }
    }

    fn beside(&mut self, bytes: usize) {
        self.elsewhere = bytes;
    }
}

pub(crate) fn draw(
    board: &Board,
    boxes: &[hakooshi_board::Square],
    player: hakooshi_board::Square,
) {
    let cells: Vec<_> = board.squares().map(|s| board.cell(s)).collect();
    let rows = cells.iter().map(|c| c.row).max().unwrap_or(0) + 2;
    let cols = cells.iter().map(|c| c.col).max().unwrap_or(0) + 2;
    let mut grid = vec![vec!['#'; cols as usize]; rows as usize];
    for s in board.squares() {
        let c = board.cell(s);
        let b = boxes.contains(&s);
        let g = board.is_goal(s);
        grid[c.row as usize][c.col as usize] = match (b, g, s == player) {
            (true, true, _) => '*',
            (true, false, _) => '$',
            (_, true, true) => '+',
            (_, false, true) => '@',
            (_, true, _) => '.',
            _ => ' ',
        };
    }
    for row in grid {
        eprintln!("{}", row.into_iter().collect::<String>());
    }
}

pub(crate) static ENTRY: EngineEntry = EngineEntry {
    name: "fess",
    title: "feature space search along a packing plan",
    reference: "Shoham and Schaeffer, The FESS Algorithm, CoG 2020",
    params: &[],
    // Moves that lead to positions refused as hopeless are sound, but keys of 64 bits stand
    // for positions.
    claims: EngineClaims { complete: false },
    build: |board, start| Box::new(Fess::new(board, start)),
};
