//! Bidirectional search: pushes from the start and pulls from the goals until they meet (`MMε`).
//!
//! Each side ranks a state by the larger of its cost so far plus estimate and of twice its cost
//! plus one. The state with the least rank of both sides is expanded, ties on the side with the
//! shorter open list. A generated state that the other side has stored is a solution; the
//! cheapest is the incumbent. The search ends when no rank is below its cost: a cheaper path
//! would have an open state of smaller rank on one of the sides, since each side need only go
//! half way. With `h=zero` both sides are breadth-first.
//! Complete; fewest pushes when the heuristic is admissible. Memory: every state generated.
//! Pohl 1971; the rank is that of Holte, Felner, Sharon, Sturtevant and Chen 2017.

use hakooshi_board::Direction;

use super::Guide;
use super::tree::{Tree, TreeOptions, Visit};
use crate::open::{Buckets, OpenList};
use crate::space::{PullSpace, PushSpace, Space};
use crate::spec::{Measure, SearchClaims, SearchEntry, SearchSpec, SpaceKind};
use crate::store::StateId;
use crate::{Context, Cost, Objective, Search, Stop, Task, Turn, go_on};

fn build(spec: &SearchSpec, task: &Task) -> Box<dyn Search> {
    let task = task.clone().with_objective(Objective::Pushes);
    Box::new(Bidirectional { spec: spec.clone(), task, sides: None })
}

/// The search. Its sides are built one after the other in the first turn, with looks at the clock: on a
/// large board the tables of each take tens of milliseconds.
struct Bidirectional {
    spec: SearchSpec,
    task: Task,
    sides: Option<Sides>,
}

impl Search for Bidirectional {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let sides = match &mut self.sides {
            Some(sides) => sides,
            none => none.insert(Sides::begin(&self.spec, &self.task, context)?),
        };
        go_on(nodes, || sides.step(context))
    }

    fn bytes(&self) -> usize {
        let bytes = |sides: &Sides| sides.forth.tree.bytes() + sides.back.tree.bytes();
        self.sides.as_ref().map_or(0, bytes)
    }
}

/// One of the two searches.
struct Side<S: Space> {
    tree: Tree<S>,
    open: Buckets,
}

/// Where the sides meet: pushes in total, and the state's ids on this side and on the other.
type Meeting = (u32, StateId, StateId);

impl<S: Space> Side<S> {
    fn new(space: S, spec: &SearchSpec, task: &Task, id_offset: u64) -> Self {
        let guide = Guide::new(spec, task, S::DIRECTION);
        let mut tree = Tree::new(space, guide, &task.memory);
        tree.options = TreeOptions { informed: true, reopens: true, ..TreeOptions::default() };
        tree.id_offset = id_offset;
        Self { tree, open: Buckets::new() }
    }

    fn rank(&self, cost: Cost, estimate: u32) -> Cost {
        let twice = Cost::new(cost.first().saturating_mul(2).saturating_add(1), 0);
        twice.max(cost + self.tree.guide.estimated_cost(estimate))
    }

    /// Opens the children of the tree and returns the cheapest meeting with the other side.
    fn push_children<T: Space>(&mut self, other: &Side<T>) -> Option<Meeting> {
        let mut best: Option<Meeting> = None;
        for at in 0..self.tree.children.len() {
            let child = self.tree.children[at];
            let key = self.rank(child.cost, child.estimate);
            self.open.push((key, Cost::new(child.estimate, 0)), child.id);
            if let Some(there) = other.tree.store.find(self.tree.store.state(child.id)) {
                let pushes = (child.cost + other.tree.store.cost(there)).first();
                if best.is_none_or(|(least, ..)| pushes < least) {
                    best = Some((pushes, child.id, there));
                }
            }
        }
        best
    }

    /// Expands the state with the least rank, if a solution of fewer than `most` pushes may pass
    /// through it.
    fn step<T: Space>(
        &mut self,
        other: &Side<T>,
        most: u32,
        context: &mut Context<'_>,
    ) -> Result<Option<Meeting>, Stop> {
        let Some(((key, _), id)) = self.open.pop() else { return Ok(None) };
        let (cost, estimate) = (self.tree.store.cost(id), self.tree.store.estimate(id));
        let sum = cost + self.tree.guide.estimated_cost(estimate);
        if key > self.rank(cost, estimate) || sum.first() >= most {
            return Ok(None);
        }
        let open = self.open.len() + 1 + other.open.len();
        if self.tree.visit(id, key, open, context)? == Visit::Dead {
            return Ok(None);
        }
        self.tree.hold(self.open.bytes())?;
        self.tree.expand(id, context)?;
        context.stats.stored = (self.tree.store.len() + other.tree.store.len()) as u64;
        Ok(self.push_children(other))
    }
}

/// Both.
struct Sides {
    forth: Side<PushSpace>,
    back: Side<PullSpace>,
    /// The incumbent: the cheapest meeting, seen from the forward side.
    best: Option<Meeting>,
    bounds: bool,
}

impl Sides {
    fn begin(spec: &SearchSpec, task: &Task, context: &mut Context<'_>) -> Result<Self, Stop> {
        let Task { board, start, .. } = task;
        let onto = |direction| task.landing(direction, spec.dead_squares);
        let pushes = PushSpace::new(board, start, onto(Direction::Forward));
        let mut forth = Side::new(pushes, spec, task, 0);
        context.look()?;
        let pulls = PullSpace::new(board, start, onto(Direction::Backward));
        let mut back = Side::new(pulls, spec, task, 1 << 32);
        context.look()?;
        back.tree.add_roots(context)?;
        back.push_children(&forth);
        forth.tree.add_roots(context)?;
        let best = forth.push_children(&back);
        let bounds = forth.tree.guide.prunes_soundly && forth.tree.guide.is_admissible;
        Ok(Self { forth, back, best, bounds })
    }

    fn step(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let Self { forth, back, best, bounds, .. } = self;
        let most = best.map_or(u32::MAX, |(pushes, ..)| pushes);
        let (Some((one, _)), Some((two, _))) = (forth.open.least(), back.open.least()) else {
            return Ok(Some(self.end(context)));
        };
        let least = one.min(two);
        if *bounds {
            context.raise_bound(Cost::new(least.first().min(most), 0));
        }
        if most <= least.first() {
            return Ok(Some(self.end(context)));
        }
        let forwards = (one, forth.open.len()) <= (two, back.open.len());
        let met = if forwards {
            forth.step(back, most, context)?
        } else {
            back.step(forth, most, context)?.map(|(pushes, here, there)| (pushes, there, here))
        };
        if met.is_some_and(|(pushes, ..)| pushes < most) {
            *best = met;
        }
        Ok(None)
    }

    /// The result, once no better one is possible.
    fn end(&self, context: &mut Context<'_>) -> Turn {
        let Some((_, here, there)) = self.best else { return Turn::Exhausted };
        let (to, from) = (self.forth.tree.store.trail(here), self.back.tree.store.trail(there));
        context.stats.depth = (to.len() + from.len()) as u32;
        let mut pushes = self.forth.tree.space.pushes(&to);
        pushes.extend(self.back.tree.space.pushes(&from));
        Turn::Found(pushes)
    }
}

pub(super) static ENTRY: SearchEntry = SearchEntry {
    name: "bidirectional",
    title: "bidirectional search: pushes from the start, pulls from the goals; fewest pushes",
    reference: "Pohl 1971; Holte et al. 2017",
    params: &[],
    claims: SearchClaims {
        measure: Measure::Pushes,
        only: Some(SpaceKind::Push),
        ..SearchClaims::TEXTBOOK
    },
    build,
};
