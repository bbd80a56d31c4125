//! HOT. The body shared by uniform-cost search, A*, weighted A* and greedy search: always expand
//! the open state with the least key. They differ only in the key.
//!
//! Put the start in the open list; take the state with the least key, stop if it is a goal, and
//! keep each successor that is new or cheaper than before. An entry whose state has since been
//! reached more cheaply is stale and skipped when popped. Among equal keys the smaller estimate
//! goes first; with `inertia`, then a state reached by moving the same box again; then the newer
//! state.
//! Hart, Nilsson and Raphael 1968; Pohl 1970; Doran and Michie 1966.

use super::tree::{Tree, TreeOptions, Visit};
use super::{Algorithm, Guide, INERTIA};
use crate::open::{Buckets, OpenList};
use crate::space::Space;
use crate::spec::Param;
use crate::store::StateId;
use crate::{Context, Cost, Search, Stop, Turn, go_on};

/// Inertia as a tie-break, off by default.
pub(super) const TIES: Param = Param { default: 0.0, ..INERTIA };

/// How a state is ranked.
pub(super) trait Rank: Send + 'static {
    /// Whether a state reached more cheaply is reopened.
    const REOPENS: bool;
    /// Whether the least open key is a lower bound on the cost of a solution.
    const BOUNDS: bool;
    /// Whether the heuristic is used.
    const INFORMED: bool = true;

    /// The key of a state from its cost so far and its estimated remaining cost.
    fn key(cost: Cost, estimate: Cost, guide: &Guide) -> Cost;
}

/// Best-first search in the order of `R`.
pub(super) struct Ranked<R>(std::marker::PhantomData<R>);

impl<R: Rank> Algorithm for Ranked<R> {
    fn build<S: Space>(mut tree: Tree<S>) -> Box<dyn Search> {
        tree.options =
            TreeOptions { informed: R::INFORMED, reopens: R::REOPENS, ..TreeOptions::default() };
        let guide = &tree.guide;
        Box::new(BestFirst::<R, S> {
            bounds: R::BOUNDS && guide.prunes_soundly && guide.is_admissible,
            inertia: R::INFORMED && guide.params.is_on(INERTIA.name),
            open: Buckets::new(),
            is_begun: false,
            rank: std::marker::PhantomData,
            tree,
        })
    }
}

struct BestFirst<R, S: Space> {
    tree: Tree<S>,
    open: Buckets,
    bounds: bool,
    inertia: bool,
    is_begun: bool,
    rank: std::marker::PhantomData<R>,
}

impl<R: Rank, S: Space> BestFirst<R, S> {
    /// Adds the children of the tree to the open list, but for those that cannot lead to a better
    /// solution than the one known.
    fn push_children(&mut self, context: &Context<'_>) {
        let Self { tree, open, inertia, bounds, .. } = self;
        let known = context.incumbent().filter(|_| *bounds).map(|best| best.cost);
        for child in &tree.children {
            let key = R::key(child.cost, tree.guide.estimated_cost(child.estimate), &tree.guide);
            if known.is_some_and(|cost| key >= cost) {
                continue;
            }
            let tie = Cost::new(child.estimate, u32::from(*inertia && !child.same_box));
            open.push((key, tie), child.id);
        }
    }

    /// The solution known, once nothing that is open can lead to a better one: `key` is the least.
    fn settled(&self, key: Option<Cost>, context: &mut Context<'_>) -> Option<Turn> {
        let best = context.incumbent().filter(|_| self.bounds)?;
        let cost = best.cost;
        let pushes = key.is_none_or(|key| key >= cost).then(|| best.pushes.clone())?;
        context.raise_bound(cost);
        Some(Turn::Found(pushes))
    }

    /// Whether the heuristic has learnt that the state belongs further down the open list; puts it
    /// there.
    fn has_risen(&mut self, id: StateId, key: Cost) -> bool {
        let Tree { store, guide, .. } = &self.tree;
        let estimate = store.estimate(id);
        let now = R::key(store.cost(id), guide.estimated_cost(estimate), guide);
        if guide.learns && now > key {
            self.open.push((now, Cost::new(estimate, 0)), id);
        }
        guide.learns && now > key
    }

    fn step(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let (key, id) = loop {
            let Some(((key, _), id)) = self.open.pop() else {
                return Ok(Some(self.settled(None, context).unwrap_or(Turn::Exhausted)));
            };
            let Tree { store, guide, .. } = &self.tree;
            if key <= R::key(store.cost(id), guide.estimated_cost(store.estimate(id)), guide) {
                break (key, id);
            }
        };
        if let Some(best) = self.settled(Some(key), context) {
            return Ok(Some(best));
        }
        let visit = self.tree.visit(id, key, self.open.len() + 1, context)?;
        if self.bounds {
            context.raise_bound(key);
        }
        match visit {
            Visit::Goal => return Ok(Some(self.tree.found(id, context))),
            Visit::Dead => {}
            Visit::Open if self.has_risen(id, key) => {}
            Visit::Open => {
                self.tree.hold(self.open.bytes())?;
                self.tree.limit = context.incumbent().filter(|_| self.bounds).map(|best| best.cost);
                self.tree.expand(id, context)?;
                self.push_children(context);
            }
        }
        Ok(None)
    }
}

impl<R: Rank, S: Space> Search for BestFirst<R, S> {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        if !self.is_begun {
            self.is_begun = true;
            self.tree.add_roots(context)?;
            self.push_children(context);
        }
        go_on(nodes, || self.step(context))
    }

    fn bytes(&self) -> usize {
        self.tree.bytes()
    }
}
