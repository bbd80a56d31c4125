//! HOT. How new a position is: whether it has a box, or two boxes at once, or a box and the player's
//! region, where no position of the same kind had them before. Positions of the same estimate are of one
//! kind, or of the same features.
//!
//! Lipovetzky and Geffner, "Best-First Width Search" (2017).

use std::collections::HashMap;

use hakooshi_board::{Board, Square};

use crate::grown;

/// How new a position is, the newest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Novelty {
    /// No position of this kind had a box on one of its squares.
    Box,
    /// None had two of its boxes, or one of them with the player in the same region.
    Pair,
    /// All of that was seen before, though not all of it at once.
    Nothing,
}

/// What was seen, by kind of position.
pub(crate) struct Seen {
    /// Words of a row: the boxes as bits, by square.
    words: usize,
    /// By kind the numbers of its rows, from one; zero for a row that is empty: a row of all boxes; for each
    /// square a row of the boxes seen with a box there; and for each square a row of the boxes seen with
    /// the player's region there.
    by_kind: HashMap<u64, Box<[u32]>>,
    /// Rows for a kind.
    rows: usize,
    /// The rows that are not empty, one after the other.
    bits: Vec<u64>,
}

impl Seen {
    pub(crate) fn new(board: &Board) -> Self {
        Self {
            words: board.empty_set().words().len(),
            by_kind: HashMap::new(),
            rows: 1 + 2 * board.table_len(),
            bits: Vec::new(),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.by_kind.clear();
        self.bits.clear();
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        let Self { by_kind, bits, rows, .. } = self;
        by_kind.len() * rows * size_of::<u32>() + grown(bits)
    }

    /// How new a position with these boxes, as bits by square, and this square of the player's region
    /// is; it is then seen.
    pub(crate) fn see(&mut self, kind: u64, boxes: &[u64], player: Square) -> Novelty {
        let mut rows = self.rows(kind, boxes);
        let has_new_box = rows.see(0);
        let mut has_new_pair = rows.see_player(player);
        for (index, &word) in boxes.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                has_new_pair |= rows.see_box(index * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
        Novelty::of(has_new_box, has_new_pair)
    }

    /// The same for a position after one move, of which only pairs with the box moved, now on `to`, are asked
    /// about: those of the others were those of the position before.
    pub(crate) fn see_moved(
        &mut self,
        kind: u64,
        boxes: &[u64],
        to: Square,
        player: Square,
    ) -> Novelty {
        let mut rows = self.rows(kind, boxes);
        let has_new_box = rows.see(0);
        let has_new_pair = rows.see_player(player) | rows.see_box(to.index());
        Novelty::of(has_new_box, has_new_pair)
    }

    fn rows<'a>(&'a mut self, kind: u64, boxes: &'a [u64]) -> Rows<'a> {
        let Self { words, by_kind, rows, bits } = self;
        debug_assert_eq!(boxes.len(), *words);
        let numbers = by_kind.entry(kind).or_insert_with(|| vec![0; *rows].into());
        Rows { numbers, bits, boxes, squares: (*rows - 1) / 2 }
    }
}

impl Novelty {
    fn of(has_new_box: bool, has_new_pair: bool) -> Self {
        match (has_new_box, has_new_pair) {
            (true, _) => Self::Box,
            (false, true) => Self::Pair,
            (false, false) => Self::Nothing,
        }
    }
}

/// What was seen of a kind, and the boxes of a position.
struct Rows<'a> {
    numbers: &'a mut [u32],
    bits: &'a mut Vec<u64>,
    boxes: &'a [u64],
    squares: usize,
}

impl Rows<'_> {
    /// Whether a row lacks one of the boxes; it then has all of them.
    #[inline]
    fn see(&mut self, row: usize) -> bool {
        let Self { numbers, bits, boxes, .. } = self;
        let words = boxes.len();
        let Some(number) = (numbers[row] as usize).checked_sub(1) else {
            bits.extend_from_slice(boxes);
            numbers[row] = (bits.len() / words) as u32;
            return boxes.iter().any(|&word| word != 0);
        };
        let mut unseen = 0;
        for (seen, &boxes) in bits[number * words..][..words].iter_mut().zip(&boxes[..]) {
            unseen |= boxes & !*seen;
            *seen |= boxes;
        }
        unseen != 0
    }

    fn see_box(&mut self, square: usize) -> bool {
        self.see(1 + square)
    }

    fn see_player(&mut self, player: Square) -> bool {
        self.see(1 + self.squares + player.index())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use hakooshi_board::{Square, compile};
    use hakooshi_level::Level;

    use super::*;

    #[test]
    fn novelty_is_that_of_sets_of_facts() {
        let level: Level = "##########\n#        #\n# $ $ $  #\n#@       #\n# . . .  #\n##########"
            .parse()
            .expect("a level");
        let (board, _) = compile(&level).expect("small");
        let mut seen = Seen::new(&board);
        let mut boxes_seen = HashSet::new();
        let mut pairs_seen = HashSet::new();
        let squares: Vec<Square> = board.squares().collect();
        let mut counts = [0; 3];
        // Squares as if drawn by lot: multiples of a prime.
        for count in 0..2000_usize {
            let draw = |prime: usize| squares[count * prime % squares.len()];
            let (mut boxes, player) = (vec![draw(7), draw(11), draw(13)], draw(5));
            boxes.sort_unstable();
            boxes.dedup();
            if boxes.len() < 3 || boxes.contains(&player) {
                continue;
            }
            let kind = count as u64 % 3;
            let mut occupied = board.empty_set();
            occupied.extend(boxes.iter().copied());
            let mut new_boxes = 0;
            let mut new_pairs = 0;
            for &first in &boxes {
                new_boxes += usize::from(boxes_seen.insert((kind, first)));
                new_pairs += usize::from(pairs_seen.insert((kind, first, player, true)));
                for &second in boxes.iter().filter(|&&second| second > first) {
                    new_pairs += usize::from(pairs_seen.insert((kind, first, second, false)));
                }
            }
            let expected = match (new_boxes, new_pairs) {
                (1.., _) => Novelty::Box,
                (0, 1..) => Novelty::Pair,
                (0, 0) => Novelty::Nothing,
            };
            assert_eq!(seen.see(kind, occupied.words(), player), expected, "{boxes:?} {player:?}");
            counts[expected as usize] += 1;
        }
        assert!(counts.iter().all(|&count| count > 2), "{counts:?}");
        assert!(seen.bytes() > 0);
        seen.clear();
        let mut one = board.empty_set();
        one.insert(squares[0]);
        assert_eq!(seen.see(0, one.words(), squares[1]), Novelty::Box);
    }
}
