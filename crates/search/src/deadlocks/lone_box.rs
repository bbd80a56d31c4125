//! Where a lone box can be moved among walls, given the player's side of it.
//!
//! ```text
//!   #######     With the two boxes as walls, the player on the right never gets behind the
//!   #  $ @#     third box: it can go left but not back. Without the player's side it could
//!   # **###     go anywhere along the row.
//! ```
//!
//! Pulls are followed back from each goal over *vertices*, squares of the box with the part of
//! the floor around it that the player is in; for a search that pulls, pushes are followed
//! from where the boxes of the level start. Other boxes that can still move are
//! ignored, so the result is optimistic, never too strict.

use hakooshi_board::analysis::Sides;
use hakooshi_board::{Board, Direction, Square, SquareSet};
use hakooshi_level::Dir;

use crate::Deadline;

/// From where a lone box reaches each of its *homes*: the goals if boxes are pushed, the start
/// squares if they are pulled.
#[derive(Debug)]
pub(super) struct LoneBoxReach {
    sides: Sides,
    direction: Direction,
    /// By home, then vertex as bits: the box can be brought there.
    ways: Vec<u64>,
    /// Words of a row of `ways`.
    words: usize,
    homes: Vec<Square>,
    /// Squares from which a box can be brought home.
    pub(super) live: SquareSet,
}

impl LoneBoxReach {
    /// Reach of `goals` among `walls` when boxes are pushed; `None` if the time is up before.
    pub(super) fn to_goals(
        board: &Board,
        walls: &SquareSet,
        goals: &[Square],
        deadline: &Deadline,
    ) -> Option<Self> {
        let mut lone = Self::new(board, walls, goals, Direction::Forward);
        let mut stack = Vec::new();
        for (at, &goal) in goals.iter().enumerate() {
            for dir in Dir::ALL {
                lone.reach(at, goal, dir, &mut stack);
            }
            lone.spread(board, at, &mut stack);
            if deadline.is_over() {
                return None;
            }
        }
        Some(lone)
    }

    /// Reach of `starts` among `walls` when boxes are pulled and the player must end on `player`;
    /// `None` if the time is up before.
    pub(super) fn to_starts(
        board: &Board,
        walls: &SquareSet,
        starts: &[Square],
        player: Square,
        deadline: &Deadline,
    ) -> Option<Self> {
        let mut lone = Self::new(board, walls, starts, Direction::Backward);
        let mut stack = Vec::new();
        for (at, &start) in starts.iter().enumerate() {
            for dir in Dir::ALL {
                let vertex = lone.sides.vertex(start, dir);
                let here = lone.sides.are_joined(start, player)
                    && lone.sides.vertex_of(board, start, player) == vertex;
                if here {
                    lone.reach(at, start, dir, &mut stack);
                }
            }
            lone.spread(board, at, &mut stack);
            if deadline.is_over() {
                return None;
            }
        }
        Some(lone)
    }

    fn new(board: &Board, walls: &SquareSet, homes: &[Square], direction: Direction) -> Self {
        let sides = Sides::among(board, |square| !walls.contains(square));
        let words = sides.len().div_ceil(64);
        let mut live = board.empty_set();
        live.extend(homes.iter().copied());
        Self {
            ways: vec![0; homes.len() * words],
            words,
            homes: homes.to_vec(),
            live,
            direction,
            sides,
        }
    }

    /// Records that a box on `square` with the player on its side `dir` gets home.
    fn reach(&mut self, home: usize, square: Square, dir: Dir, stack: &mut Vec<Square>) {
        let Some(vertex) = self.sides.vertex(square, dir) else { return };
        let word = &mut self.ways[home * self.words + vertex / 64];
        if *word >> (vertex % 64) & 1 == 0 {
            *word |= 1 << (vertex % 64);
            self.live.insert(square);
            stack.push(square);
        }
    }

    /// Undoes moves of the box on each square of the stack until no vertex is new.
    fn spread(&mut self, board: &Board, home: usize, stack: &mut Vec<Square>) {
        while let Some(square) = stack.pop() {
            for dir in Dir::ALL {
                if !self.sides.vertex(square, dir).is_some_and(|vertex| self.has(home, vertex)) {
                    continue;
                }
                // The player is on the side `dir`: a push brought the box from there, or a pull
                // from the other side. If that vertex exists, he had room.
                let before = match self.direction {
                    Direction::Forward => board.step(square, dir),
                    Direction::Backward => board.step(square, dir.opposite()),
                };
                self.reach(home, before, dir, stack);
            }
        }
    }

    #[inline]
    fn has(&self, home: usize, vertex: usize) -> bool {
        self.ways[home * self.words + vertex / 64] >> (vertex % 64) & 1 != 0
    }

    /// Whether the box on `square` can be brought home by the player on `player`.
    #[inline]
    pub(super) fn can_bring(
        &self,
        board: &Board,
        square: Square,
        player: Square,
        home: usize,
    ) -> bool {
        if self.direction == Direction::Forward && self.homes[home] == square {
            return true;
        }
        self.are_joined(square, player)
            && self
                .sides
                .vertex_of(board, square, player)
                .is_some_and(|vertex| self.has(home, vertex))
    }

    /// Whether the player can walk between two squares when there is no box.
    #[inline]
    pub(super) fn are_joined(&self, one: Square, other: Square) -> bool {
        self.sides.are_joined(one, other)
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.sides.bytes() + self.ways.len() * 8 + self.live.bytes()
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    #[test]
    fn a_box_stays_away_if_the_player_cannot_get_behind_it() {
        let level: Level = "########\n#. $ @ #\n##**####\n########".parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let goals: Vec<Square> = board.goals().iter().collect();
        let mut walls = board.empty_set();
        walls.insert(Square::WALL);
        let fixed = start.boxes().iter().filter(|&&square| board.is_goal(square));
        walls.extend(fixed.copied());
        let lone = LoneBoxReach::to_goals(&board, &walls, &goals[..1], &Deadline::default());
        let lone = lone.expect("no deadline");
        let off = start.boxes().iter().copied().find(|&square| !board.is_goal(square));
        let square = off.expect("a box off goal");
        assert!(lone.can_bring(&board, square, start.player(), 0));
        let left = board.step(square, Dir::Left);
        assert!(!lone.can_bring(&board, square, left, 0), "he is on the wrong side");
        assert!(lone.live.contains(square) && lone.bytes() > 0);
    }
}
