//! Links between rooms: the pairs that the player could walk between on the empty board without
//! crossing a third room, and how many of them boxes have closed.
//!
//! The floor can be one region while every walk from one room to the next leads around half the
//! level; the number of closed links shows that. A link is open if a free corridor, or a shared
//! doorstep, still joins free squares of its two rooms. Only boxes in corridors and on doorsteps
//! matter, so most moves do not change the count.

use std::sync::Arc;

use hakooshi_board::{Board, Square, SquareSet};

/// Rooms beyond this number are ignored: sets of rooms are words of 64 bits.
const MOST_ROOMS: usize = 64;

/// Counts that are remembered: a power of two.
const REMEMBERED: usize = 1 << 12;

#[derive(Debug)]
pub(crate) struct Links {
    board: Arc<Board>,
    /// By room: its squares that have a neighbour outside.
    doorsteps: Vec<Vec<Square>>,
    /// By room: the later rooms linked to it on the empty board, as bits.
    linked: Vec<u64>,
    /// By square: the rooms whose links a box there can close, as bits.
    concerns: Vec<u64>,
    /// By room: the number of closed links to later rooms in the position last counted.
    counted: Vec<u32>,
    /// By room: the keys of the boxes that concern it in that position, combined.
    keys: Vec<u64>,
    /// By the last bits of a room's key: the whole key and the closed links counted for it. The few
    /// boxes that concern a room are the same in most positions.
    remembered: Vec<(u64, u32)>,
    /// By square: the `lift` it was counted in, and the closed links with the lifted box there.
    put: Vec<(u32, u32)>,
    lifted: Square,
    lift: u32,
    seen: Vec<u32>,
    mark: u32,
    queue: Vec<Square>,
}

impl Links {
    pub(crate) fn new(board: &Arc<Board>) -> Self {
        let rooms = board.rooms();
        let count = rooms.count().min(MOST_ROOMS);
        let mut doorsteps = vec![Vec::new(); count];
        for square in board.squares() {
            let room = rooms.of(square);
            let mut beside = board.neighbours(square).iter().filter(|beside| !beside.is_wall());
            if let Some(at) = room
                && at < count
                && beside.any(|&beside| rooms.of(beside) != room)
            {
                doorsteps[at].push(square);
            }
        }
        let mut links = Self {
            board: Arc::clone(board),
            doorsteps,
            linked: vec![0; count],
            concerns: vec![0; board.table_len()],
            counted: vec![0; count],
            keys: vec![0; count],
            remembered: vec![(0, 0); REMEMBERED],
            put: vec![(0, 0); board.table_len()],
            lifted: Square::WALL,
            lift: 0,
            seen: vec![0; board.table_len()],
            mark: 0,
            queue: Vec::new(),
        };
        let empty = board.empty_set();
        for room in 0..count {
            links.linked[room] = links.joined(&empty, room) & (u64::MAX << room);
            for square in board.squares() {
                if links.seen[square.index()] == links.mark {
                    links.concerns[square.index()] |= 1 << room;
                }
            }
        }
        links
    }

    /// The room of a square; `None` for a corridor.
    pub(crate) fn room(&self, square: Square) -> Option<usize> {
        self.board.rooms().of(square)
    }

    /// The number of links closed by the boxes on `occupied`.
    pub(crate) fn closed(&mut self, occupied: &SquareSet) -> u32 {
        self.lifted = Square::WALL;
        // Each room starts with a key of its own: rooms share the memory of counts.
        for (key, squares) in self.keys.iter_mut().zip(&self.doorsteps) {
            *key = squares.first().map_or(0, |&first| self.board.player_key(first));
        }
        for square in occupied.iter() {
            for room in rooms_in(self.concerns[square.index()]) {
                self.keys[room] ^= self.board.box_key(square);
            }
        }
        for room in 0..self.linked.len() {
            self.counted[room] = self.closed_of(occupied, room, self.keys[room]);
        }
        self.counted.iter().sum()
    }

    /// The same after one box of the position last counted has moved.
    #[inline]
    pub(crate) fn closed_after(&mut self, occupied: &SquareSet, from: Square, to: Square) -> u32 {
        if self.lifted != from {
            self.lifted = from;
            self.lift += 1;
        }
        // The same square comes up again for other sides of the player.
        let (lift, closed) = self.put[to.index()];
        if lift == self.lift {
            return closed;
        }
        let mut closed = self.counted.iter().sum();
        let (left, entered) = (self.concerns[from.index()], self.concerns[to.index()]);
        let (from_key, to_key) = (self.board.box_key(from), self.board.box_key(to));
        let key_in = |rooms: u64, room: usize, key| if rooms >> room & 1 == 0 { 0 } else { key };
        for room in rooms_in(left | entered) {
            let key =
                self.keys[room] ^ key_in(left, room, from_key) ^ key_in(entered, room, to_key);
            closed += self.closed_of(occupied, room, key);
            closed -= self.counted[room];
        }
        self.put[to.index()] = (self.lift, closed);
        closed
    }

    /// The closed links of a room, of which `key` identifies the boxes that concern it.
    fn closed_of(&mut self, occupied: &SquareSet, room: usize, key: u64) -> u32 {
        let linked = self.linked[room];
        if linked == 0 {
            return 0;
        }
        let slot = key as usize % REMEMBERED;
        let (known, closed) = self.remembered[slot];
        if known == key {
            return closed;
        }
        let closed = (linked & !self.joined(occupied, room)).count_ones();
        self.remembered[slot] = (key, closed);
        closed
    }

    /// The rooms that free corridors join to a room, as bits.
    fn joined(&mut self, occupied: &SquareSet, room: usize) -> u64 {
        let Self { board, doorsteps, seen, mark, queue, .. } = self;
        *mark += 1;
        queue.clear();
        for &square in &doorsteps[room] {
            if !occupied.contains(square) {
                queue.push(square);
                seen[square.index()] = *mark;
            }
        }
        let rooms = board.rooms();
        let mut joined = 0;
        let mut next = 0;
        while next < queue.len() {
            let square = queue[next];
            next += 1;
            for &beside in board.neighbours(square) {
                if beside.is_wall() || seen[beside.index()] == *mark || occupied.contains(beside) {
                    continue;
                }
                seen[beside.index()] = *mark;
                match rooms.of(beside) {
                    Some(other) if other != room => {
                        joined |= 1u64.checked_shl(other as u32).unwrap_or(0);
                    }
                    Some(_) => {}
                    None => queue.push(beside),
                }
            }
        }
        joined
    }
}

/// The rooms of a set of bits.
fn rooms_in(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let room = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (room < MOST_ROOMS).then_some(room)
    })
}

#[cfg(test)]
mod tests {
    use hakooshi_board::{BoxMove, Position, compile};
    use hakooshi_level::{Cell, Level};

    use super::*;

    /// Two rooms side by side, joined by a door above and one below.
    const ROOMS: &str =
        "##########\n#   #   ##\n# $ $ $ .#\n#   #   ##\n#@$   $..#\n#   #  ..#\n##########";

    #[test]
    fn a_link_is_closed_when_every_way_is() {
        let level: Level = ROOMS.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let mut links = Links::new(&board);
        assert_eq!(links.linked.iter().map(|bits| bits.count_ones()).sum::<u32>(), 1);
        assert_eq!(links.closed(start.occupied()), 0, "the lower door is open");
        let door = board.square_at(Cell::new(4, 4));
        let mut shut = start.clone();
        let from = board.square_at(Cell::new(4, 2));
        shut.relocate(&board, BoxMove { from, to: door, player: start.player() });
        assert_eq!(links.closed(shut.occupied()), 1);
    }

    #[test]
    fn counting_after_one_move_equals_counting_afresh() {
        let level: Level = ROOMS.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let mut kept = Links::new(&board);
        for &from in start.boxes() {
            for to in board.squares().filter(|&to| start.is_free(to) && to != start.player()) {
                let mut position: Position = start.clone();
                position.relocate(&board, BoxMove { from, to, player: start.player() });
                kept.closed(start.occupied());
                assert_eq!(
                    kept.closed_after(position.occupied(), from, to),
                    Links::new(&board).closed(position.occupied())
                );
            }
        }
    }
}
