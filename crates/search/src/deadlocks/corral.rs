//! Corral deadlocks: floor that the player cannot reach, and whether the boxes that fence it off
//! can ever open it or reach goals themselves.
//!
//! ```text
//!   ######      The squares on the left are fenced off by the boxes. Remove all other boxes
//!   #  $  @     and search: if no line of play opens the corral or brings its fence to
//!   # $#        goals, then none does with the other boxes in place.
//!   ###
//! ```
//!
//! A fence on goals is not enough while goals inside are empty: another box can only be pushed
//! onto them if the player gets there, which must also be possible with all other boxes removed.
//! Besides the boxes around the corral, the fence includes those right behind them that cannot
//! move aside, and frozen neighbours. Two corrals with a box in common are also tried as one.
//! Outcomes are cached by fence, corral and player's region, and frequent ones are searched
//! deeper; a small fence that comes up often must also have a line of play that brings it to
//! goals. Sound, because removing boxes never makes a solvable position unsolvable.
//! Junghanns 1999; Festival.

use std::sync::Arc;

use hakooshi_board::{Board, Position, Region, Square, SquareSet};
use hakooshi_level::Dir;

use super::subgame::{Outcome, Subgame};
use super::subgame_cache::SubgameCache;
use super::{Detector, DetectorClaims, DetectorEntry, Verdict};
use crate::spec::Param;
use crate::{Context, Stop};

/// The largest fence that is also searched for a way to goals, and the positions for that.
const MOST_TO_BRING_HOME: usize = 5;
const HOME_EFFORT: usize = 1000;

/// Positions with more corrals are not examined.
const MOST_CORRALS: usize = 12;

/// Larger fences are not searched.
const MOST_BOXES: usize = 20;

/// A region out of the player's reach, or two that share a box.
#[derive(Clone, Debug, Default)]
struct Corral {
    squares: Vec<Square>,
    /// The boxes around it.
    fence: Vec<Square>,
    /// The first square of each region; with the fence it identifies the corral.
    firsts: Vec<Square>,
}

/// Finds dead corrals.
#[derive(Debug)]
struct CorralTest {
    board: Arc<Board>,
    region: Region,
    seen: SquareSet,
    listed: SquareSet,
    corrals: Vec<Corral>,
    boxes: Vec<Square>,
    game: Subgame,
    cache: SubgameCache,
    /// The key of the cache.
    query: Vec<Square>,
    pattern: Vec<Square>,
}

impl CorralTest {
    fn new(board: &Arc<Board>, effort: usize) -> Self {
        Self {
            region: Region::new(board),
            seen: board.empty_set(),
            listed: board.empty_set(),
            corrals: Vec::new(),
            boxes: Vec::new(),
            game: Subgame::new(board),
            cache: SubgameCache::new(effort),
            query: Vec::new(),
            pattern: Vec::new(),
            board: Arc::clone(board),
        }
    }

    /// Whether some corral is dead; the boxes on `fixed` can never move.
    fn has_dead_corral(&mut self, position: &Position, fixed: &SquareSet) -> bool {
        self.find(position);
        if self.corrals.len() > MOST_CORRALS {
            return false;
        }
        let corrals = std::mem::take(&mut self.corrals);
        let dead = corrals.iter().any(|corral| self.is_dead(position, fixed, corral))
            || corrals.iter().enumerate().any(|(at, one)| {
                corrals[..at].iter().any(|other| {
                    let joined = one.fence.iter().any(|square| other.fence.contains(square));
                    joined && self.is_dead(position, fixed, &one.joined(other))
                })
            });
        self.corrals = corrals;
        dead
    }

    /// Lists the corrals of a position.
    fn find(&mut self, position: &Position) {
        let Self { board, region, seen, listed, corrals, .. } = self;
        corrals.clear();
        region.fill(board, position);
        if region.len() + position.boxes().len() == board.size() {
            return;
        }
        seen.clear();
        for &square in position.boxes() {
            for &seed in board.ring(square) {
                if !position.is_free(seed) || region.contains(seed) || seen.contains(seed) {
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
                corral.firsts.push(corral.squares.iter().copied().min().unwrap_or(seed));
                corrals.push(corral);
            }
        }
    }

    /// Whether one corral is dead.
    fn is_dead(&mut self, position: &Position, fixed: &SquareSet, corral: &Corral) -> bool {
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
        let Self { board, boxes, game, cache, query, pattern, .. } = self;
        let player = game.region(boxes, position.player());
        query.clear();
        query.extend_from_slice(boxes);
        // The outcome also depends on which boxes are fixed.
        query.push(Square::WALL);
        query.extend(boxes.iter().copied().filter(|&square| fixed.contains(square)));
        query.push(Square::WALL);
        query.extend_from_slice(&corral.firsts);
        query.push(player);
        // Whether a goal inside must be filled, and which boxes are fixed, depends on all boxes.
        pattern.clear();
        let alone = goals.is_empty() && fixed.is_empty();
        pattern.extend_from_slice(if alone { boxes } else { position.boxes() });
        let outcome = cache.get_or_search(query, |effort| {
            let mut target =
                Target { board, corral, goals: &goals, entered: 0, missing: Vec::new() };
            let outcome = game
                .play((boxes, player), fixed, effort, |now, region| target.is_reached(now, region));
            if outcome == Outcome::Unreachable && target.can_be_completed() {
                Outcome::Reached
            } else {
                outcome
            }
        });
        if outcome == Outcome::Unreachable || boxes.len() > MOST_TO_BRING_HOME {
            return outcome == Outcome::Unreachable;
        }
        let outcome = cache.deepen_once(query, || {
            game.play((boxes, player), fixed, HOME_EFFORT, |now, _| now.is_solved())
        });
        outcome == Outcome::Unreachable
    }

    /// Lists the boxes that the corral is searched with.
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
}

impl Corral {
    fn joined(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.squares.extend_from_slice(&other.squares);
        both.fence.extend(other.fence.iter().filter(|square| !self.fence.contains(square)));
        both.firsts.extend_from_slice(&other.firsts);
        both.firsts.sort_unstable();
        both
    }
}

/// The target of a search with a fence.
struct Target<'a> {
    board: &'a Board,
    corral: &'a Corral,
    /// The goals inside, initially all empty.
    goals: &'a [Square],
    /// Those that the player reached while they were empty, as bits.
    entered: u64,
    /// For each position with the fence on goals: the goals inside still empty, as bits.
    missing: Vec<u64>,
}

impl Target<'_> {
    /// Whether the corral is open, or fence and inner goals are all solved.
    fn is_reached(&mut self, now: &Position, region: &Region) -> bool {
        let mut empty = 0;
        for (at, &goal) in self.goals.iter().take(64).enumerate() {
            if !now.has_box(goal) {
                empty |= 1 << at;
                self.entered |= u64::from(region.contains(goal)) << at;
            }
        }
        let open = |&square: &Square| now.has_box(square) || region.contains(square);
        if self.corral.squares.iter().all(open) {
            return true;
        }
        let home = now.boxes().iter().all(|&square| self.board.is_goal(square));
        if home {
            self.missing.push(empty);
        }
        home && empty == 0
    }

    /// Whether some position has the fence on goals and only lacks goals that other boxes may
    /// fill.
    fn can_be_completed(&self) -> bool {
        self.missing.iter().any(|empty| empty & !self.entered == 0)
    }
}

impl Detector for CorralTest {
    fn check_after(&mut self, position: &Position, _: Square) -> Verdict<'_> {
        let mut none = self.board.empty_set();
        self.check(position, &mut none)
    }

    fn check(&mut self, position: &Position, fixed: &mut SquareSet) -> Verdict<'_> {
        // Goals inside a corral must be filled only if there is a box for every goal.
        if position.boxes().len() < self.board.goals().len() {
            return Verdict::Unknown;
        }
        if self.has_dead_corral(position, fixed) {
            return Verdict::Dead(&self.pattern);
        }
        Verdict::Unknown
    }

    fn prepare(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        self.game.deadline = context.deadline();
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.cache.bytes() + self.game.bytes()
    }
}

const NODES: Param =
    Param::number("nodes", "positions to search for a new corral", 50.0, (0.0, 100_000.0));

pub(super) static ENTRY: DetectorEntry = DetectorEntry {
    name: "corral",
    title: "corrals whose boxes alone can neither open them nor reach goals",
    reference: "Junghanns 1999; Shoham, Festival; Sokoban wiki, corral deadlocks",
    params: &[NODES],
    claims: DetectorClaims::AT_EXPANSION,
    build: |task, _, params| {
        Box::new(CorralTest::new(&task.board, params.get(NODES.name) as usize))
    },
};

#[cfg(test)]
mod tests {
    use super::super::tests::assert_verdicts;
    use super::*;
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    const LEVELS: &[(&str, usize)] = &[
        // The goals are on the right, and the boxes can only go further in or block each other.
        ("########\n#  $   #\n# $##@.#\n####  .#\n########", 2),
        ("#######\n#  .  #\n#  .  #\n##$$###\n# @   #\n#######", 0),
        ("#######\n#  *@ #\n# *####\n#######", 0),
    ];

    #[test]
    fn corrals_that_cannot_be_opened() {
        assert_verdicts(|task| Box::new(CorralTest::new(&task.board, 50)), LEVELS);
    }

    #[test]
    fn without_effort_nothing_is_found() {
        let unknown: Vec<_> = LEVELS.iter().map(|&(text, _)| (text, 0)).collect();
        assert_verdicts(|task| Box::new(CorralTest::new(&task.board, 0)), &unknown);
    }

    #[test]
    fn a_fence_on_goals_is_not_enough_while_a_goal_inside_is_empty() {
        assert_verdicts(
            |task| Box::new(CorralTest::new(&task.board, 50)),
            &[
                ("######\n#.*###\n#*   #\n## $@#\n######", 3),
                // Here a box of the fence can be pushed in and another take its place.
                ("######\n#.*###\n#*   #\n#  $@#\n######", 0),
            ],
        );
    }

    #[test]
    fn a_cached_outcome_applies_only_to_its_corral() {
        let text = "######\n#.*###\n#*   #\n## $@#\n######";
        let level: Level = text.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let mut test = CorralTest::new(&board, 50);
        let none = board.empty_set();
        assert!(test.has_dead_corral(&start, &none) && test.has_dead_corral(&start, &none));
        // With a box on the goal inside there is no corral left.
        let goals: Vec<Square> = board.goals().iter().collect();
        let done = Position::new(&board, &goals, start.player());
        assert!(!test.has_dead_corral(&done, &none) && test.bytes() > 0);
    }
}
