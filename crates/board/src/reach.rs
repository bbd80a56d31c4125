//! HOT. The squares the player can walk to.
//!
//! A breadth-first fill over the neighbour table. Seen squares carry the number of the
//! current fill, so nothing is cleared between fills; the boxes and the wall are marked as
//! seen beforehand, which makes "not seen" the only test of the inner loop.
//! Measured by `cargo bench -p hakooshi-board`.

use crate::{Board, Position, Square};

/// A reusable fill from the player's square.
#[derive(Clone, Debug)]
pub struct Reach {
    /// `mark` for boxes and the wall, `mark + 1` for squares the player can reach.
    seen: Vec<u32>,
    mark: u32,
    queue: Vec<Square>,
    len: usize,
    first: Square,
}

impl Reach {
    /// A fill for `board` that has reached nothing yet.
    pub fn new(board: &Board) -> Self {
        let len = board.table_len();
        Self {
            seen: vec![0; len],
            mark: 0,
            queue: vec![Square::WALL; len],
            len: 0,
            first: Square::WALL,
        }
    }

    /// Fills from the player of `position`.
    pub fn fill(&mut self, board: &Board, position: &Position) {
        self.fill_from(board, position.player(), position.boxes());
    }

    /// Fills from `start` with `boxes` in the way.
    pub fn fill_from(&mut self, board: &Board, start: Square, boxes: &[Square]) {
        if self.mark >= u32::MAX - 4 {
            self.seen.fill(0);
            self.mark = 0;
        }
        self.mark += 2;
        let (blocked, reached) = (self.mark, self.mark + 1);
        // Borrowed once: through the fields, every iteration would load their pointers again.
        let (seen, queue) = (self.seen.as_mut_slice(), self.queue.as_mut_slice());
        seen[Square::WALL.index()] = blocked;
        for square in boxes {
            seen[square.index()] = blocked;
        }
        seen[start.index()] = reached;
        queue[0] = start;
        let (mut head, mut tail) = (0, 1);
        let mut first = start;
        while head < tail {
            let square = queue[head];
            head += 1;
            first = first.min(square);
            for &next in board.neighbours(square) {
                let seen = &mut seen[next.index()];
                if *seen < blocked {
                    *seen = reached;
                    queue[tail] = next;
                    tail += 1;
                }
            }
        }
        self.len = tail;
        self.first = first;
    }

    /// The first square and the size of each region that `boxes` split the floor into. The last
    /// region stays filled.
    pub fn regions(&mut self, board: &Board, boxes: &[Square]) -> Vec<(Square, usize)> {
        let mut left = board.all_squares();
        for &square in boxes {
            left.remove(square);
        }
        let mut regions = Vec::new();
        while let Some(first) = left.first() {
            self.fill_from(board, first, boxes);
            for &square in self.squares() {
                left.remove(square);
            }
            regions.push((first, self.len));
        }
        regions
    }

    /// Whether one more box on `square` splits none of the regions between `boxes`, as far as a look
    /// around it tells: its free neighbours are connected there. `false` may be wrong, `true` is not.
    #[inline]
    pub fn splits_nothing(board: &Board, square: Square, boxes: &[Square]) -> bool {
        let is_free = |beside: Square| !beside.is_wall() && !boxes.contains(&beside);
        let ring = board.ring(square);
        WHOLE[(0..8).fold(0, |mask, at| mask | usize::from(is_free(ring[at])) << at)]
    }

    /// Whether the player can walk to `square`.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.seen[square.index()] == self.mark + 1
    }

    /// The smallest square reached, which identifies the region.
    #[inline]
    pub fn first(&self) -> Square {
        self.first
    }

    /// The squares reached, nearest first.
    pub fn squares(&self) -> &[Square] {
        &self.queue[..self.len]
    }
}

/// For each subset of the eight squares around one, as bits clockwise from above: whether those
/// above, right, below and left are connected within the subset.
pub(crate) const WHOLE: [bool; 256] = {
    let mut whole = [false; 256];
    let mut mask = 0;
    while mask < 256 {
        // A side square starts a run of its own unless the corner and the side before it are
        // both in the set; the full ring has no start and is one run.
        let mut runs = 0;
        let mut side = 0;
        while side < 8 {
            let corner = (side + 7) % 8;
            let before = (side + 6) % 8;
            let joined = mask >> corner & 1 == 1 && mask >> before & 1 == 1;
            if mask >> side & 1 == 1 && !joined {
                runs += 1;
            }
            side += 2;
        }
        whole[mask] = runs <= 1;
        mask += 1;
    }
    whole
};
