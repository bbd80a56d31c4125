//! HOT. Cut squares: which parts the floor splits into when one square is blocked.
//!
//! One depth-first walk over the free squares records, as in Hopcroft and Tarjan (1973), when each
//! square was entered and how far up its subtree reaches back. A subtree that reaches no higher
//! than the square it hangs on is cut off when that square is blocked; everything else around the
//! square stays connected through the part above it. After the walk each query inspects only the
//! four neighbours of a square.

use hakooshi_level::Dir;

use crate::{Board, Square};

/// The cut squares of some set of free squares.
#[derive(Clone, Debug)]
pub(crate) struct Cuts {
    /// When the walk entered the square, from one; zero for squares not free.
    enter: Vec<u32>,
    /// The last entry time within the square's subtree.
    last: Vec<u32>,
    /// The earliest entry time that the subtree touches.
    low: Vec<u32>,
    /// The smallest square of the subtree.
    least: Vec<Square>,
    /// The root of the region's walk: its smallest square.
    root: Vec<Square>,
    parent: Vec<Square>,
    stack: Vec<(Square, u8)>,
    regions: u32,
}

/// Identifies one of the parts around a blocked square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part(u32);

impl Cuts {
    pub(crate) fn new(board: &Board) -> Self {
        let len = board.table_len();
        Self {
            enter: vec![0; len],
            last: vec![0; len],
            low: vec![0; len],
            least: vec![Square::WALL; len],
            root: vec![Square::WALL; len],
            parent: vec![Square::WALL; len],
            stack: Vec::with_capacity(len),
            regions: 0,
        }
    }

    /// Walks all squares that are `free`; the wall never is.
    pub(crate) fn fill(&mut self, board: &Board, free: impl Fn(Square) -> bool) {
        self.enter.fill(0);
        self.regions = 0;
        let mut time = 0;
        for root in board.squares() {
            if self.enter[root.index()] == 0 && free(root) {
                self.regions += 1;
                self.walk(board, &free, root, &mut time);
            }
        }
    }

    fn walk(
        &mut self,
        board: &Board,
        free: &impl Fn(Square) -> bool,
        root: Square,
        time: &mut u32,
    ) {
        self.enter(root, Square::WALL, root, time);
        while let Some(&mut (square, ref mut next)) = self.stack.last_mut() {
            let at = square.index();
            if *next == 4 {
                self.stack.pop();
                self.last[at] = *time;
                let parent = self.parent[at].index();
                self.low[parent] = self.low[parent].min(self.low[at]);
                self.least[parent] = self.least[parent].min(self.least[at]);
                continue;
            }
            let neighbour = board.neighbours(square)[usize::from(*next)];
            *next += 1;
            let entered = self.enter[neighbour.index()];
            if entered != 0 {
                if neighbour != self.parent[at] {
                    self.low[at] = self.low[at].min(entered);
                }
            } else if free(neighbour) {
                self.enter(neighbour, square, root, time);
            }
        }
    }

    fn enter(&mut self, square: Square, parent: Square, root: Square, time: &mut u32) {
        *time += 1;
        self.least[square.index()] = square;
        self.root[square.index()] = root;
        self.enter[square.index()] = *time;
        self.low[square.index()] = *time;
        self.parent[square.index()] = parent;
        self.stack.push((square, 0));
    }

    /// The smallest square of the region that a free square is in.
    #[inline]
    pub(crate) fn region(&self, square: Square) -> Square {
        self.root[square.index()]
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        let squares = self.enter.len();
        squares * (3 * size_of::<u32>() + 3 * size_of::<Square>())
            + self.stack.capacity() * size_of::<(Square, u8)>()
    }

    /// The part that the neighbour of the free `square` in direction `dir` belongs to once
    /// `square` is blocked; `None` if that neighbour is not free.
    #[inline]
    pub(crate) fn part(&self, board: &Board, square: Square, dir: Dir) -> Option<Part> {
        self.part_of(board, square, board.step(square, dir))
    }

    /// The part that `other`, a square of the same region, belongs to once `square` is
    /// blocked; `None` if it is not free.
    #[inline]
    pub(crate) fn part_of(&self, board: &Board, square: Square, other: Square) -> Option<Part> {
        const ABOVE: Part = Part(0);
        let at = square.index();
        let entered = self.enter[other.index()];
        if entered == 0 {
            return None;
        }
        if entered < self.enter[at] {
            return Some(ABOVE);
        }
        // A square entered later lies in the subtree of one of the children, or in none.
        for &child in board.neighbours(square) {
            let below = child.index();
            if self.parent[below] == square
                && self.enter[below] != 0
                && (self.enter[below]..=self.last[below]).contains(&entered)
            {
                let hangs = self.low[below] >= self.enter[at];
                return Some(if hangs { Part(self.enter[below]) } else { ABOVE });
            }
        }
        Some(ABOVE)
    }

    /// The smallest square of the part that `other`, a free square beside the free `square`,
    /// belongs to once `square` is blocked.
    #[inline]
    pub(crate) fn first_of_part(&self, board: &Board, square: Square, other: Square) -> Square {
        match self.part_of(board, square, other) {
            // A part that is cut off is one whole subtree of a neighbour, identified by its entry.
            Some(Part(entry)) if entry != 0 => {
                let hung = board.neighbours(square).iter();
                let top = hung.copied().find(|&top| self.enter[top.index()] == entry);
                top.map_or(other, |top| self.least[top.index()])
            }
            _ => self.root[square.index()],
        }
    }

    /// The smallest square of the region of the free `square`.
    #[inline]
    pub(crate) fn first_of_region(&self, square: Square) -> Square {
        self.root[square.index()]
    }

    /// How many parts the free `square` has around it once it is blocked.
    pub(crate) fn parts(&self, board: &Board, square: Square) -> u32 {
        let parts = Dir::ALL.map(|dir| self.part(board, square, dir));
        (0..4).filter(|&i| parts[i].is_some() && !parts[..i].contains(&parts[i])).count() as u32
    }

    /// The number of regions that the free squares form.
    pub(crate) fn regions(&self) -> u32 {
        self.regions
    }
}
