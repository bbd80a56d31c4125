//! HOT. Depth-first search within a rising bound, in little memory: the current path, the
//! siblings along it, and an optional transposition table of fixed size.
//!
//! Nothing is stored, so every round searches again from the roots. A state is pruned when the
//! transposition table has it for this round at no greater cost, without a table when it is on the
//! current path, and when it was stored before the descent began, since stored states are roots or
//! lead to roots. The path is an explicit stack: solutions can be thousands of actions deep.
//!
//! With `relax=on`, a search that ends without a solution drops relevance cuts, then goal cuts and
//! goal macros step by step, and begins again each time.

use std::cmp::Reverse;
use std::io::{self, Write};

use hakooshi_board::Square;

use super::attempts::Attempt;
use super::deepening::{Limit, Settings};
use super::order::Merit;
use super::relevance::{RECENT, Relevance};
use super::tree::{DEAD, LOOK, Tree, list_actions};
use crate::saving::{Word as _, put};
use crate::space::Space;
use crate::store::{Layout, StateId, Transpositions};
use crate::{Context, Cost, Node, Stop, Turn};

/// The size of the transposition table when there is no memory limit.
const MOST_TABLE: usize = 1 << 28;

/// A sibling along the path, yet to be searched.
struct Branch<A> {
    action: A,
    cost: Cost,
    merit: Merit,
    /// Where its packed form begins in `beside`.
    at: usize,
    event_id: u64,
}

/// A state of the path: the action that led to it, and the lengths of `branches` and `beside`
/// when it was entered.
struct Frame<S: Space> {
    last: Option<(S::Action, S::Undo)>,
    branches: usize,
    words: usize,
}

pub(super) struct Descent<S: Space> {
    tree: Tree<S>,
    settings: Settings,
    /// The states that every round starts from, with their keys, least first.
    roots: Vec<(Cost, StateId)>,
    /// The root to search next.
    next_root: usize,
    layout: Layout,
    table: Option<Transpositions>,
    relevance: Option<Relevance>,
    /// The last moves of the path, the last first.
    recent: Vec<(Square, Square)>,
    line: Vec<Frame<S>>,
    branches: Vec<Branch<S::Action>>,
    /// Packed forms of the branches, and of the path.
    beside: Vec<u64>,
    along: Vec<u64>,
    packed: Vec<u64>,
    actions: Vec<S::Action>,
    round: u32,
    bound: Cost,
    /// The least key beyond the bound.
    next: Option<Cost>,
    next_id: u64,
    attempt: Attempt,
    /// The weight of the estimate in the first attempt.
    weight: u32,
    /// Steps by which the rules of the space are relaxed for good.
    relaxed: u32,
}

impl<S: Space> Descent<S> {
    pub(super) fn new<L: Limit>(
        tree: Tree<S>,
        roots: &[StateId],
        settings: Settings,
        context: &Context<'_>,
    ) -> Self {
        // The other half is for the path and its branches.
        let room = context.memory().left().map_or(MOST_TABLE, |left| left / 2);
        let layout = Layout::new(tree.space.board());
        let table = settings.words.map(|words| match settings.entries {
            0 => Transpositions::new(words, room),
            most => Transpositions::with_entries(words, most, room),
        });
        let relevance = if settings.relevance { Relevance::new(tree.space.board()) } else { None };
        let mut descent = Self {
            settings,
            roots: Vec::new(),
            next_root: 0,
            table,
            relevance,
            recent: Vec::new(),
            line: Vec::new(),
            branches: Vec::new(),
            beside: Vec::new(),
            along: Vec::new(),
            packed: vec![0; layout.words()],
            actions: Vec::new(),
            round: 0,
            bound: Cost::ZERO,
            next: None,
            next_id: tree.store.len() as u64,
            attempt: Attempt::first(settings.restart),
            weight: tree.guide.weight,
            relaxed: 0,
            layout,
            tree,
        };
        let store = &descent.tree.store;
        let key = |&id: &StateId| (descent.key::<L>(store.cost(id), store.estimate(id)), id);
        let mut order: Vec<(Cost, StateId)> = roots.iter().map(key).collect();
        order.sort_unstable();
        // The first bound is the least key of a root, or what is known already.
        let known = if settings.cuts { context.bound() } else { Cost::ZERO };
        descent.next = order.first().map(|&(key, _)| key.max(known));
        descent.next_root = order.len();
        descent.roots = order;
        descent
    }

    /// One expansion: of the next branch, or of the next root.
    pub(super) fn step<L: Limit>(
        &mut self,
        context: &mut Context<'_>,
    ) -> Result<Option<Turn>, Stop> {
        if self.attempt.is_over() {
            self.restart::<L>();
        }
        let is_goal = match self.next_branch::<L>(context)? {
            Some(is_goal) => is_goal,
            None => match self.next_root(context) {
                Some(root) => {
                    if let Some(best) = self.settled(Some(self.bound), context) {
                        return Ok(Some(best));
                    }
                    self.enter_root::<L>(root, context)?
                }
                None if self.relax() => return Ok(None),
                None => return Ok(Some(self.settled(None, context).unwrap_or(Turn::Exhausted))),
            },
        };
        if !is_goal {
            return Ok(None);
        }
        let root = self.roots[self.next_root - 1].1;
        let mut trail = self.tree.store.trail(root);
        let along = self.line.iter().filter_map(|frame| frame.last.as_ref());
        trail.extend(along.map(|&(action, _)| action));
        Ok(Some(self.tree.solution(&trail, context)))
    }

    /// The solution known, if no state within `bound` can lead to a better one.
    fn settled(&self, bound: Option<Cost>, context: &mut Context<'_>) -> Option<Turn> {
        let best = context.incumbent().filter(|_| self.settings.cuts)?;
        let cost = best.cost;
        let pushes = bound.is_none_or(|bound| bound >= cost).then(|| best.pushes.clone())?;
        context.raise_bound(cost);
        Some(Turn::Found(pushes))
    }

    /// The next root within the bound, in a new round if this one has none left; `None` if no
    /// state was beyond the bound.
    fn next_root(&mut self, context: &mut Context<'_>) -> Option<StateId> {
        match self.roots.get(self.next_root) {
            Some(&(key, _)) if key > self.bound => self.beyond(key),
            Some(&(_, root)) => {
                self.next_root += 1;
                return Some(root);
            }
            None => {}
        }
        let next = self.next.take()?;
        self.bound = next.max(self.bound + self.settings.rise);
        if self.settings.bounds && self.round > 0 {
            // What cannot beat the solution known was dropped, so the bound may jump past it.
            let known = context.incumbent().map_or(self.bound, |best| best.cost);
            context.raise_bound(self.bound.min(known));
        }
        self.round += 1;
        self.next_root = 1;
        self.roots.first().map(|&(_, root)| root)
    }

    /// Drops relevance cuts, then what the rules of the space cut, one step at a time, and begins
    /// again with the first bound; `false` if nothing is left to drop.
    fn relax(&mut self) -> bool {
        if !self.settings.relaxes {
            return false;
        }
        let cut = self.attempt.is_relevant() && self.relevance.take().is_some();
        if !cut {
            self.relaxed += 1;
            if !self.tree.space.relax(self.relaxed) {
                return false;
            }
        }
        self.begin(Cost::ZERO);
        true
    }

    /// Begins the next attempt.
    fn restart<L: Limit>(&mut self) {
        self.attempt = self.attempt.next();
        self.tree.guide.weight = self.attempt.weight(self.weight);
        for at in 0..self.roots.len() {
            let id = self.roots[at].1;
            let (cost, estimate) = (self.tree.store.cost(id), self.tree.store.estimate(id));
            self.roots[at].0 = self.key::<L>(cost, estimate);
        }
        self.roots.sort_unstable();
        let relaxed = self.relaxed + self.attempt.relaxed();
        if self.settings.relaxes {
            self.tree.space.relax(relaxed);
        }
        self.begin(self.settings.rise.times(self.attempt.rises()));
    }

    /// Leaves the path; the next round has the first bound and `more`.
    fn begin(&mut self, more: Cost) {
        self.line.clear();
        self.branches.clear();
        self.beside.clear();
        self.along.clear();
        self.bound = Cost::ZERO;
        self.next = self.roots.first().map(|&(key, _)| key + more);
        self.next_root = self.roots.len();
    }

    fn key<L: Limit>(&self, cost: Cost, estimate: u32) -> Cost {
        L::key(cost, self.tree.guide.estimated_cost(estimate), &self.tree.guide)
    }

    fn beyond(&mut self, key: Cost) {
        self.next = Some(self.next.map_or(key, |least| least.min(key)));
    }

    /// Begins a path at a root and returns whether it is a goal.
    fn enter_root<L: Limit>(
        &mut self,
        root: StateId,
        context: &mut Context<'_>,
    ) -> Result<bool, Stop> {
        self.along.clear();
        self.along.extend_from_slice(self.tree.store.state(root));
        let last = self.tree.store.action(root);
        self.tree.load(root);
        let last = last.and_then(|action| self.tree.space.moved(action));
        let (cost, estimate) = (self.tree.store.cost(root), self.tree.store.estimate(root));
        let event_id = self.tree.event_id(root);
        self.enter::<L>(None, last, (cost, estimate, event_id), context)
    }

    /// Enters the next branch, backtracking as needed, and returns whether it is a goal; `None` if
    /// no branch is left.
    fn next_branch<L: Limit>(&mut self, context: &mut Context<'_>) -> Result<Option<bool>, Stop> {
        let words = self.layout.words();
        while let Some(frame) = self.line.last() {
            if self.branches.len() == frame.branches {
                self.beside.truncate(frame.words);
                self.along.truncate(self.along.len() - words);
                if let Some((_, undo)) = self.line.pop().and_then(|frame| frame.last) {
                    self.tree.space.undo(undo);
                }
                continue;
            }
            let Some(branch) = self.branches.pop() else { break };
            self.packed.copy_from_slice(&self.beside[branch.at..][..words]);
            // It may have been reached below a sibling since.
            if self.is_covered(branch.cost) {
                context.stats.duplicates += 1;
                continue;
            }
            let undo = self.tree.space.apply(branch.action);
            let moved = self.tree.space.moved(branch.action);
            let Some(estimate) = self.study::<L>(&branch, moved, context) else {
                self.tree.space.undo(undo);
                continue;
            };
            self.along.extend_from_slice(&self.packed);
            let state = (branch.cost, estimate, branch.event_id);
            return self.enter::<L>(Some((branch.action, undo)), moved, state, context).map(Some);
        }
        Ok(None)
    }

    /// The estimate of a branch, now on the board, after a closer look; `None` if that prunes it.
    fn study<L: Limit>(
        &mut self,
        branch: &Branch<S::Action>,
        moved: Option<(Square, Square)>,
        context: &mut Context<'_>,
    ) -> Option<u32> {
        let (Some((_, to)), true) = (moved, self.tree.guide.learns) else {
            return Some(branch.merit.estimate);
        };
        self.tree.guide.heuristic.until(context.deadline());
        let estimate = self.tree.guide.study(self.tree.space.position(), to);
        let Some(estimate) = estimate else {
            context.stats.count_deadlock("heuristic");
            return None;
        };
        let key = self.key::<L>(branch.cost, estimate);
        if key > self.bound {
            self.beyond(key);
            return None;
        }
        Some(estimate)
    }

    /// Makes the state on the board the end of the path, lists its successors as branches, and
    /// returns whether it is a goal. `state` is its cost, estimate and id in events.
    fn enter<L: Limit>(
        &mut self,
        last: Option<(S::Action, S::Undo)>,
        moved: Option<(Square, Square)>,
        state: (Cost, u32, u64),
        context: &mut Context<'_>,
    ) -> Result<bool, Stop> {
        let (cost, estimate, event_id) = state;
        let first = self.branches.len();
        self.line.push(Frame { last, branches: first, words: self.beside.len() });
        self.tree.guide.guard.prepare(context)?;
        context.expand(self.key::<L>(cost, estimate), first + 1)?;
        self.attempt.count();
        context.report_expanded(event_id);
        let position = self.tree.space.position();
        context.show(S::DIRECTION, position.boxes(), position.player());
        let held = self.held();
        self.tree.hold(held)?;
        if let Some(table) = &mut self.table {
            let end = self.along.len() - self.layout.words();
            table.reserve_while(|| context.look())?;
            table.insert(&self.along[end..], cost, self.round);
            context.stats.stored = (self.tree.store.len() + table.len()) as u64;
        }
        if self.tree.space.is_goal() {
            return Ok(true);
        }
        if let Some(test) = self.tree.guide.guard.at_expansion(self.tree.space.position()) {
            context.stats.count_deadlock(test);
            return Ok(false);
        }
        self.tree.guide.guard.count_expansion();
        let mut actions = std::mem::take(&mut self.actions);
        actions.clear();
        list_actions(&mut self.tree.space, &mut actions, context)?;
        context.stats.generated += actions.len() as u64;
        if self.tree.options.informed {
            self.tree.guide.heuristic.expand(self.tree.space.position());
        }
        self.list_recent();
        for (at, &action) in actions.iter().enumerate() {
            if self.is_irrelevant(action) {
                context.stats.count_deadlock("relevance");
            } else {
                self.generate::<L>(action, moved.map(|(_, to)| to), state, context);
            }
            if at % LOOK == LOOK - 1 {
                context.look()?;
            }
        }
        self.actions = actions;
        let order = self.settings.order;
        self.branches[first..]
            .sort_unstable_by_key(|branch| order.key(estimate, branch.merit, Reverse(branch.at)));
        Ok(false)
    }

    /// Lists the moves that relevance cuts look at.
    fn list_recent(&mut self) {
        if self.relevance.is_some() {
            let made = self.line.iter().rev().map_while(|frame| frame.last.as_ref());
            let moves = made.filter_map(|&(action, _)| self.tree.space.moved(action));
            self.recent.clear();
            self.recent.extend(moves.take(RECENT));
        }
    }

    fn is_irrelevant(&self, action: S::Action) -> bool {
        let relevance = self.relevance.as_ref().filter(|_| self.attempt.is_relevant());
        relevance.is_some_and(|relevance| {
            let moved = self.tree.space.moved(action);
            moved.is_some_and(|(from, _)| relevance.cuts(&self.recent, from))
        })
    }

    fn generate<L: Limit>(
        &mut self,
        action: S::Action,
        last: Option<Square>,
        (cost, estimate, parent): (Cost, u32, u64),
        context: &mut Context<'_>,
    ) {
        let cost = cost + self.tree.step_cost(action);
        let undo = self.tree.space.apply(action);
        let moved = self.tree.space.moved(action);
        let (estimate, pruned_by) = self.check::<L>(action, moved, (cost, estimate), context);
        if context.traces_nodes() {
            self.report::<L>(parent, cost, estimate, moved, pruned_by, context);
        }
        if let (Some(estimate), None) = (estimate, pruned_by) {
            let same_box = last.is_some() && moved.map(|(from, _)| from) == last;
            let mut merit = self.tree.merit(moved, estimate, same_box);
            self.attempt.shuffle(&mut merit);
            let (at, event_id) = (self.beside.len(), self.next_id);
            self.beside.extend_from_slice(&self.packed);
            self.branches.push(Branch { action, cost, merit, at, event_id });
            self.next_id += 1;
        }
        self.tree.space.undo(undo);
    }

    /// Packs the state on the board; returns its estimate, if computed, and what pruned it, if
    /// anything. The pair is its cost and its parent's estimate.
    fn check<L: Limit>(
        &mut self,
        action: S::Action,
        moved: Option<(Square, Square)>,
        (cost, inherited): (Cost, u32),
        context: &mut Context<'_>,
    ) -> (Option<u32>, Option<&'static str>) {
        let Tree { space, guide, .. } = &mut self.tree;
        if let Some(test) = moved.and_then(|(_, to)| guide.dead_after(space.position(), to)) {
            context.stats.count_deadlock(test);
            return (None, Some(test));
        }
        let player = space.canonical_player(Some(action));
        self.layout.pack(space.position().occupied(), player, &mut self.packed);
        if self.is_covered(cost) || self.table.is_none() && self.is_on_line() {
            context.stats.duplicates += 1;
            return (None, Some("duplicate"));
        }
        let estimate = self.tree.estimate_child(moved.map(|(_, to)| to), inherited);
        if estimate == DEAD {
            context.stats.count_deadlock("heuristic");
            return (None, Some("heuristic"));
        }
        let key = self.key::<L>(cost, estimate);
        if key > self.bound {
            self.beyond(key);
            return (Some(estimate), Some("bound"));
        }
        (Some(estimate), None)
    }

    /// Whether the packed state is searched elsewhere at no greater cost.
    fn is_covered(&self, cost: Cost) -> bool {
        let store = &self.tree.store;
        store.find(&self.packed).is_some_and(|id| store.cost(id) <= cost)
            || self.table.as_ref().is_some_and(|table| table.covers(&self.packed, cost, self.round))
    }

    fn is_on_line(&self) -> bool {
        self.along.chunks_exact(self.layout.words()).any(|state| state == self.packed)
    }

    /// Writes the states stored, and the roots as an open list.
    pub(super) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.tree.store.save(out)?;
        let keys = || self.roots.chunk_by(|(one, _), (other, _)| one == other);
        put(out, keys().count() as u64)?;
        for same in keys() {
            put(out, same[0].0.to_word())?;
            put(out, Cost::ZERO.to_word())?;
            put(out, same.len() as u64)?;
            same.iter().try_for_each(|&(_, id)| put(out, u64::from(id.number())))?;
        }
        Ok(())
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.tree.bytes()
    }

    /// Bytes held outside the store.
    fn held(&self) -> usize {
        self.roots.capacity() * size_of::<(Cost, StateId)>()
            + self.table.as_ref().map_or(0, Transpositions::bytes)
            + self.relevance.as_ref().map_or(0, Relevance::bytes)
            + self.line.capacity() * size_of::<Frame<S>>()
            + self.branches.capacity() * size_of::<Branch<S::Action>>()
            + (self.beside.capacity() + self.along.capacity()) * size_of::<u64>()
    }

    fn report<L: Limit>(
        &self,
        parent: u64,
        g: Cost,
        h: Option<u32>,
        moved: Option<(Square, Square)>,
        pruned_by: Option<&'static str>,
        context: &mut Context<'_>,
    ) {
        context.report_node(|| Node {
            id: pruned_by.is_none().then_some(self.next_id),
            parent: Some(parent),
            g,
            h: h.filter(|_| self.tree.options.informed),
            f: self.key::<L>(g, h.unwrap_or(0)),
            moved,
            player: self.tree.space.position().player(),
            pruned_by,
        });
    }
}
