//! HOT. The body shared by uniform-cost search, A*, weighted A* and greedy search: always expand
//! the open state with the least key. They differ only in the key.
//!
//! Put the start in the open list; take the state with the least key, stop if it is a goal, and
//! keep each successor that is new or cheaper than before. An entry whose state has since been
//! reached more cheaply is stale and skipped when popped. Among equal keys the smaller estimate
//! goes first; with `inertia`, then a state reached by moving the same box again; then the newer
//! state.
//! Hart, Nilsson and Raphael 1968; Pohl 1970; Doran and Michie 1966.

use std::io::{self, Read, Write};

use super::descending::{DESCENDS, Descending};
use super::tree::{Tree, TreeOptions, Visit};
use super::twins::{SYMMETRY, Twins};
use super::{Algorithm, Guide, INERTIA};
use crate::open::{Buckets, OpenList};
use crate::saving::{get, put};
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
        // Only A* has these parameters.
        let is_astar = R::BOUNDS && R::INFORMED;
        if is_astar && tree.guide.params.is_on(SYMMETRY.name) {
            tree.twins = Twins::of(&tree.space);
        }
        let guide = &tree.guide;
        let descends = is_astar && guide.params.is_on(DESCENDS.name);
        let best = BestFirst::<R, S> {
            cuts: R::REOPENS && guide.prunes_soundly && guide.is_admissible,
            inertia: R::INFORMED && guide.params.is_on(INERTIA.name),
            room: 1,
            open: Buckets::new(),
            is_begun: false,
            rank: std::marker::PhantomData,
            tree,
        };
        if descends && best.cuts { Box::new(Descending::new(best)) } else { Box::new(best) }
    }
}

/// Best-first search by the keys of `R`.
pub(super) struct BestFirst<R, S: Space> {
    pub(super) tree: Tree<S>,
    pub(super) open: Buckets,
    /// Whether a solution known rules states out: the estimate is a lower bound, tests and rules
    /// keep an optimal solution, and so do cheaper paths to states expanded before.
    cuts: bool,
    inertia: bool,
    /// How many times the bytes of the open list are reserved.
    pub(super) room: usize,
    pub(super) is_begun: bool,
    rank: std::marker::PhantomData<R>,
}

impl<R: Rank, S: Space> BestFirst<R, S> {
    /// What a solution must cost less than, if one is known.
    fn limit(&self, context: &Context<'_>) -> Option<Cost> {
        context.incumbent().filter(|_| self.cuts).map(|best| best.cost)
    }

    /// Adds the children of the tree to the open list, but for those that cannot lead to a better
    /// solution than the one known.
    fn push_children(&mut self, context: &Context<'_>) {
        let known = self.limit(context);
        let Self { tree, open, inertia, .. } = self;
        for child in &tree.children {
            let left = tree.guide.estimated_cost(child.estimate);
            if known.is_some_and(|cost| child.cost + left >= cost) {
                continue;
            }
            let key = R::key(child.cost, left, &tree.guide);
            let tie = Cost::new(child.estimate, u32::from(*inertia && !child.same_box));
            open.push((key, tie), child.id);
        }
    }

    /// Whether the least key of the open list is a lower bound on the cost of a solution.
    fn bounds(&self) -> bool {
        R::BOUNDS && self.cuts
    }

    /// The solution known, once nothing that is open can lead to a better one: `key` is the least.
    /// A search whose keys are no bounds has to empty its open list (anytime weighted A*: Hansen
    /// and Zhou 2007).
    fn settled(&self, key: Option<Cost>, context: &mut Context<'_>) -> Option<Turn> {
        let limit = self.limit(context)?;
        if key.is_some_and(|key| !self.bounds() || key < limit) {
            return None;
        }
        context.raise_bound(limit);
        context.incumbent().map(|best| Turn::Found(best.pushes.clone()))
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
        let known = self.limit(context);
        let (key, id) = loop {
            let Some(((key, _), id)) = self.open.pop() else {
                return Ok(Some(self.settled(None, context).unwrap_or(Turn::Exhausted)));
            };
            let Tree { store, guide, .. } = &self.tree;
            let (cost, left) = (store.cost(id), guide.estimated_cost(store.estimate(id)));
            let is_late = !R::BOUNDS && known.is_some_and(|known| cost + left >= known);
            if !is_late && key <= R::key(cost, left, guide) {
                break (key, id);
            }
        };
        if let Some(best) = self.settled(Some(key), context) {
            return Ok(Some(best));
        }
        let visited = self.visit(id, key, context);
        if visited.is_err() {
            // What was not generated is still below this state.
            let tie = Cost::new(self.tree.store.estimate(id), 0);
            self.open.push((key, tie), id);
        }
        visited
    }

    /// Expands a state, unless it ends the search or belongs elsewhere.
    fn visit(
        &mut self,
        id: StateId,
        key: Cost,
        context: &mut Context<'_>,
    ) -> Result<Option<Turn>, Stop> {
        let visit = self.tree.visit(id, key, self.open.len() + 1, context)?;
        if self.bounds() {
            context.raise_bound(key);
        }
        match visit {
            Visit::Goal => return Ok(Some(self.tree.found(id, context))),
            Visit::Dead => {}
            Visit::Open if self.has_risen(id, key) => {}
            Visit::Open => {
                self.tree.hold(self.open.bytes() * self.room)?;
                self.tree.limit = self.limit(context);
                let expanded = self.tree.expand(id, context);
                self.push_children(context);
                expanded?;
            }
        }
        Ok(None)
    }
}

impl<R: Rank, S: Space> Search for BestFirst<R, S> {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        if !self.is_begun {
            self.tree.add_roots(context)?;
            self.push_children(context);
            self.is_begun = true;
        }
        go_on(nodes, || self.step(context))
    }

    fn bytes(&self) -> usize {
        self.tree.bytes()
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<bool> {
        put(out, u64::from(self.is_begun))?;
        self.tree.store.save(out)?;
        self.open.save(out)?;
        Ok(true)
    }

    fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.is_begun = get(from)? == 1;
        // Some heuristics take their bearings from the first position they see.
        for root in self.tree.space.roots() {
            self.tree.guide.heuristic.estimate(&root);
        }
        self.tree.store.restore(from)?;
        self.open.restore(self.tree.store.len(), from)
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use crate::spec::{SearchSpec, TEXTBOOK};
    use crate::{Budget, Context, Cost, Objective, Silent, Task, Turn};

    /// Two boxes in each other's way: the matching says less than the optimum.
    const LEVEL: &str = "##########\n#    #   #\n# $$   . #\n#  # $ . #\n#@   #.  #\n##########";

    fn task() -> Task {
        let level: Level = LEVEL.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        Task::new(&board, &start).with_objective(Objective::Pushes)
    }

    /// Goes on after every solution, each of which bounds the rest, until one is proved the best;
    /// returns how many there were, their costs, and the states stored.
    fn costs(spec: &str, task: &Task) -> (Vec<Cost>, u64) {
        let spec = SearchSpec::parse(spec, Objective::Pushes, &TEXTBOOK).expect("a spec");
        let mut search = spec.build(task);
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let mut costs = Vec::new();
        loop {
            let Ok(Turn::Found(pushes)) = search.turn(u64::MAX, &mut context) else {
                panic!("a solution is known")
            };
            let cost = Cost::new(pushes.len() as u32, 0);
            if costs.last() == Some(&cost) {
                assert_eq!(context.bound(), cost);
                return (costs, context.stats.stored);
            }
            costs.push(cost);
            context.offer(cost, pushes);
        }
    }

    #[test]
    fn solutions_become_better_until_the_last_is_proved_optimal() {
        let task = task();
        for heuristic in ["zero", "matching", "patterns", "surplus"] {
            let (best, _) = costs(&format!("astar(h={heuristic})"), &task);
            let (more, _) = costs(&format!("wastar(weight=9,h={heuristic})"), &task);
            assert_eq!(best.len(), 1, "{heuristic}");
            assert!(more.is_sorted_by(|one, next| one > next), "{heuristic}: {more:?}");
            assert_eq!(more.last(), best.last(), "{heuristic}");
        }
    }

    #[test]
    fn states_that_cannot_beat_the_solution_known_are_not_stored() {
        let task = task();
        let spec = SearchSpec::parse("astar", Objective::Pushes, &TEXTBOOK).expect("a spec");
        let stored = |incumbent: Option<Vec<_>>| {
            let mut silent = Silent;
            let mut context = Context::new(Budget::default(), &mut silent);
            if let Some(pushes) = incumbent {
                context.offer(Cost::new(pushes.len() as u32, 0), pushes);
            }
            let Ok(Turn::Found(pushes)) = spec.build(&task).turn(u64::MAX, &mut context) else {
                panic!("it has a solution")
            };
            (pushes, context.stats.stored)
        };
        let (best, alone) = stored(None);
        let (same, bounded) = stored(Some(best.clone()));
        assert_eq!(same, best);
        assert!(bounded < alone, "{bounded} and {alone}");
    }
}
