//! HOT. Linear conflicts: two boxes side by side, of which the first to move must leave its
//! shortest way.
//!
//! ```text
//!   #########     Side by side, neither box can be pushed along their line. If pushing either
//!   #   $$ ..     of them across the line takes it further from *every* goal it can reach, and
//!   #########     one of them has to move at all, then two pushes are lost: out and back.
//! ```
//!
//! Why it can be added to any matching: until the first of the two is pushed, the player stays on
//! the same side of each. That push costs one and raises every entry of the box's row, and so the
//! least total, by one or more, where the bound assumed a decrease of one. Pairs without
//! a common box have different first pushes, so their penalties add up. The maximum matching of
//! such pairs is used: it falls by at most one when one box moves, which keeps the bound
//! consistent. Junghanns 1999, linear conflicts; Figure 14 of the SokoKids
//! report shows why conflicts that share a box must not simply be added.
//!
//! When boxes are pulled, a box can also leave along the line, away from the other; then that
//! move must raise its row too.

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
    /// By vertex, as bits: directions in which the box cannot go, or goes further from every aim.
    against: Vec<u8>,
    /// The pairs of boxes in conflict.
    edges: Vec<(Square, Square)>,
    /// By square: the box it is matched with.
    partner: Vec<Square>,
    tried: SquareSet,
}

impl Conflicts {
    /// Computes for every vertex which directions lead away from all of `aim`, by the distances
    /// that the matching uses.
    pub(super) fn new(aim: &Aim, distances: &Distances) -> Self {
        let board = &aim.board;
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
                    if after(board, distances, aim.direction, square, vertex, dir)
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

    /// The largest number of conflicts of `position` of which no two share a box.
    pub(super) fn count(&mut self, position: &Position) -> u32 {
        self.count_among(position, |_| true)
    }

    /// The same for some of the boxes.
    pub(super) fn count_among(
        &mut self,
        position: &Position,
        counts: impl Fn(Square) -> bool,
    ) -> u32 {
        self.edges.clear();
        for &square in position.boxes().iter().filter(|&&square| counts(square)) {
            for dir in [Dir::Right, Dir::Down] {
                let other = self.board.step(square, dir);
                if position.has_box(other)
                    && counts(other)
                    && !(self.aims.contains(square) && self.aims.contains(other))
                    && self.is_held(position, square, dir)
                    && self.is_held(position, other, dir.opposite())
                {
                    // Neighbours differ in colour, as on a chessboard, so the graph is bipartite;
                    // black first.
                    let cell = self.board.cell(square);
                    let black = (cell.row + cell.col).is_multiple_of(2);
                    self.edges.push(if black { (square, other) } else { (other, square) });
                }
            }
        }
        if self.edges.len() < 2 {
            return self.edges.len() as u32;
        }
        self.maximum_matching()
    }

    /// Whether every move of the box on `square` out of its line with the box in direction `other`
    /// takes it further from every aim.
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

    fn maximum_matching(&mut self) -> u32 {
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
