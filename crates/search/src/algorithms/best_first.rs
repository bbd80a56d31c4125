//! HOT. The body shared by uniform cost, A*, weighted A* and greedy search: always expand
//! the waiting state with the least key. They differ in the key alone.
//!
//! In words: put the start in a list ordered by key; take the least, stop if it is a goal,
//! and for each successor keep it if it is new or cheaper than before. A state may wait under
//! an old key after a cheaper way was found; it is skipped when it comes up.
//! Hart, Nilsson and Raphael 1968; Pohl 1970; Doran and Michie 1966.

use hakooshi_board::Square;

use super::Guide;
use crate::open::Buckets;
use crate::space::Space;
use crate::store::{Layout, Met, StateId, Store};
use crate::{Context, Cost, Raw, Stop};

/// How a state is ranked.
pub(super) trait Rank {
    /// Whether a cheaper way to a state that was already met counts.
    const REOPENS: bool;
    /// Whether the least key waiting is a lower bound of what a solution costs.
    const BOUNDS: bool;

    /// The key of a state from its cost so far and the estimate of what is left.
    fn key(cost: Cost, estimate: Cost, guide: &Guide) -> Cost;
}

pub(super) fn run<R: Rank, S: Space>(
    space: &mut S,
    guide: &mut Guide,
    context: &mut Context<'_>,
) -> Raw {
    Search::new(space, guide, context).run::<R>().unwrap_or_else(Raw::Stopped)
}

struct Search<'a, 'b, S: Space> {
    space: &'a mut S,
    guide: &'a mut Guide,
    context: &'a mut Context<'b>,
    layout: Layout,
    store: Store<S::Action>,
    open: Buckets,
    packed: Vec<u64>,
}

impl<'a, 'b, S: Space> Search<'a, 'b, S> {
    fn new(space: &'a mut S, guide: &'a mut Guide, context: &'a mut Context<'b>) -> Self {
        let layout = Layout::new(space.board());
        let store = Store::new(layout);
        let packed = vec![0; layout.words()];
        Self { space, guide, context, layout, store, open: Buckets::new(), packed }
    }

    fn run<R: Rank>(mut self) -> Result<Raw, Stop> {
        for root in self.space.roots() {
            self.store.reserve(1, 0, self.context)?;
            self.space.load(root.boxes(), root.player());
            if let Some(estimate) = self.guide.heuristic.estimate(self.space.position()) {
                self.meet::<R>(None, Cost::ZERO, |_| Some(estimate));
            }
        }
        let mut boxes: Vec<Square> = Vec::new();
        let mut actions = Vec::new();
        while let Some((key, id)) = self.open.pop() {
            let cost = self.store.cost(id);
            if key > self.rank::<R>(cost, self.store.estimate(id)).0 {
                continue;
            }
            self.context.expand(key, self.open.len())?;
            if R::BOUNDS {
                self.context.raise_bound(key);
            }
            self.layout.boxes(self.store.state(id), &mut boxes);
            self.space.load(&boxes, self.layout.player(self.store.state(id)));
            if self.space.is_goal() {
                return Ok(Raw::Found(self.space.pushes(&self.store.trail(id))));
            }
            self.guide.heuristic.expand(self.space.position());
            actions.clear();
            self.space.actions(&mut actions);
            self.store.reserve(actions.len(), self.open.bytes(), self.context)?;
            self.context.stats.generated += actions.len() as u64;
            for &action in &actions {
                self.follow::<R>(id, cost, action);
            }
            self.context.stats.stored = self.store.len() as u64;
        }
        Ok(Raw::Exhausted)
    }

    fn follow<R: Rank>(&mut self, id: StateId, cost: Cost, action: S::Action) {
        let (pushes, moves) = self.space.cost(action);
        let cost = cost + self.guide.objective.cost(pushes, moves);
        let undo = self.space.apply(action);
        let moved = self.space.moved(action).map(|(_, to)| to);
        let dead = moved.and_then(|to| self.guide.dead_by(self.space.position(), to));
        if let Some(test) = dead {
            self.context.stats.count_deadlock(test);
        } else {
            let inherited = self.store.estimate(id);
            self.meet::<R>(Some((id, action)), cost, |search| match moved {
                Some(to) => {
                    let position = search.space.position();
                    search.guide.heuristic.child(position, position.box_index(to))
                }
                None => Some(inherited),
            });
        }
        self.space.undo(undo);
    }

    /// Stores the working position if it is new or was reached more cheaply, and lets it wait.
    fn meet<R: Rank>(
        &mut self,
        from: Option<(StateId, S::Action)>,
        cost: Cost,
        estimate: impl FnOnce(&mut Self) -> Option<u32>,
    ) {
        let player = self.space.player_name(from.map(|(_, action)| action));
        self.layout.pack(self.space.position().occupied(), player, &mut self.packed);
        let (parent, action) = (from.map(|(id, _)| id), from.map(|(_, action)| action));
        let id = match self.store.meet(&self.packed, parent, action, cost) {
            Met::New(id) => {
                let Some(estimate) = estimate(self) else {
                    // Stored all the same, so that it is not judged again.
                    self.store.set_estimate(id, u32::MAX);
                    self.context.stats.count_deadlock("heuristic");
                    return;
                };
                self.store.set_estimate(id, estimate);
                id
            }
            Met::Known(id) => {
                self.context.stats.duplicates += 1;
                let hopeless = self.store.estimate(id) == u32::MAX;
                match from {
                    Some((parent, action))
                        if R::REOPENS && !hopeless && cost < self.store.cost(id) =>
                    {
                        self.store.improve(id, parent, action, cost);
                        id
                    }
                    _ => return,
                }
            }
        };
        let (key, tie) = self.rank::<R>(cost, self.store.estimate(id));
        self.open.push(key, tie, id);
    }

    /// The key of a state, and the estimate that breaks ties.
    fn rank<R: Rank>(&self, cost: Cost, estimate: u32) -> (Cost, Cost) {
        let left = self.guide.objective.cost(estimate, estimate);
        (R::key(cost, left, self.guide), Cost::new(estimate, 0))
    }
}
