//! The KTH solver's weighted sum: how promising the last push was, not a distance.
//!
//! Four terms, of which the last three consider only the box just pushed, to be cheap:
//!
//! - `slots` times the goals still free;
//! - `distance` times the walk from the box to the nearest free goal, round the walls;
//! - minus `corner` if the box is on a goal against a wall, twice that in a corner, because it can
//!   stay there;
//! - plus `wall` for each wall or box beside it if it is off goal, because it is less free to move
//!   there.
//!
//! The sum is not a bound: neither admissible nor consistent. Since it depends on the push that led
//! to a position, the position alone has only the first term
//! ([`super::HeuristicClaims::positional`]). It never proves a position dead.
//! KTH 2009, section III-H.

use std::collections::VecDeque;
use std::sync::Arc;

use hakooshi_board::{Board, Position, Square};
use hakooshi_level::Dir;

use super::{Aim, Heuristic, HeuristicClaims, HeuristicEntry};
use crate::spec::{Param, Params};

/// The weighted sum.
#[derive(Debug)]
pub struct Kth {
    board: Arc<Board>,
    aims: Vec<Square>,
    /// By aim, then square: steps of a walk between them.
    steps: Vec<u16>,
    weights: Weights,
}

#[derive(Clone, Copy, Debug)]
struct Weights {
    slots: f64,
    distance: f64,
    corner: f64,
    wall: f64,
}

impl Kth {
    /// An estimate for `aim` with the weights of `params`.
    pub fn new(aim: &Aim, params: &Params) -> Self {
        let weights = Weights {
            slots: params.get("slots"),
            distance: params.get("distance"),
            corner: params.get("corner"),
            wall: params.get("wall"),
        };
        let steps = aim.squares.iter().flat_map(|&square| walks_from(&aim.board, square)).collect();
        Self { board: Arc::clone(&aim.board), aims: aim.squares.clone(), steps, weights }
    }

    fn free_slots(&self, position: &Position) -> f64 {
        let free = self.aims.iter().filter(|&&aim| !position.has_box(aim));
        self.weights.slots * free.count() as f64
    }

    fn is_aim(&self, square: Square) -> bool {
        self.aims.contains(&square)
    }

    /// Steps from `square` to the nearest aim without a box; zero on an aim.
    fn distance(&self, position: &Position, square: Square) -> f64 {
        if self.is_aim(square) {
            return 0.0;
        }
        let free = self.aims.iter().enumerate().filter(|&(_, &aim)| !position.has_box(aim));
        let steps = free.map(|(aim, _)| self.steps[aim * self.board.table_len() + square.index()]);
        self.weights.distance * f64::from(steps.min().unwrap_or(0))
    }

    fn surroundings(&self, position: &Position, square: Square) -> f64 {
        let beside = self.board.neighbours(square);
        if !self.is_aim(square) {
            let held = beside.iter().filter(|&&square| !position.is_free(square)).count();
            return self.weights.wall * held as f64;
        }
        let wall = |dir: Dir| beside[dir.index()].is_wall();
        let upright = wall(Dir::Up) || wall(Dir::Down);
        let level = wall(Dir::Left) || wall(Dir::Right);
        -self.weights.corner * f64::from(u8::from(upright) + u8::from(level))
    }
}

/// Steps of the player's walk from `start` to every square of the empty board.
fn walks_from(board: &Board, start: Square) -> Vec<u16> {
    let mut steps = vec![u16::MAX; board.table_len()];
    let mut queue = VecDeque::from([start]);
    steps[start.index()] = 0;
    while let Some(square) = queue.pop_front() {
        for &next in board.neighbours(square) {
            if !next.is_wall() && steps[next.index()] == u16::MAX {
                steps[next.index()] = steps[square.index()] + 1;
                queue.push_back(next);
            }
        }
    }
    steps
}

/// The nearest non-negative integer.
fn whole(value: f64) -> u32 {
    value.round().clamp(0.0, f64::from(u32::MAX >> 4)) as u32
}

impl Heuristic for Kth {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        Some(whole(self.free_slots(position)))
    }

    fn child(&mut self, position: &Position, moved: usize) -> Option<u32> {
        let square = position.boxes()[moved];
        Some(whole(
            self.free_slots(position)
                + self.distance(position, square)
                + self.surroundings(position, square),
        ))
    }
}

const fn weight(name: &'static str, title: &'static str, default: f64) -> Param {
    Param::number(name, title, default, (0.0, 1000.0))
}

pub(super) static ENTRY: HeuristicEntry = HeuristicEntry {
    name: "kth",
    title: "weighted sum of free goals and of what surrounds the box just pushed",
    reference: "KTH 2009, section III-H",
    params: &[
        weight("slots", "weight of each goal still free", 10.0),
        weight("distance", "weight of each step from the pushed box to a free goal", 1.0),
        weight("corner", "bonus for a goal against a wall, twice in a corner", 2.0),
        weight("wall", "penalty for each wall or box beside a pushed box off goal", 1.0),
    ],
    claims: HeuristicClaims {
        admissible: false,
        consistent: false,
        positional: false,
        ..HeuristicClaims::LOWER_BOUND
    },
    build: |aim, params| Box::new(Kth::new(aim, params)),
};

#[cfg(test)]
mod tests {
    use hakooshi_board::{Push, compile};
    use hakooshi_level::{Cell, Level};

    use super::*;

    /// The value after the player of a drawn level pushes in direction `dir`.
    fn value(text: &str, dir: Dir) -> Option<u32> {
        let level: Level = text.parse().expect("a level");
        let (board, mut position) = compile(&level).expect("small");
        let from = board.step(position.player(), dir);
        let _ = position.push(&board, Push { from, dir });
        let moved = position.box_index(board.step(from, dir));
        Kth::new(&Aim::goals(&board), &Params::new(ENTRY.params)).child(&position, moved)
    }

    #[test]
    fn the_terms_add_up() {
        // Two free goals, two steps to the nearest, nothing beside the box.
        let open = "########\n#      #\n#@$ . .#\n#      #\n# $    #\n########";
        assert_eq!(value(open, Dir::Right), Some(20 + 1));
        // One goal left; on the goal against one wall, then in a corner.
        let wall = "######\n#@$. #\n#  $.#\n#    #\n######";
        assert_eq!(value(wall, Dir::Right), Some(10 - 2));
        let corner = "#####\n#@$.#\n# $.#\n#   #\n#####";
        assert_eq!(value(corner, Dir::Right), Some(10 - 4));
        let level: Level = open.parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        let steps = walks_from(&board, board.square_at(Cell::new(2, 4)));
        assert_eq!(steps[board.square_at(Cell::new(4, 2)).index()], 4);
    }
}
