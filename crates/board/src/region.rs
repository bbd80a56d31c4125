//! HOT. The player's region as bits: a fill that advances all squares of its front at once.
//!
//! ```text
//!   # # # # # #        Cells lie row by row in 64-bit words, with one column of wall between rows.
//!   # . . $ . #        So a step to the left or right is a shift by one bit, a step up or down a
//!   # . # . . #        shift by the length of a row, and what leaves the floor is masked away.
//!   # # # # # #
//! ```
//!
//! A step of the whole front takes a few instructions for each word and no branch, while the queue
//! of [`Reach`] has one for every neighbour of every square, which cannot be predicted.
//! Whether a square is in the region and which is its first need no order of squares; what needs the
//! nearest first uses [`Reach`]. So do boards of more than [`MOST_WORDS`] words, whose bits are set afterwards.
//!
//! After a box moves, the region differs little from the one filled before: [`Region::first_after`]
//! looks around the two squares, which mostly tells the first square, and otherwise fills as little
//! as it can. Filling sets of bits by shifts is usual in chess programs.

use crate::reach::WHOLE;
use crate::{Board, Position, Reach, Square};

/// The most words of a board that is filled by words.
const MOST_WORDS: usize = 8;

/// A reusable fill of the player's region.
#[derive(Clone, Debug)]
pub struct Region {
    /// By square: its cell. The wall has a cell that is never reached.
    cells: Vec<u32>,
    /// By square: the cells around it, clockwise from above.
    rings: Vec<[u32; 8]>,
    /// By cell: its square.
    squares: Vec<Square>,
    /// Cells from one row to the next.
    stride: u32,
    floor: Vec<u64>,
    /// The floor without the boxes.
    free: Vec<u64>,
    reached: Vec<u64>,
    /// The region after a move.
    after: Vec<u64>,
    first: Square,
    /// For boards that are too large.
    slow: Option<Reach>,
}

impl Region {
    /// A fill for `board` that has reached nothing yet.
    pub fn new(board: &Board) -> Self {
        let all = || board.squares().map(|square| board.cell(square));
        let top = all().map(|cell| cell.row).min().unwrap_or(0);
        let left = all().map(|cell| cell.col).min().unwrap_or(0);
        let width = all().map(|cell| cell.col - left + 1).max().unwrap_or(1);
        let height = all().map(|cell| cell.row - top + 1).max().unwrap_or(1);
        let stride = usize::from(width) + 1;
        let is_slow = stride >= 64 || usize::from(height) * stride > MOST_WORDS * 64;
        // The column of wall in the first row, or the square of the wall.
        let mut cells = vec![if is_slow { 0 } else { u32::from(width) }];
        cells.extend(board.squares().map(|square| {
            let cell = board.cell(square);
            let number = usize::from(cell.row - top) * stride + usize::from(cell.col - left);
            if is_slow { square.index() as u32 } else { number as u32 }
        }));
        let last = cells.iter().copied().max().unwrap_or(0) as usize;
        let mut squares = vec![Square::WALL; last + 1];
        let mut floor = vec![0; last / 64 + 1];
        for square in board.squares() {
            let cell = cells[square.index()] as usize;
            squares[cell] = square;
            floor[cell / 64] |= 1 << (cell % 64);
        }
        let around = |at| board.ring(Square::from_index(at)).map(|square| cells[square.index()]);
        Self {
            rings: (0..board.table_len()).map(around).collect(),
            cells,
            squares,
            stride: stride as u32,
            free: floor.clone(),
            reached: vec![0; floor.len()],
            after: vec![0; floor.len()],
            floor,
            first: Square::WALL,
            slow: is_slow.then(|| Reach::new(board)),
        }
    }

    /// Fills from the player of `position`.
    #[inline]
    pub fn fill(&mut self, board: &Board, position: &Position) {
        self.fill_from(board, position.player(), position.boxes());
    }

    /// Fills from `start` with `boxes` in the way.
    pub fn fill_from(&mut self, board: &Board, start: Square, boxes: &[Square]) {
        self.free.copy_from_slice(&self.floor);
        for square in boxes {
            remove(&mut self.free, self.cells[square.index()]);
        }
        self.reached.fill(0);
        insert(&mut self.reached, self.cells[start.index()]);
        if let Some(slow) = &mut self.slow {
            slow.fill_from(board, start, boxes);
            set(&mut self.reached, slow);
        } else {
            spread(&mut self.reached, &self.free, self.stride, None);
        }
        self.first = self.squares[lowest(&self.reached)];
    }

    /// The first square of the player's region after he pushes or pulls the box on `from` to its
    /// neighbour `to` and ends on `player`, with `boxes` where they are then.
    ///
    /// Most moves of a box neither split nor join regions. If the reached squares around `to`
    /// stay connected without it, the region is not split; if `from` opens on nothing new, the
    /// region gains only that square.
    #[inline]
    pub fn first_after(
        &mut self,
        board: &Board,
        (from, to): (Square, Square),
        player: Square,
        boxes: &[Square],
    ) -> Square {
        let (mut joins, mut opens) = (false, false);
        for &beside in board.neighbours(from) {
            let cell = self.cells[beside.index()];
            let is_reached = contains(&self.reached, cell);
            joins |= is_reached && beside != to;
            // Free, yet out of reach until now.
            opens |= !is_reached && beside != to && contains(&self.free, cell);
        }
        let is_split = self.contains(to) && (self.first == to || !self.is_whole_around(to));
        match (is_split, joins && opens) {
            (false, false) if joins => self.first.min(from),
            (false, false) => self.first,
            _ => self.fill_after(board, (from, to, player), (is_split, opens), boxes),
        }
    }

    /// Whether the reached squares beside `square` are connected around it.
    #[inline]
    fn is_whole_around(&self, square: Square) -> bool {
        let ring = &self.rings[square.index()];
        let bit = |at: usize| usize::from(contains(&self.reached, ring[at])) << at;
        WHOLE[(0..8).fold(0, |mask, at| mask | bit(at))]
    }

    /// The first square after a move that splits the region or opens it on squares not reached before.
    fn fill_after(
        &mut self,
        board: &Board,
        (from, to, player): (Square, Square, Square),
        (is_split, opens): (bool, bool),
        boxes: &[Square],
    ) -> Square {
        let Self { cells, free, reached, after, slow, .. } = self;
        let [from_cell, to_cell, player_cell] = [from, to, player].map(|it| cells[it.index()]);
        if let Some(slow) = slow {
            slow.fill_from(board, player, boxes);
            return slow.first();
        }
        let was_free = contains(free, to_cell);
        insert(free, from_cell);
        remove(free, to_cell);
        let mut goal = None;
        if is_split {
            after.fill(0);
            insert(after, player_cell);
            // No square of the region is less, so it is the answer unless it is in another part.
            let least = self.first.min(from);
            goal = (!opens).then(|| cells[least.index()]);
        } else {
            after.copy_from_slice(reached);
            insert(after, from_cell);
            remove(after, to_cell);
        }
        spread(after, free, self.stride, goal);
        remove(free, from_cell);
        if was_free {
            insert(free, to_cell);
        }
        match goal {
            Some(goal) if contains(after, goal) => self.squares[goal as usize],
            _ => self.squares[lowest(after)],
        }
    }

    /// Whether the player can walk to `square`.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        contains(&self.reached, self.cells[square.index()])
    }

    /// The smallest square reached, which identifies the region.
    #[inline]
    pub fn first(&self) -> Square {
        self.first
    }

    /// The number of squares reached.
    pub fn len(&self) -> usize {
        self.reached.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no square has been reached: before the first fill.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The squares reached, in ascending order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let bits = |word: u64| {
            let rest = std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
            rest.take_while(|&word| word != 0).map(u64::trailing_zeros)
        };
        let words = self.reached.iter().enumerate();
        let cells = words.flat_map(move |(at, &word)| bits(word).map(move |bit| (at, bit)));
        cells.map(|(at, bit)| self.squares[at * 64 + bit as usize])
    }
}

#[inline]
fn contains(words: &[u64], cell: u32) -> bool {
    words[cell as usize / 64] >> (cell % 64) & 1 != 0
}

#[inline]
fn insert(words: &mut [u64], cell: u32) {
    words[cell as usize / 64] |= 1 << (cell % 64);
}

#[inline]
fn remove(words: &mut [u64], cell: u32) {
    words[cell as usize / 64] &= !(1 << (cell % 64));
}

/// Sets the bits of the squares reached; cells are squares then.
fn set(words: &mut [u64], reach: &Reach) {
    for square in reach.squares() {
        insert(words, square.index() as u32);
    }
}

/// The lowest cell of a set that is not empty.
#[inline]
fn lowest(words: &[u64]) -> usize {
    let at = words.iter().position(|&word| word != 0).unwrap_or(0);
    at * 64 + words[at].trailing_zeros() as usize % 64
}

/// Extends `reached` to all free cells connected with it, or until it reaches `goal`.
#[inline]
fn spread(reached: &mut [u64], free: &[u64], stride: u32, goal: Option<u32>) {
    match free.len() {
        1 => spread_words::<1>(reached, free, stride, goal),
        2 => spread_words::<2>(reached, free, stride, goal),
        3 => spread_words::<3>(reached, free, stride, goal),
        4 => spread_words::<4>(reached, free, stride, goal),
        5 => spread_words::<5>(reached, free, stride, goal),
        6 => spread_words::<6>(reached, free, stride, goal),
        7 => spread_words::<7>(reached, free, stride, goal),
        _ => spread_words::<MOST_WORDS>(reached, free, stride, goal),
    }
}

/// The same for boards of `N` words, which the compiler keeps in registers.
fn spread_words<const N: usize>(reached: &mut [u64], free: &[u64], stride: u32, goal: Option<u32>) {
    let (Some(reached), Some(free)) = (reached.first_chunk_mut::<N>(), free.first_chunk::<N>())
    else {
        return;
    };
    let (goal_word, goal_bit) =
        goal.map_or((0, 0), |goal| (goal as usize / 64 % N, 1 << (goal % 64)));
    let mut now = *reached;
    loop {
        // Two rounds at a time: a question costs as much as half a round.
        now = step(step(now, free, 1), free, stride);
        let before = now;
        now = step(step(now, free, 1), free, stride);
        if now == before || now[goal_word] & goal_bit != 0 {
            break;
        }
    }
    *reached = now;
}

/// The cells reached and their free neighbours `shift` before and behind.
#[inline]
fn step<const N: usize>(now: [u64; N], free: &[u64; N], shift: u32) -> [u64; N] {
    std::array::from_fn(|at| {
        let below = if at > 0 { now[at - 1] >> (64 - shift) } else { 0 };
        let above = if at + 1 < N { now[at + 1] << (64 - shift) } else { 0 };
        (now[at] | now[at] << shift | now[at] >> shift | below | above) & free[at]
    })
}
