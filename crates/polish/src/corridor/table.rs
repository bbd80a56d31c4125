//! HOT. The configurations reached by a search, with one nibble per square of the player.
//!
//! A configuration is the set of boxes; a state is a configuration and the player's square. A state
//! takes half a byte, which says whether it has been reached and by which step, so following a path
//! back needs no pointers. Rows are stored in segments that never move and are found through a hash
//! table of four-byte indices.
//!
//! ```text
//!   row:  key | most | on the line | tail | boxes, a bit a square | steps, a nibble a square
//! ```

use hakooshi_board::{Board, Square};
use hakooshi_search::{Memory, Reservation, Stop};
use hashbrown::HashTable;

use crate::scale::Cost;

/// Rows in a segment.
const SEGMENT: usize = 1 << 10;
/// Words before the boxes.
const HEAD: usize = 4;
const KEY: usize = 0;
const MOST: usize = 1;
const ON_LINE: usize = 2;
const TAIL: usize = 3;
/// Squares whose nibbles share a word.
const NIBBLES: usize = 16;

/// The number of a configuration.
pub(super) type Row = u32;

/// The configurations reached.
#[derive(Debug)]
pub(super) struct Table {
    segments: Vec<Box<[u64]>>,
    box_words: usize,
    row_words: usize,
    len: usize,
    index: HashTable<Row>,
    memory: Reservation,
}

/// The first fields of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    /// The hash of boxes and tail.
    pub(super) key: u64,
    /// States that cost more are dropped.
    pub(super) most: Cost,
    /// One more than the last position of the line with these boxes; zero if there is none.
    pub(super) on_line: u32,
    /// See [`super::tail`].
    pub(super) tail: u32,
}

impl Table {
    pub(super) fn new(board: &Board, memory: &Memory) -> Self {
        let box_words = board.empty_set().words().len();
        Self {
            segments: Vec::new(),
            box_words,
            row_words: HEAD + box_words + board.table_len().div_ceil(NIBBLES),
            len: 0,
            index: HashTable::new(),
            memory: memory.reservation(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    fn bytes(&self) -> usize {
        self.segments.len() * SEGMENT * self.row_words * size_of::<u64>()
            + self.index.allocation_size()
    }

    /// Makes room for `more` rows, if the budget allows it.
    #[inline]
    pub(super) fn reserve(&mut self, more: usize) -> Result<(), Stop> {
        let wanted = self.len + more;
        if wanted <= self.segments.len() * SEGMENT && wanted <= self.index.capacity() {
            return Ok(());
        }
        if wanted >= Row::MAX as usize {
            return Err(Stop::Memory);
        }
        let segments = wanted.div_ceil(SEGMENT).saturating_sub(self.segments.len());
        let grows = wanted > self.index.capacity();
        // While the index grows, the old and the new one coexist.
        let index =
            if grows { (self.index.capacity() + SEGMENT) * 3 * size_of::<Row>() } else { 0 };
        let segment_bytes = SEGMENT * self.row_words * size_of::<u64>();
        self.memory.resize(self.bytes() + segments * segment_bytes + index)?;
        for _ in 0..segments {
            self.segments.push(vec![0; SEGMENT * self.row_words].into_boxed_slice());
        }
        if grows {
            let Self { segments, index, row_words, .. } = self;
            index.reserve(more.max(SEGMENT), |&row| slice(segments, *row_words, row)[KEY]);
        }
        self.memory.resize(self.bytes())
    }

    #[inline]
    pub(super) fn find(&self, key: u64, tail: u32, boxes: &[u64]) -> Option<Row> {
        let Self { segments, index, row_words, .. } = self;
        let same = |&row: &Row| {
            let found = slice(segments, *row_words, row);
            found[TAIL] == u64::from(tail) && found[HEAD..][..boxes.len()] == *boxes
        };
        index.find(key, same).copied()
    }

    /// Adds a configuration that is not yet there, for which there must be room.
    pub(super) fn insert(&mut self, head: Head, boxes: &[u64]) -> Row {
        let row = self.len as Row;
        self.len += 1;
        let words = slice_mut(&mut self.segments, self.row_words, row);
        words[KEY] = head.key;
        words[MOST] = head.most;
        words[ON_LINE] = u64::from(head.on_line);
        words[TAIL] = u64::from(head.tail);
        words[HEAD..][..boxes.len()].copy_from_slice(boxes);
        let Self { segments, index, row_words, .. } = self;
        index.insert_unique(head.key, row, |&row| slice(segments, *row_words, row)[KEY]);
        row
    }

    #[inline]
    pub(super) fn head(&self, row: Row) -> Head {
        let words = slice(&self.segments, self.row_words, row);
        Head {
            key: words[KEY],
            most: words[MOST],
            on_line: words[ON_LINE] as u32,
            tail: words[TAIL] as u32,
        }
    }

    #[inline]
    pub(super) fn boxes(&self, row: Row) -> &[u64] {
        &slice(&self.segments, self.row_words, row)[HEAD..][..self.box_words]
    }

    /// The step by which a state was reached; zero if it was not.
    #[inline]
    pub(super) fn step(&self, row: Row, player: Square) -> u8 {
        let (word, shift) = self.place(player);
        (slice(&self.segments, self.row_words, row)[word] >> shift) as u8 & 15
    }

    /// Sets the step by which a state was reached.
    #[inline]
    pub(super) fn set_step(&mut self, row: Row, player: Square, step: u8) {
        let (word, shift) = self.place(player);
        slice_mut(&mut self.segments, self.row_words, row)[word] |= u64::from(step) << shift;
    }

    #[inline]
    const fn place(&self, player: Square) -> (usize, usize) {
        let index = player.index();
        (HEAD + self.box_words + index / NIBBLES, index % NIBBLES * 4)
    }
}

#[inline]
fn slice(segments: &[Box<[u64]>], words: usize, row: Row) -> &[u64] {
    let at = row as usize;
    &segments[at / SEGMENT][at % SEGMENT * words..][..words]
}

#[inline]
fn slice_mut(segments: &mut [Box<[u64]>], words: usize, row: Row) -> &mut [u64] {
    let at = row as usize;
    &mut segments[at / SEGMENT][at % SEGMENT * words..][..words]
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    #[test]
    fn rows_are_found_by_boxes_and_tail_and_keep_their_steps() {
        let level: Level = "########\n#@ $ . #\n########".parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        let mut table = Table::new(&board, &Memory::new(Some(1 << 20)));
        let head = Head { key: 7, most: 9, on_line: 3, tail: 1 };
        table.reserve(2).expect("room");
        let row = table.insert(head, &[0b1001]);
        let other = table.insert(Head { tail: 2, ..head }, &[0b1001]);
        assert_eq!(
            (table.find(7, 1, &[0b1001]), table.find(7, 2, &[0b1001])),
            (Some(row), Some(other))
        );
        assert_eq!((table.find(7, 3, &[0b1001]), table.find(7, 1, &[0b101])), (None, None));
        table.set_step(row, Square::new(5), 8);
        table.set_step(row, Square::new(6), 1);
        let steps = [4, 5, 6].map(|square| table.step(row, Square::new(square)));
        assert_eq!((steps, table.step(other, Square::new(5))), ([0, 8, 1], 0));
        assert_eq!((table.boxes(row), table.head(row).on_line, table.len()), (&[0b1001][..], 3, 2));
        assert_eq!(table.reserve(1 << 20), Err(Stop::Memory));
    }
}
