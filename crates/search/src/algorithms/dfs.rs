//! Depth-first search: follow one path as deep as it goes, then backtrack.
//!
//! Put the start on a stack; take the top, stop if it is a goal, push each successor that is new.
//! With `limit` no state is expanded at that depth or below, and a state reached again at a lower
//! depth is reopened. With `inertia` the box moved last is tried first.
//! Complete without a limit, since boards are finite and no state is expanded twice; the solution
//! may be extremely long. Memory: every state generated. Lucas 1882; the first search of the KTH
//! report.

use std::cmp::Reverse;

use super::tree::{Tree, TreeOptions, Visit};
use super::{Algorithm, INERTIA, build_in_space};
use crate::space::Space;
use crate::spec::{Param, SearchClaims, SearchEntry};
use crate::store::StateId;
use crate::{Context, Cost, Search, Stop, Turn, go_on};

struct Dfs;

impl Algorithm for Dfs {
    fn build<S: Space>(mut tree: Tree<S>) -> Box<dyn Search> {
        let limit = tree.guide.params.get(LIMIT.name) as u32;
        let inertia = tree.guide.params.is_on(INERTIA.name);
        tree.options =
            TreeOptions { reopens: limit > 0, by_actions: true, ..TreeOptions::default() };
        Box::new(DepthFirst { tree, limit, inertia, stack: Vec::new(), is_begun: false })
    }
}

struct DepthFirst<S: Space> {
    tree: Tree<S>,
    limit: u32,
    inertia: bool,
    /// The open states, each with the depth at which it was reached.
    stack: Vec<(StateId, Cost)>,
    is_begun: bool,
}

impl<S: Space> DepthFirst<S> {
    fn push_children(&mut self) {
        self.stack.extend(self.tree.children.iter().map(|child| (child.id, child.cost)));
    }

    fn step(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let Self { tree, stack, inertia, .. } = self;
        let (id, depth) = loop {
            let Some((id, depth)) = stack.pop() else { return Ok(Some(Turn::Exhausted)) };
            if depth <= tree.store.cost(id) {
                break (id, depth);
            }
        };
        match tree.visit(id, depth, stack.len() + 1, context)? {
            Visit::Goal => return Ok(Some(tree.found(id, context))),
            Visit::Open if self.limit == 0 || depth.first() < self.limit => {
                tree.hold(stack.capacity() * size_of_val(&(id, depth)))?;
                tree.expand(id, context)?;
                // The last one pushed is expanded first.
                tree.children
                    .sort_unstable_by_key(|child| (*inertia && child.same_box, Reverse(child.id)));
                self.push_children();
            }
            Visit::Open | Visit::Dead => {}
        }
        Ok(None)
    }
}

impl<S: Space> Search for DepthFirst<S> {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        if !self.is_begun {
            self.is_begun = true;
            self.tree.add_roots(context)?;
            self.push_children();
        }
        go_on(nodes, || self.step(context))
    }

    fn bytes(&self) -> usize {
        self.tree.bytes()
    }
}

const LIMIT: Param =
    Param::number("limit", "maximum depth in actions, 0 for none", 0.0, (0.0, 1e9));

pub(super) static ENTRY: SearchEntry = SearchEntry {
    name: "dfs",
    title: "depth-first search: each path as deep as it goes; any solution",
    reference: "KTH 2009, III-G",
    params: &[LIMIT, INERTIA],
    claims: SearchClaims {
        optimal: false,
        informed: false,
        voided_by: &[LIMIT.name],
        ..SearchClaims::TEXTBOOK
    },
    build: build_in_space::<Dfs>,
};
