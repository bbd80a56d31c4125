//! HOT. Exact tables of two and three boxes that can never be brought home together.
//!
//! Take all boxes away but two. If those two cannot both be brought to goals, no position
//! that holds them can be solved: removing boxes only ever helps. So for every pair of
//! squares a search over two boxes alone settles, once and exactly, with the player in which
//! region it is hopeless; on smaller boards the same is done for every triple. Backwards the
//! question is whether the pair can have come from two start squares with the player where
//! the level puts him; only the seeds and the direction of the moves differ.
//!
//! A position is then tested by looking up the sets that contain the box just moved. For each
//! box a bit row names the partners with which it is ever dead, so that one AND with the
//! occupancy leaves the few lookups worth making.

use hakooshi_board::{Board, Position, Reach, Square, SquareSet};
use hakooshi_level::Dir;

/// Which way the boxes are moved by the search that asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// Boxes are pushed; a set is dead if it cannot be brought to goals.
    Forward,
    /// Boxes are pulled; a set is dead if it cannot have come from the start.
    Backward,
}

/// Tables of dead pairs and triples.
#[derive(Debug)]
pub struct DeadSets {
    /// Number of each square that a box may stand on, from zero; [`NOT_LIVE`] for others.
    number: Vec<u16>,
    live: usize,
    /// Words of a bit set of squares.
    words: usize,
    pairs: Table,
    triples: Option<Table>,
    /// By pair in either order: does any third box make a dead triple? As rows of squares.
    partners: Vec<u64>,
}

const NOT_LIVE: u16 = u16::MAX;

/// For sets of one size: the player's squares from which each set is alive.
#[derive(Debug)]
struct Table {
    /// By set, then word of player squares.
    alive: Vec<u64>,
    /// Rows of squares that complete a set which is dead for some player: by square for
    /// pairs, by pair for triples.
    rows: Vec<u64>,
}

impl DeadSets {
    /// Bytes of the pair table for so many squares that a box may stand on.
    pub fn pair_bytes(board: &Board, live: usize) -> usize {
        let words = board.table_len().div_ceil(64);
        (live * live / 2 + live) * words * 8
    }

    /// Bytes of the triple table.
    pub fn triple_bytes(board: &Board, live: usize) -> usize {
        let words = board.table_len().div_ceil(64);
        (choose3(live) + live * live) * words * 8
    }

    /// Builds the tables; triples too if `triples`. `onto` holds the squares a box may ever
    /// stand on in the search that asks.
    pub fn new(
        board: &Board,
        start: &Position,
        play: Play,
        onto: &SquareSet,
        triples: bool,
    ) -> Self {
        let mut number = vec![NOT_LIVE; board.table_len()];
        let live: Vec<Square> = onto.iter().collect();
        for (at, square) in live.iter().enumerate() {
            number[square.index()] = at as u16;
        }
        let words = board.table_len().div_ceil(64);
        let seeds: Vec<Square> = match play {
            Play::Forward => board.goals().iter().collect(),
            Play::Backward => start.boxes().to_vec(),
        };
        let player = (play == Play::Backward).then_some(start.player());
        let build = Build { board, play, onto, number: &number, words, player, seeds: &seeds };
        let n = live.len();
        let pair_alive = build.alive::<2>(choose2(n));
        let mut sets = Self {
            number: Vec::new(),
            live: n,
            words,
            pairs: Table { alive: pair_alive, rows: Vec::new() },
            triples: None,
            partners: Vec::new(),
        };
        sets.pairs.rows = sets.pair_rows(board, &live);
        if triples && seeds.len() >= 3 {
            let alive = build.alive::<3>(choose3(n));
            let (rows, partners) = sets.triple_rows(&live, &alive);
            sets.triples = Some(Table { alive, rows });
            sets.partners = partners;
        }
        sets.number = number;
        sets
    }

    /// Whether some pair or triple with the box that now stands on `moved` is dead.
    #[inline]
    pub fn is_dead_after(&self, position: &Position, moved: Square) -> bool {
        let occupied = position.occupied().words();
        let player = position.player();
        let a = self.number[moved.index()] as usize;
        let row = &self.pairs.rows[a * self.words..][..self.words];
        for (word, (&row, &boxes)) in row.iter().zip(occupied).enumerate() {
            let mut bits = row & boxes;
            while bits != 0 {
                let other = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let b = self.number[other] as usize;
                if !alive(&self.pairs.alive, self.words, pair(a, b), player) {
                    return true;
                }
            }
        }
        self.triples
            .as_ref()
            .is_some_and(|triples| self.has_dead_triple(triples, occupied, a, player))
    }

    #[inline]
    fn has_dead_triple(&self, triples: &Table, occupied: &[u64], a: usize, player: Square) -> bool {
        let partners = &self.partners[a * self.words..][..self.words];
        for (word, (&row, &boxes)) in partners.iter().zip(occupied).enumerate() {
            let mut bits = row & boxes;
            while bits != 0 {
                let other = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let b = self.number[other] as usize;
                let thirds = &triples.rows[(a * self.live + b) * self.words..][..self.words];
                for (word, (&row, &boxes)) in thirds.iter().zip(occupied).enumerate() {
                    let mut bits = row & boxes;
                    while bits != 0 {
                        let third = word * 64 + bits.trailing_zeros() as usize;
                        bits &= bits - 1;
                        // Each triple is met from both of its other boxes; once is enough.
                        if third < other {
                            continue;
                        }
                        let set = triple(a, b, self.number[third] as usize);
                        if !alive(&triples.alive, self.words, set, player) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// By square number: the squares with which it is dead for some player.
    fn pair_rows(&self, board: &Board, live: &[Square]) -> Vec<u64> {
        let mut rows = vec![0; live.len() * self.words];
        for (b, &second) in live.iter().enumerate() {
            for (a, &first) in live[..b].iter().enumerate() {
                if self.ever_dead(board, &self.pairs.alive, pair(a, b), &[first, second]) {
                    set_bit(&mut rows, a * self.words, second);
                    set_bit(&mut rows, b * self.words, first);
                }
            }
        }
        rows
    }

    /// By pair in either order: the third squares that make a dead triple of which no pair is
    /// dead already; and by square: the partners whose row is not empty.
    fn triple_rows(&self, live: &[Square], alive: &[u64]) -> (Vec<u64>, Vec<u64>) {
        let n = live.len();
        let mut rows = vec![0; n * n * self.words];
        let mut partners = vec![0; n * self.words];
        for c in 0..n {
            for b in 0..c {
                for a in 0..b {
                    let squares = [live[a], live[b], live[c]];
                    if !self.dead_beyond_pairs(alive, [a, b, c], squares) {
                        continue;
                    }
                    for (x, y, z) in [(a, b, c), (a, c, b), (b, c, a)] {
                        set_bit(&mut rows, (x * n + y) * self.words, live[z]);
                        set_bit(&mut rows, (y * n + x) * self.words, live[z]);
                        set_bit(&mut partners, x * self.words, live[y]);
                        set_bit(&mut partners, y * self.words, live[x]);
                    }
                }
            }
        }
        (rows, partners)
    }

    /// Whether a set is dead with the player on some free square.
    fn ever_dead(&self, board: &Board, table: &[u64], set: usize, boxes: &[Square]) -> bool {
        board
            .squares()
            .any(|player| !boxes.contains(&player) && !alive(table, self.words, set, player))
    }

    /// Whether a triple is dead for some player for whom each of its pairs is alive.
    fn dead_beyond_pairs(
        &self,
        triples: &[u64],
        [a, b, c]: [usize; 3],
        boxes: [Square; 3],
    ) -> bool {
        let row = |table: &[u64], set: usize, word: usize| table[set * self.words + word];
        (0..self.words).any(|word| {
            let mut players = row(&self.pairs.alive, pair(a, b), word)
                & row(&self.pairs.alive, pair(a, c), word)
                & row(&self.pairs.alive, pair(b, c), word)
                & !row(triples, triple(a, b, c), word);
            for square in boxes {
                if square.index() / 64 == word {
                    players &= !(1 << (square.index() % 64));
                }
            }
            players != 0
        })
    }
}

#[inline]
fn alive(table: &[u64], words: usize, set: usize, player: Square) -> bool {
    table[set * words + player.index() / 64] >> (player.index() % 64) & 1 != 0
}

fn set_bit(rows: &mut [u64], row: usize, square: Square) {
    rows[row + square.index() / 64] |= 1 << (square.index() % 64);
}

const fn choose2(n: usize) -> usize {
    n * n.saturating_sub(1) / 2
}

const fn choose3(n: usize) -> usize {
    n * n.saturating_sub(1) * n.saturating_sub(2) / 6
}

/// The place of a pair among all, in either order.
#[inline]
const fn pair(a: usize, b: usize) -> usize {
    if a < b { choose2(b) + a } else { choose2(a) + b }
}

/// The place of a triple among all, in any order.
#[inline]
const fn triple(a: usize, b: usize, c: usize) -> usize {
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    let (b, c) = if b < c { (b, c) } else { (c, b) };
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    choose3(c) + choose2(b) + a
}

/// The search over a few boxes alone that fills a table.
struct Build<'a> {
    board: &'a Board,
    play: Play,
    onto: &'a SquareSet,
    number: &'a [u16],
    words: usize,
    /// The player's square at the seeds, or anywhere.
    player: Option<Square>,
    seeds: &'a [Square],
}

impl Build<'_> {
    /// The player's squares from which each set of `K` boxes is alive: reached from a seed by
    /// undoing what the asking search does.
    fn alive<const K: usize>(&self, sets: usize) -> Vec<u64> {
        let mut table = vec![0; sets * self.words];
        let mut reach = Reach::new(self.board);
        let mut stack: Vec<([Square; K], Square)> = Vec::new();
        self.seed(&mut stack);
        while let Some((boxes, player)) = stack.pop() {
            let set = self.place(&boxes);
            if alive(&table, self.words, set, player) {
                continue;
            }
            reach.fill_from(self.board, player, &boxes);
            for &square in reach.squares() {
                set_bit(&mut table, set * self.words, square);
            }
            for at in 0..K {
                for dir in Dir::ALL {
                    let Some((to, player)) = self.undone(&reach, &boxes, boxes[at], dir) else {
                        continue;
                    };
                    let mut next = boxes;
                    next[at] = to;
                    if !alive(&table, self.words, self.place(&next), player) {
                        stack.push((next, player));
                    }
                }
            }
        }
        table
    }

    /// Where a box and the player go when a push (backward play: a pull) is taken back.
    fn undone(
        &self,
        reach: &Reach,
        boxes: &[Square],
        from: Square,
        dir: Dir,
    ) -> Option<(Square, Square)> {
        let to = self.board.step(from, dir);
        let free = |square: Square| !square.is_wall() && !boxes.contains(&square);
        match self.play {
            // Undoing a push pulls the box to where the player stands.
            Play::Forward => {
                let player = self.board.step(to, dir);
                (reach.contains(to) && free(player) && self.onto.contains(to))
                    .then_some((to, player))
            }
            // Undoing a pull pushes it.
            Play::Backward => {
                let behind = self.board.step(from, dir.opposite());
                (reach.contains(behind) && free(to) && self.onto.contains(to)).then_some((to, from))
            }
        }
    }

    fn place<const K: usize>(&self, boxes: &[Square; K]) -> usize {
        let number = |at: usize| self.number[boxes[at].index()] as usize;
        if K == 2 { pair(number(0), number(1)) } else { triple(number(0), number(1), number(2)) }
    }

    /// Every set of `K` seeds, with the player where he must be or in each of the regions.
    fn seed<const K: usize>(&self, stack: &mut Vec<([Square; K], Square)>) {
        let mut chosen = [0; K];
        for (at, place) in chosen.iter_mut().enumerate() {
            *place = at;
        }
        if self.seeds.len() < K || !self.seeds.iter().all(|&seed| self.onto.contains(seed)) {
            return;
        }
        loop {
            let boxes = chosen.map(|at| self.seeds[at]);
            if let Some(player) = self.player {
                stack.push((boxes, player));
            } else {
                let free = self.board.squares().filter(|square| !boxes.contains(square));
                stack.extend(free.map(|player| (boxes, player)));
            }
            // The next combination in lexicographic order.
            let Some(at) = (0..K).rev().find(|&at| chosen[at] + K - at < self.seeds.len()) else {
                return;
            };
            chosen[at] += 1;
            for later in at + 1..K {
                chosen[later] = chosen[later - 1] + 1;
            }
        }
    }
}
