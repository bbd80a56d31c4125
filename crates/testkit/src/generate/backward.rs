//! Backward play: from the solved board, pulls the boxes as far away as possible.
//!
//! Breadth-first in layers of pulls. While a layer is small, every state is kept and the depth is the exact
//! number of pushes of the solution. Once a layer exceeds the beam width, the states whose boxes are
//! farthest from the goals are kept, with some randomness. A state is rated by its depth and by how often
//! its solution changes boxes.

use std::cmp::Reverse;
use std::collections::HashSet;

use hakooshi_level::Dir;

use super::packed::{Grid, Node, bit, members};
use crate::Rng;

#[derive(Clone, Copy)]
struct Trail {
    node: Node,
    /// The box pulled last, where it stands now.
    pulled: u8,
    changes: u16,
}

/// The records: states each worth more than all before, so the last is the best. Keeps at most `beam` states
/// of a layer and looks at about `effort` in all.
pub(super) fn farthest(grid: &Grid, rng: &mut Rng, beam: usize, effort: usize) -> Vec<Node> {
    let near: Vec<Vec<Option<u32>>> =
        members(grid.goals).map(|goal| grid.push_distances(goal)).collect();
    let spread: Vec<u32> = (0..grid.len())
        .map(|cell| near.iter().filter_map(|from| from[cell]).min().unwrap_or(0))
        .collect();
    let mut seen: HashSet<Node> = HashSet::new();
    let mut layer: Vec<Trail> =
        solved_nodes(grid).map(|node| Trail { node, pulled: u8::MAX, changes: 0 }).collect();
    seen.extend(layer.iter().map(|trail| trail.node));
    let (mut best, mut records) = (0, Vec::new());
    let mut depth = 0u32;
    while !layer.is_empty() && seen.len() < effort {
        let mut deeper = Vec::new();
        for trail in &layer {
            pulls(grid, trail, |next| {
                if seen.insert(next.node) {
                    deeper.push(next);
                }
            });
        }
        depth += 1;
        if deeper.len() > beam {
            let mut scored: Vec<(u32, Trail)> =
                deeper.iter().map(|trail| (score(&spread, trail, rng), *trail)).collect();
            scored.sort_unstable_by_key(|(score, trail)| Reverse((*score, trail.node)));
            deeper = scored.into_iter().take(beam).map(|(_, trail)| trail).collect();
        }
        for trail in &deeper {
            let on_goals = (trail.node.boxes & grid.goals).count_ones();
            let worth = (depth + 3 * u32::from(trail.changes)).saturating_sub(6 * on_goals);
            if worth > best {
                best = worth;
                records.push(trail.node);
            }
        }
        layer = deeper;
    }
    records
}

/// How much a state promises when not all can be kept.
fn score(spread: &[u32], trail: &Trail, rng: &mut Rng) -> u32 {
    let far: u32 = members(trail.node.boxes).map(|cell| spread[usize::from(cell)]).sum();
    2 * far + 2 * u32::from(trail.changes) + rng.below(12) as u32
}

/// The solved boxes with the player in each region they leave.
fn solved_nodes(grid: &Grid) -> impl Iterator<Item = Node> {
    let boxes = grid.goals;
    (0..grid.len() as u8)
        .filter(move |&cell| boxes & bit(cell) == 0)
        .map(move |cell| (cell, grid.node(boxes, cell)))
        .filter(|&(cell, node)| node.player == cell)
        .map(|(_, node)| node)
}

fn pulls(grid: &Grid, trail: &Trail, mut visit: impl FnMut(Trail)) {
    let Node { boxes, player } = trail.node;
    let reach = grid.reach(boxes, player);
    for from in members(boxes) {
        for dir in Dir::ALL {
            let Some(to) = grid.free(boxes, from, dir) else { continue };
            let Some(stand) = grid.free(boxes, to, dir).filter(|_| reach & bit(to) != 0) else {
                continue;
            };
            let node = grid.node(boxes ^ bit(from) ^ bit(to), stand);
            let changes = trail.changes + u16::from(from != trail.pulled);
            visit(Trail { node, pulled: to, changes });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use hakooshi_level::Cell;

    use super::*;

    #[test]
    fn the_end_of_a_corridor_is_farthest() {
        let floor: BTreeSet<Cell> = (1..=6).map(|col| Cell::new(1, col)).collect();
        let grid = Grid::new(&floor, &BTreeSet::from([Cell::new(1, 6)])).expect("six cells");
        let far = farthest(&grid, &mut Rng::new(0), 100, 1000);
        assert_eq!(far.last(), Some(&Node { boxes: bit(1), player: 0 }));
        let stuck = Grid::new(&floor, &floor).expect("six cells");
        assert_eq!(farthest(&stuck, &mut Rng::new(0), 100, 1000), []);
    }
}
