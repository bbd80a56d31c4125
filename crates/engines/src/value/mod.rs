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

pub use features::{FEATURES, Features, NAMES, Weights};
use hakooshi_board::SquareSet;
use hakooshi_board::movegen::{Pulling, Pushing};
use hakooshi_search::space::landing_for_pushes;
use hakooshi_search::{Context, Cost, Stop};
use half::{Half, Step};
use plan::Plan;

use crate::meet::pushes_of;
use crate::{Case, EngineClaims, EngineEntry, Search, Turn};

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
    case: Case,
    live: SquareSet,
    weights: Weights,
    backward: Half<Pulling>,
    forward: Option<Box<Half<Pushing>>>,
    elsewhere: usize,
}

impl Value {
    /// A search of `case`, which must have a box for every goal.
    pub fn new(case: &Case, weights: &Weights) -> Self {
        Self {
            live: landing_for_pushes(&case.board, true),
            weights: *weights,
            backward: Half::new(case, Plan::default(), &weights.backward),
            forward: None,
            elsewhere: 0,
            case: case.clone(),
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
        Plan::new(&self.case.board, &tree.trail(tree.best(SLACK)).1)
    }

    /// One expansion more of the half whose time it is.
    fn advance(&mut self) -> Step {
        if let Some(forward) = &mut self.forward {
            return forward.advance();
        }
        let step = self.backward.advance();
        if step == Step::Exhausted || self.backward.tree.size() >= BACKWARD {
            self.backward.hand_in();
            let forward = Half::new(&self.case, self.plan(), &self.weights.forward);
            self.forward = Some(Box::new(forward));
            return Step::Grown;
        }
        step
    }

    fn waiting(&self) -> usize {
        self.forward.as_ref().map_or(self.backward.tree.len(), |forward| forward.tree.len())
    }
}

impl Search for Value {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        for _ in 0..nodes {
            context.hold(self.elsewhere + self.bytes())?;
            context.expand(Cost::ZERO, self.waiting())?;
            match self.advance() {
                Step::Grown => {}
                Step::Exhausted => return Ok(Turn::Exhausted),
                Step::Met(hops) => {
                    let Case { board, start, .. } = &self.case;
                    // Two positions with the same key: rather go on than give a false line.
                    if let Some(pushes) = pushes_of(board, start, &self.live, &hops) {
                        return Ok(Turn::Found(pushes));
                    }
                }
            }
        }
        match &mut self.forward {
            None => self.backward.hand_in(),
            Some(forward) => forward.hand_in(),
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
    build: |case| Box::new(Value::new(case, &LEARNED)),
};
