//! Memory-bounded A*: A* that, when its memory is full, forgets the least promising leaves and
//! keeps their values with their parents.
//!
//! As A*, but before a state is expanded there must be room for its successors. If there is not,
//! leaves are forgotten, the greatest values first, a tenth of all at a time. The parent keeps
//! the value of each forgotten child and is reopened with the least of them; when it is next
//! expanded, the children of that value are generated again. Values never fall below the key
//! last taken, so a regenerated subtree resumes at the value at which it was forgotten. With
//! little memory many states are generated many times.
//!
//! Correctness: on an optimal path, take the last state that was ever reached at least cost. It
//! was never expanded, so it is open, or its parent keeps its value, or the parent's parent
//! keeps the parent's, and so on up to a root, and roots stay; each value on the way is at most
//! the optimum. This needs two precautions. The value of a forgotten child is void once its
//! parent has been reached more cheaply; and of several values for one state the least counts.
//!
//! When the path to a state alone fills the memory, the state is given up. From then on only
//! solutions up to its value can be proved optimal; beyond it the search stops with
//! [`Stop::Memory`]. Memory: `states`, or the budget. Russell 1992 (SMA*); SokoBOT's A*.

use hakooshi_board::Square;

use super::best_first::TIES;
use super::bounded_memory::BoundedMemory;
use super::tree::{DEAD, LOOK, Tree, list_actions};
use super::{Algorithm, Guide, INERTIA, build_in_space};
use crate::space::Space;
use crate::spec::{Param, SearchClaims, SearchEntry};
use crate::store::{BoundedNode, BoundedTree, Layout, Place};
use crate::{Context, Cost, Memory, Node, Search, Stop, Turn, go_on};

struct Sma;

impl Algorithm for Sma {
    fn build<S: Space>(tree: Tree<S>) -> Box<dyn Search> {
        let memory = tree.memory().clone();
        let Tree { space, guide, .. } = tree;
        Box::new(BoundedSearch::new(space, guide, &memory))
    }
}

struct BoundedSearch<S: Space> {
    space: S,
    guide: Guide,
    layout: Layout,
    memory: BoundedMemory<S::Action>,
    inertia: bool,
    /// The least value given up because the path to it fills the memory.
    given_up: Option<Cost>,
    packed: Vec<u64>,
    actions: Vec<S::Action>,
    /// The successors to generate: index of the action, and the least value they can have.
    wanted: Vec<(u32, Cost)>,
    /// Successors for which there is no room.
    without_room: Vec<(u32, Cost)>,
    boxes: Vec<Square>,
    bounds: bool,
    is_begun: bool,
}

impl<S: Space> BoundedSearch<S> {
    fn new(space: S, guide: Guide, memory: &Memory) -> Self {
        let layout = Layout::new(space.board());
        let most = guide.params.get(STATES.name) as usize;
        Self {
            memory: BoundedMemory::new(BoundedTree::new(
                layout,
                (most > 0).then_some(most),
                memory,
            )),
            bounds: guide.prunes_soundly && guide.is_admissible,
            is_begun: false,
            boxes: Vec::new(),
            inertia: guide.params.is_on(INERTIA.name),
            given_up: None,
            packed: vec![0; layout.words()],
            actions: Vec::new(),
            wanted: Vec::new(),
            without_room: Vec::new(),
            space,
            guide,
            layout,
        }
    }

    fn step(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        self.guide.guard.prepare(context)?;
        let next = self.memory.next(context)?;
        let Some((place, key, open)) =
            next.filter(|(_, key, _)| self.given_up.is_none_or(|least| least >= *key))
        else {
            return if self.given_up.is_some() {
                Err(Stop::Memory)
            } else {
                Ok(Some(Turn::Exhausted))
            };
        };
        context.expand(key, open)?;
        context.report_expanded(self.memory.tree.get(place).map_or(0, |node| node.serial));
        if self.bounds {
            context.raise_bound(key);
        }
        let state = self.memory.tree.state(place);
        self.layout.boxes(state, &mut self.boxes);
        self.space.load(&self.boxes, self.layout.player(state));
        context.show(S::DIRECTION, &self.boxes, self.space.position().player());
        if self.space.is_goal() {
            let trail = self.memory.tree.trail(place);
            context.stats.depth = trail.len() as u32;
            return Ok(Some(Turn::Found(self.space.pushes(&trail))));
        }
        match self.guide.guard.at_expansion(self.space.position()) {
            Some(test) => {
                context.stats.count_deadlock(test);
                self.memory.tree.update(place, |node| node.open_key = None);
            }
            None => self.expand(place, key, context)?,
        }
        Ok(None)
    }

    fn add_roots(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        for root in self.space.roots() {
            self.memory.make_room(1, None, context)?;
            if self.memory.room == 0 {
                return Err(Stop::Memory);
            }
            self.space.load(root.boxes(), root.player());
            if let Some(estimate) = self.guide.heuristic.estimate(self.space.position()) {
                let player = self.space.canonical_player(None);
                self.layout.pack(self.space.position().occupied(), player, &mut self.packed);
                let value = self.guide.estimated_cost(estimate);
                self.store(None, None, Cost::ZERO, estimate, value, false, context);
                self.report(None, Cost::ZERO, None, None, context);
            }
        }
        self.memory.open_pending(None);
        Ok(())
    }

    /// Stores the successors of the state on the board: all, or the forgotten ones with values up
    /// to `key`.
    fn expand(&mut self, place: Place, key: Cost, context: &mut Context<'_>) -> Result<(), Stop> {
        self.guide.guard.count_expansion();
        let last = self.memory.tree.get(place).and_then(|node| node.action);
        let last = last.and_then(|action| self.space.moved(action)).map(|(_, to)| to);
        let mut actions = std::mem::take(&mut self.actions);
        actions.clear();
        list_actions(&mut self.space, &mut actions, context)?;
        let forgotten = self.memory.tree.get(place).and_then(|node| node.forgotten.as_deref());
        let count = |forgotten: &[Cost]| forgotten.iter().filter(|&&value| value <= key).count();
        let more = forgotten.map_or(actions.len(), count);
        self.memory.test_bytes = self.guide.guard.bytes();
        self.memory.make_room(more, Some(place), context)?;
        let mut wanted = std::mem::take(&mut self.wanted);
        wanted.clear();
        // No open value is below the key, so no successor's value need be. Until a state has been
        // forgotten the estimates alone are used, as in A*.
        let floor = if self.memory.has_forgotten { key } else { Cost::ZERO };
        if !self.memory.tree.take_forgotten(place, key, &mut wanted) {
            wanted.extend((0..actions.len()).map(|index| (index as u32, floor)));
        }
        let count = actions.len() as u32;
        self.memory.tree.update(place, |node| (node.open_key, node.actions) = (None, count));
        self.guide.heuristic.expand(self.space.position());
        context.stats.generated += wanted.len() as u64;
        for (at, &(index, floor)) in wanted.iter().enumerate() {
            self.generate(place, (index, actions[index as usize]), floor, last, context);
            if at % LOOK == LOOK - 1 {
                context.look()?;
            }
        }
        (self.actions, self.wanted) = (actions, wanted);
        self.memory.has_forgotten |= !self.without_room.is_empty();
        for (index, value) in self.without_room.drain(..) {
            if self.memory.has_pending() {
                self.memory.tree.record_forgotten(place, index, value);
            } else {
                self.given_up = Some(self.given_up.map_or(value, |least| least.min(value)));
            }
        }
        // Reopened for its forgotten children, behind those just stored.
        let again = self.memory.tree.get(place).and_then(BoundedNode::least_forgotten);
        self.memory.tree.update(place, |node| node.open_key = again);
        self.memory.open_pending(again.map(|value| (place, value)));
        Ok(())
    }

    fn generate(
        &mut self,
        parent: Place,
        (index, action): (u32, S::Action),
        floor: Cost,
        last: Option<Square>,
        context: &mut Context<'_>,
    ) {
        let Some(&BoundedNode { cost, estimate, .. }) = self.memory.tree.get(parent) else {
            return;
        };
        let (pushes, moves) = self.space.cost(action);
        let cost = cost + self.guide.objective.cost(pushes, moves);
        let undo = self.space.apply(action);
        let moved = self.space.moved(action);
        let dead = moved.and_then(|(_, to)| self.guide.dead_after(self.space.position(), to));
        let pruned_by = dead.or_else(|| {
            let player = self.space.canonical_player(Some(action));
            self.layout.pack(self.space.position().occupied(), player, &mut self.packed);
            let position = self.space.position();
            let same_box = last.is_some() && moved.map(|(from, _)| from) == last;
            let estimate = moved.map_or(estimate, |(_, to)| {
                self.guide.estimate_child(position, to).unwrap_or(DEAD)
            });
            if estimate == DEAD {
                return Some("heuristic");
            }
            let value = (cost + self.guide.estimated_cost(estimate)).max(floor);
            self.store(
                Some((parent, index)),
                Some(action),
                cost,
                estimate,
                value,
                same_box,
                context,
            )
        });
        match pruned_by {
            Some("duplicate" | "memory") | None => {}
            Some(test) => context.stats.count_deadlock(test),
        }
        self.report(Some(parent), cost, moved, pruned_by, context);
        self.space.undo(undo);
    }

    /// Stores the packed state or records a cheaper path to it; otherwise returns what pruned it.
    #[expect(clippy::too_many_arguments, reason = "the fields of one state")]
    fn store(
        &mut self,
        parent: Option<(Place, u32)>,
        action: Option<S::Action>,
        cost: Cost,
        estimate: u32,
        value: Cost,
        same_box: bool,
        context: &mut Context<'_>,
    ) -> Option<&'static str> {
        let (parent, index) = parent.map_or((None, 0), |(place, index)| (Some(place), index));
        let from =
            parent.and_then(|place| self.memory.tree.get(place)).map_or(cost, |node| node.cost);
        let open_key = Some(value);
        let place = if let Some(place) = self.memory.tree.find(&self.packed) {
            context.stats.duplicates += 1;
            let known = self.memory.tree.get(place)?;
            if cost > known.cost {
                return Some("duplicate");
            }
            if cost == known.cost {
                // Several parents may keep different values for one state; the least counts.
                if known.forgotten.is_some()
                    || known.open_key.is_none_or(|open_key| open_key <= value)
                {
                    return Some("duplicate");
                }
            } else {
                let Some(parent) = parent else { return Some("duplicate") };
                self.memory.reparent(place, (parent, from), (index, action), cost);
            }
            self.memory.tree.update(place, |node| node.open_key = open_key);
            place
        } else if self.memory.room == 0 {
            self.without_room.push((index, value));
            return Some("memory");
        } else {
            self.memory.room -= 1;
            let leaf = BoundedNode {
                parent: 0,
                action,
                index,
                cost,
                from,
                estimate,
                open_key,
                actions: 0,
                forgotten: None,
                children: 0,
                serial: 0,
            };
            self.memory.tree.insert(&self.packed, parent, leaf)
        };
        let tie = Cost::new(estimate, u32::from(self.inertia && !same_box));
        self.memory.enqueue(place, value, tie);
        let stored = self.memory.tree.len() as u64;
        context.stats.stored = context.stats.stored.max(stored);
        None
    }

    fn report(
        &mut self,
        parent: Option<Place>,
        g: Cost,
        moved: Option<(Square, Square)>,
        pruned_by: Option<&'static str>,
        context: &mut Context<'_>,
    ) {
        if !context.traces_nodes() {
            return;
        }
        let player = self.space.position().player();
        let kept = self.memory.tree.find(&self.packed).filter(|_| pruned_by.is_none());
        let node = kept.and_then(|place| self.memory.tree.get(place));
        let parent = parent.and_then(|place| self.memory.tree.get(place)).map(|node| node.serial);
        context.report_node(|| Node {
            id: node.map(|node| node.serial),
            parent,
            g,
            h: node.map(|node| node.estimate),
            f: node.and_then(|node| node.open_key).unwrap_or(g),
            moved,
            player,
            pruned_by,
        });
    }
}

impl<S: Space> Search for BoundedSearch<S> {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        if !self.is_begun {
            self.is_begun = true;
            self.add_roots(context)?;
        }
        go_on(nodes, || self.step(context))
    }

    fn bytes(&self) -> usize {
        self.memory.bytes()
    }
}

const STATES: Param =
    Param::number("states", "maximum states stored, 0 for the memory budget", 0.0, (0.0, 4e9));

pub(super) static ENTRY: SearchEntry = SearchEntry {
    name: "sma",
    title: "memory-bounded A*: forgets the least promising states and regenerates them; optimal",
    reference: "Russell 1992; SokoBOT",
    params: &[STATES, TIES],
    claims: SearchClaims::TEXTBOOK,
    build: build_in_space::<Sma>,
};
