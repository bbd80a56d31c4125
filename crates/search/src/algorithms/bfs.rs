//! Breadth-first search: all states one action away, then two, and so on.
//!
//! Put the start in a queue; take the first, stop if it is a goal, append each successor that is
//! new. Complete; the solution has the fewest actions, which are the fewest pushes in push space
//! and the fewest moves in step space. Memory: every state generated. Moore 1959.
//! The store numbers states in the order in which they are generated, so it doubles as the queue.

use super::tree::{Tree, TreeOptions, Visit};
use super::{Algorithm, build_in_space};
use crate::space::Space;
use crate::spec::{Measure, SearchClaims, SearchEntry};
use crate::{Context, Search, Stop, Turn, go_on};

struct Bfs;

impl Algorithm for Bfs {
    fn build<S: Space>(mut tree: Tree<S>) -> Box<dyn Search> {
        tree.options = TreeOptions { by_actions: true, ..TreeOptions::default() };
        Box::new(Queue { bounds: tree.guide.prunes_soundly, tree, next: 0 })
    }
}

struct Queue<S: Space> {
    tree: Tree<S>,
    bounds: bool,
    /// The number of the state to expand next.
    next: usize,
}

impl<S: Space> Queue<S> {
    fn step(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let Self { tree, next, .. } = self;
        let Some(id) = tree.store.nth(*next) else { return Ok(Some(Turn::Exhausted)) };
        *next += 1;
        let depth = tree.store.cost(id);
        let visit = tree.visit(id, depth, tree.store.len() - *next + 1, context)?;
        if self.bounds {
            context.raise_bound(depth);
        }
        match visit {
            Visit::Goal => return Ok(Some(tree.found(id, context))),
            Visit::Dead => {}
            Visit::Open => {
                tree.hold(0)?;
                tree.expand(id, context)?;
            }
        }
        Ok(None)
    }
}

impl<S: Space> Search for Queue<S> {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        if self.next == 0 {
            self.tree.add_roots(context)?;
        }
        go_on(nodes, || self.step(context))
    }

    fn bytes(&self) -> usize {
        self.tree.bytes()
    }
}

pub(super) static ENTRY: SearchEntry = SearchEntry {
    name: "bfs",
    title: "breadth-first search: fewest actions, every state stored",
    reference: "Moore 1959",
    params: &[],
    claims: SearchClaims { measure: Measure::Actions, informed: false, ..SearchClaims::TEXTBOOK },
    build: build_in_space::<Bfs>,
};
