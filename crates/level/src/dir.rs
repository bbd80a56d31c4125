//! The four directions, numbered so that the opposite differs in the lowest bit.

/// One of the four directions of a step, push or pull.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Dir {
    /// Towards the first row.
    Up = 0,
    /// Towards the last row.
    Down = 1,
    /// Towards the first column.
    Left = 2,
    /// Towards the last column.
    Right = 3,
}

impl Dir {
    /// All directions in numeric order.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The direction with number `index`, taken modulo four.
    #[inline]
    pub const fn from_index(index: u8) -> Self {
        match index & 3 {
            0 => Self::Up,
            1 => Self::Down,
            2 => Self::Left,
            _ => Self::Right,
        }
    }

    /// The number of this direction, for tables.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction that undoes this one.
    #[must_use]
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::from_index(self as u8 ^ 1)
    }

    /// Whether the direction changes the row.
    #[inline]
    pub const fn is_vertical(self) -> bool {
        (self as u8) < 2
    }

    /// The two directions at right angles to this one.
    #[inline]
    pub const fn sides(self) -> [Self; 2] {
        if self.is_vertical() { [Self::Left, Self::Right] } else { [Self::Up, Self::Down] }
    }

    /// Change of (row, column) of one step.
    #[inline]
    pub const fn delta(self) -> (i16, i16) {
        match self {
            Self::Up => (-1, 0),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
        }
    }

    /// The lower-case letter of the move notation: `u`, `d`, `l` or `r`.
    #[inline]
    pub const fn letter(self) -> u8 {
        match self {
            Self::Up => b'u',
            Self::Down => b'd',
            Self::Left => b'l',
            Self::Right => b'r',
        }
    }

    /// Reads a letter of the move notation in either case.
    #[inline]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        match letter {
            b'u' | b'U' => Some(Self::Up),
            b'd' | b'D' => Some(Self::Down),
            b'l' | b'L' => Some(Self::Left),
            b'r' | b'R' => Some(Self::Right),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposites_cancel_and_letters_round_trip() {
        for dir in Dir::ALL {
            let (row, col) = dir.delta();
            assert_eq!(dir.opposite().delta(), (-row, -col));
            assert_eq!(Dir::from_letter(dir.letter()), Some(dir));
            assert_eq!(Dir::from_letter(dir.letter().to_ascii_uppercase()), Some(dir));
            assert_eq!(Dir::from_index(dir as u8), dir);
            assert!(dir.sides().iter().all(|side| side.is_vertical() != dir.is_vertical()));
        }
    }
}
