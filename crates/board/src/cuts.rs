//! HOT. Cut squares: which parts the floor splits into when one square is blocked.
//!
//! One depth-first walk over the free squares records, as in Hopcroft and Tarjan (1973), when each
//! square was entered and how far up its subtree reaches back. A subtree that reaches no higher
//! than the square it hangs on is cut off when that square is blocked; everything else around the
//! square stays connected through the part above it. After the walk each query inspects only the
//! four neighbours of a square.

use hakooshi_level::Dir;

use crate::{Board, Square};

/// The entry time of squares that are not free, the wall among them: later than all others.
const NOT_FREE: u16 = u16::MAX;

/// The cut squares of some set of free squares.
#[derive(Clone, Debug)]
pub(crate) struct Cuts {
    /// When the walk entered the square, from one; [`NOT_FREE`] for those not free. Apart from the
    /// rest, because the walk mostly asks only for this.
    enter: Vec<u16>,
    nodes: Vec<Node>,
    stack: Vec<Frame>,
    regions: u32,
    /// By square: the parts on its four sides, and the fill that they are of.
    around: Vec<([Option<Part>; 4], u32)>,
    fills: u32,
}

/// A square that the walk has left.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The last entry time within its subtree.
    last: u16,
    /// The earliest entry time that the subtree touches.
    low: u16,
    /// The smallest square of the subtree.
    least: Square,
    /// The root of the region's walk: its smallest square.
    root: Square,
    parent: Square,
}

/// A square that the walk is below of.
#[derive(Clone, Copy, Debug)]
struct Frame {
    square: Square,
    parent: Square,
    /// The neighbour to look at next.
    next: usize,
    low: u16,
    least: Square,
}

/// Identifies one of the parts around a blocked square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part(u16);

impl Cuts {
    pub(crate) fn new(board: &Board) -> Self {
        let len = board.table_len();
        let wall = Square::WALL;
        let node = Node { last: 0, low: 0, least: wall, root: wall, parent: wall };
        Self {
            enter: vec![0; len],
            nodes: vec![node; len],
            stack: Vec::with_capacity(len),
            regions: 0,
            around: vec![([None; 4], 0); len],
            fills: 0,
        }
    }

    /// Walks all squares but those `blocked`.
    pub(crate) fn fill(&mut self, board: &Board, blocked: impl IntoIterator<Item = Square>) {
        self.fills = self.fills.wrapping_add(1);
        if self.fills == 0 {
            self.around.fill(([None; 4], 0));
            self.fills = 1;
        }
        self.enter.fill(0);
        self.enter[Square::WALL.index()] = NOT_FREE;
        for square in blocked {
            self.enter[square.index()] = NOT_FREE;
        }
        self.regions = 0;
        let mut time = 0;
        for root in board.squares() {
            if self.enter[root.index()] == 0 {
                self.regions += 1;
                time = self.walk(board, root, time);
            }
        }
    }

    /// Walks the region of `root`; the time afterwards.
    fn walk(&mut self, board: &Board, root: Square, mut time: u16) -> u16 {
        // Borrowed once, as in `Reach::fill_from`.
        let (enter, nodes) = (self.enter.as_mut_slice(), self.nodes.as_mut_slice());
        let stack = &mut self.stack;
        let mut enter_at = |square: Square, parent: Square, enter: &mut [u16]| {
            time += 1;
            enter[square.index()] = time;
            (Frame { square, parent, next: 0, low: time, least: square }, time)
        };
        let (mut now, mut last) = enter_at(root, Square::WALL, enter);
        loop {
            let neighbours = board.neighbours(now.square);
            let mut child = None;
            while let Some(&neighbour) = neighbours.get(now.next) {
                now.next += 1;
                let entered = enter[neighbour.index()];
                if entered == 0 {
                    child = Some(neighbour);
                    break;
                }
                if neighbour != now.parent {
                    now.low = now.low.min(entered);
                }
            }
            if let Some(child) = child {
                let parent = now.square;
                stack.push(now);
                (now, last) = enter_at(child, parent, enter);
                continue;
            }
            let Frame { square, parent, low, least, .. } = now;
            nodes[square.index()] = Node { last, low, least, root, parent };
            let Some(above) = stack.pop() else { return last };
            now = above;
            now.low = now.low.min(low);
            now.least = now.least.min(least);
        }
    }

    /// The smallest square of the region that a free square is in.
    #[inline]
    pub(crate) fn region(&self, square: Square) -> Square {
        self.nodes[square.index()].root
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        let around = size_of::<([Option<Part>; 4], u32)>();
        self.enter.len() * (size_of::<u16>() + size_of::<Node>() + around)
            + self.stack.capacity() * size_of::<Frame>()
    }

    /// The part that the neighbour of the free `square` in direction `dir` belongs to once
    /// `square` is blocked; `None` if that neighbour is not free.
    #[inline]
    pub(crate) fn part(&self, board: &Board, square: Square, dir: Dir) -> Option<Part> {
        self.part_of(board, square, board.step(square, dir))
    }

    /// [`Self::part`] in every direction, in the order of [`Dir::ALL`]; remembered until the next fill.
    #[inline]
    pub(crate) fn parts_around(&mut self, board: &Board, square: Square) -> [Option<Part>; 4] {
        let (parts, fill) = self.around[square.index()];
        if fill == self.fills {
            return parts;
        }
        let parts = Dir::ALL.map(|dir| self.part(board, square, dir));
        self.around[square.index()] = (parts, self.fills);
        parts
    }

    /// The part that `other`, a square of the same region, belongs to once `square` is
    /// blocked; `None` if it is not free.
    #[inline]
    pub(crate) fn part_of(&self, board: &Board, square: Square, other: Square) -> Option<Part> {
        const ABOVE: Part = Part(0);
        let (at, entered) = (self.enter[square.index()], self.enter[other.index()]);
        if entered == NOT_FREE {
            return None;
        }
        if entered < at {
            return Some(ABOVE);
        }
        // A square entered later lies in the subtree of one of the children, or in none.
        for &child in board.neighbours(square) {
            let (below, node) = (self.enter[child.index()], &self.nodes[child.index()]);
            if below != NOT_FREE && node.parent == square && (below..=node.last).contains(&entered)
            {
                return Some(if node.low >= at { Part(below) } else { ABOVE });
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
                top.map_or(other, |top| self.nodes[top.index()].least)
            }
            _ => self.region(square),
        }
    }

    /// How many parts the free `square` has around it once it is blocked.
    pub(crate) fn parts(&self, board: &Board, square: Square) -> u32 {
        let (parts, fill) = self.around[square.index()];
        let parts = if fill == self.fills {
            parts
        } else {
            Dir::ALL.map(|dir| self.part(board, square, dir))
        };
        (0..4).filter(|&i| parts[i].is_some() && !parts[..i].contains(&parts[i])).count() as u32
    }

    /// The number of regions that the free squares form.
    pub(crate) fn regions(&self) -> u32 {
        self.regions
    }
}
