//! HOT. The body shared by uniform cost, A*, weighted A* and greedy search: always expand
//! the waiting state with the least key. They differ in the key alone.
//!
//! In words: put the start in a list ordered by key; take the least, stop if it is a goal,
//! and for each successor keep it if it is new or cheaper than before. A state may wait under
//! an old key after a cheaper way was found; it is skipped when it comes up. Among equal keys
//! the smaller estimate goes first; with `inertia`, then a state reached by moving the same
//! box again; then the newer state.
//! Hart, Nilsson and Raphael 1968; Pohl 1970; Doran and Michie 1966.

use super::tree::{Habits, Tree};
use super::{Guide, INERTIA};
use crate::open::Buckets;
use crate::space::Space;
use crate::spec::Param;
use crate::{Context, Cost, Raw, Stop};

/// The switch for the tie-break by inertia.
pub(super) const TIES: Param = Param { default: 0.0, ..INERTIA };

/// How a state is ranked.
pub(super) trait Rank {
    /// Whether a cheaper way to a state that was already met counts.
    const REOPENS: bool;
    /// Whether the least key waiting is a lower bound of what a solution costs.
    const BOUNDS: bool;
    /// Whether the estimate is looked at.
    const INFORMED: bool = true;

    /// The key of a state from its cost so far and the estimate of what is left.
    fn key(cost: Cost, estimate: Cost, guide: &Guide) -> Cost;
}

pub(super) fn run<R: Rank, S: Space>(
    space: &mut S,
    guide: &mut Guide,
    context: &mut Context<'_>,
) -> Raw {
    search::<R, S>(space, guide, context).unwrap_or_else(Raw::Stopped)
}

fn search<R: Rank, S: Space>(
    space: &mut S,
    guide: &mut Guide,
    context: &mut Context<'_>,
) -> Result<Raw, Stop> {
    let bounds = R::BOUNDS && guide.prunes_soundly && guide.is_admissible;
    let habits = Habits { informed: R::INFORMED, reopens: R::REOPENS, by_actions: false };
    let inertia = R::INFORMED && guide.params.is_on(INERTIA.name);
    let mut tree = Tree::new(space, guide, habits);
    let mut open = Buckets::new();
    tree.plant(context)?;
    wait::<R, S>(&tree, &mut open, inertia);
    while let Some((key, id)) = open.pop() {
        let (cost, estimate) = (tree.store.cost(id), tree.store.estimate(id));
        if key > R::key(cost, tree.guide.left(estimate), tree.guide) {
            continue;
        }
        let is_goal = tree.visit(id, key, open.len() + 1, context)?;
        if bounds {
            context.raise_bound(key);
        }
        if is_goal {
            return Ok(tree.found(id, context));
        }
        tree.grow(id, open.bytes(), context)?;
        wait::<R, S>(&tree, &mut open, inertia);
    }
    Ok(Raw::Exhausted)
}

/// Lets the children of the tree wait.
fn wait<R: Rank, S: Space>(tree: &Tree<'_, S>, open: &mut Buckets, inertia: bool) {
    for child in &tree.children {
        let key = R::key(child.cost, tree.guide.left(child.estimate), tree.guide);
        let tie = Cost::new(child.estimate, u32::from(inertia && !child.inert));
        open.push(key, tie, child.id);
    }
}
