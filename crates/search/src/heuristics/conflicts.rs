//! HOT. Linear conflicts: two boxes side by side, of which the first to move must step out
//! of its way.
//!
//! ```text
//!   #########     Side by side, neither box can be pushed along their line. If pushing either
//!   #   $$ ..     of them across the line takes it further from *every* goal it can reach, and
//!   #########     one of them has to move at all, then two pushes are lost: out and back.
//! ```
//!
//! Why it can be added to any matching: until the first of the two is pushed, the player stays
//! on the same side of each; that push costs one and raises every entry of the box's row, and
//! so the least total, by one or more, where the bound counted on a fall by one. Pairs without
//! a common box have different first pushes, so the number of pairs counts; the largest
//! choice of such pairs is taken, since it falls by one at most when one box moves, which
//! keeps the bound consistent. Junghanns 1999, linear conflicts; Figure 14 of the SokoKids
//! report shows why conflicts that share a box must not simply be added.
//!
//! When boxes are pulled, a box may also leave along the line, away from the other; then that
//! way has to raise its row too.

use std::sync::Arc;

use hakooshi_board::analysis::{Distances, Sides, UNREACHABLE};
use hakooshi_board::{Board, Direction, Position, Square, SquareSet};
use hakooshi_level::Dir;

use super::Aim;

/// Counts linear conflicts.
#[derive(Debug)]
pub(super) struct Conflicts {
    board: Arc<Board>,
    sides: Sides,
    aims: SquareSet,
    direction: Direction,
    /// By vertex: directions in which the box cannot go, or goes further from every aim.
    against: Vec<u8>,
    /// Boxes in conflict.
    edges: Vec<(Square, Square)>,
    /// By square: the box it is paired with.
    partner: Vec<Square>,
    tried: SquareSet,
}

impl Conflicts {
    /// Works out for every vertex of the board which ways lead away from all of `aim`.
    pub(super) fn new(aim: &Aim) -> Self {
        let board = &aim.board;
        let distances = aim.distances();
        let mut aims = board.empty_set();
        aims.extend(aim.squares.iter().copied());
        let mut against = vec![0; distances.sides().len()];
        for square in board.squares() {
            for vertex in distances.sides().vertices(square) {
                for dir in Dir::ALL {
                    let raises = |after: usize| {
                        (0..aim.squares.len()).all(|aim| {
                            let before = distances.exact(aim, vertex);
                            before == UNREACHABLE || distances.exact(aim, after) > before
                        })
                    };
                    if after(board, &distances, aim.direction, square, vertex, dir)
                        .is_none_or(raises)
                    {
                        against[vertex] |= 1 << dir.index();
                    }
                }
            }
        }
        Self {
            board: Arc::clone(board),
            sides: distances.sides().clone(),
            aims,
            direction: aim.direction,
            against,
            edges: Vec::new(),
            partner: vec![Square::WALL; board.table_len()],
            tried: board.empty_set(),
        }
    }

    /// The most conflicts of `position` no two of which share a box.
    pub(super) fn count(&mut self, position: &Position) -> u32 {
        self.edges.clear();
        for &square in position.boxes() {
            for dir in [Dir::Right, Dir::Down] {
                let other = self.board.step(square, dir);
                if position.has_box(other)
                    && !(self.aims.contains(square) && self.aims.contains(other))
                    && self.is_held(position, square, dir)
                    && self.is_held(position, other, dir.opposite())
                {
                    // Neighbours differ in colour, as on a chessboard; black ones first.
                    let cell = self.board.cell(square);
                    let black = (cell.row + cell.col).is_multiple_of(2);
                    self.edges.push(if black { (square, other) } else { (other, square) });
                }
            }
        }
        if self.edges.len() < 2 {
            return self.edges.len() as u32;
        }
        self.largest_pairing()
    }

    /// Whether the box on `square` can leave its line with the box in direction `other` only
    /// to its cost.
    fn is_held(&self, position: &Position, square: Square, other: Dir) -> bool {
        let Some(vertex) = self.sides.vertex_of(&self.board, square, position.player()) else {
            return false;
        };
        let [one, two] = other.sides();
        let mut ways = 1 << one.index() | 1 << two.index();
        if self.direction == Direction::Backward {
            ways |= 1 << other.opposite().index();
        }
        self.against[vertex] & ways == ways
    }

    fn largest_pairing(&mut self) -> u32 {
        for &(black, white) in &self.edges {
            self.partner[black.index()] = Square::WALL;
            self.partner[white.index()] = Square::WALL;
        }
        let mut pairs = 0;
        for at in 0..self.edges.len() {
            let black = self.edges[at].0;
            if self.partner[black.index()].is_wall() {
                self.tried.clear();
                pairs += u32::from(self.find_partner(black));
            }
        }
        pairs
    }

    fn find_partner(&mut self, black: Square) -> bool {
        for at in 0..self.edges.len() {
            let (from, white) = self.edges[at];
            if from != black || self.tried.contains(white) {
                continue;
            }
            self.tried.insert(white);
            let rival = self.partner[white.index()];
            if rival.is_wall() || self.find_partner(rival) {
                self.partner[white.index()] = black;
                self.partner[black.index()] = white;
                return true;
            }
        }
        false
    }
}

/// The vertex of a box on `square` after it has gone one step in direction `dir`; `None` if
/// it cannot.
fn after(
    board: &Board,
    distances: &Distances,
    direction: Direction,
    square: Square,
    vertex: usize,
    dir: Dir,
) -> Option<usize> {
    let sides = distances.sides();
    let to = board.step(square, dir);
    let player = match direction {
        Direction::Forward => dir.opposite(),
        Direction::Backward => dir,
    };
    if sides.vertex(square, player) != Some(vertex) || to.is_wall() {
        return None;
    }
    sides.vertex(to, player)
}
