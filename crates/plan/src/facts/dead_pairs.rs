//! Two boxes that alone cannot both be brought home, whatever the others do.
//!
//! Every pair of goals is undone by pulls over the board without other boxes; what is met on
//! the way is alive, with the player in the regions met, and all else is dead. The engines
//! have such tables too; these are made anew so that a proof shares no code with the searches
//! that it is to confirm.

use hakooshi_board::{Reach, Square, SquareSet};
use hakooshi_level::Dir;

use super::Facts;

/// Beyond so many squares the table would be larger than what it saves.
const MOST_LIVE: usize = 400;

/// About so many pairs between two looks at the clock.
const LOOK: usize = 64;

/// For each pair of live squares, where the player may be for it to be alive.
#[derive(Debug)]
pub(crate) struct DeadPairs {
    /// Number of each live square, from zero.
    number: Vec<Option<usize>>,
    /// By pair.
    alive: Vec<SquareSet>,
}

impl DeadPairs {
    /// The table; `None` for a level with a single box or too many squares, and if the time is up.
    pub(crate) fn new(facts: &Facts) -> Option<Self> {
        let goals: Vec<Square> = facts.board.goals().iter().collect();
        if goals.len() < 2 || facts.live.len() > MOST_LIVE {
            return None;
        }
        let mut number = vec![None; facts.board.table_len()];
        for (at, square) in facts.live.iter().enumerate() {
            number[square.index()] = Some(at);
        }
        let pairs = facts.live.len() * (facts.live.len() - 1) / 2;
        let mut table = Self { number, alive: vec![facts.board.empty_set(); pairs] };
        let mut stack = Vec::new();
        for (at, &one) in goals.iter().enumerate() {
            for &other in &goals[..at] {
                let free = facts.board.squares().filter(|&it| it != one && it != other);
                stack.extend(free.map(|player| ([one, other], player)));
            }
        }
        let mut reach = Reach::new(&facts.board);
        while let Some((boxes, player)) = stack.pop() {
            if stack.len().is_multiple_of(LOOK) && facts.is_late() {
                return None;
            }
            let Some(pair) = table.pair(boxes) else { continue };
            if table.alive[pair].contains(player) {
                continue;
            }
            reach.fill_from(&facts.board, player, &boxes);
            table.alive[pair].extend(reach.squares().iter().copied());
            for moved in 0..2 {
                for dir in Dir::ALL {
                    let to = facts.board.step(boxes[moved], dir);
                    let player = facts.board.step(to, dir);
                    if reach.contains(to) && !player.is_wall() && player != boxes[1 - moved] {
                        let mut before = boxes;
                        before[moved] = to;
                        stack.push((before, player));
                    }
                }
            }
        }
        Some(table)
    }

    fn pair(&self, [one, other]: [Square; 2]) -> Option<usize> {
        let (one, other) = (self.number[one.index()]?, self.number[other.index()]?);
        let (small, large) = (one.min(other), one.max(other));
        Some(large * (large - 1) / 2 + small)
    }

    /// Whether boxes on these two live squares are dead with the player on `player`.
    pub(crate) fn is_dead(&self, boxes: [Square; 2], player: Square) -> bool {
        self.pair(boxes).is_none_or(|pair| !self.alive[pair].contains(player))
    }

    /// Whether boxes on these two live squares are dead wherever the player is.
    pub(crate) fn is_always_dead(&self, boxes: [Square; 2]) -> bool {
        self.pair(boxes).is_none_or(|pair| self.alive[pair].is_empty())
    }

    /// Every pair that is dead wherever the player is.
    pub(crate) fn always_dead(&self, facts: &Facts) -> Vec<[Square; 2]> {
        let pairs = facts
            .live
            .iter()
            .enumerate()
            .flat_map(|(at, &one)| facts.live[..at].iter().map(move |&other| [other, one]));
        pairs.filter(|&boxes| self.is_always_dead(boxes)).collect()
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::{Cell, Level};
    use hakooshi_search::Deadline;

    use super::*;

    #[test]
    fn two_boxes_side_by_side_at_a_wall_are_dead() {
        let level: Level =
            "########\n#.    .#\n#      #\n# $$   #\n#@     #\n########".parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let facts = Facts::new(&board, &start, Deadline::default())
            .expect("solvable as far as one can see");
        let pairs = DeadPairs::new(&facts).expect("two boxes");
        let at = |row, col| board.square_at(Cell::new(row, col));
        assert!(pairs.is_always_dead([at(1, 3), at(1, 4)]), "neither can be pushed along");
        assert!(!pairs.is_always_dead([at(1, 2), at(1, 5)]));
        assert!(!pairs.is_dead([at(1, 1), at(1, 6)], at(2, 2)), "both are home");
        assert!(pairs.always_dead(&facts).contains(&[at(1, 3), at(1, 4)]));
    }
}
