//! Breadth-first search: all states one action away, then two, and so on.
//!
//! In words: put the start in a queue; take the first, stop if it is a goal, append each of
//! its successors not met before. Complete; the answer has the fewest actions, which are the
//! fewest pushes in push space and the fewest moves in step space. Memory: every state met.
//! Moore 1959. The store names states in the order of meeting, so it is the queue.

use super::tree::{Habits, Tree};
use super::{Algorithm, AlgorithmEntry, Guide, Measure, Promise, run_in_space};
use crate::space::Space;
use crate::{Context, Raw, Stop};

/// Breadth-first search.
pub(crate) struct Bfs;

impl Algorithm for Bfs {
    fn run<S: Space>(space: &mut S, guide: &mut Guide, context: &mut Context<'_>) -> Raw {
        search(space, guide, context).unwrap_or_else(Raw::Stopped)
    }
}

fn search<S: Space>(
    space: &mut S,
    guide: &mut Guide,
    context: &mut Context<'_>,
) -> Result<Raw, Stop> {
    let bounds = guide.prunes_soundly;
    let habits = Habits { informed: false, reopens: false, by_actions: true };
    let mut tree = Tree::new(space, guide, habits);
    tree.plant(context)?;
    let mut next = 0;
    while let Some(id) = tree.store.nth(next) {
        next += 1;
        let depth = tree.store.cost(id);
        let is_goal = tree.visit(id, depth, tree.store.len() - next + 1, context)?;
        if bounds {
            context.raise_bound(depth);
        }
        if is_goal {
            return Ok(tree.found(id, context));
        }
        tree.grow(id, 0, context)?;
    }
    Ok(Raw::Exhausted)
}

pub(super) static ENTRY: AlgorithmEntry = AlgorithmEntry {
    name: "bfs",
    title: "breadth-first search: fewest actions, every state stored",
    reference: "Moore 1959",
    params: &[],
    claims: Promise { measure: Measure::Actions, informed: false, ..Promise::BEST },
    build: run_in_space::<Bfs>,
};
