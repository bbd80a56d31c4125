//! Exact tables of two boxes that are dead together, for searches in large steps.
//!
//! The tables of [`DeadSets`] take a search over all pairs of squares, which is not worth
//! while for a level that is solved in a few hundred expansions and takes too long where there
//! are many squares. So they are made when a search has lasted a while, if the board is small
//! enough; until then no pair is called dead.

use std::sync::OnceLock;

use hakooshi_board::{Position, Square, SquareSet};

use crate::Case;
use crate::dead_sets::{DeadSets, Play};

/// Expansions after which the tables are made.
const AFTER: u32 = 300;

/// Squares for boxes above which they never are. The work grows with the third power of it, to
/// tenths of a second for 250, and a level may be given to half a dozen such searches.
const MOST_SQUARES: usize = 150;

/// The tables of a level, made once for all its searches.
#[derive(Debug, Default)]
pub(crate) struct PairTables {
    forward: OnceLock<DeadSets>,
    backward: OnceLock<DeadSets>,
}

impl PairTables {
    fn of(&self, play: Play) -> &OnceLock<DeadSets> {
        match play {
            Play::Forward => &self.forward,
            Play::Backward => &self.backward,
        }
    }
}

/// Pairs of boxes, from some time on.
#[derive(Debug)]
pub(crate) struct Pairs {
    case: Case,
    play: Play,
    onto: SquareSet,
    expanded: u32,
    /// What this search has made of the tables.
    bytes: usize,
}

impl Pairs {
    /// The pairs of a search in which boxes land on squares of `onto`, which must be the same
    /// for all searches of a case in one direction.
    pub(crate) fn new(case: &Case, play: Play, onto: &SquareSet) -> Self {
        Self { case: case.clone(), play, onto: onto.clone(), expanded: 0, bytes: 0 }
    }

    /// Counts an expansion, and makes the tables when it is time.
    pub(crate) fn count(&mut self) {
        self.expanded = self.expanded.saturating_add(1);
        if self.expanded == AFTER && self.onto.len() <= MOST_SQUARES {
            let Self { case: Case { board, start, pairs, .. }, play, onto, bytes, .. } = self;
            pairs.of(*play).get_or_init(|| {
                *bytes = DeadSets::pair_bytes(board, onto.len());
                DeadSets::new(board, start, *play, onto, false)
            });
        }
    }

    /// Whether the box that has just been moved is dead together with another.
    #[inline]
    pub(crate) fn is_dead(&self, position: &Position, moved: Square) -> bool {
        self.expanded >= AFTER
            && self
                .case
                .pairs
                .of(self.play)
                .get()
                .is_some_and(|sets| sets.is_dead_after(position, moved))
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::analysis::live_squares;
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    #[test]
    fn pairs_are_known_only_after_a_while() {
        // Neither box can be brought past the other through the corridor.
        let text = "#########\n#.. $ $@#\n#########";
        let level: Level = text.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let onto = live_squares(&board);
        let case = Case::new(&board, &start);
        let mut pairs = Pairs::new(&case, Play::Forward, &onto);
        let moved = start.boxes()[1];
        for _ in 1..AFTER {
            pairs.count();
            assert!(!pairs.is_dead(&start, moved));
        }
        assert_eq!(pairs.bytes(), 0);
        pairs.count();
        assert!(pairs.is_dead(&start, moved));
        assert!(pairs.bytes() > 0);
        let mut other = Pairs::new(&case, Play::Forward, &onto);
        for _ in 0..AFTER {
            other.count();
        }
        assert!(other.is_dead(&start, moved));
        assert_eq!(other.bytes(), 0, "the tables are made once");
    }
}
