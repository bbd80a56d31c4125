//! Search by a learned value: backwards from the solved position for a plan, then forwards along
//! it.
//!
//! The value of a position is a weighted sum of six features (`features.rs`). The tree is searched
//! greedily by value, with regular exceptions (`tree.rs`). The best line of the backward search
//! gives the forward search an order of goals and positions to aim at (`plan.rs`), and a position
//! that both reach solves the level.
//! After Shoham and Elidan, "Solving Sokoban with forward-backward reinforcement learning"
//! (2021).
//!
//! The weights were learned on small levels, by
//! `cargo run --release -p hakooshi-engines --example learn_value -- FILE…`.

mod features;
mod one_way;
mod plan;
mod tree;

pub use features::{FEATURES, Features, NAMES, Weights};
use hakooshi_board::{Pulling, Pushing};
use hakooshi_search::frontier::pushes_of;
use hakooshi_search::spec::{SearchClaims, SearchEntry, SearchSpec};
use hakooshi_search::{Context, Cost, Reservation, Search, Stop, Task, Turn, go_on};
use one_way::{Expansion, OneWaySearch};
use plan::LinePlan;

use crate::play::BOTH_WAYS;

/// Expansions of the backward search. Set by judgement; the weights were learned with it.
const BACKWARD: u32 = 1000;

/// The plan ends at the first position of the best line whose value is within this of the best.
/// Set by judgement.
const SLACK: f32 = 0.1;

/// The weights that learning starts from: those of Shoham's Festival, as far as they are known.
pub const PUBLISHED: Weights = Weights {
    backward: [0.0, -0.19, -0.22, 0.15, 0.0, 0.38],
    forward: [0.47, -0.18, -0.23, 0.05, 0.33, 0.16],
};

/// The weights that `learn_value` found on Microban I and the bundled levels. Within 3,000
/// expansions they solve 14, 32 and 59 levels of Sasquatch, Holland and Grigr2001, the published
/// ones 17, 32 and 53 (bench/LOG.md).
pub const LEARNED: Weights = Weights {
    backward: [0.0, -0.39, -0.22, 0.35, 0.0, 0.48],
    forward: [-0.03, 0.02, -0.58, 0.25, 0.33, 0.16],
};

/// Search by value.
pub struct Value {
    spec: SearchSpec,
    task: Task,
    weights: Weights,
    backward: OneWaySearch<Pulling>,
    forward: Option<Box<OneWaySearch<Pushing>>>,
    memory: Reservation,
}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Value").field("weights", &self.weights).finish_non_exhaustive()
    }
}

impl Value {
    /// A search of `task`, which must have a box for every goal.
    pub fn new(spec: &SearchSpec, task: &Task, weights: &Weights) -> Self {
        Self {
            weights: *weights,
            backward: OneWaySearch::new(spec, task, LinePlan::default(), &weights.backward),
            forward: None,
            memory: task.memory.reservation(),
            spec: spec.clone(),
            task: task.clone(),
        }
    }

    /// Expansions of the backward and of the forward search.
    pub fn expansions(&self) -> [u32; 2] {
        let ahead = self.forward.as_ref().map_or(0, |forward| forward.tree.size());
        [self.backward.tree.size(), ahead]
    }

    /// The plan made by the backward search.
    fn plan(&self) -> LinePlan {
        let tree = &self.backward.tree;
        LinePlan::new(&self.task.board, &tree.trail(tree.best(SLACK)).1)
    }

    /// One expansion of the backward search, or of the forward search once it has begun.
    fn advance(&mut self, context: &mut Context<'_>) -> Result<Expansion, Stop> {
        if let Some(forward) = &mut self.forward {
            return forward.advance(context);
        }
        let expansion = self.backward.advance(context)?;
        if expansion == Expansion::Exhausted || self.backward.tree.size() >= BACKWARD {
            self.backward.flush();
            let forward =
                OneWaySearch::new(&self.spec, &self.task, self.plan(), &self.weights.forward);
            self.forward = Some(Box::new(forward));
            return Ok(Expansion::Grown);
        }
        Ok(expansion)
    }

    fn waiting(&self) -> usize {
        self.forward.as_ref().map_or(self.backward.tree.len(), |forward| forward.tree.len())
    }

    fn step(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let bytes = self.bytes();
        self.memory.resize(bytes)?;
        context.expand(Cost::ZERO, self.waiting())?;
        Ok(match self.advance(context)? {
            Expansion::Grown => None,
            Expansion::Exhausted => Some(Turn::Exhausted),
            // Two positions may share a key; a line that cannot be played is ignored.
            Expansion::Met(moves) => {
                pushes_of(&self.task.board, &self.task.start, &moves).map(Turn::Found)
            }
        })
    }
}

impl Search for Value {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let turn = go_on(nodes, || self.step(context));
        match &mut self.forward {
            None => self.backward.flush(),
            Some(forward) => forward.flush(),
        }
        turn
    }

    fn bytes(&self) -> usize {
        self.backward.bytes() + self.forward.as_ref().map_or(0, |forward| forward.bytes())
    }
}

pub(crate) static ENTRY: SearchEntry = SearchEntry {
    name: "value",
    title: "pulls backwards for a plan and follows it forwards, guided by a learned linear value",
    reference: "Shoham and Elidan, Solving Sokoban with Forward-Backward RL, SoCS 2021",
    params: &[],
    claims: SearchClaims { price: 55, ..BOTH_WAYS },
    build: |spec, task| Box::new(Value::new(spec, task, &LEARNED)),
};
