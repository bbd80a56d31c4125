//! For every claim that a component does *not* make there is a counterexample, found by brute
//! force.

use std::sync::Arc;

use hakooshi_board::{Board, Direction, Position, Push, compile};
use hakooshi_level::{Dir, Level};
use hakooshi_search::deadlocks::{self, DetectorEntry};
use hakooshi_search::heuristics::{self, Aim, Heuristic, HeuristicEntry};
use hakooshi_search::spec::Params;
use hakooshi_search::{Budget, Context, Silent, Task};
use hakooshi_testkit::fixtures::FIXTURES;
use hakooshi_testkit::strategies::{Shape, random_level};
use hakooshi_testkit::{Oracle, Reachable, Rng, State};

const MOST: usize = 400_000;

/// Six moves, all pushes, solve it; greedy matching estimates eight.
const GREEDY_GOES_WRONG: &str = "
#######
#   . #
#     #
#     #
#   $ #
#@$  .#
#######";

/// Both boxes in front of the door are on goals.
const DOOR_AT_HOME: &str = "
########
#   ## #
#    **#
#  @## #
########";

fn levels() -> impl Iterator<Item = Level> {
    let mut rng = Rng::new(5);
    let drawn = FIXTURES.iter().map(|fixture| fixture.text);
    let drawn = drawn.chain([GREEDY_GOES_WRONG, DOOR_AT_HOME]);
    let drawn = drawn.map(|text| text.trim_start_matches('\n').parse().expect("a level"));
    drawn.chain((0..60).map(move |_| random_level(&mut rng, Shape::TINY)))
}

fn position(board: &Arc<Board>, state: &State) -> Position {
    let boxes: Vec<_> = state.boxes.iter().map(|&cell| board.square_at(cell)).collect();
    Position::new(board, &boxes, board.square_at(state.player))
}

/// Drawn and random states of small levels, each with its oracle.
fn any_state(
    mut is_counterexample: impl FnMut(&Arc<Board>, &Position, &Oracle, &State) -> bool,
) -> bool {
    let mut rng = Rng::new(6);
    for level in levels() {
        let Ok(oracle) = Oracle::new(&level, MOST) else { continue };
        let (board, _) = compile(&level).expect("a tiny level");
        let mut states = vec![State::start(&level)];
        states.extend(oracle.sample(&mut rng, 200));
        for state in states {
            let position = position(&board, &state);
            if is_counterexample(&board, &position, &oracle, &state) {
                return true;
            }
        }
    }
    false
}

fn build(entry: &HeuristicEntry, board: &Arc<Board>) -> Box<dyn Heuristic> {
    (entry.build)(&Aim::goals(board), &Params::new(entry.params))
}

/// Estimates of the position and of each child by a push of a box next to the player.
fn children(
    heuristic: &mut dyn Heuristic,
    board: &Board,
    position: &Position,
) -> Vec<(Position, Option<u32>)> {
    let mut found = Vec::new();
    let _ = heuristic.expand(position);
    for dir in Dir::ALL {
        let push = Push { from: board.step(position.player(), dir), dir };
        if position.can_push(board, push) {
            let mut child = position.clone();
            let _ = child.push(board, push);
            let moved = child.box_index(board.step(push.from, dir));
            let estimate = heuristic.child(&child, moved);
            found.push((child, estimate));
        }
    }
    found
}

#[test]
fn heuristics_not_claimed_admissible_overestimate_pushes_and_moves() {
    for entry in heuristics::ALL.iter().filter(|entry| !entry.claims.admissible) {
        let exceeds = |cost: fn(&Oracle, &State) -> Option<u32>| {
            any_state(|board, position, oracle, state| {
                let estimate = build(entry, board).estimate(position);
                estimate > cost(oracle, state) && cost(oracle, state).is_some()
            })
        };
        assert!(exceeds(Oracle::pushes), "{} never overestimates pushes", entry.name);
        assert!(exceeds(Oracle::moves), "{} never overestimates moves", entry.name);
    }
}

#[test]
fn heuristics_not_claimed_consistent_fall_by_more_than_a_push() {
    // What an estimate learns between parent and child decides whether it falls.
    let fixed = heuristics::ALL.iter().filter(|entry| !entry.claims.learns);
    for entry in fixed.filter(|entry| !entry.claims.consistent) {
        let drops = any_state(|board, position, _, _| {
            let mut heuristic = build(entry, board);
            let parent = heuristic.estimate(position);
            children(&mut *heuristic, board, position).iter().any(|(_, child)| {
                matches!((parent, child), (Some(parent), Some(child)) if parent > child + 1)
            })
        });
        assert!(drops, "no counterexample: {} seems consistent", entry.name);
    }
}

#[test]
fn heuristics_not_claimed_positional_depend_on_the_last_push() {
    let fixed = heuristics::ALL.iter().filter(|entry| !entry.claims.learns);
    for entry in fixed.filter(|entry| !entry.claims.positional) {
        let differs = any_state(|board, position, _, _| {
            let found = children(&mut *build(entry, board), board, position);
            found.iter().any(|(child, kept)| build(entry, board).estimate(child) != *kept)
        });
        assert!(differs, "no counterexample: {} seems positional", entry.name);
    }
}

#[test]
fn heuristics_not_claimed_safe_call_solvable_positions_dead() {
    for entry in heuristics::ALL.iter().filter(|entry| !entry.claims.safe) {
        let errs = any_state(|board, position, oracle, state| {
            oracle.is_solvable(state) && build(entry, board).estimate(position).is_none()
        });
        assert!(errs, "no counterexample: {} seems safe", entry.name);
    }
}

#[test]
fn tests_not_claimed_sound_call_solvable_positions_dead_in_every_direction() {
    let calls_dead = |entry: &DetectorEntry, direction, task: &Task, position: &Position| {
        let mut test = (entry.build)(task, direction, &Params::new(entry.params));
        let mut silent = Silent;
        test.prepare(&mut Context::new(Budget::default(), &mut silent)).expect("no limit");
        test.count_expansion();
        test.check(position, &mut task.board.empty_set()).is_dead()
    };
    for entry in deadlocks::ALL.iter().filter(|entry| !entry.claims.sound) {
        for &direction in entry.claims.directions {
            let errs = match direction {
                Direction::Forward => any_state(|board, position, oracle, state| {
                    oracle.is_solvable(state)
                        && calls_dead(entry, direction, &Task::new(board, position), position)
                }),
                Direction::Backward => levels().any(|level| {
                    let (board, start) = compile(&level).expect("a tiny level");
                    let task = Task::new(&board, &start);
                    let reached = Reachable::new(&level, [State::start(&level)], MOST);
                    reached
                        .iter()
                        .flat_map(Reachable::states)
                        .any(|state| calls_dead(entry, direction, &task, &position(&board, state)))
                }),
            };
            assert!(errs, "no counterexample: {} {direction:?} seems sound", entry.name);
        }
    }
}
