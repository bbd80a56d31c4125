//! Breadth-first search: all states one action away, then two, and so on.
//!
//! In words: put the start in a queue; take the first, stop if it is a goal, append each of
//! its successors not met before. Complete; the answer has the fewest actions, which are the
//! fewest pushes in push space and the fewest moves in step space. Memory: every state met.
//! Moore 1959. The store names states in the order of meeting, so it is the queue.

use hakooshi_board::Square;

use super::{Algorithm, AlgorithmEntry, Guide, Promise, run_in_space};
use crate::space::Space;
use crate::store::{Layout, Met, Store};
use crate::{Context, Cost, Raw, Stop};

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
    let layout = Layout::new(space.board());
    let mut store: Store<S::Action> = Store::new(layout);
    let mut packed = vec![0; layout.words()];
    let mut boxes: Vec<Square> = Vec::new();
    let mut actions = Vec::new();
    for root in space.roots() {
        store.reserve(1, 0, context)?;
        space.load(root.boxes(), root.player());
        let player = space.player_name(None);
        layout.pack(space.position().occupied(), player, &mut packed);
        store.meet(&packed, None, None, Cost::ZERO);
    }
    let mut next = 0;
    while let Some(id) = store.nth(next) {
        let depth = store.cost(id);
        context.expand(depth, store.len() - next)?;
        context.raise_bound(depth);
        next += 1;
        layout.boxes(store.state(id), &mut boxes);
        let player = layout.player(store.state(id));
        space.load(&boxes, player);
        if space.is_goal() {
            return Ok(Raw::Found(space.pushes(&store.trail(id))));
        }
        actions.clear();
        space.actions(&mut actions);
        store.reserve(actions.len(), 0, context)?;
        context.stats.generated += actions.len() as u64;
        for &action in &actions {
            let undo = space.apply(action);
            let dead = space.moved(action).and_then(|(_, to)| guide.dead_by(space.position(), to));
            if let Some(test) = dead {
                context.stats.count_deadlock(test);
            } else {
                let player = space.player_name(Some(action));
                layout.pack(space.position().occupied(), player, &mut packed);
                let cost = depth + Cost::new(1, 0);
                if let Met::Known(_) = store.meet(&packed, Some(id), Some(action), cost) {
                    context.stats.duplicates += 1;
                }
            }
            space.undo(undo);
        }
        context.stats.stored = store.len() as u64;
    }
    Ok(Raw::Exhausted)
}

pub(super) static ENTRY: AlgorithmEntry = AlgorithmEntry {
    name: "bfs",
    title: "breadth-first search: fewest actions, every state stored",
    reference: "Moore 1959",
    params: &[],
    claims: Promise { complete: true, optimal: true },
    build: run_in_space::<Bfs>,
};
