//! Depth-first search: follow one line as deep as it goes, then turn back.
//!
//! In words: put the start on a stack; take the top, stop if it is a goal, put each of its
//! successors not met before on top. With `limit` nothing deeper than so many actions is
//! looked at, and a state met again less deep is followed again. With `inertia` the box moved
//! last is tried first.
//! Complete without a limit, since boards are finite and nothing is followed twice; the
//! answer may be absurdly long. Memory: every state met. Lucas 1882; the first search of the
//! KTH report.

use std::cmp::Reverse;

use super::tree::{Habits, Tree};
use super::{Algorithm, AlgorithmEntry, Guide, INERTIA, Promise, run_in_space};
use crate::space::Space;
use crate::spec::Param;
use crate::{Context, Raw, Stop};

/// Depth-first search.
pub(crate) struct Dfs;

impl Algorithm for Dfs {
    fn run<S: Space>(space: &mut S, guide: &mut Guide, context: &mut Context<'_>) -> Raw {
        search(space, guide, context).unwrap_or_else(Raw::Stopped)
    }
}

fn search<S: Space>(
    space: &mut S,
    guide: &mut Guide,
    context: &mut Context<'_>,
) -> Result<Raw, Stop> {
    let limit = guide.params.get(LIMIT.name) as u32;
    let inertia = guide.params.is_on(INERTIA.name);
    let habits = Habits { informed: false, reopens: limit > 0, by_actions: true };
    let mut tree = Tree::new(space, guide, habits);
    let mut stack = Vec::new();
    tree.plant(context)?;
    stack.extend(tree.children.iter().map(|child| (child.id, child.cost)));
    while let Some((id, depth)) = stack.pop() {
        if depth > tree.store.cost(id) {
            continue;
        }
        if tree.visit(id, depth, stack.len() + 1, context)? {
            return Ok(tree.found(id, context));
        }
        if limit > 0 && depth.first() >= limit {
            continue;
        }
        tree.grow(id, stack.capacity() * size_of_val(&(id, depth)), context)?;
        // What is pushed last is tried first.
        tree.children.sort_unstable_by_key(|child| (inertia && child.inert, Reverse(child.id)));
        stack.extend(tree.children.iter().map(|child| (child.id, child.cost)));
    }
    Ok(Raw::Exhausted)
}

const LIMIT: Param = Param {
    name: "limit",
    title: "most actions of a line, 0 for any number",
    default: 0.0,
    range: (0.0, 1e9),
};

pub(super) static ENTRY: AlgorithmEntry = AlgorithmEntry {
    name: "dfs",
    title: "depth-first search: one line as deep as it goes; any solution",
    reference: "KTH 2009, III-G",
    params: &[LIMIT, INERTIA],
    claims: Promise { optimal: false, informed: false, voided_by: &[LIMIT.name], ..Promise::BEST },
    build: run_in_space::<Dfs>,
};
