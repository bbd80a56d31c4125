//! HOT. The body shared by iterative-deepening depth-first search, IDA* and weighted IDA*:
//! rounds of depth-first search with a rising bound.
//!
//! While memory lasts, every state is stored and a round starts from the frontier of the one
//! before: the states beyond its bound. Nothing is searched twice, so a round costs only its new
//! states. When three quarters of the memory are used, storing ends; from then on each round
//! searches again from the last frontier, in [`super::descent`]. Without table, exact keys or
//! cache every round starts from the roots.

use std::cmp::Reverse;
use std::marker::PhantomData;

use super::attempts::RESTART;
use super::descent::Descent;
use super::order::Order;
use super::relevance::RELEVANCE;
use super::tree::{Child, Tree, TreeOptions, Visit};
use super::{Algorithm, Guide};
use crate::open::{Buckets, OpenList};
use crate::space::Space;
use crate::spec::Param;
use crate::store::StateId;
use crate::{Context, Cost, Search, Stop, Turn, go_on};

pub(super) const TABLE: Param = Param::switch("table", "keep a transposition table", true);

pub(super) const EXACT: Param = Param::switch(
    "exact",
    "compare whole states, not only 64-bit hashes; off also turns `cache` off",
    true,
);

pub(super) const DUPLICATES: Param = Param::switch(
    "duplicates",
    "store every path to a state as a state of its own: the same search without its table",
    false,
);

pub(super) const CACHE: Param = Param::switch(
    "cache",
    "start each round from the frontier of the last; needs `table` and `exact`",
    true,
);

pub(super) const ENTRIES: Param = Param::number(
    "entries",
    "most entries of the transposition table of a descent, in thousands; 0 for as many as fit",
    0.0,
    (0.0, 1e9),
);

pub(super) const RELAX: Param = Param::switch(
    "relax",
    "at the end without a solution, drop relevance cuts, then goal cuts and macros, and begin \
     again; turns `cache` off",
    false,
);

/// What the bound of a round applies to.
pub(super) trait Limit: Send + 'static {
    /// Whether the heuristic is used; if not, every action costs one.
    const INFORMED: bool;
    /// Whether the bound is a lower bound on the cost of a solution.
    const BOUNDS: bool;

    /// The value that must not exceed the bound.
    fn key(cost: Cost, estimate: Cost, guide: &Guide) -> Cost;

    /// By how much the bound rises at least from round to round.
    fn rise(_guide: &Guide) -> Cost {
        Cost::ZERO
    }
}

/// Iterative deepening of the bound of `L`.
pub(super) struct Deepened<L>(PhantomData<L>);

impl<L: Limit> Algorithm for Deepened<L> {
    fn build<S: Space>(mut tree: Tree<S>) -> Box<dyn Search> {
        let guide = &tree.guide;
        let [table, exact, duplicates, cache, relevance, relaxes] =
            [TABLE, EXACT, DUPLICATES, CACHE, RELEVANCE, RELAX]
                .map(|param| guide.params.is_on(param.name));
        let order = Order::of(&guide.params);
        let entries = guide.params.get(ENTRIES.name) as usize * 1000;
        let restart = guide.params.get(RESTART.name) as u64;
        let loses = !guide.prunes_soundly || relevance || !exact || restart > 0;
        let bounds = L::BOUNDS && !loses && (guide.is_admissible || !L::INFORMED);
        let rise = L::rise(guide);
        tree.options = TreeOptions {
            informed: L::INFORMED,
            reopens: true,
            by_actions: !L::INFORMED,
            keeps_duplicates: duplicates,
            ranks_by_goal: order.asks_for_goals(),
        };
        let words = match (table && !duplicates, exact) {
            (false, _) => None,
            (true, false) => Some(0),
            (true, true) => Some(tree.store.words()),
        };
        let frontier = Frontier { round: Vec::new(), beyond: Buckets::new(), bound: None };
        let keeps = table && exact && cache && !relevance && !relaxes && restart == 0;
        let cuts = false;
        let settings = Settings {
            keeps,
            words,
            entries,
            bounds,
            order,
            relevance,
            relaxes,
            rise,
            restart,
            cuts,
        };
        Box::new(Deepening::<L, S> {
            stage: Some(Stage::Fresh(tree, frontier)),
            settings,
            limit: PhantomData,
        })
    }
}

/// The effect of the switches.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches, as in a spec")]
pub(super) struct Settings {
    /// Whether the frontier of a round is kept for the next.
    keeps: bool,
    /// Words per state in the transposition table of the descent: all, zero for hashes only, or
    /// `None` for no table.
    pub(super) words: Option<usize>,
    /// The most entries of that table; zero for as many as fit.
    pub(super) entries: usize,
    pub(super) bounds: bool,
    pub(super) order: Order,
    /// Whether relevance cuts are made, which look at the path and so need a descent.
    pub(super) relevance: bool,
    /// Whether cuts that lose solutions are dropped at the end without one.
    pub(super) relaxes: bool,
    /// By how much the bound rises at least.
    pub(super) rise: Cost,
    /// Nodes of the shortest attempt; zero for no restarts.
    pub(super) restart: u64,
    /// Whether a solution known ends the search once the bound meets it.
    pub(super) cuts: bool,
}

impl Settings {
    /// For rounds that go on from a best-first search whose keys are lower bounds, with a table of
    /// whole states of so many words.
    pub(super) const fn of_rounds(words: usize) -> Self {
        let (words, order) = (Some(words), Order::PLAIN);
        let (keeps, bounds, relevance, cuts) = (false, true, false, true);
        let (relaxes, rise, restart) = (false, Cost::ZERO, 0);
        let entries = 0;
        Self { keeps, words, entries, bounds, order, relevance, relaxes, rise, restart, cuts }
    }
}

struct Deepening<L, S: Space> {
    /// `None` only during the transition between stages.
    stage: Option<Stage<S>>,
    settings: Settings,
    limit: PhantomData<L>,
}

enum Stage<S: Space> {
    Fresh(Tree<S>, Frontier),
    /// Every state is stored.
    Storing(Tree<S>, Frontier),
    Descending(Box<Descent<S>>),
}

/// The open states of the round, and those beyond its bound.
struct Frontier {
    round: Vec<(StateId, Cost)>,
    beyond: Buckets,
    /// The bound of the round; `None` before the first.
    bound: Option<Cost>,
}

impl<L: Limit, S: Space> Deepening<L, S> {
    /// One expansion; changes to the next stage where this one ends.
    fn step(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        match self.stage.take() {
            Some(Stage::Fresh(mut tree, mut frontier)) => {
                tree.add_roots(context)?;
                frontier.admit::<L, S>(&tree);
                if self.settings.keeps {
                    tree.most_bytes = context.memory().most().map(|most| most / 4 * 3);
                    self.stage = Some(Stage::Storing(tree, frontier));
                } else {
                    self.descend(tree, frontier, context);
                }
                self.step(context)
            }
            Some(Stage::Storing(mut tree, mut frontier)) => {
                match frontier.step::<L, S>(&mut tree, self.settings, context) {
                    Err(Stop::Memory) => {
                        self.descend(tree, frontier, context);
                        Ok(None)
                    }
                    ended => {
                        self.stage = Some(Stage::Storing(tree, frontier));
                        ended
                    }
                }
            }
            Some(Stage::Descending(mut descent)) => {
                let ended = descent.step::<L>(context);
                self.stage = Some(Stage::Descending(descent));
                ended
            }
            None => Ok(Some(Turn::Exhausted)),
        }
    }

    /// Continues without storing.
    fn descend(&mut self, tree: Tree<S>, mut frontier: Frontier, context: &Context<'_>) {
        let roots = frontier.waiting::<L, S>(&tree);
        drop(frontier);
        let descent = Descent::new::<L>(tree, &roots, self.settings, context);
        self.stage = Some(Stage::Descending(Box::new(descent)));
    }
}

impl<L: Limit, S: Space> Search for Deepening<L, S> {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        go_on(nodes, || self.step(context))
    }

    fn bytes(&self) -> usize {
        match &self.stage {
            Some(Stage::Fresh(tree, _) | Stage::Storing(tree, _)) => tree.bytes(),
            Some(Stage::Descending(descent)) => descent.bytes(),
            None => 0,
        }
    }
}

impl Frontier {
    /// Expands a state of the round, beginning the next round if none is left. On `Err` the
    /// frontier is still complete.
    fn step<L: Limit, S: Space>(
        &mut self,
        tree: &mut Tree<S>,
        settings: Settings,
        context: &mut Context<'_>,
    ) -> Result<Option<Turn>, Stop> {
        let (id, cost) = loop {
            if self.round.is_empty() {
                let Some((bound, _)) = self.beyond.least() else {
                    return Ok(Some(Turn::Exhausted));
                };
                self.bound = Some(bound);
                self.begin::<L, S>(tree, bound);
            }
            if let Some((id, cost)) = self.round.pop()
                && cost <= tree.store.cost(id)
            {
                break (id, cost);
            }
        };
        let bound = self.bound.unwrap_or(Cost::ZERO);
        let open = self.round.len() + 1 + self.beyond.len();
        let visit = tree.visit(id, bound, open, context)?;
        if settings.bounds {
            context.raise_bound(bound);
        }
        match visit {
            Visit::Goal => return Ok(Some(tree.found(id, context))),
            Visit::Dead => return Ok(None),
            Visit::Open => {}
        }
        let others = self.beyond.bytes() + self.round.capacity() * size_of_val(&(id, cost));
        if let Err(stop) = tree.hold(others).and_then(|()| tree.expand(id, context)) {
            self.round.push((id, cost));
            return Err(stop);
        }
        let parent = tree.store.estimate(id);
        tree.children.sort_unstable_by_key(|child| {
            settings.order.key(parent, child.merit(), Reverse(child.id))
        });
        self.admit::<L, S>(tree);
        Ok(None)
    }

    /// Moves the states within the new bound to the round, the most promising on top.
    fn begin<L: Limit, S: Space>(&mut self, tree: &Tree<S>, bound: Cost) {
        while self.beyond.least().is_some_and(|(key, _)| key <= bound) {
            let Some(((key, _), id)) = self.beyond.pop() else { break };
            let cost = tree.store.cost(id);
            if key <= L::key(cost, tree.guide.estimated_cost(tree.store.estimate(id)), &tree.guide)
            {
                self.round.push((id, cost));
            }
        }
        self.round.reverse();
    }

    /// Adds the children of the tree to the round or to those beyond the bound.
    fn admit<L: Limit, S: Space>(&mut self, tree: &Tree<S>) {
        for &Child { id, cost, estimate, .. } in &tree.children {
            let key = L::key(cost, tree.guide.estimated_cost(estimate), &tree.guide);
            if self.bound.is_some_and(|bound| key <= bound) {
                self.round.push((id, cost));
            } else {
                self.beyond.push((key, Cost::new(estimate, 0)), id);
            }
        }
    }

    /// Every stored state that has not been expanded.
    fn waiting<L: Limit, S: Space>(&mut self, tree: &Tree<S>) -> Vec<StateId> {
        while let Some((key, _)) = self.beyond.least() {
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
