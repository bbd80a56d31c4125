//! Search by a learned value: backwards from the end for a plan, then forwards along it.
//!
//! The value of a position is a weighted sum of six features (`features.rs`). The tree is
//! walked greedily by it, and at times not (`tree.rs`). What the backward half holds most valuable
//! gives the forward half an order of goals and boards to aim at (`plan.rs`), and any position
//! of the one half that the other meets solves the level.
//! After Shoham and Elidan, "Solving Sokoban with forward-backward reinforcement learning"
//! (2021).
//!
//! The weights were learned on small levels, by
//! `cargo run --release -p hakooshi-engines --example learn_value -- FILE…`.

mod features;
mod half;
mod plan;
mod tree;

use std::sync::Arc;

pub use features::{FEATURES, Features, NAMES, Weights};
use hakooshi_board::movegen::{Pulling, Pushing};
use hakooshi_board::{Board, Position, Push, SquareSet};
use hakooshi_search::space::landing_for_pushes;
use hakooshi_search::{Context, Cost, Stop};
use half::{Half, Step};
use plan::Plan;

use crate::cells::{Hop, Keys, NodeId, pushes_of};
use crate::play::{Side, turned};
use crate::{EngineClaims, EngineEntry, Search, Turn};

/// Expansions of the backward half.
const BACKWARD: u32 = 1000;

/// The plan ends at the first position of the best line that is worth the best less this.
const SLACK: f32 = 0.1;

/// Where learning begins: the weights that Shoham's Festival uses, as far as they are known.
pub const PUBLISHED: Weights = Weights {
    backward: [0.0, -0.19, -0.22, 0.15, 0.0, 0.38],
    forward: [0.47, -0.18, -0.23, 0.05, 0.33, 0.16],
};

/// What `learn_value` made of them on Microban I and the bundled levels.
pub const LEARNED: Weights = Weights {
    backward: [0.0, -0.39, -0.22, 0.35, 0.0, 0.48],
    forward: [-0.03, 0.02, -0.58, 0.25, 0.33, 0.16],
};

/// Search by value.
#[derive(Debug)]
pub struct Value {
    board: Arc<Board>,
    start: Position,
    start_key: u64,
    live: SquareSet,
    weights: Weights,
    backward: Half<Pulling>,
    forward: Option<Box<Half<Pushing>>>,
    elsewhere: usize,
}

impl Value {
    /// A search from `start`, which must have a box for every goal.
    pub fn new(board: &Arc<Board>, start: &Position, weights: &Weights) -> Self {
        let roots = Pushing::roots(board, start);
        Self {
            start_key: roots.first().map_or(0, |root| root.key(board)),
            live: landing_for_pushes(board, true),
            weights: *weights,
            backward: Half::new(board, start, Plan::default(), &weights.backward),
            forward: None,
            elsewhere: 0,
            start: start.clone(),
            board: Arc::clone(board),
        }
    }

    /// Expansions of each half, the backward first.
    pub fn expansions(&self) -> [u32; 2] {
        let ahead = self.forward.as_ref().map_or(0, |forward| forward.tree.size());
        [self.backward.tree.size(), ahead]
    }

    /// The plan of the backward half.
    fn plan(&self) -> Plan {
        let tree = &self.backward.tree;
        Plan::new(&self.board, &tree.trail(tree.best(SLACK)).1)
    }

    /// The pushes of `hops` from the start and on along the line of the backward half.
    fn line(&self, mut hops: Vec<Hop>, node: NodeId) -> Vec<Push> {
        let (root, pulls) = self.backward.tree.trail(node);
        hops.extend(turned((pulls, root.player)));
        pushes_of(&self.board, &self.start, &self.live, &hops)
    }

    /// Pulls once more, or gets ready to push.
    fn pull(&mut self) -> Option<Turn> {
        let step = self.backward.advance(&Keys::default());
        if let Some(&node) = self.backward.tree.known().get(&self.start_key) {
            return Some(Turn::Found(self.line(Vec::new(), node)));
        }
        if step == Step::Exhausted || self.backward.tree.size() >= BACKWARD {
            let (plan, weights) = (self.plan(), &self.weights.forward);
            let forward = Half::new(&self.board, &self.start, plan, weights);
            self.forward = Some(Box::new(forward));
        }
        None
    }
}

impl Search for Value {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        for _ in 0..nodes {
            context.hold(self.elsewhere + self.bytes())?;
            let Some(forward) = &mut self.forward else {
                context.expand(Cost::ZERO, self.backward.tree.len())?;
                if let Some(end) = self.pull() {
                    return Ok(end);
                }
                continue;
            };
            context.expand(Cost::ZERO, forward.tree.len())?;
            match forward.advance(self.backward.tree.known()) {
                Step::Grown => {}
                Step::Exhausted => return Ok(Turn::Exhausted),
                Step::Met(node, hop, other) => {
                    let mut hops = forward.tree.trail(node).1;
                    hops.push(hop);
                    let pushes = self.line(hops, other);
                    // Two positions with the same key: rather go on than give a false line.
                    if !pushes.is_empty() {
                        return Ok(Turn::Found(pushes));
                    }
                }
            }
        }
        Ok(Turn::Paused)
    }

    fn bytes(&self) -> usize {
        self.backward.bytes() + self.forward.as_ref().map_or(0, |forward| forward.bytes())
    }

    fn beside(&mut self, bytes: usize) {
        self.elsewhere = bytes;
    }
}

pub(crate) static ENTRY: EngineEntry = EngineEntry {
    name: "value",
    title: "value-guided: backwards for a plan and forwards along it by a learned linear value",
    reference: "Shoham and Elidan, Solving Sokoban with Forward-Backward RL, SoCS 2021",
    params: &[],
    // Keys of 64 bits stand for positions.
    claims: EngineClaims { complete: false, repeatable: true },
    build: |board, start| Box::new(Value::new(board, start, &LEARNED)),
};
