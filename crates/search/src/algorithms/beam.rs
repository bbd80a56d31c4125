//! Beam search: breadth-first, but only the `width` most promising states of each layer are kept.
//!
//! Expand every state of the layer; of all their new successors keep the `width` with the least
//! cost so far plus estimate, ties to the smaller estimate; they are the next layer. A dropped
//! state stays in the table, so it is never reached again.
//! Neither complete nor optimal: a dropped state may have been on the only solution. Memory:
//! every state generated, at most the width times the branching factor per layer. Lowerre 1976.

use super::tree::{Child, Tree, TreeOptions, Visit};
use super::{Algorithm, INERTIA, build_in_space};
use crate::space::Space;
use crate::spec::{Param, SearchClaims, SearchEntry};
use crate::{Context, Search, Stop, Turn, go_on};

struct Beam;

impl Algorithm for Beam {
    fn build<S: Space>(mut tree: Tree<S>) -> Box<dyn Search> {
        tree.options = TreeOptions { informed: true, ..TreeOptions::default() };
        Box::new(Layers {
            width: tree.guide.params.get(WIDTH.name) as usize,
            inertia: tree.guide.params.is_on(INERTIA.name),
            layer: Vec::new(),
            place: 0,
            next: Vec::new(),
            is_begun: false,
            tree,
        })
    }
}

struct Layers<S: Space> {
    tree: Tree<S>,
    width: usize,
    inertia: bool,
    layer: Vec<Child>,
    /// Index of the member to expand next.
    place: usize,
    next: Vec<Child>,
    is_begun: bool,
}

impl<S: Space> Layers<S> {
    /// Makes the best successors the layer.
    fn descend(&mut self) {
        let Self { tree, width, inertia, layer, place, next, .. } = self;
        let rank = |member: &Child| {
            let key = member.cost + tree.guide.estimated_cost(member.estimate);
            (key, member.estimate, *inertia && !member.same_box, member.id)
        };
        if next.len() > *width {
            next.select_nth_unstable_by_key(*width, rank);
            next.truncate(*width);
        }
        next.sort_unstable_by_key(rank);
        std::mem::swap(layer, next);
        next.clear();
        *place = 0;
    }

    fn step(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        if self.place == self.layer.len() {
            self.descend();
        }
        let Self { tree, layer, place, next, .. } = self;
        let Some(&member) = layer.get(*place) else { return Ok(Some(Turn::Exhausted)) };
        let key = member.cost + tree.guide.estimated_cost(member.estimate);
        let open = layer.len() - *place + next.len();
        *place += 1;
        match tree.visit(member.id, key, open, context)? {
            Visit::Goal => return Ok(Some(tree.found(member.id, context))),
            Visit::Dead => {}
            Visit::Open => {
                tree.hold((layer.capacity() + next.capacity()) * size_of::<Child>())?;
                tree.expand(member.id, context)?;
                next.extend_from_slice(&tree.children);
            }
        }
        Ok(None)
    }
}

impl<S: Space> Search for Layers<S> {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        if !self.is_begun {
            self.is_begun = true;
            self.tree.add_roots(context)?;
            self.layer.clone_from(&self.tree.children);
        }
        go_on(nodes, || self.step(context))
    }

    fn bytes(&self) -> usize {
        self.tree.bytes()
    }
}

const WIDTH: Param = Param::number("width", "states kept of each layer", 1000.0, (1.0, 1e9));

pub(super) static ENTRY: SearchEntry = SearchEntry {
    name: "beam",
    title: "beam search: breadth-first with only the best `width` of each layer",
    reference: "Lowerre 1976",
    params: &[WIDTH, INERTIA],
    claims: SearchClaims { complete: false, optimal: false, ..SearchClaims::TEXTBOOK },
    build: build_in_space::<Beam>,
};
