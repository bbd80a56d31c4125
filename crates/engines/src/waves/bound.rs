//! HOT. A lower bound on the pushes that a set of boxes needs, wherever the player is.
//!
//! Each box goes to a goal of its own, as if it were alone and the player could stand anywhere:
//! the best assignment by dynamic programming over sets of goals. The distances ignore the
//! player's side, which makes the bound consistent: a push lowers it by at most one, so a
//! best-first search never has to correct a position it has expanded.

use hakooshi_level::Dir;

use super::grid::{Bits, Grid, each};

/// The most goals: the assignment looks at every set of them.
pub(super) const MOST_GOALS: usize = 8;

/// No assignment. Sums of two do not overflow.
const NEVER: u16 = u16::MAX / 2;

/// Distances of lone boxes to each goal.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    goals: usize,
    /// By bit, then goal.
    distances: Vec<[u16; MOST_GOALS]>,
}

impl Bound {
    /// The bound for boards of up to [`MOST_GOALS`] goals.
    pub(super) fn new(grid: &Grid) -> Option<Self> {
        let goals = grid.goals.count_ones() as usize;
        if goals > MOST_GOALS {
            return None;
        }
        let mut table = vec![[NEVER; MOST_GOALS]; Bits::BITS as usize];
        for (number, goal) in each(grid.goals).enumerate() {
            for (row, distance) in table.iter_mut().zip(distances(grid, goal)) {
                row[number] = distance;
            }
        }
        Some(Self { goals, distances: table })
    }

    /// No solution from `boxes` has fewer pushes; `None` if there is none.
    #[inline]
    pub(super) fn of(&self, boxes: Bits) -> Option<u16> {
        // The loops of the usual sizes are unrolled.
        let least = match self.goals {
            1 => self.assign::<1, 2>(boxes),
            2 => self.assign::<2, 4>(boxes),
            3 => self.assign::<3, 8>(boxes),
            4 => self.assign::<4, 16>(boxes),
            _ => self.assign::<MOST_GOALS, { 1 << MOST_GOALS }>(boxes),
        };
        (least < NEVER).then_some(least)
    }

    /// The cheapest assignment to `GOALS` goals, which have `SETS` subsets. Goals that do not
    /// exist are at no distance.
    #[inline]
    fn assign<const GOALS: usize, const SETS: usize>(&self, boxes: Bits) -> u16 {
        let count = boxes.count_ones() as usize;
        if count > GOALS {
            return NEVER;
        }
        let mut rows = [&[NEVER; MOST_GOALS]; MOST_GOALS];
        for (row, bit) in rows.iter_mut().zip(each(boxes)) {
            *row = &self.distances[bit.trailing_zeros() as usize];
        }
        let mut best = [NEVER; SETS];
        best[0] = 0;
        let mut least = NEVER;
        for taken in 0..SETS {
            let (done, cost) = (taken.count_ones() as usize, best[taken]);
            if done == count {
                least = least.min(cost);
            } else if done < count && cost < NEVER {
                for goal in 0..GOALS {
                    if taken >> goal & 1 == 0 {
                        let with = &mut best[taken | 1 << goal];
                        *with = (*with).min(cost + rows[done][goal]);
                    }
                }
            }
        }
        least
    }
}

/// Pushes that bring a lone box from each square to `goal`.
fn distances(grid: &Grid, goal: Bits) -> [u16; Bits::BITS as usize] {
    let mut table = [NEVER; Bits::BITS as usize];
    let (mut front, mut seen, mut distance) = (goal, goal, 0);
    while front != 0 {
        for bit in each(front) {
            table[bit.trailing_zeros() as usize] = distance;
        }
        let mut next = 0;
        for dir in Dir::ALL {
            // Pulled one step by a player who steps on.
            let pulled = grid.step(front, dir) & grid.floor;
            next |= pulled & grid.step(grid.floor, dir.opposite());
        }
        front = next & !seen;
        seen |= front;
        distance += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::{Cell, Level};

    use super::*;

    #[test]
    fn boxes_go_to_goals_of_their_own() {
        let level: Level =
            "########\n#.  $ @#\n#.  $  #\n#      #\n########".parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        let grid = Grid::new(&board).expect("a grid");
        let bound = Bound::new(&grid).expect("few goals");
        let at = |row, col| grid.bit(Cell::new(row, col));
        assert_eq!(bound.of(at(1, 4) | at(2, 4)), Some(6));
        assert_eq!(bound.of(at(1, 1) | at(2, 1)), Some(0));
        assert_eq!(bound.of(at(1, 4) | at(1, 3)), None, "neither leaves the row of the wall");
        assert_eq!(bound.of(at(1, 2)), Some(1), "fewer boxes than goals");
        assert_eq!(bound.of(at(2, 2) | at(2, 3) | at(2, 4)), None, "more boxes than goals");
    }
}
