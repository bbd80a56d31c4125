//! Corrals: floor that the player cannot get to, the boxes that fence it off, and whether
//! these alone can ever open it or settle it.
//!
//! ```text
//!   ######      The squares on the left are shut off by the boxes. Take all other boxes away
//!   #  $  @     and play on: if no line opens the corral or brings its fence home, then none
//!   # $#        does with the other boxes back in place.
//!   ###
//! ```
//!
//! A fence that is at home is not enough while goals inside are empty: another box fills them
//! only if it is pushed onto them, for which the player needs to get there, too, with all
//! other boxes off the board. Besides the boxes around the corral the fence holds those right
//! behind them that cannot step aside, and its neighbours that stand for good. Two corrals
//! with a box in common are also tried as one. Answers are remembered by fence, corral and
//! region of the player, for more effort when asked often; a small fence that keeps coming
//! back must also have a line that brings it home. Junghanns 1999; Festival.

use std::sync::Arc;

use hakooshi_board::{Board, Position, Reach, Square, SquareSet};
use hakooshi_level::Dir;
use hakooshi_search::deadlocks::{Ending, Subgame};

use super::verdicts::Verdicts;

/// Positions for a corral that is new.
const EFFORT: usize = 50;

/// Boxes of a fence up to which it is asked whether it can be brought home, too, and positions
/// for that.
const MOST_TO_BRING_HOME: usize = 5;
const HOME_EFFORT: usize = 1000;

/// Corrals in one position beyond which none is looked at.
const MOST_CORRALS: usize = 12;

/// Boxes of a fence beyond which it is not tried.
const MOST_BOXES: usize = 20;

/// A piece of floor out of reach, or two.
#[derive(Clone, Debug, Default)]
struct Corral {
    squares: Vec<Square>,
    /// The boxes around it.
    fence: Vec<Square>,
    /// A number that tells apart corrals with the same fence.
    name: u64,
}

/// Finds corrals that can be neither opened nor settled.
#[derive(Debug)]
pub(super) struct Fences {
    board: Arc<Board>,
    reach: Reach,
    seen: SquareSet,
    listed: SquareSet,
    corrals: Vec<Corral>,
    boxes: Vec<Square>,
    game: Subgame,
    verdicts: Verdicts,
}

impl Fences {
    pub(super) fn new(board: &Arc<Board>) -> Self {
        Self {
            reach: Reach::new(board),
            seen: board.empty_set(),
            listed: board.empty_set(),
            corrals: Vec::new(),
            boxes: Vec::new(),
            game: Subgame::new(board),
            verdicts: Verdicts::new(EFFORT),
            board: Arc::clone(board),
        }
    }

    /// Whether some corral is hopeless; the boxes on `fixed` stand for good.
    pub(super) fn is_hopeless(&mut self, position: &Position, fixed: &SquareSet) -> bool {
        self.find(position);
        if self.corrals.len() > MOST_CORRALS {
            return false;
        }
        let corrals = std::mem::take(&mut self.corrals);
        let dead = corrals.iter().any(|corral| self.judge(position, fixed, corral))
            || corrals.iter().enumerate().any(|(at, one)| {
                corrals[..at].iter().any(|other| {
                    let joined = one.fence.iter().any(|square| other.fence.contains(square));
                    joined && self.judge(position, fixed, &one.joined(other))
                })
            });
        self.corrals = corrals;
        dead
    }

    /// Lists the corrals of a position.
    fn find(&mut self, position: &Position) {
        let Self { board, reach, seen, listed, corrals, .. } = self;
        corrals.clear();
        reach.fill(board, position);
        if reach.squares().len() + position.boxes().len() == board.size() {
            return;
        }
        seen.clear();
        for &square in position.boxes() {
            for &seed in board.ring(square) {
                if !position.is_free(seed) || reach.contains(seed) || seen.contains(seed) {
                    continue;
                }
                let mut corral = Corral { squares: vec![seed], ..Corral::default() };
                seen.insert(seed);
                listed.clear();
                let mut next = 0;
                while let Some(&square) = corral.squares.get(next) {
                    next += 1;
                    for &beside in board.neighbours(square) {
                        if position.is_free(beside) && !seen.contains(beside) {
                            seen.insert(beside);
                            corral.squares.push(beside);
                        }
                    }
                    for &around in board.ring(square) {
                        if position.has_box(around) && !listed.contains(around) {
                            listed.insert(around);
                            corral.fence.push(around);
                        }
                    }
                }
                let first = corral.squares.iter().copied().min().unwrap_or(seed);
                corral.name = board.player_key(first).rotate_left(29);
                corrals.push(corral);
            }
        }
    }

    /// Whether one corral is hopeless.
    fn judge(&mut self, position: &Position, fixed: &SquareSet, corral: &Corral) -> bool {
        let board = &self.board;
        let goals: Vec<Square> =
            corral.squares.iter().copied().filter(|&square| board.is_goal(square)).collect();
        let home = corral.fence.iter().all(|&square| board.is_goal(square));
        if home && goals.is_empty() {
            return false;
        }
        self.gather(position, fixed, corral);
        if self.boxes.len() > MOST_BOXES {
            return false;
        }
        let Self { board, boxes, game, verdicts, .. } = self;
        let player = game.region(boxes, position.player());
        let key = boxes.iter().fold(corral.name ^ board.player_key(player), |key, &square| {
            // Where a box stands for good it plays another part.
            key ^ board.box_key(square).rotate_left(u32::from(fixed.contains(square)))
        });
        let ending = verdicts.ask(key, |effort| {
            let mut aim = Aim { board, corral, goals: &goals, entered: 0, wanting: Vec::new() };
            let ending =
                game.play((boxes, player), fixed, effort, |now, reach| aim.is_relief(now, reach));
            if ending == Ending::Hopeless && aim.may_be_settled() { Ending::Relief } else { ending }
        });
        if ending == Ending::Hopeless || boxes.len() > MOST_TO_BRING_HOME {
            return ending == Ending::Hopeless;
        }
        let ending = verdicts.ask_deeper(key, || {
            game.play((boxes, player), fixed, HOME_EFFORT, |now, _| now.is_solved())
        });
        ending == Ending::Hopeless
    }

    /// Lists the boxes that the corral is tried with.
    fn gather(&mut self, position: &Position, fixed: &SquareSet, corral: &Corral) {
        let Self { board, seen, listed, boxes, .. } = self;
        seen.clear();
        seen.extend(corral.squares.iter().copied());
        listed.clear();
        listed.extend(corral.fence.iter().copied());
        boxes.clear();
        boxes.extend_from_slice(&corral.fence);
        for &square in &corral.fence {
            for dir in Dir::ALL {
                let behind = board.step(square, dir.opposite());
                if !position.has_box(behind) || listed.contains(behind) {
                    continue;
                }
                let [one, other] = dir.sides().map(|side| board.step(behind, side));
                let stays = !position.is_free(one) || !position.is_free(other);
                let inward = seen.contains(board.step(square, dir));
                if fixed.contains(behind) || inward && stays {
                    listed.insert(behind);
                    boxes.push(behind);
                }
            }
        }
        boxes.sort_unstable();
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.verdicts.bytes()
    }
}

impl Corral {
    fn joined(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.squares.extend_from_slice(&other.squares);
        both.fence.extend(other.fence.iter().filter(|square| !self.fence.contains(square)));
        both.name = self.name.wrapping_add(other.name);
        both
    }
}

/// What a game with a fence is played for.
struct Aim<'a> {
    board: &'a Board,
    corral: &'a Corral,
    /// The goals inside, all empty at first.
    goals: &'a [Square],
    /// Those that the player could get to while they were empty, as bits.
    entered: u64,
    /// The goals still empty where the fence was at home.
    wanting: Vec<u64>,
}

impl Aim<'_> {
    /// Whether the corral is open, or settled without help from outside.
    fn is_relief(&mut self, now: &Position, reach: &Reach) -> bool {
        let mut empty = 0;
        for (at, &goal) in self.goals.iter().take(64).enumerate() {
            if !now.has_box(goal) {
                empty |= 1 << at;
                self.entered |= u64::from(reach.contains(goal)) << at;
            }
        }
        let open = |&square: &Square| now.has_box(square) || reach.contains(square);
        if self.corral.squares.iter().all(open) {
            return true;
        }
        let home = now.boxes().iter().all(|&square| self.board.is_goal(square));
        if home {
            self.wanting.push(empty);
        }
        home && empty == 0
    }

    /// Whether some position with the fence at home only wants what other boxes may fill.
    fn may_be_settled(&self) -> bool {
        self.wanting.iter().any(|empty| empty & !self.entered == 0)
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    fn is_hopeless(text: &str) -> bool {
        let level: Level = text.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        Fences::new(&board).is_hopeless(&start, &board.empty_set())
    }

    #[test]
    fn fences_that_cannot_open() {
        // The goals are on the right, and the boxes can only go further in or meet.
        assert!(is_hopeless("########\n#  $   #\n# $##@.#\n####  .#\n########"));
        assert!(!is_hopeless("#######\n#  .  #\n#  .  #\n##$$###\n# @   #\n#######"));
        assert!(!is_hopeless("#######\n#  *@ #\n# *####\n#######"));
    }

    #[test]
    fn a_fence_at_home_is_not_enough_while_a_goal_inside_is_empty() {
        assert!(is_hopeless("######\n#.*###\n#*   #\n## $@#\n######"));
        // Here a box of the fence can be pushed in and another take its place.
        assert!(!is_hopeless("######\n#.*###\n#*   #\n#  $@#\n######"));
    }

    #[test]
    fn a_verdict_holds_for_the_corral_it_was_found_for() {
        let text = "######\n#.*###\n#*   #\n## $@#\n######";
        let level: Level = text.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let mut fences = Fences::new(&board);
        let none = board.empty_set();
        assert!(fences.is_hopeless(&start, &none) && fences.is_hopeless(&start, &none));
        // With a box on the goal inside there is no corral left.
        let goals: Vec<Square> = board.goals().iter().collect();
        let done = Position::new(&board, &goals, start.player());
        assert!(!fences.is_hopeless(&done, &none) && fences.bytes() > 0);
    }
}
