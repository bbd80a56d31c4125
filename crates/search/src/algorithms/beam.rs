//! Beam search: breadth-first, but of each layer only the `width` most promising states live.
//!
//! In words: expand every state of the layer; of all their new successors keep the `width`
//! with the least cost so far plus estimate, ties to the smaller estimate; they are the next
//! layer. A state once left out does not come back.
//! Neither complete nor optimal: what it drops may have been the only way. Memory: every
//! state met, which is at most the width times the branching for each layer. Lowerre 1976.

use super::tree::{Habits, Tree};
use super::{Algorithm, AlgorithmEntry, Guide, INERTIA, Promise, run_in_space};
use crate::space::Space;
use crate::spec::Param;
use crate::{Context, Cost, Raw, Stop};

/// Beam search.
pub(crate) struct Beam;

impl Algorithm for Beam {
    fn run<S: Space>(space: &mut S, guide: &mut Guide, context: &mut Context<'_>) -> Raw {
        search(space, guide, context).unwrap_or_else(Raw::Stopped)
    }
}

fn search<S: Space>(
    space: &mut S,
    guide: &mut Guide,
    context: &mut Context<'_>,
) -> Result<Raw, Stop> {
    let width = guide.params.get(WIDTH.name) as usize;
    let inertia = guide.params.is_on(INERTIA.name);
    let habits = Habits { informed: true, reopens: false, by_actions: false };
    let mut tree = Tree::new(space, guide, habits);
    tree.plant(context)?;
    let mut layer = tree.children.clone();
    let mut next = Vec::new();
    while !layer.is_empty() {
        for (place, member) in layer.iter().enumerate() {
            let key = member.cost + tree.guide.left(member.estimate);
            if tree.visit(member.id, key, layer.len() - place + next.len(), context)? {
                return Ok(tree.found(member.id, context));
            }
            let elsewhere = (layer.capacity() + next.capacity()) * size_of_val(member);
            tree.grow(member.id, elsewhere, context)?;
            next.extend_from_slice(&tree.children);
        }
        let rank = |member: &super::tree::Child| -> (Cost, u32, bool, _) {
            let key = member.cost + tree.guide.left(member.estimate);
            (key, member.estimate, inertia && !member.inert, member.id)
        };
        if next.len() > width {
            next.select_nth_unstable_by_key(width, rank);
            next.truncate(width);
        }
        next.sort_unstable_by_key(rank);
        std::mem::swap(&mut layer, &mut next);
        next.clear();
    }
    Ok(Raw::Exhausted)
}

const WIDTH: Param =
    Param { name: "width", title: "states kept of each layer", default: 1000.0, range: (1.0, 1e9) };

pub(super) static ENTRY: AlgorithmEntry = AlgorithmEntry {
    name: "beam",
    title: "beam search: breadth-first with only the best `width` of each layer",
    reference: "Lowerre 1976",
    params: &[WIDTH, INERTIA],
    claims: Promise { complete: false, optimal: false, ..Promise::BEST },
    build: run_in_space::<Beam>,
};
