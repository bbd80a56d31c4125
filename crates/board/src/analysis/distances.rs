//! Exact push distances of a lone box, given the player's side.
//!
//! One breadth-first search per aim over the vertices of [`Sides`]: backwards (by pulls) for
//! "how far *to* this square", forwards (by pushes) for "how far *from* it". Other
//! boxes never shorten a box's way, so every value is a lower bound in every position.

use std::collections::VecDeque;

use hakooshi_level::Dir;

use super::Sides;
use crate::{Board, Square};

/// The distance between squares that no pushes connect.
pub const UNREACHABLE: u16 = u16::MAX;

/// Push distances between every vertex and some aims; an aim is a square, or the nearest
/// of several.
#[derive(Clone, Debug)]
pub struct Distances {
    sides: Sides,
    /// By aim, then vertex.
    table: Vec<u16>,
    /// By aim, then square: the least over the square's vertices.
    least: Vec<u16>,
    squares: usize,
}

impl Distances {
    /// Pushes that bring a box from anywhere *to* each of `aims`, whichever side the player
    /// ends on.
    pub fn to(board: &Board, aims: &[Square]) -> Self {
        Self::to_while(board, aims, || true).expect("nobody stops it")
    }

    /// The same, as long as `goes_on` says so, which is asked before each aim; `None` if it was
    /// stopped.
    pub fn to_while(board: &Board, aims: &[Square], goes_on: impl FnMut() -> bool) -> Option<Self> {
        Self::measure(board, aims.chunks(1), pulled, goes_on)
    }

    /// Pushes that bring a box from anywhere to the nearest of `aims`, as aim number zero.
    pub fn to_nearest(board: &Board, aims: &[Square]) -> Self {
        Self::measure(board, std::iter::once(aims), pulled, || true).expect("nobody stops it")
    }

    /// Pushes that bring a box *from* each of `aims` to anywhere, whichever side the player
    /// starts on.
    pub fn from(board: &Board, aims: &[Square]) -> Self {
        Self::from_while(board, aims, || true).expect("nobody stops it")
    }

    /// The same, as long as `goes_on` says so, which is asked before each aim; `None` if it was
    /// stopped.
    pub fn from_while(
        board: &Board,
        aims: &[Square],
        goes_on: impl FnMut() -> bool,
    ) -> Option<Self> {
        Self::measure(board, aims.chunks(1), pushed, goes_on)
    }

    /// Pushes that bring a box from the nearest of `aims` to anywhere, as aim number zero.
    pub fn from_nearest(board: &Board, aims: &[Square]) -> Self {
        Self::measure(board, std::iter::once(aims), pushed, || true).expect("nobody stops it")
    }

    fn measure<'a>(
        board: &Board,
        aims: impl ExactSizeIterator<Item = &'a [Square]>,
        edge: Edge,
        mut goes_on: impl FnMut() -> bool,
    ) -> Option<Self> {
        let sides = Sides::new(board);
        let squares = board.table_len();
        let mut edges = vec![[NOWHERE; 4]; sides.len()];
        for square in board.squares() {
            for dir in Dir::ALL {
                if let Some((here, there)) = edge(board, &sides, square, dir) {
                    edges[here][dir.index()] = there as u32;
                }
            }
        }
        // Filled row by row: to fill a table of all squares at once takes a tenth of a second.
        let mut table = Vec::with_capacity(aims.len() * sides.len());
        let mut least = Vec::with_capacity(aims.len() * squares);
        let mut queue: Vec<u32> = Vec::with_capacity(sides.len());
        for (index, aim) in aims.enumerate() {
            if !goes_on() {
                return None;
            }
            table.resize((index + 1) * sides.len(), UNREACHABLE);
            let row = &mut table[index * sides.len()..];
            queue.clear();
            for &square in aim {
                row[sides.vertices(square)].fill(0);
                queue.extend(sides.vertices(square).map(|vertex| vertex as u32));
            }
            let mut next = 0;
            while let Some(&vertex) = queue.get(next) {
                next += 1;
                let distance = row[vertex as usize] + 1;
                for &there in edges[vertex as usize].iter().filter(|&&there| there != NOWHERE) {
                    if row[there as usize] == UNREACHABLE {
                        row[there as usize] = distance;
                        queue.push(there);
                    }
                }
            }
            let nearest = |square| row[sides.vertices(square)].iter().copied().min();
            least.push(UNREACHABLE);
            least.extend(board.squares().map(|square| nearest(square).unwrap_or(UNREACHABLE)));
            // A square walled in on all sides has no vertex; its distance to itself is still zero.
            for &square in aim {
                least[index * squares + square.index()] = 0;
            }
        }
        Some(Self { sides, table, least, squares })
    }

    /// The same whichever side of the box the player is on now: every vertex of a square gets the
    /// distance of the best.
    #[must_use]
    pub fn for_any_side(mut self, board: &Board) -> Self {
        for aim in 0..self.least.len() / self.squares {
            for square in board.squares() {
                let least = self.least(aim, square);
                let vertices = self.sides.vertices(square);
                self.table[aim * self.sides.len()..][vertices].fill(least);
            }
        }
        self
    }

    /// The same for a player who is always on the side where he is needed, so that a push takes
    /// only floor before and behind the box: the distances of a player who can jump. `to` says
    /// whether boxes go to the aims or come from them.
    #[must_use]
    pub fn for_jumping_player(mut self, board: &Board, to: bool) -> Self {
        let mut queue = VecDeque::new();
        for aim in 0..self.least.len() / self.squares {
            let row = &mut self.least[aim * self.squares..][..self.squares];
            queue.extend(board.squares().filter(|square| row[square.index()] == 0));
            row.iter_mut().filter(|distance| **distance > 0).for_each(|far| *far = UNREACHABLE);
            while let Some(square) = queue.pop_front() {
                for dir in Dir::ALL {
                    let next = board.step(square, dir);
                    // A box on `next` came from beyond it, or one on `square` from behind it.
                    let player =
                        if to { board.step(next, dir) } else { board.step(square, dir.opposite()) };
                    if !next.is_wall() && !player.is_wall() && row[next.index()] == UNREACHABLE {
                        row[next.index()] = row[square.index()] + 1;
                        queue.push_back(next);
                    }
                }
            }
        }
        self.for_any_side(board)
    }

    /// The sides that distances distinguish.
    pub fn sides(&self) -> &Sides {
        &self.sides
    }

    /// The distance between aim number `aim` and `square`, with the player on whichever side
    /// of `square` is best.
    #[inline]
    pub fn least(&self, aim: usize, square: Square) -> u16 {
        self.least[aim * self.squares + square.index()]
    }

    /// The distance between aim number `aim` and a vertex of [`Distances::sides`].
    #[inline]
    pub fn exact(&self, aim: usize, vertex: usize) -> u16 {
        self.table[aim * self.sides.len() + vertex]
    }

    /// The distances between aim number `aim` and all vertices.
    pub fn exact_to(&self, aim: usize) -> &[u16] {
        &self.table[aim * self.sides.len()..][..self.sides.len()]
    }

    /// The distances between aim number `aim` and all squares, by index.
    pub fn least_to(&self, aim: usize) -> &[u16] {
        &self.least[aim * self.squares..][..self.squares]
    }

    /// Bytes that the tables take for this many squares and aims.
    pub fn bytes(squares: usize, aims: usize) -> usize {
        // Per square and aim: one entry of `least`, and two of `table`, since few squares have
        // more than two vertices.
        (squares + 1) * aims * 3 * size_of::<u16>()
    }
}

/// Marks a direction in which a box cannot go.
const NOWHERE: u32 = u32::MAX;

/// For a box on a square and a push direction: the vertex the player must be at, and the
/// vertex one push further away from the aim.
type Edge = fn(&Board, &Sides, Square, Dir) -> Option<(usize, usize)>;

/// The box came here by a push in `dir`; the player is where it was.
fn pulled(board: &Board, sides: &Sides, square: Square, dir: Dir) -> Option<(usize, usize)> {
    let before = board.step(square, dir.opposite());
    let here = sides.vertex(square, dir.opposite())?;
    Some((here, sides.vertex(before, dir.opposite())?))
}

/// The box leaves by a push in `dir`.
fn pushed(board: &Board, sides: &Sides, square: Square, dir: Dir) -> Option<(usize, usize)> {
    let after = board.step(square, dir);
    let here = sides.vertex(square, dir.opposite())?;
    Some((here, sides.vertex(after, dir.opposite())?))
}

#[cfg(test)]
mod tests {
    use hakooshi_level::{Cell, Level};

    use super::*;
    use crate::compile;

    #[test]
    fn in_a_corridor_the_distance_depends_on_the_players_side() {
        // Pushing left needs the player on the right, and there is no way round the box.
        let level: Level = "#######\n#@ $ .#\n#######".parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        let at = |col| board.square_at(Cell::new(1, col));
        let to = Distances::to(&board, &[at(5)]);
        assert_eq!(to.least(0, at(3)), 2);
        assert_eq!(to.least(0, at(1)), UNREACHABLE, "the player cannot get behind the box");
        let vertex = |dir| to.sides().vertex(at(3), dir).expect("floor beside it");
        assert_eq!(to.exact(0, vertex(Dir::Left)), 2);
        assert_eq!(to.exact(0, vertex(Dir::Right)), UNREACHABLE);
        let from = Distances::from(&board, &[at(3)]);
        assert_eq!(from.least(0, at(5)), 2);
        assert_eq!(from.least(0, at(1)), 2);
    }

    #[test]
    fn knowing_less_of_the_player_never_lengthens_a_way() {
        // The box must be pushed out to the right before it can be pushed back to the left.
        let level: Level =
            "#########\n####    #\n#.  $@  #\n####    #\n#########".parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        let at = |col| board.square_at(Cell::new(2, col));
        let exact = Distances::to(&board, &[at(1)]);
        let any = exact.clone().for_any_side(&board);
        let free = exact.clone().for_jumping_player(&board, true);
        let behind = exact.sides().vertex(at(3), Dir::Left).expect("floor");
        assert_eq!(exact.exact(0, behind), 6, "two out of the corridor, and four back");
        assert_eq!((any.exact(0, behind), free.exact(0, behind)), (2, 2));
        for square in board.squares() {
            for vertex in exact.sides().vertices(square) {
                assert!(free.exact(0, vertex) <= any.exact(0, vertex));
                assert!(any.exact(0, vertex) <= exact.exact(0, vertex));
            }
        }
    }

    #[test]
    fn an_open_room_lets_the_player_go_round() {
        let level: Level = "#######\n#     #\n#@ $ .#\n#     #\n#######".parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        let at = |row, col| board.square_at(Cell::new(row, col));
        let to = Distances::to(&board, &[at(2, 5)]);
        assert_eq!(to.least(0, at(2, 2)), 3);
        assert_eq!(to.least(0, at(1, 3)), UNREACHABLE, "the top wall holds it");
    }
}
