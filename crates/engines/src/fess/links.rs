//! Links between rooms: which pairs the player could walk between on the empty board without
//! crossing a third room, and how many of these ways boxes have closed.
//!
//! The floor can be all in one piece while every walk from one room to the next leads round
//! half the level; counting closed links sees that. A link is open if some free corridor, or
//! a bare doorstep, still joins free squares of its two rooms. Only boxes in corridors and
//! on the doorsteps of rooms matter, so most moves leave the count as it was.

use hakooshi_board::analysis::{Rooms, rooms};
use hakooshi_board::{Board, Square, SquareSet};

/// More rooms than this are not told apart.
const MOST_ROOMS: usize = 64;

#[derive(Debug)]
pub(crate) struct Links {
    rooms: Rooms,
    /// By room: its squares that have a neighbour outside.
    doorsteps: Vec<Vec<Square>>,
    /// By room: the rooms linked to it on the empty board, as bits.
    linked: Vec<u64>,
    /// Squares that matter: corridors and doorsteps.
    touchy: SquareSet,
    seen: Vec<u32>,
    mark: u32,
    queue: Vec<Square>,
}

impl Links {
    pub(crate) fn new(board: &Board) -> Self {
        let rooms = rooms(board);
        let count = rooms.count().min(MOST_ROOMS);
        let mut doorsteps = vec![Vec::new(); count];
        let mut touchy = board.empty_set();
        for square in board.squares() {
            let room = rooms.of(square);
            let mut beside = board.neighbours(square).iter().filter(|beside| !beside.is_wall());
            match room {
                None => touchy.insert(square),
                Some(at) if at < count && beside.any(|&beside| rooms.of(beside) != room) => {
                    doorsteps[at].push(square);
                    touchy.insert(square);
                }
                Some(_) => {}
            }
        }
        let mut links = Self {
            rooms,
            doorsteps,
            linked: vec![0; count],
            touchy,
            seen: vec![0; board.table_len()],
            mark: 0,
            queue: Vec::new(),
        };
        let empty = board.empty_set();
        for room in 0..count {
            links.linked[room] = links.joined(board, &empty, room);
        }
        links
    }

    /// Whether a box that comes to or goes from `square` can open or close a link.
    #[inline]
    pub(crate) fn is_touchy(&self, square: Square) -> bool {
        self.touchy.contains(square)
    }

    /// The room of a square; `None` for a corridor.
    pub(crate) fn room(&self, square: Square) -> Option<usize> {
        self.rooms.of(square)
    }

    /// How many links the boxes on `occupied` have closed.
    pub(crate) fn closed(&mut self, board: &Board, occupied: &SquareSet) -> u32 {
        let mut closed = 0;
        for room in 0..self.linked.len() {
            // Each link is seen from both of its rooms; the lower counts it.
            let later = self.linked[room] & (u64::MAX << room);
            if later != 0 {
                closed += (later & !self.joined(board, occupied, room)).count_ones();
            }
        }
        closed
    }

    /// The rooms that free corridors join to a room, as bits.
    fn joined(&mut self, board: &Board, occupied: &SquareSet, room: usize) -> u64 {
        self.mark += 1;
        self.queue.clear();
        for &square in &self.doorsteps[room] {
            if !occupied.contains(square) {
                self.queue.push(square);
                self.seen[square.index()] = self.mark;
            }
        }
        let mut joined = 0;
        let mut next = 0;
        while next < self.queue.len() {
            let square = self.queue[next];
            next += 1;
            for &beside in board.neighbours(square) {
                if beside.is_wall()
                    || self.seen[beside.index()] == self.mark
                    || occupied.contains(beside)
                {
                    continue;
                }
                self.seen[beside.index()] = self.mark;
                match self.rooms.of(beside) {
                    Some(other) if other != room => joined |= 1u64.checked_shl(other as u32).unwrap_or(0),
                    Some(_) => {}
                    None => self.queue.push(beside),
                }
            }
        }
        joined
    }
}
