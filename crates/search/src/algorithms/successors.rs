//! HOT. The successors of a state, looked up together.
//!
//! A closed list is larger than the caches, so comparing a successor with it waits for memory, as long
//! as the rest takes. So all successors are listed and tested first, then the [store](crate::store)
//! reads at once what they will be compared with, and then they are stored in their order.

use hakooshi_board::Square;

use super::order::Merit;
use super::tree::{Child, DEAD, LOOK, Tree};
use crate::space::Space;
use crate::store::{Inserted, Layout, StateId, Store, copy};
use crate::{Context, Cost};

/// An action of the state on the board, and the state it leads to.
#[derive(Clone, Copy)]
struct Successor<A> {
    action: A,
    moved: Option<(Square, Square)>,
    /// The test that proves the state dead.
    dead: Option<&'static str>,
}

/// The successors of a state that are looked up together.
pub(super) struct Successors<A> {
    all: Vec<Successor<A>>,
    /// Of those that are not dead, the packed states and their hashes.
    packed: Vec<u64>,
    hashes: Vec<u64>,
}

impl<A> Successors<A> {
    pub(super) fn new(layout: Layout) -> Self {
        Self {
            all: Vec::with_capacity(LOOK),
            packed: vec![0; LOOK * layout.words()],
            hashes: Vec::with_capacity(LOOK),
        }
    }
}

impl<S: Space> Tree<S> {
    /// Lists the successors by these actions, tests them, and lets the store fetch what it will
    /// compare them with: all at once, because each takes as long as an expansion.
    pub(super) fn list_successors(&mut self, actions: &[S::Action]) {
        let Self { space, guide, store, layout, successors, packed: parent, .. } = self;
        let words = layout.words();
        layout.pack(space.position().occupied(), Square::WALL, parent);
        successors.all.clear();
        successors.hashes.clear();
        for &action in actions {
            let undo = space.apply(action);
            let moved = space.moved(action);
            let dead = moved.and_then(|(_, to)| guide.dead_after(space.position(), to));
            if dead.is_none() {
                let player = space.canonical_player(Some(action));
                let packed = &mut successors.packed[successors.hashes.len() * words..][..words];
                // From the parent, because the words of the position were written bit by bit a moment
                // ago: reading them as a whole would stall.
                copy(parent, packed);
                if let Some(moved) = moved {
                    layout.move_box(moved, space.position().has_box(moved.1), packed);
                }
                layout.put_player(player, packed);
                debug_assert!(layout.is_packed(space.position().occupied(), player, packed));
                successors.hashes.push(Store::<S::Action>::hash(packed));
            }
            space.undo(undo);
            successors.all.push(Successor { action, moved, dead });
        }
        store.fetch(&successors.hashes);
    }

    /// Stores the successors listed, in their order.
    pub(super) fn store_successors(
        &mut self,
        (parent, cost): (StateId, Cost),
        last: Option<Square>,
        context: &mut Context<'_>,
    ) {
        // Who needs the position of every successor; others need only those that are new.
        let plays_all = context.traces_nodes()
            || self.limit.is_some()
            || self.twins.is_some()
            || self.options.ranks_by_goal;
        if plays_all {
            self.estimate_parent();
        }
        let mut alive = 0;
        for at in 0..self.successors.all.len() {
            let Successor { action, moved, dead } = self.successors.all[at];
            let cost = cost + self.step_cost(action);
            let undo = plays_all.then(|| self.space.apply(action));
            if let Some(test) = dead {
                context.stats.count_deadlock(test);
                self.report(Some(parent), None, cost, None, moved, Some(test), context);
            } else {
                let same_box = last.is_some() && moved.map(|(from, _)| from) == last;
                let made = (cost, same_box);
                self.store_child(parent, (action, moved), alive, made, plays_all, context);
                alive += 1;
            }
            if let Some(undo) = undo {
                self.space.undo(undo);
            }
        }
    }

    /// Shows the heuristic the state on the board, from which its children differ by one box. If none
    /// of them is new, nobody asks.
    #[inline]
    fn estimate_parent(&mut self) {
        if self.options.informed && !std::mem::replace(&mut self.is_parent_estimated, true) {
            self.guide.heuristic.expand(self.space.position());
        }
    }

    /// Stores the successor whose packed state has this number, unless it is a duplicate at no lower
    /// cost.
    #[inline]
    fn store_child(
        &mut self,
        parent: StateId,
        (action, moved): (S::Action, Option<(Square, Square)>),
        number: usize,
        (cost, same_box): (Cost, bool),
        is_on_board: bool,
        context: &mut Context<'_>,
    ) {
        let words = self.layout.words();
        let moved_to = moved.map(|(_, to)| to);
        let is_new = (self.limit.is_some() || self.twins.is_some())
            && self.store.find(&self.successors.packed[number * words..][..words]).is_none();
        if let Some(twins) = &mut self.twins
            && is_new
            && twins.cover(&mut self.space, self.layout, &self.store, cost)
        {
            context.stats.duplicates += 1;
            self.report(Some(parent), None, cost, None, moved, Some("symmetry"), context);
            return;
        }
        // With a limit the estimate comes first, so that most states need not be stored.
        let mut early = None;
        if let Some(limit) = self.limit
            && is_new
        {
            let estimate = self.estimate_child(moved_to, self.store.estimate(parent));
            if estimate == DEAD || cost + self.guide.estimated_cost(estimate) >= limit {
                let test = if estimate == DEAD { "heuristic" } else { "bound" };
                context.stats.count_deadlock(test);
                self.report(Some(parent), None, cost, Some(estimate), moved, Some(test), context);
                return;
            }
            early = Some(estimate);
        }
        let Successors { packed, hashes, .. } = &self.successors;
        let (packed, hash) = (&packed[number * words..][..words], hashes[number]);
        let inserted = if self.options.keeps_duplicates {
            Inserted::New(self.store.push(packed, Some(parent), Some(action), cost))
        } else {
            self.store.insert_hashed(hash, packed, (Some(parent), Some(action)), cost)
        };
        let (id, estimate, pruned_by) = match inserted {
            Inserted::New(id) => {
                let inherited = self.store.estimate(parent);
                let estimate = early.unwrap_or_else(|| {
                    self.estimate_parent();
                    let undo = (!is_on_board).then(|| self.space.apply(action));
                    let estimate = self.estimate_child(moved_to, inherited);
                    if let Some(undo) = undo {
                        self.space.undo(undo);
                    }
                    estimate
                });
                self.store.set_estimate(id, estimate);
                if estimate == DEAD {
                    context.stats.count_deadlock("heuristic");
                }
                (id, estimate, (estimate == DEAD).then_some("heuristic"))
            }
            Inserted::Known(id) => {
                context.stats.duplicates += 1;
                let estimate = self.store.estimate(id);
                let better = self.options.reopens && estimate != DEAD && cost < self.store.cost(id);
                if better {
                    self.store.improve(id, parent, action, cost);
                }
                (id, estimate, (!better).then_some("duplicate"))
            }
        };
        if pruned_by.is_none() {
            let Merit { settled, to_goal, .. } = self.merit(moved, estimate, same_box);
            self.children.push(Child { id, cost, estimate, same_box, settled, to_goal });
        }
        let (kept, h) = (pruned_by.is_none().then_some(id), Some(estimate));
        self.report(Some(parent), kept, cost, h, moved, pruned_by, context);
    }
}
