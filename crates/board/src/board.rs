//! The fixed part of a level: squares, neighbours and goals.

use hakooshi_level::{Cell, Dir};

use crate::lazy_tables::LazyTables;
use crate::{Square, SquareSet, zobrist};

/// The playable squares of a level, their neighbours, and which are goals.
///
/// Built by [`crate::compile`]; immutable and shared by all searches.
#[derive(Debug)]
pub struct Board {
    pub(crate) neighbours: Vec<[Square; 4]>,
    /// The eight squares around each, clockwise from above.
    pub(crate) rings: Vec<[Square; 8]>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) goals: SquareSet,
    pub(crate) box_keys: Vec<u64>,
    pub(crate) player_keys: Vec<u64>,
    /// Tables computed on first use. Boxed, because interior mutability within the board itself
    /// would keep the compiler from holding the other tables' pointers in registers: 4 to 7 %
    /// more instructions in every fill.
    pub(crate) tables: Box<LazyTables>,
}

impl Board {
    /// A board with these neighbours. Index zero of each table is the wall.
    pub(crate) fn new(neighbours: Vec<[Square; 4]>, cells: Vec<Cell>, goals: SquareSet) -> Self {
        let squares = || (0..neighbours.len()).map(Square::from_index);
        Self {
            box_keys: squares().map(zobrist::of_box).collect(),
            player_keys: squares().map(zobrist::of_player).collect(),
            rings: squares().map(|square| ring(&neighbours, square)).collect(),
            cells,
            neighbours,
            goals,
            tables: Box::default(),
        }
    }

    /// The same squares with other goals.
    #[must_use]
    pub fn with_goals(&self, goals: &SquareSet) -> Self {
        Self::new(self.neighbours.clone(), self.cells.clone(), goals.clone())
    }

    /// The number of playable squares.
    #[inline]
    pub fn size(&self) -> usize {
        self.neighbours.len() - 1
    }

    /// The length of a table indexed by [`Square::index`]: the squares and the wall.
    #[inline]
    pub fn table_len(&self) -> usize {
        self.neighbours.len()
    }

    /// The neighbour of `square` in direction `dir`; the wall if there is none.
    #[inline]
    pub fn step(&self, square: Square, dir: Dir) -> Square {
        self.neighbours[square.index()][dir.index()]
    }

    /// The four neighbours in the order of [`Dir::ALL`].
    #[inline]
    pub fn neighbours(&self, square: Square) -> &[Square; 4] {
        &self.neighbours[square.index()]
    }

    /// The eight squares around `square`, clockwise from above. A corner between two
    /// walls counts as wall.
    #[inline]
    pub fn ring(&self, square: Square) -> &[Square; 8] {
        &self.rings[square.index()]
    }

    /// Every playable square in ascending order.
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + use<> {
        (1..self.neighbours.len()).map(Square::from_index)
    }

    /// The goals.
    #[inline]
    pub fn goals(&self) -> &SquareSet {
        &self.goals
    }

    /// Whether `square` is a goal.
    #[inline]
    pub fn is_goal(&self, square: Square) -> bool {
        self.goals.contains(square)
    }

    /// An empty set for squares of this board.
    pub fn empty_set(&self) -> SquareSet {
        SquareSet::new(self.size())
    }

    /// The set of all playable squares.
    pub fn all_squares(&self) -> SquareSet {
        let mut set = self.empty_set();
        set.extend(self.squares());
        set
    }

    /// Key of a box on `square`, for incremental hashing.
    #[inline]
    pub fn box_key(&self, square: Square) -> u64 {
        self.box_keys[square.index()]
    }

    /// Key of the player's region, identified by its first square.
    #[inline]
    pub fn player_key(&self, first: Square) -> u64 {
        self.player_keys[first.index()]
    }
}

/// The eight squares around `square`, clockwise from above.
fn ring(neighbours: &[[Square; 4]], square: Square) -> [Square; 8] {
    let step = |square: Square, dir: Dir| neighbours[square.index()][dir.index()];
    let corner = |one: Dir, other: Dir| {
        // By either of the two ways round; the wall is square zero, so floor is the larger.
        step(step(square, one), other).max(step(step(square, other), one))
    };
    [
        step(square, Dir::Up),
        corner(Dir::Up, Dir::Right),
        step(square, Dir::Right),
        corner(Dir::Right, Dir::Down),
        step(square, Dir::Down),
        corner(Dir::Down, Dir::Left),
        step(square, Dir::Left),
        corner(Dir::Left, Dir::Up),
    ]
}

#[cfg(test)]
mod tests {
    use crate::{Position, compile};

    #[test]
    fn other_goals_leave_squares_and_tables_of_the_old_board_alone() {
        let (board, start) =
            compile(&"#######\n#@$  .#\n#######".parse().expect("a level")).expect("small");
        let mut goals = board.empty_set();
        goals.extend(board.squares().nth(2));
        let other = board.with_goals(&goals);
        assert!(board.squares().all(|square| board.neighbours(square) == other.neighbours(square)));
        assert_eq!((other.goals(), board.goals().len()), (&goals, 1));
        // The live squares follow from the goals: the new one and its neighbours.
        assert_eq!((board.live().len(), other.live().len()), (4, 3));
        let boxes: Vec<_> = goals.iter().collect();
        let solved = |board| Position::new(board, &boxes, start.player()).is_solved();
        assert!(solved(&other) && !solved(&board));
    }
}
