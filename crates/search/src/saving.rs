//! Numbers as bytes, for searches that are written to a file and continued by another process.
//!
//! A search writes numbers with [`put`] and reads them back in the same order with [`get`]. The
//! file's owner guards against damage by a checksum; what is checked here keeps a wrong file from
//! being more than a wrong file.

use std::io::{self, ErrorKind, Read, Write};

use hakooshi_board::{BoxMove, Pull, Push, Square};
use hakooshi_level::{Dir, Step};

use crate::Cost;
use crate::space::Carry;

/// Writes a number.
pub fn put(out: &mut dyn Write, number: u64) -> io::Result<()> {
    out.write_all(&number.to_le_bytes())
}

/// Reads a number.
pub fn get(from: &mut dyn Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// What a file says that no search can have written.
pub fn wrong() -> io::Error {
    io::Error::from(ErrorKind::InvalidData)
}

/// Something that fits into a number.
pub trait Word: Copy {
    /// As a number, not all ones.
    fn to_word(self) -> u64;

    /// From a number made by [`Word::to_word`].
    fn from_word(word: u64) -> Self;
}

fn square(word: u64) -> Square {
    Square::new(word as u16)
}

impl Word for Cost {
    fn to_word(self) -> u64 {
        u64::from(self.first()) << 32 | u64::from(self.second())
    }

    fn from_word(word: u64) -> Self {
        Self::new((word >> 32) as u32, word as u32)
    }
}

impl Word for Push {
    fn to_word(self) -> u64 {
        u64::from(self.from.number()) << 2 | self.dir.index() as u64
    }

    fn from_word(word: u64) -> Self {
        Self { from: square(word >> 2), dir: Dir::from_index(word as u8 & 3) }
    }
}

impl Word for Pull {
    fn to_word(self) -> u64 {
        u64::from(self.from.number()) << 2 | self.dir.index() as u64
    }

    fn from_word(word: u64) -> Self {
        Self { from: square(word >> 2), dir: Dir::from_index(word as u8 & 3) }
    }
}

impl Word for Step {
    fn to_word(self) -> u64 {
        u64::from(self.push) << 2 | self.dir.index() as u64
    }

    fn from_word(word: u64) -> Self {
        Self { push: word & 4 != 0, dir: Dir::from_index(word as u8 & 3) }
    }
}

impl Word for Carry {
    fn to_word(self) -> u64 {
        let BoxMove { from, to, player } = self.moved;
        let squares = [from, to, player].map(|square| u64::from(square.number()));
        // No box is pushed further at once than there are squares.
        squares.iter().fold(u64::from(self.pushes as u16), |word, square| word << 16 | square)
    }

    fn from_word(word: u64) -> Self {
        let moved =
            BoxMove { from: square(word >> 32), to: square(word >> 16), player: square(word) };
        Self { moved, pushes: (word >> 48) as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let (from, to, player) = (Square::new(65_534), Square::new(7), Square::new(300));
        let carry = Carry { moved: BoxMove { from, to, player }, pushes: 65_000 };
        assert_eq!(Carry::from_word(carry.to_word()), carry);
        for dir in Dir::ALL {
            let push = Push { from, dir };
            assert_eq!(Push::from_word(push.to_word()), push);
            let pull = Pull { from, dir };
            assert_eq!(Pull::from_word(pull.to_word()), pull);
            for push in [false, true] {
                assert_eq!(Step::from_word(Step { dir, push }.to_word()), Step { dir, push });
            }
        }
        let cost = Cost::new(u32::MAX - 1, 5);
        assert_eq!(Cost::from_word(cost.to_word()), cost);
        let mut bytes = Vec::new();
        put(&mut bytes, 1 << 40).expect("memory");
        assert_eq!(get(&mut bytes.as_slice()).expect("there"), 1 << 40);
        assert!(get(&mut [1_u8].as_slice()).is_err());
    }
}
