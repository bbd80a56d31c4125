//! Boards of at most 128 cells as bit sets, for searches of a million states.

use std::collections::BTreeSet;

use hakooshi_level::{Cell, Dir};

/// Floor and goals with cells numbered in reading order; bit `n` of a set is cell `n`.
#[derive(Debug)]
pub(super) struct Grid {
    cells: Vec<Cell>,
    next: Vec<[Option<u8>; 4]>,
    pub(super) goals: u128,
}

/// Boxes and the player, or the first cell of the player's region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Node {
    pub(super) boxes: u128,
    pub(super) player: u8,
}

impl Grid {
    /// Numbers the cells; `None` when there are more than 128.
    pub(super) fn new(floor: &BTreeSet<Cell>, goals: &BTreeSet<Cell>) -> Option<Self> {
        if floor.len() > 128 {
            return None;
        }
        let cells: Vec<Cell> = floor.iter().copied().collect();
        let number = |cell: Cell| cells.binary_search(&cell).ok().map(|number| number as u8);
        let next = cells.iter().map(|cell| Dir::ALL.map(|dir| number(cell.step(dir)?))).collect();
        let goals = goals.iter().filter_map(|&goal| number(goal)).fold(0, |set, n| set | bit(n));
        Some(Self { cells, next, goals })
    }

    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn number(&self, cell: Cell) -> Option<u8> {
        self.cells.binary_search(&cell).ok().map(|number| number as u8)
    }

    pub(super) fn next(&self, cell: u8, dir: Dir) -> Option<u8> {
        self.next[usize::from(cell)][dir.index()]
    }

    /// The neighbour in direction `dir` unless it is a wall or in `boxes`.
    pub(super) fn free(&self, boxes: u128, cell: u8, dir: Dir) -> Option<u8> {
        self.next(cell, dir).filter(|&next| boxes & bit(next) == 0)
    }

    pub(super) fn cells_of(&self, set: u128) -> impl Iterator<Item = Cell> {
        members(set).map(|number| self.cells[usize::from(number)])
    }

    /// Every cell the player can walk to from `from`.
    pub(super) fn reach(&self, boxes: u128, from: u8) -> u128 {
        let mut reached = bit(from);
        let mut fresh = reached;
        while fresh != 0 {
            let cell = fresh.trailing_zeros() as u8;
            fresh &= fresh - 1;
            for next in self.next[usize::from(cell)].into_iter().flatten() {
                if (reached | boxes) & bit(next) == 0 {
                    reached |= bit(next);
                    fresh |= bit(next);
                }
            }
        }
        reached
    }

    /// The node with the player anywhere in the region of `player`.
    pub(super) fn node(&self, boxes: u128, player: u8) -> Node {
        Node { boxes, player: self.reach(boxes, player).trailing_zeros() as u8 }
    }

    /// For each cell, the pushes that bring a lone box from it to `goal` if the player could
    /// fly; `None` where no pushes do.
    pub(super) fn push_distances(&self, goal: u8) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.len()];
        distances[usize::from(goal)] = Some(0);
        let mut queue = std::collections::VecDeque::from([(goal, 0)]);
        while let Some((cell, distance)) = queue.pop_front() {
            for dir in Dir::ALL {
                let Some(from) = self.next(cell, dir) else { continue };
                if self.next(from, dir).is_some() && distances[usize::from(from)].is_none() {
                    distances[usize::from(from)] = Some(distance + 1);
                    queue.push_back((from, distance + 1));
                }
            }
        }
        distances
    }
}

pub(super) const fn bit(cell: u8) -> u128 {
    1 << cell
}

/// The numbers in a set, ascending.
pub(super) fn members(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(first)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corridor_is_a_line() {
        let floor: BTreeSet<Cell> = (1..=5).map(|col| Cell::new(1, col)).collect();
        let grid = Grid::new(&floor, &BTreeSet::from([Cell::new(1, 4)])).expect("five cells");
        assert_eq!(grid.goals, bit(3));
        assert_eq!(grid.reach(bit(2), 0), bit(0) | bit(1));
        assert_eq!(grid.node(bit(2), 4), Node { boxes: bit(2), player: 3 });
        let distances = grid.push_distances(3);
        assert_eq!(distances, [None, Some(2), Some(1), Some(0), None]);
        assert!(members(bit(0) | bit(127)).eq([0, 127]));
        let wide = (0..129).map(|col| Cell::new(1, col)).collect();
        assert!(Grid::new(&wide, &BTreeSet::new()).is_none());
    }
}
