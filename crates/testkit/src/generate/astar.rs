//! Fewest pushes by A* over boxes and player region, with the minimum-cost assignment of boxes to goals as
//! the lower bound and frozen boxes as the only deadlock test.
//!
//! It exists to check and rate generated levels, not to be fast.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap, VecDeque};

use hakooshi_level::{Dir, Level};

use super::matching::cheapest;
use super::packed::{Grid, Node, bit, members};

/// A solution with fewest pushes, and how hard it was to find.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The moves, from the start of the level.
    pub letters: String,
    /// Pushes in it.
    pub pushes: u32,
    /// How often it turns from one box to another.
    pub changes: u32,
    /// How many of the boxes it moves.
    pub moved: usize,
    /// Nodes expanded.
    pub expanded: usize,
}

struct Entry {
    node: Node,
    pushes: u32,
    parent: usize,
    push: (u8, Dir),
}

/// Solves `level` within `limit` expansions. `None` also when it cannot be solved or has more
/// than 128 cells.
pub fn solve(level: &Level, limit: usize) -> Option<Solved> {
    let floor: BTreeSet<_> = level.inside().collect();
    let goals = floor.iter().copied().filter(|&cell| level.tile(cell).is_goal()).collect();
    let grid = Grid::new(&floor, &goals)?;
    let boxes = floor
        .iter()
        .filter(|&&cell| level.tile(cell).is_box())
        .filter_map(|&cell| grid.number(cell))
        .fold(0, |set, cell| set | bit(cell));
    let player = grid.number(level.player())?;
    let distances: Vec<Vec<Option<u32>>> =
        members(grid.goals).map(|goal| grid.push_distances(goal)).collect();
    let bound = |boxes: u128| {
        let list: Vec<usize> = members(boxes).map(usize::from).collect();
        cheapest(list.len(), |at, goal| distances[goal][list[at]])
    };

    let start = grid.node(boxes, player);
    let mut entries = vec![Entry { node: start, pushes: 0, parent: 0, push: (0, Dir::Up) }];
    let mut known = HashMap::from([(start, 0usize)]);
    let mut open = BinaryHeap::from([(Reverse(bound(boxes)?), 0u32, Reverse(0usize))]);
    let mut expanded = 0;
    while let Some((_, pushes, Reverse(at))) = open.pop() {
        let node = entries[at].node;
        if known[&node] != at {
            continue;
        }
        if node.boxes == grid.goals {
            return Some(trace(&grid, &entries, at, (boxes, player), expanded));
        }
        if expanded == limit {
            return None;
        }
        expanded += 1;
        for (push, next) in pushes_of(&grid, node) {
            let better = known.get(&next).is_none_or(|&old| pushes + 1 < entries[old].pushes);
            if !better || is_frozen(&grid, next.boxes, push) {
                continue;
            }
            let Some(rest) = bound(next.boxes) else { continue };
            known.insert(next, entries.len());
            open.push((Reverse(pushes + 1 + rest), pushes + 1, Reverse(entries.len())));
            entries.push(Entry { node: next, pushes: pushes + 1, parent: at, push });
        }
    }
    None
}

fn pushes_of(grid: &Grid, node: Node) -> Vec<((u8, Dir), Node)> {
    let reach = grid.reach(node.boxes, node.player);
    let mut found = Vec::new();
    for from in members(node.boxes) {
        for dir in Dir::ALL {
            let stand = grid.next(from, dir.opposite()).filter(|&cell| reach & bit(cell) != 0);
            let to = grid.free(node.boxes, from, dir);
            if let (Some(_), Some(to)) = (stand, to) {
                let boxes = node.boxes ^ bit(from) ^ bit(to);
                found.push(((from, dir), grid.node(boxes, from)));
            }
        }
    }
    found
}

/// Whether the box just pushed can never move again and it or a box it depends on is off goal.
fn is_frozen(grid: &Grid, boxes: u128, (from, dir): (u8, Dir)) -> bool {
    let Some(to) = grid.next(from, dir) else { return false };
    let mut held = 0;
    holds(grid, boxes, &mut held, to) && held & boxes & !grid.goals != 0
}

/// Whether box `at` is blocked on both axes, boxes already in `held` counting as walls. What
/// it rests on is added to `held`.
fn holds(grid: &Grid, boxes: u128, held: &mut u128, at: u8) -> bool {
    let before = *held;
    *held |= bit(at);
    let stuck = [[Dir::Up, Dir::Down], [Dir::Left, Dir::Right]].into_iter().all(|axis| {
        axis.into_iter().any(|dir| match grid.next(at, dir) {
            None => true,
            Some(next) if boxes & bit(next) == 0 => false,
            Some(next) => *held & bit(next) != 0 || holds(grid, boxes, held, next),
        })
    });
    if !stuck {
        *held = before;
    }
    stuck
}

/// Turns the chain of pushes that ends at entry `at` into letters.
fn trace(
    grid: &Grid,
    entries: &[Entry],
    mut at: usize,
    (mut boxes, mut player): (u128, u8),
    expanded: usize,
) -> Solved {
    let mut chain = Vec::new();
    while at != 0 {
        chain.push(entries[at].push);
        at = entries[at].parent;
    }
    let mut solved = Solved { letters: String::new(), pushes: 0, changes: 0, moved: 0, expanded };
    let (start, mut last) = (boxes, u8::MAX);
    let mut home: Vec<u8> = (0..grid.len() as u8).collect();
    let mut moved = 0;
    for &(from, dir) in chain.iter().rev() {
        if let (Some(stand), Some(to)) = (grid.next(from, dir.opposite()), grid.next(from, dir)) {
            solved.letters += &walk(grid, boxes, player, stand);
            solved.letters.push(char::from(dir.letter().to_ascii_uppercase()));
            solved.pushes += 1;
            solved.changes += u32::from(last != from && last != u8::MAX);
            home[usize::from(to)] = home[usize::from(from)];
            moved |= bit(home[usize::from(to)]);
            boxes ^= bit(from) ^ bit(to);
            (player, last) = (from, to);
        }
    }
    solved.moved = (moved & start).count_ones() as usize;
    solved
}

/// Letters of a shortest walk, empty when there is none.
fn walk(grid: &Grid, boxes: u128, from: u8, to: u8) -> String {
    let mut came: HashMap<u8, Dir> = HashMap::new();
    let mut queue = VecDeque::from([from]);
    while let Some(cell) = queue.pop_front().filter(|&cell| cell != to) {
        for dir in Dir::ALL {
            if let Some(next) = grid.free(boxes, cell, dir)
                && next != from
                && !came.contains_key(&next)
            {
                came.insert(next, dir);
                queue.push_back(next);
            }
        }
    }
    let mut letters = Vec::new();
    let mut cell = to;
    while let Some(&dir) = came.get(&cell) {
        letters.push(char::from(dir.letter()));
        cell = grid.next(cell, dir.opposite()).unwrap_or(from);
    }
    letters.into_iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::FIXTURES;
    use crate::replay;
    use crate::strategies::{Shape, random_level};
    use crate::{Oracle, Rng, State};

    #[test]
    fn fixtures_take_their_known_pushes() {
        for fixture in FIXTURES {
            let level = fixture.level();
            let solved = solve(&level, 100_000);
            assert_eq!(solved.as_ref().map(|s| s.pushes), fixture.pushes, "{}", fixture.name);
            if let Some(solved) = solved {
                let cost = replay(&level, &solved.letters).expect(fixture.name);
                assert_eq!(cost.pushes, solved.pushes);
            }
        }
    }

    #[test]
    fn random_levels_take_what_the_oracle_says() {
        for seed in 0..150 {
            let level = random_level(&mut Rng::new(seed), Shape::TINY);
            let truth = Oracle::new(&level, 1_000_000).expect("tiny").pushes(&State::start(&level));
            let found = solve(&level, 100_000).map(|solved| solved.pushes);
            assert_eq!(found, truth, "seed {seed}\n{level}");
        }
    }
}
