//! Bidirectional search: pushes from the start and pulls from the goals until they meet.
//!
//! In words: each side ranks a state by the larger of its cost so far plus estimate and of
//! twice its cost plus one; the least rank of both sides is expanded, ties on the side with
//! fewer waiting. A state met that the other side knows is a solution; the cheapest is kept.
//! Once no rank is below it, nothing better can come: a cheaper path would have a state of
//! smaller rank waiting on one side or the other, since each side need only go half way.
//! With `h=zero` this is the blind search of two breadth-first waves.
//! Complete; fewest pushes when the heuristic never overestimates. Memory: every state met.
//! Pohl 1971; the rank is that of Holte, Felner, Sharon, Sturtevant and Chen 2017.

use std::sync::Arc;

use hakooshi_board::{Board, Position};

use super::tree::{Habits, Tree};
use super::{AlgorithmEntry, Guide, Measure, Promise};
use crate::open::Buckets;
use crate::space::{PullSpace, PushSpace, Space, landing_for_pulls, landing_for_pushes};
use crate::spec::{Plan, SpaceKind};
use crate::store::StateId;
use crate::{Context, Cost, Objective, Raw, Stop};

fn run(
    plan: &Plan,
    board: &Arc<Board>,
    start: &Position,
    _: Objective,
    context: &mut Context<'_>,
) -> Raw {
    let guide = |pulling| Guide::new(plan, board, start, Objective::Pushes, pulling);
    let (mut forth, mut back) = (guide(false), guide(true));
    let onto = landing_for_pushes(board, plan.dead_squares);
    let mut pushes = PushSpace::new(board, start, onto);
    let onto = landing_for_pulls(board, start, plan.dead_squares);
    let mut pulls = PullSpace::new(board, start, onto);
    let forth = Side::new(&mut pushes, &mut forth, 0);
    let back = Side::new(&mut pulls, &mut back, 1 << 32);
    search(forth, back, context).unwrap_or_else(Raw::Stopped)
}

/// One of the two searches.
struct Side<'a, S: Space> {
    tree: Tree<'a, S>,
    open: Buckets,
}

/// Where the sides have met: pushes in all, and the state's names on this side and the other.
type Meeting = (u32, StateId, StateId);

impl<'a, S: Space> Side<'a, S> {
    fn new(space: &'a mut S, guide: &'a mut Guide, names_from: u64) -> Self {
        let habits = Habits { informed: true, reopens: true, by_actions: false };
        let mut tree = Tree::new(space, guide, habits);
        tree.names_from = names_from;
        Self { tree, open: Buckets::new() }
    }

    fn bytes(&self) -> usize {
        self.tree.store.bytes() + self.open.bytes()
    }

    fn rank(&self, cost: Cost, estimate: u32) -> Cost {
        let twice = Cost::new(cost.first().saturating_mul(2).saturating_add(1), 0);
        twice.max(cost + self.tree.guide.left(estimate))
    }

    /// Lets the children of the tree wait; the cheapest meeting with the other side.
    fn wait<T: Space>(&mut self, other: &Side<'_, T>) -> Option<Meeting> {
        let mut best: Option<Meeting> = None;
        for child in &self.tree.children {
            let key = self.rank(child.cost, child.estimate);
            self.open.push(key, Cost::new(child.estimate, 0), child.id);
            if let Some(there) = other.tree.store.find(self.tree.store.state(child.id)) {
                let pushes = (child.cost + other.tree.store.cost(there)).first();
                if best.is_none_or(|(least, ..)| pushes < least) {
                    best = Some((pushes, child.id, there));
                }
            }
        }
        best
    }

    /// Expands the state with the least rank, if a solution of fewer than `most` pushes may
    /// lead through it.
    fn step<T: Space>(
        &mut self,
        other: &Side<'_, T>,
        most: u32,
        context: &mut Context<'_>,
    ) -> Result<Option<Meeting>, Stop> {
        let Some((key, id)) = self.open.pop() else { return Ok(None) };
        let (cost, estimate) = (self.tree.store.cost(id), self.tree.store.estimate(id));
        let sum = cost + self.tree.guide.left(estimate);
        if key > self.rank(cost, estimate) || sum.first() >= most {
            return Ok(None);
        }
        let open = self.open.len() + 1 + other.open.len();
        self.tree.visit(id, key, open, context)?;
        self.tree.grow(id, self.open.bytes() + other.bytes(), context)?;
        context.stats.stored = (self.tree.store.len() + other.tree.store.len()) as u64;
        Ok(self.wait(other))
    }
}

fn search(
    mut forth: Side<'_, PushSpace>,
    mut back: Side<'_, PullSpace>,
    context: &mut Context<'_>,
) -> Result<Raw, Stop> {
    let bounds = forth.tree.guide.prunes_soundly && forth.tree.guide.is_admissible;
    back.tree.plant(context)?;
    back.wait(&forth);
    forth.tree.plant(context)?;
    let mut best = forth.wait(&back);
    while let (Some(one), Some(two)) = (forth.open.least(), back.open.least()) {
        let most = best.map_or(u32::MAX, |(pushes, ..)| pushes);
        let least = one.min(two);
        if bounds {
            context.raise_bound(Cost::new(least.first().min(most), 0));
        }
        if most <= least.first() {
            break;
        }
        let forwards = (one, forth.open.len()) <= (two, back.open.len());
        let met = if forwards {
            forth.step(&back, most, context)?
        } else {
            back.step(&forth, most, context)?.map(|(pushes, here, there)| (pushes, there, here))
        };
        best = match met {
            Some((pushes, ..)) if pushes < most => met,
            _ => best,
        };
    }
    let Some((_, here, there)) = best else { return Ok(Raw::Exhausted) };
    let (to, from) = (forth.tree.store.trail(here), back.tree.store.trail(there));
    context.stats.depth = (to.len() + from.len()) as u32;
    let mut pushes = forth.tree.space.pushes(&to);
    pushes.extend(back.tree.space.pushes(&from));
    Ok(Raw::Found(pushes))
}

pub(super) static ENTRY: AlgorithmEntry = AlgorithmEntry {
    name: "bidirectional",
    title: "pushes from the start meet pulls from the goals; fewest pushes, blind with h=zero",
    reference: "Pohl 1971; Holte et al. 2017",
    params: &[],
    claims: Promise { measure: Measure::Pushes, only: Some(SpaceKind::Push), ..Promise::BEST },
    build: run,
};
