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

use hakooshi_board::analysis::live_squares;
use hakooshi_board::{Board, Position, Push, Reach, Square, SquareSet, movegen};
use hakooshi_level::Dir;
use hashbrown::HashTable;

use super::{Detector, DetectorClaims, DetectorEntry, Freeze, Verdict};
use crate::spec::Param;

/// Finds corrals that can neither be opened nor finished.
#[derive(Debug)]
pub struct Corral {
    board: Arc<Board>,
    live: SquareSet,
    freeze: Freeze,
    nodes: usize,
    outer: Reach,
    inner: Reach,
    /// Squares of the corral, and those among them still to be looked at.
    region: SquareSet,
    squares: Vec<Square>,
    fence: Position,
    pushes: Vec<Push>,
    /// The positions met, each its boxes in order and the first square of the player's region.
    states: Vec<Square>,
    seen: HashTable<u32>,
    /// Fences played before, each its boxes and the player's region as in `states`, and
    /// whether it was hopeless.
    verdicts: HashTable<(Box<[Square]>, bool)>,
    pattern: Vec<Square>,
}

/// Verdicts kept before all are forgotten.
const MOST_VERDICTS: usize = 1 << 16;

impl Corral {
    /// A test for `board` that looks at so many positions at most.
    pub fn new(board: &Arc<Board>, nodes: usize) -> Self {
        let first = board.squares().next().unwrap_or(Square::WALL);
        Self {
            live: live_squares(board),
            freeze: Freeze::new(board),
            nodes,
            outer: Reach::new(board),
            inner: Reach::new(board),
            region: board.empty_set(),
            squares: Vec::with_capacity(board.size()),
            fence: Position::new(board, &[], first),
            pushes: Vec::new(),
            states: Vec::new(),
            seen: HashTable::new(),
            verdicts: HashTable::new(),
            pattern: Vec::new(),
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
        self.states.clear();
        self.seen.clear();
        self.fence.set(&self.board, &self.pattern, player);
        self.inner.fill(&self.board, &self.fence);
        let key = self.fence.key(&self.board, self.inner.first());
        self.meet();
        let known = self.verdicts.find(key, |(fence, _)| fence[..] == self.states[..]);
        if let Some(&(_, hopeless)) = known {
            return hopeless;
        }
        let fence: Box<[Square]> = self.states.as_slice().into();
        let hopeless = self.play();
        if self.verdicts.len() >= MOST_VERDICTS {
            self.verdicts.clear();
        }
        let Self { verdicts, board, .. } = self;
        verdicts.insert_unique(key, (fence, hopeless), |(fence, _)| key_of(board, fence));
        hopeless
    }

    /// Plays on from the one position met until nothing is left to try, or gives up.
    fn play(&mut self) -> bool {
        let stride = self.pattern.len() + 1;
        let mut next = 0;
        while next * stride < self.states.len() {
            let (boxes, player) = self.states[next * stride..][..stride].split_at(stride - 1);
            self.fence.set(&self.board, boxes, player[0]);
            next += 1;
            self.inner.fill(&self.board, &self.fence);
            if self.is_relieved() {
                return false;
            }
            let mut pushes = std::mem::take(&mut self.pushes);
            pushes.clear();
            movegen::pushes(&self.board, &self.fence, &self.inner, &self.live, &mut pushes);
            for &push in &pushes {
                let undo = self.fence.push(&self.board, push);
                let to = self.board.step(push.from, push.dir);
                if self.freeze.check_after(&self.fence, to) == Verdict::Unknown {
                    self.inner.fill(&self.board, &self.fence);
                    self.meet();
                }
                self.fence.unpush(&self.board, undo);
            }
            self.pushes = pushes;
            if self.seen.len() > self.nodes {
                return false;
            }
        }
        true
    }

    /// Whether the fence is at home or the player can go wherever there is no box.
    fn is_relieved(&self) -> bool {
        let open = |&square: &Square| self.fence.has_box(square) || self.inner.contains(square);
        self.fence.is_solved() || self.squares.iter().all(open)
    }

    /// Notes the working position, filled, if it is new.
    fn meet(&mut self) {
        let Self { board, fence, inner, states, seen, .. } = self;
        let start = states.len();
        let stride = fence.boxes().len() + 1;
        states.extend_from_slice(fence.boxes());
        states[start..].sort_unstable();
        states.push(inner.first());
        let key = fence.key(board, inner.first());
        let state = |index: u32| &states[index as usize * stride..][..stride];
        let new = (start / stride) as u32;
        if seen.find(key, |&other| state(other) == state(new)).is_some() {
            states.truncate(start);
            return;
        }
        seen.insert_unique(key, new, |&other| key_of(board, state(other)));
    }
}

/// The hash key of a position written as its boxes and the first square of the region.
fn key_of(board: &Board, state: &[Square]) -> u64 {
    state.split_last().map_or(0, |(&first, boxes)| {
        boxes.iter().fold(board.player_key(first), |key, &at| key ^ board.box_key(at))
    })
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
