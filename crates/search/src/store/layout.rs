//! HOT. The packed form of a state: one bit per square for the boxes, then the number of the
//! player's square, in as few words as possible. A board of up to 58 squares fits in one.

use hakooshi_board::{Board, Position, Square, SquareSet};

/// How states of one board are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    squares: usize,
    player_bits: u32,
}

impl Layout {
    /// The layout for `board`.
    pub fn new(board: &Board) -> Self {
        // Square numbers run from one to the size, so they need this many bits.
        Self { squares: board.size(), player_bits: usize::BITS - board.size().leading_zeros() }
    }

    /// Words per state.
    pub fn words(&self) -> usize {
        (self.squares + 1 + self.player_bits as usize).div_ceil(64)
    }

    /// Packs boxes and the player's square into `out`, which must have [`Layout::words`] words.
    #[inline]
    pub fn pack(&self, occupied: &SquareSet, player: Square, out: &mut [u64]) {
        let boxes = occupied.words();
        copy(boxes, &mut out[..boxes.len()]);
        // The player's number may take one word more.
        if let Some(last) = out.get_mut(boxes.len()) {
            *last = 0;
        }
        // Bit zero is the wall, not a box.
        out[0] &= !1;
        self.put_player(player, out);
    }

    /// Whether packing gives these words: for tests of packing by parts.
    pub(crate) fn is_packed(&self, occupied: &SquareSet, player: Square, words: &[u64]) -> bool {
        let mut out = vec![0; self.words()];
        self.pack(occupied, player, &mut out);
        out == words
    }

    /// Moves a box of a packed state, or takes it away if it does not stay.
    #[inline]
    pub fn move_box(&self, (from, to): (Square, Square), stays: bool, out: &mut [u64]) {
        out[from.index() / 64] &= !(1 << (from.index() % 64));
        out[to.index() / 64] |= u64::from(stays) << (to.index() % 64);
    }

    /// Puts the player into a state packed with the wall in his place.
    #[inline]
    pub fn put_player(&self, player: Square, out: &mut [u64]) {
        let number = u64::from(player.number());
        let (word, shift) = ((self.squares + 1) / 64, (self.squares + 1) % 64);
        if word < out.len() {
            out[word] |= number << shift;
        }
        if shift + self.player_bits as usize > 64 {
            out[word + 1] |= number >> (64 - shift);
        }
    }

    /// The player's square of a packed state.
    #[inline]
    pub fn player(&self, words: &[u64]) -> Square {
        let (word, shift) = ((self.squares + 1) / 64, (self.squares + 1) % 64);
        let mut number = words[word] >> shift;
        if shift + self.player_bits as usize > 64 {
            number |= words[word + 1] << (64 - shift);
        }
        Square::new((number & ((1 << self.player_bits) - 1)) as u16)
    }

    /// The boxes of a packed state, in ascending order, replacing what `out` held.
    #[inline]
    pub fn boxes(&self, words: &[u64], out: &mut Vec<Square>) {
        out.clear();
        let last = self.squares / 64;
        for (index, &word) in words[..=last].iter().enumerate() {
            let used = (self.squares + 1) - index * 64;
            let mut word = if used < 64 { word & ((1 << used) - 1) } else { word };
            while word != 0 {
                out.push(Square::from_index(index * 64 + word.trailing_zeros() as usize));
                word &= word - 1;
            }
        }
    }

    /// The boxes of a packed state as bits, by square, without the wall; `out` must have the words of a
    /// set of squares.
    #[inline]
    pub fn occupied(&self, words: &[u64], out: &mut [u64]) {
        let last = self.squares / 64;
        copy(&words[..=last], &mut out[..=last]);
        let used = (self.squares + 1) - last * 64;
        if used < 64 {
            out[last] &= (1 << used) - 1;
        }
    }

    /// Whether the packed state has a box on each of `squares`.
    #[inline]
    pub fn holds(&self, words: &[u64], squares: &SquareSet) -> bool {
        squares.words().iter().zip(words).all(|(wanted, state)| wanted & !state == 0)
    }

    /// Unpacks a state into `position`; `buffer` is scratch space.
    #[inline]
    pub fn load(
        &self,
        words: &[u64],
        board: &Board,
        buffer: &mut Vec<Square>,
        position: &mut Position,
    ) {
        self.boxes(words, buffer);
        position.set(board, buffer, self.player(words));
    }
}

/// Copies words, mostly so few that calling the library takes longer.
#[inline]
pub(crate) fn copy(from: &[u64], to: &mut [u64]) {
    fn all<const N: usize>(from: &[u64], to: &mut [u64]) -> Option<()> {
        *to.first_chunk_mut::<N>()? = *from.first_chunk::<N>()?;
        Some(())
    }
    let copied = match from.len() {
        1 => all::<1>(from, to),
        2 => all::<2>(from, to),
        3 => all::<3>(from, to),
        4 => all::<4>(from, to),
        _ => None,
    };
    if copied.is_none() {
        to.copy_from_slice(from);
    }
}

/// Compares words, mostly so few that calling the library takes longer.
#[inline]
pub(super) fn same(one: &[u64], other: &[u64]) -> bool {
    match (one, other) {
        ([one], [other]) => one == other,
        ([one, two], [other, next]) => (one ^ other) | (two ^ next) == 0,
        ([one, two, three], [other, next, last]) => {
            (one ^ other) | (two ^ next) | (three ^ last) == 0
        }
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    #[test]
    fn packing_round_trips_on_boards_around_the_word_sizes() {
        for width in 40..150 {
            let text = format!(
                "{}\n#@$.{}#\n{}",
                "#".repeat(width),
                " ".repeat(width - 5),
                "#".repeat(width)
            );
            let level: Level = text.parse().expect("a level");
            let (board, mut position) = compile(&level).expect("small");
            let layout = Layout::new(&board);
            let mut words = vec![0; layout.words()];
            for place in board.squares().filter(|square| square.index() != 7) {
                position.set(&board, &[Square::new(7)], place);
                layout.pack(position.occupied(), place, &mut words);
                let mut loaded = position.clone();
                layout.load(&words, &board, &mut Vec::new(), &mut loaded);
                assert_eq!((loaded.boxes(), loaded.player()), (position.boxes(), place));
            }
        }
    }
}
