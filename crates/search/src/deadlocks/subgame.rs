//! A few boxes of a position, alone on the board and played to the end.
//!
//! What cannot be reached with other boxes out of the way cannot be reached with them there:
//! if the few have no line that brings relief, whatever the test that asks calls relief, they
//! never will. Every position that pushes of the few lead to is met, until one is relief,
//! nothing is left, or so many have been met. Boxes known to stand for good stay where they
//! are.

use std::sync::Arc;

use hakooshi_board::{Board, Position, Push, Reach, Square, SquareSet, movegen};
use hashbrown::HashTable;

use super::{Detector, Freeze};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// No line brings relief.
    Unreachable,
    /// Some line does.
    Reached,
    /// More positions than were granted.
    LimitReached,
}

/// Plays games with a few boxes.
#[derive(Debug)]
pub(super) struct Subgame {
    board: Arc<Board>,
    live: SquareSet,
    freeze: Freeze,
    position: Position,
    reach: Reach,
    pushes: Vec<Push>,
    /// The positions met, each its boxes in order and the first square of the player's region.
    states: Vec<Square>,
    seen: HashTable<u32>,
}

impl Subgame {
    /// Games on `board`.
    pub(super) fn new(board: &Arc<Board>) -> Self {
        let first = board.squares().next().unwrap_or(Square::WALL);
        Self {
            live: board.live().clone(),
            freeze: Freeze::new(board),
            position: Position::new(board, &[], first),
            reach: Reach::new(board),
            pushes: Vec::new(),
            states: Vec::new(),
            seen: HashTable::new(),
            board: Arc::clone(board),
        }
    }

    /// The first square of the region in which the player is when only `boxes` are there.
    pub(super) fn region(&mut self, boxes: &[Square], player: Square) -> Square {
        self.reach.fill_from(&self.board, player, boxes);
        self.reach.first()
    }

    /// Plays on from `boxes` through at most `most` positions; `is_target` is asked about
    /// each once, with what the player can reach.
    pub(super) fn play(
        &mut self,
        (boxes, player): (&[Square], Square),
        fixed: &SquareSet,
        most: usize,
        mut is_target: impl FnMut(&Position, &Reach) -> bool,
    ) -> Outcome {
        self.states.clear();
        self.seen.clear();
        self.position.set(&self.board, boxes, player);
        self.reach.fill(&self.board, &self.position);
        self.add();
        let stride = boxes.len() + 1;
        let mut next = 0;
        while next * stride < self.states.len() {
            let (boxes, player) = self.states[next * stride..][..stride].split_at(stride - 1);
            self.position.set(&self.board, boxes, player[0]);
            next += 1;
            self.reach.fill(&self.board, &self.position);
            if is_target(&self.position, &self.reach) {
                return Outcome::Reached;
            }
            self.expand(fixed);
            if self.seen.len() > most {
                return Outcome::LimitReached;
            }
        }
        Outcome::Unreachable
    }

    /// Meets what the pushes of the working position, filled, lead to.
    fn expand(&mut self, fixed: &SquareSet) {
        let mut pushes = std::mem::take(&mut self.pushes);
        pushes.clear();
        movegen::pushes(&self.board, &self.position, &self.reach, &self.live, &mut pushes);
        for &push in pushes.iter().filter(|push| !fixed.contains(push.from)) {
            let undo = self.position.push(&self.board, push);
            let to = self.board.step(push.from, push.dir);
            if !self.freeze.check_after(&self.position, to).is_dead() {
                self.reach.fill(&self.board, &self.position);
                self.add();
            }
            self.position.unpush(&self.board, undo);
        }
        self.pushes = pushes;
    }

    /// Notes the working position, filled, if it is new.
    fn add(&mut self) {
        let Self { board, position, reach, states, seen, .. } = self;
        let start = states.len();
        let stride = position.boxes().len() + 1;
        states.extend_from_slice(position.boxes());
        states[start..].sort_unstable();
        states.push(reach.first());
        let key = position.key(board, reach.first());
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

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    #[test]
    fn the_target_is_reached_or_unreachable_or_the_limit_ends_the_game() {
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
    fn boxes_that_stand_for_good_are_not_pushed() {
        let level: Level = "#######\n#  .  #\n#  $  #\n#  @  #\n#######".parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let boxes = start.boxes().to_vec();
        let home = |position: &Position, _: &Reach| position.is_solved();
        let fixed = start.occupied().clone();
        let outcome = Subgame::new(&board).play((&boxes, start.player()), &fixed, 100, home);
        assert_eq!(outcome, Outcome::Unreachable);
    }
}
