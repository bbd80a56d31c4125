//! HOT. The body shared by iterative-deepening depth-first search, IDA* and weighted IDA*:
//! rounds of depth-first search, each within a bound a little higher than the last.
//!
//! While memory lasts, every state met is stored and a round begins with the frontier of the
//! one before: the states it turned back from. Nothing is searched twice, so a round costs
//! what is new in it. When three quarters of the memory are used, storing ends; from then on
//! each round goes down from the last frontier afresh, in [`super::descent`]. Without table,
//! without exact keys or without cache it does so from the roots.

use std::cmp::Reverse;

use super::descent::Descent;
use super::tree::{Child, Habits, Tree};
use super::{Guide, INERTIA};
use crate::open::Buckets;
use crate::space::Space;
use crate::spec::Param;
use crate::store::StateId;
use crate::{Context, Cost, Raw, Stop};

pub(super) const TABLE: Param =
    Param { name: "table", title: "states met are remembered", default: 1.0, range: (0.0, 1.0) };

pub(super) const EXACT: Param = Param {
    name: "exact",
    title: "states are told apart exactly, not by 64-bit hashes; without it nothing is kept",
    default: 1.0,
    range: (0.0, 1.0),
};

pub(super) const CACHE: Param = Param {
    name: "cache",
    title: "a round begins with the frontier of the last, if there is an exact table",
    default: 1.0,
    range: (0.0, 1.0),
};

/// What a round is bounded by.
pub(super) trait Limit {
    /// Whether the estimate is looked at; if not, every action costs one.
    const INFORMED: bool;
    /// Whether the bound is a lower bound of what a solution costs.
    const BOUNDS: bool;

    /// What must not exceed the bound.
    fn key(cost: Cost, estimate: Cost, guide: &Guide) -> Cost;
}

pub(super) fn run<L: Limit, S: Space>(
    space: &mut S,
    guide: &mut Guide,
    context: &mut Context<'_>,
) -> Raw {
    search::<L, S>(space, guide, context).unwrap_or_else(Raw::Stopped)
}

fn search<L: Limit, S: Space>(
    space: &mut S,
    guide: &mut Guide,
    context: &mut Context<'_>,
) -> Result<Raw, Stop> {
    let [table, exact, cache, inertia] =
        [TABLE, EXACT, CACHE, INERTIA].map(|param| guide.params.is_on(param.name));
    let bounds = L::BOUNDS && guide.prunes_soundly && (guide.is_admissible || !L::INFORMED);
    let habits = Habits { informed: L::INFORMED, reopens: true, by_actions: !L::INFORMED };
    let mut tree = Tree::new(space, guide, habits);
    tree.plant(context)?;
    let mut frontier = Frontier::new(bounds, inertia);
    frontier.admit::<L, S>(&tree, Cost::ZERO);
    if table && exact && cache {
        tree.most_bytes = context.most_bytes().map(|most| most / 4 * 3);
        match frontier.deepen::<L, S>(&mut tree, context) {
            Err(Stop::Memory) => {}
            ended => return ended,
        }
    }
    let roots = frontier.waiting::<L, S>(&tree);
    let held = tree.store.bytes() + roots.capacity() * size_of::<StateId>();
    drop(frontier);
    let words = match (table, exact) {
        (false, _) => None,
        (true, false) => Some(0),
        (true, true) => Some(tree.store.words()),
    };
    Descent::new(&mut tree, words, inertia, held, context).deepen::<L>(&roots, bounds, context)
}

/// The states of the round, and those it turned back from.
struct Frontier {
    round: Vec<(StateId, Cost)>,
    beyond: Buckets,
    bounds: bool,
    inertia: bool,
}

impl Frontier {
    fn new(bounds: bool, inertia: bool) -> Self {
        Self { round: Vec::new(), beyond: Buckets::new(), bounds, inertia }
    }

    /// Rounds from the stored frontier, until memory is short; then what waits is complete.
    fn deepen<L: Limit, S: Space>(
        &mut self,
        tree: &mut Tree<'_, S>,
        context: &mut Context<'_>,
    ) -> Result<Raw, Stop> {
        while let Some(bound) = self.beyond.least() {
            self.begin::<L, S>(tree, bound);
            while let Some((id, cost)) = self.round.pop() {
                if cost > tree.store.cost(id) {
                    continue;
                }
                let open = self.round.len() + 1 + self.beyond.len();
                let is_goal = tree.visit(id, bound, open, context)?;
                if self.bounds {
                    context.raise_bound(bound);
                }
                if is_goal {
                    return Ok(tree.found(id, context));
                }
                let elsewhere =
                    self.beyond.bytes() + self.round.capacity() * size_of_val(&(id, cost));
                if let Err(stop) = tree.grow(id, elsewhere, context) {
                    self.round.push((id, cost));
                    return Err(stop);
                }
                let inertia = self.inertia;
                tree.children.sort_unstable_by_key(|child| {
                    (inertia && child.inert, Reverse((child.estimate, child.id)))
                });
                self.admit::<L, S>(tree, bound);
            }
        }
        Ok(Raw::Exhausted)
    }

    /// Moves what the new bound lets in to the round, the most promising on top.
    fn begin<L: Limit, S: Space>(&mut self, tree: &Tree<'_, S>, bound: Cost) {
        while self.beyond.least().is_some_and(|key| key <= bound) {
            let Some((key, id)) = self.beyond.pop() else { break };
            let cost = tree.store.cost(id);
            if key <= L::key(cost, tree.guide.left(tree.store.estimate(id)), tree.guide) {
                self.round.push((id, cost));
            }
        }
        self.round.reverse();
    }

    /// Sorts the children of the tree into the round or beyond it.
    fn admit<L: Limit, S: Space>(&mut self, tree: &Tree<'_, S>, bound: Cost) {
        for &Child { id, cost, estimate, .. } in &tree.children {
            let key = L::key(cost, tree.guide.left(estimate), tree.guide);
            // Before the first round nothing is within the bound.
            if key <= bound && bound > Cost::ZERO {
                self.round.push((id, cost));
            } else {
                self.beyond.push(key, Cost::new(estimate, 0), id);
            }
        }
    }

    /// Every state that is stored and not expanded.
    fn waiting<L: Limit, S: Space>(&mut self, tree: &Tree<'_, S>) -> Vec<StateId> {
        while let Some(key) = self.beyond.least() {
            self.begin::<L, S>(tree, key);
        }
        let store = &tree.store;
        let live = self.round.iter().filter(|&&(id, cost)| cost <= store.cost(id));
        let mut roots: Vec<StateId> = live.map(|&(id, _)| id).collect();
        roots.sort_unstable();
        roots.dedup();
        roots
    }
}
