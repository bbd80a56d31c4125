//! Corrals: floor that the player cannot get to, and the boxes that fence it off.
//!
//! ```text
//!   ######      The two squares on the left are shut off by the boxes. Take all other boxes
//!   #  $  @     away and play on: if no way of pushing opens the corral or brings its boxes
//!   # $#        home, then none does with the other boxes back in place.
//!   ###
//! ```
//!
//! A search in the search: every position of the fence alone that pushes lead to. It ends
//! with "unknown" as soon as the fence is at home, or the player can walk to all that is left
//! of the corral, or so many positions have been met (`nodes`); with "dead" only when nothing
//! is left to try. Sound, because boxes taken away never make a position worse. The dearest
//! test, though fences met before are remembered; one fill where there is no corral. Junghanns 1999; Festival.

use std::sync::Arc;

use hakooshi_board::{Board, Position, Reach, Square, SquareSet};
use hakooshi_level::Dir;
use hashbrown::HashTable;

use super::subgame::{Ending, Subgame, key_of};
use super::{Detector, DetectorClaims, DetectorEntry, Verdict};
use crate::spec::Param;

/// Finds corrals that can neither be opened nor finished.
#[derive(Debug)]
pub struct Corral {
    board: Arc<Board>,
    /// Boxes that stand for good: this test knows of none.
    none: SquareSet,
    nodes: usize,
    outer: Reach,
    /// Squares of the corral, and those among them still to be looked at.
    region: SquareSet,
    squares: Vec<Square>,
    game: Subgame,
    /// Fences played before, each its boxes in order and the first square of the player's
    /// region, and whether it was hopeless.
    verdicts: HashTable<(Box<[Square]>, bool)>,
    pattern: Vec<Square>,
    /// The fence asked about, in that form.
    state: Vec<Square>,
}

/// Verdicts kept before all are forgotten.
const MOST_VERDICTS: usize = 1 << 16;

impl Corral {
    /// A test for `board` that looks at so many positions at most.
    pub fn new(board: &Arc<Board>, nodes: usize) -> Self {
        Self {
            none: board.empty_set(),
            nodes,
            outer: Reach::new(board),
            region: board.empty_set(),
            squares: Vec::with_capacity(board.size()),
            game: Subgame::new(board),
            verdicts: HashTable::new(),
            pattern: Vec::new(),
            state: Vec::new(),
            board: Arc::clone(board),
        }
    }

    /// Fills the corral that holds `seed` and lists the boxes around it.
    fn enclose(&mut self, position: &Position, seed: Square) {
        self.region.clear();
        self.squares.clear();
        self.pattern.clear();
        self.region.insert(seed);
        self.squares.push(seed);
        let mut next = 0;
        while next < self.squares.len() {
            let square = self.squares[next];
            next += 1;
            for &beside in self.board.neighbours(square) {
                if position.is_free(beside) && !self.region.contains(beside) {
                    self.region.insert(beside);
                    self.squares.push(beside);
                }
            }
            for &around in self.board.ring(square) {
                if position.has_box(around) && !self.region.contains(around) {
                    // Marked with the corral, so that it is listed once.
                    self.region.insert(around);
                    self.pattern.push(around);
                }
            }
        }
        self.pattern.sort_unstable();
    }

    /// Whether every line of the fence alone ends in nothing, from memory if it was met before.
    ///
    /// The same fence can enclose another corral when other boxes part it; that it is hopeless
    /// does not depend on them.
    fn is_hopeless(&mut self, player: Square) -> bool {
        let Self { board, none, nodes, squares, game, verdicts, pattern, state, .. } = self;
        state.clone_from(pattern);
        state.push(game.region(pattern, player));
        let key = key_of(board, state);
        let known = verdicts.find(key, |(fence, _)| fence[..] == state[..]);
        if let Some(&(_, hopeless)) = known {
            return hopeless;
        }
        // The fence is at home, or the player can go wherever there is no box.
        let is_relieved = |fence: &Position, inner: &Reach| {
            let open = |&square: &Square| fence.has_box(square) || inner.contains(square);
            fence.is_solved() || squares.iter().all(open)
        };
        let hopeless = game.play((pattern, player), none, *nodes, is_relieved) == Ending::Hopeless;
        if verdicts.len() >= MOST_VERDICTS {
            verdicts.clear();
        }
        let fence = state.as_slice().into();
        verdicts.insert_unique(key, (fence, hopeless), |(fence, _)| key_of(board, fence));
        hopeless
    }
}

impl Detector for Corral {
    fn check_after(&mut self, position: &Position, moved: Square) -> Verdict {
        self.outer.fill(&self.board, position);
        let mut before: [Square; 4] = [Square::WALL; 4];
        for dir in Dir::ALL {
            let seed = self.board.step(moved, dir);
            if !position.is_free(seed) || self.outer.contains(seed) {
                continue;
            }
            self.enclose(position, seed);
            let name = self.squares.iter().copied().min().unwrap_or(seed);
            if before.contains(&name) {
                continue;
            }
            before[dir.index()] = name;
            let at_home = self.pattern.iter().all(|&square| self.board.is_goal(square));
            if !at_home && self.is_hopeless(position.player()) {
                return Verdict::Dead;
            }
        }
        Verdict::Unknown
    }

    fn pattern(&self) -> &[Square] {
        &self.pattern
    }
}

pub(super) static ENTRY: DetectorEntry = DetectorEntry {
    name: "corral",
    title: "floor fenced off by boxes that alone can neither open it nor get home",
    reference: "Junghanns 1999; Sokoban wiki, corral deadlocks",
    params: &[Param {
        name: "nodes",
        title: "positions to look at before giving up",
        default: 100.0,
        range: (1.0, 1_000_000.0),
    }],
    claims: DetectorClaims { sound: true },
    build: |board, params| Box::new(Corral::new(board, params.get("nodes") as usize)),
};

#[cfg(test)]
mod tests {
    use super::super::tests::verdicts;
    use super::*;

    const LEVELS: &[(&str, usize)] = &[
        // The goals are on the right, and the boxes can only go further in or meet.
        ("########\n#  $   #\n# $##@.#\n####  .#\n########", 2),
        ("#######\n#  .  #\n#  .  #\n##$$###\n# @   #\n#######", 0),
        ("#######\n#  *@ #\n# *####\n#######", 0),
    ];

    #[test]
    fn fences_that_cannot_open() {
        verdicts(|board| Box::new(Corral::new(board, 100)), LEVELS);
    }

    #[test]
    fn without_effort_nothing_is_claimed() {
        let unknown: Vec<_> = LEVELS.iter().map(|&(text, _)| (text, 0)).collect();
        verdicts(|board| Box::new(Corral::new(board, 0)), &unknown);
    }
}
