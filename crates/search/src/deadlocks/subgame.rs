//! Exhaustive search with a few boxes of a position, alone on the board.
//!
//! A target that cannot be reached with the other boxes removed cannot be reached with them in
//! place. The calling test defines the target. The search visits every position that pushes of
//! the few boxes lead to, until one is a target, none is left, or the limit is reached. Fixed
//! boxes are not pushed.

use std::sync::Arc;

use hakooshi_board::{Board, Position, Push, Region, Square, SquareSet, View, movegen};
use hashbrown::HashTable;

use super::{Detector, Freeze};
use crate::Deadline;

/// Positions between two looks at the deadline: more than most subgames have.
const LOOK: usize = 128;

/// How the search of a subgame ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// No line of play reaches a target.
    Unreachable,
    /// Some line of play does.
    Reached,
    /// The limit of positions, or the end of the time, came first.
    LimitReached,
}

/// Searches subgames of one board.
#[derive(Debug)]
pub(super) struct Subgame {
    board: Arc<Board>,
    live: SquareSet,
    freeze: Freeze,
    position: Position,
    region: Region,
    pushes: Vec<Push>,
    /// When to give up.
    pub(super) deadline: Deadline,
    /// The positions found: each its boxes in order and the first square of the player's region.
    states: Vec<Square>,
    seen: HashTable<u32>,
}

impl Subgame {
    /// Subgames of `board`.
    pub(super) fn new(board: &Arc<Board>) -> Self {
        let first = board.squares().next().unwrap_or(Square::WALL);
        Self {
            live: board.live().clone(),
            freeze: Freeze::new(board),
            position: Position::new(board, &[], first),
            region: Region::new(board),
            pushes: Vec::new(),
            deadline: Deadline::default(),
            states: Vec::new(),
            seen: HashTable::new(),
            board: Arc::clone(board),
        }
    }

    /// Bytes held from one search to the next.
    pub(super) fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<Square>() + self.seen.capacity() * size_of::<u64>()
    }

    /// The first square of the player's region when only `boxes` are on the board.
    pub(super) fn region(&mut self, boxes: &[Square], player: Square) -> Square {
        self.region.fill_from(&self.board, player, boxes);
        self.region.first()
    }

    /// Searches from `boxes` through at most `most` positions; `is_target` is called once for
    /// each, with what the player can reach.
    pub(super) fn play(
        &mut self,
        (boxes, player): (&[Square], Square),
        fixed: &SquareSet,
        most: usize,
        mut is_target: impl FnMut(&Position, &Region) -> bool,
    ) -> Outcome {
        self.states.clear();
        self.seen.clear();
        self.position.set(&self.board, boxes, player);
        self.region.fill(&self.board, &self.position);
        self.add(self.region.first());
        let stride = boxes.len() + 1;
        let mut next = 0;
        while next * stride < self.states.len() {
            let (boxes, player) = self.states[next * stride..][..stride].split_at(stride - 1);
            self.position.set(&self.board, boxes, player[0]);
            next += 1;
            self.region.fill(&self.board, &self.position);
            if is_target(&self.position, &self.region) {
                return Outcome::Reached;
            }
            self.expand(fixed);
            let is_over = next.is_multiple_of(LOOK) && self.deadline.is_over();
            if is_over || self.seen.len() > most {
                return Outcome::LimitReached;
            }
        }
        Outcome::Unreachable
    }

    /// Adds the successors of the working position, whose region is filled.
    fn expand(&mut self, fixed: &SquareSet) {
        let mut pushes = std::mem::take(&mut self.pushes);
        pushes.clear();
        movegen::pushes(
            View::new(&self.board, &self.position, &self.region),
            &self.live,
            &mut pushes,
        );
        for &push in pushes.iter().filter(|push| !fixed.contains(push.from)) {
            let undo = self.position.push(&self.board, push);
            let to = self.board.step(push.from, push.dir);
            if !self.freeze.check_after(&self.position, to).is_dead() {
                let Self { board, position, region, .. } = self;
                let moved = (push.from, to);
                let first = region.first_after(board, moved, position.player(), position.boxes());
                self.add(first);
            }
            self.position.unpush(&self.board, undo);
        }
        self.pushes = pushes;
    }

    /// Adds the working position if it is new; `first` is the first square of the player's region.
    fn add(&mut self, first: Square) {
        let Self { board, position, states, seen, .. } = self;
        let start = states.len();
        let stride = position.boxes().len() + 1;
        states.extend_from_slice(position.boxes());
        states[start..].sort_unstable();
        states.push(first);
        let key = position.key(board, first);
        let state = |index: u32| &states[index as usize * stride..][..stride];
        let new = (start / stride) as u32;
        if seen.find(key, |&other| state(other) == state(new)).is_some() {
            states.truncate(start);
            return;
        }
        seen.insert_unique(key, new, |&other| key_of(board, state(other)));
    }
}

/// The hash key of a position given as its boxes and the first square of the player's region.
fn key_of(board: &Board, state: &[Square]) -> u64 {
    state.split_last().map_or(0, |(&first, boxes)| {
        boxes.iter().fold(board.player_key(first), |key, &at| key ^ board.box_key(at))
    })
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    #[test]
    fn every_outcome_occurs() {
        let outcome = |text: &str, most: usize| {
            let level: Level = text.parse().expect("a level");
            let (board, start) = compile(&level).expect("small");
            let none = board.empty_set();
            let mut game = Subgame::new(&board);
            let boxes = start.boxes().to_vec();
            game.play((&boxes, start.player()), &none, most, |position, _| position.is_solved())
        };
        let open = "#######\n#  .  #\n#  $  #\n#  @  #\n#######";
        assert_eq!(outcome(open, 100), Outcome::Reached);
        let shut = "########\n#  $   #\n# $##@.#\n####  .#\n########";
        assert_eq!(outcome(shut, 100), Outcome::Unreachable);
        assert_eq!(outcome(shut, 0), Outcome::LimitReached);
    }

    #[test]
    fn fixed_boxes_are_not_pushed() {
        let level: Level = "#######\n#  .  #\n#  $  #\n#  @  #\n#######".parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let boxes = start.boxes().to_vec();
        let home = |position: &Position, _: &Region| position.is_solved();
        let fixed = start.occupied().clone();
        let outcome = Subgame::new(&board).play((&boxes, start.player()), &fixed, 100, home);
        assert_eq!(outcome, Outcome::Unreachable);
    }
}
