//! Memory-bounded A*: A* that, when its memory is full, forgets the least promising leaves
//! and remembers with their parents how promising they were.
//!
//! In words: as A*; but before a state is expanded there must be room for its successors. If
//! there is not, the leaves with the greatest values are taken away, a tenth of all at a time,
//! and each parent takes the least value of what it lost for its own. It waits again, and when
//! its turn comes its lost children are generated once more, with no less than that value.
//! Complete and optimal like A* as long as the line to the goal, with the successors beside
//! it, fits; if not even that does, it stops for want of memory. With little memory it goes
//! over the same ground many times. Memory: `states`, or what the budget allows.
//! Russell 1992 (SMA*); SokoBOT's A*.

use std::cmp::Reverse;

use hakooshi_board::Square;

use super::best_first::TIES;
use super::tree::HOPELESS;
use super::{Algorithm, AlgorithmEntry, Guide, INERTIA, Promise, run_in_space};
use crate::open::Buckets;
use crate::space::Space;
use crate::spec::Param;
use crate::store::{Bounded, Layout, Leaf, Place, StateId};
use crate::{Context, Cost, Node, Raw, Stop};

/// Memory-bounded A*.
pub(crate) struct Sma;

impl Algorithm for Sma {
    fn run<S: Space>(space: &mut S, guide: &mut Guide, context: &mut Context<'_>) -> Raw {
        Search::new(space, guide, context).run().unwrap_or_else(Raw::Stopped)
    }
}

struct Search<'a, 'b, S: Space> {
    space: &'a mut S,
    guide: &'a mut Guide,
    context: &'a mut Context<'b>,
    layout: Layout,
    tree: Bounded<S::Action>,
    open: Buckets,
    inertia: bool,
    packed: Vec<u64>,
    leaves: Vec<Place>,
}

impl<'a, 'b, S: Space> Search<'a, 'b, S> {
    fn new(space: &'a mut S, guide: &'a mut Guide, context: &'a mut Context<'b>) -> Self {
        let layout = Layout::new(space.board());
        let most = guide.params.get(STATES.name) as usize;
        let tree = Bounded::new(layout, (most > 0).then_some(most), context);
        let packed = vec![0; layout.words()];
        let inertia = guide.params.is_on(INERTIA.name);
        let (open, leaves) = (Buckets::new(), Vec::new());
        Self { space, guide, context, layout, tree, open, inertia, packed, leaves }
    }

    fn run(mut self) -> Result<Raw, Stop> {
        let bounds = self.guide.prunes_soundly && self.guide.is_admissible;
        for root in self.space.roots() {
            self.make_room(1, None)?;
            self.space.load(root.boxes(), root.player());
            if let Some(estimate) = self.guide.heuristic.estimate(self.space.position()) {
                let player = self.space.player_name(None);
                self.layout.pack(self.space.position().occupied(), player, &mut self.packed);
                self.store(None, None, Cost::ZERO, estimate, None, false);
                self.tell(None, Cost::ZERO, None, None);
            }
        }
        let mut boxes: Vec<Square> = Vec::new();
        let mut actions = Vec::new();
        while let Some((key, id)) = self.open.pop() {
            let place = id.number();
            // A list entry outlives what it was for: the state may be gone or wait otherwise.
            let Some(&node) = self.tree.get(place).filter(|node| node.waits == Some(key)) else {
                continue;
            };
            self.context.expand(key, self.open.len() + 1)?;
            self.context.tell_expanded(node.serial);
            if bounds {
                self.context.raise_bound(key);
            }
            self.layout.boxes(self.tree.state(place), &mut boxes);
            self.space.load(&boxes, self.layout.player(self.tree.state(place)));
            if self.space.is_goal() {
                return Ok(super::found(self.space, &self.tree.trail(place), self.context));
            }
            let last = node.action.and_then(|action| self.space.moved(action));
            actions.clear();
            self.space.actions(&mut actions);
            self.make_room(actions.len(), Some(place))?;
            self.guide.heuristic.expand(self.space.position());
            self.context.stats.generated += actions.len() as u64;
            let floor = self.tree.get(place).and_then(|node| node.forgotten);
            self.tree.update(place, |node| (node.waits, node.forgotten) = (None, None));
            for &action in &actions {
                self.follow(place, action, floor, last.map(|(_, to)| to));
            }
        }
        Ok(Raw::Exhausted)
    }

    fn follow(
        &mut self,
        parent: Place,
        action: S::Action,
        floor: Option<Cost>,
        last: Option<Square>,
    ) {
        let Some(&Leaf { cost, estimate, .. }) = self.tree.get(parent) else { return };
        let (pushes, moves) = self.space.cost(action);
        let cost = cost + self.guide.objective.cost(pushes, moves);
        let undo = self.space.apply(action);
        let moved = self.space.moved(action);
        let dead = moved.and_then(|(_, to)| self.guide.dead_by(self.space.position(), to));
        let pruned_by = dead.or_else(|| {
            let player = self.space.player_name(Some(action));
            self.layout.pack(self.space.position().occupied(), player, &mut self.packed);
            let position = self.space.position();
            let inert = last.is_some() && moved.map(|(from, _)| from) == last;
            let estimate = moved.map_or(estimate, |(_, to)| {
                let index = position.box_index(to);
                self.guide.heuristic.child(position, index).unwrap_or(HOPELESS)
            });
            if estimate == HOPELESS {
                return Some("heuristic");
            }
            let kept = self.store(Some(parent), Some(action), cost, estimate, floor, inert);
            (!kept).then_some("duplicate")
        });
        match pruned_by {
            Some("duplicate") | None => {}
            Some(test) => self.context.stats.count_deadlock(test),
        }
        self.tell(Some(parent), cost, moved, pruned_by);
        self.space.undo(undo);
    }

    /// Stores the packed state, or takes note of a cheaper way to it; whether either was done.
    fn store(
        &mut self,
        parent: Option<Place>,
        action: Option<S::Action>,
        cost: Cost,
        estimate: u32,
        floor: Option<Cost>,
        inert: bool,
    ) -> bool {
        let value = (cost + self.guide.left(estimate)).max(floor.unwrap_or(Cost::ZERO));
        let place = if let Some(place) = self.tree.find(&self.packed) {
            self.context.stats.duplicates += 1;
            let Some(&known) = self.tree.get(place) else { return false };
            if cost > known.cost {
                return false;
            }
            if cost == known.cost {
                // A value taken over from a parent may exceed what this way says.
                if known.waits.is_none_or(|waits| waits <= value) {
                    return false;
                }
            } else {
                let Some(parent) = parent else { return false };
                self.tree.update(known.parent, |node| node.children -= 1);
                self.tree.update(parent, |node| node.children += 1);
                self.tree.update(place, |node| {
                    (node.parent, node.action, node.cost) = (parent, action, cost);
                    node.forgotten = None;
                });
            }
            self.tree.update(place, |node| node.waits = Some(value));
            place
        } else {
            let waits = Some(value);
            let leaf = Leaf {
                parent: 0,
                action,
                cost,
                estimate,
                waits,
                forgotten: None,
                children: 0,
                serial: 0,
            };
            self.tree.insert(&self.packed, parent, leaf)
        };
        let tie = Cost::new(estimate, u32::from(self.inertia && !inert));
        self.open.push(value, tie, StateId::new(place));
        let stored = self.tree.len() as u64;
        self.context.stats.stored = self.context.stats.stored.max(stored);
        true
    }

    /// Takes leaves away until `more` states fit; never `kept`, which is being expanded.
    fn make_room(&mut self, more: usize, kept: Option<Place>) -> Result<(), Stop> {
        // Never none: each turn of the loop must take something away.
        let more = more.max(1);
        loop {
            while self.tree.room() < more {
                self.thin_out(more, kept)?;
            }
            let elsewhere = self.open.bytes() + self.leaves.capacity() * size_of::<Place>();
            match self.tree.reserve(more, elsewhere, self.context) {
                Err(Stop::Memory) if self.tree.len() > more => self.tree.close(),
                ended => return ended,
            }
        }
    }

    /// Takes the least promising tenth away, or `more` if that is more.
    fn thin_out(&mut self, more: usize, kept: Option<Place>) -> Result<(), Stop> {
        let Self { tree, leaves, .. } = self;
        leaves.clear();
        leaves.extend(
            tree.iter()
                .filter(|&(place, node)| node.children == 0 && Some(place) != kept)
                .map(|(place, _)| place),
        );
        if leaves.is_empty() {
            return Err(Stop::Memory);
        }
        // Nothing comes of a leaf that does not wait: it goes first. Then the greatest value,
        // and among equals the shallowest.
        leaves.sort_unstable_by_key(|&place| {
            let node = tree.get(place);
            let waits = node.and_then(|node| node.waits);
            (waits.is_some(), Reverse(waits), node.map(|node| node.cost), place)
        });
        let count = (tree.most() / 10).max(more).min(leaves.len());
        for index in 0..count {
            self.forget(self.leaves[index]);
        }
        self.list_anew();
        Ok(())
    }

    /// Takes a leaf away and leaves its value with its parent.
    fn forget(&mut self, place: Place) {
        let Some(leaf) = self.tree.remove(place) else { return };
        if let (true, Some(value)) = (leaf.parent != place, leaf.waits) {
            self.tree.update(leaf.parent, |node| {
                let least = |known: Option<Cost>| known.map_or(value, |known| known.min(value));
                node.forgotten = Some(least(node.forgotten));
                node.waits = Some(least(node.waits));
            });
        }
    }

    /// Lists what waits again, without the entries that have outlived their states.
    fn list_anew(&mut self) {
        self.open.clear();
        let waiting = self.tree.iter().filter_map(|(place, node)| Some((node.waits?, place, node)));
        for (value, place, node) in waiting {
            self.open.push(value, Cost::new(node.estimate, 0), StateId::new(place));
        }
    }

    fn tell(
        &mut self,
        parent: Option<Place>,
        g: Cost,
        moved: Option<(Square, Square)>,
        pruned_by: Option<&'static str>,
    ) {
        if !self.context.tells_nodes() {
            return;
        }
        let player = self.space.position().player();
        let kept = self.tree.find(&self.packed).filter(|_| pruned_by.is_none());
        let node = kept.and_then(|place| self.tree.get(place).copied());
        let parent = parent.and_then(|place| self.tree.get(place)).map(|node| node.serial);
        self.context.tell_node(|| Node {
            id: node.map(|node| node.serial),
            parent,
            g,
            h: node.map(|node| node.estimate),
            f: node.and_then(|node| node.waits).unwrap_or(g),
            moved,
            player,
            pruned_by,
        });
    }
}

const STATES: Param = Param {
    name: "states",
    title: "most states kept, 0 for what memory allows",
    default: 0.0,
    range: (0.0, 4e9),
};

pub(super) static ENTRY: AlgorithmEntry = AlgorithmEntry {
    name: "sma",
    title: "memory-bounded A*: forgets the least promising and comes back to it; optimal",
    reference: "Russell 1992; SokoBOT",
    params: &[STATES, TIES],
    claims: Promise::BEST,
    build: run_in_space::<Sma>,
};
