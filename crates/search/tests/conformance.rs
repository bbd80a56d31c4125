//! Every claim of every registered component against brute force, on drawn and random tiny
//! levels. A new component is under test as soon as it is in its registry.

use std::sync::Arc;

use hakooshi_board::{Board, Position, Reach, compile, expand, movegen};
use hakooshi_level::{Level, verify};
use hakooshi_search::deadlocks::{self, Verdict};
use hakooshi_search::heuristics::{self, Aim};
use hakooshi_search::spec::{Params, Plan, SPACES};
use hakooshi_search::{Budget, Context, Objective, Raw, Silent, Stats, algorithms};
use hakooshi_testkit::fixtures::FIXTURES;
use hakooshi_testkit::strategies::{Shape, random_level};
use hakooshi_testkit::{Oracle, Rng, State};

/// States that the oracle may have to hold for one level.
const MOST: usize = 400_000;

fn tiny_levels(count: usize) -> impl Iterator<Item = Level> {
    let mut rng = Rng::new(77);
    let drawn = FIXTURES.iter().map(hakooshi_testkit::fixtures::Fixture::level);
    drawn.chain((0..count).map(move |_| random_level(&mut rng, Shape::TINY)))
}

fn position(board: &Arc<Board>, state: &State) -> Position {
    let boxes: Vec<_> = state.boxes.iter().map(|&cell| board.square_at(cell)).collect();
    Position::new(board, &boxes, board.square_at(state.player))
}

fn state(board: &Board, position: &Position) -> State {
    let boxes = position.boxes().iter().map(|&square| board.cell(square)).collect();
    State::new(boxes, board.cell(position.player()))
}

fn run(spec: &str, level: &Level, objective: Objective) -> (Raw, Stats, Option<u32>) {
    let plan = Plan::parse(spec, objective).expect("a spec");
    let (board, start) = compile(level).expect("a tiny level");
    let mut silent = Silent;
    let mut context = Context::new(Budget::default(), &mut silent);
    let raw = (plan.algorithm.entry.build)(&plan, &board, &start, objective, &mut context);
    let bound = context.bound().first();
    (raw, context.stats, Some(bound))
}

#[test]
fn heuristics_never_overestimate_and_never_bury_the_living() {
    let mut rng = Rng::new(1);
    for level in tiny_levels(60) {
        let Ok(oracle) = Oracle::new(&level, MOST) else { continue };
        let (board, _) = compile(&level).expect("a tiny level");
        for entry in heuristics::ALL.iter().filter(|entry| entry.claims.admissible) {
            let mut heuristic = (entry.build)(&Aim::goals(&board), &Params::new(entry.params));
            for state in oracle.sample(&mut rng, 400) {
                let estimate = heuristic.estimate(&position(&board, &state));
                match (estimate, oracle.pushes(&state)) {
                    (Some(estimate), Some(exact)) => assert!(
                        estimate <= exact,
                        "{} says {estimate}, true is {exact}: {state:?} in\n{level}",
                        entry.name
                    ),
                    (None, Some(exact)) => {
                        panic!("{} buries a position {exact} pushes away: {state:?}", entry.name)
                    }
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn heuristics_of_fewer_boxes_hold_too() {
    let mut rng = Rng::new(9);
    for level in tiny_levels(40).filter(|level| level.boxes() > 1) {
        let Ok(oracle) = Oracle::with_boxes(&level, level.boxes() - 1, MOST) else { continue };
        let (board, _) = compile(&level).expect("a tiny level");
        for entry in heuristics::ALL.iter().filter(|entry| entry.claims.admissible) {
            let mut heuristic = (entry.build)(&Aim::goals(&board), &Params::new(entry.params));
            for state in oracle.sample(&mut rng, 100) {
                if let Some(exact) = oracle.pushes(&state) {
                    let estimate = heuristic.estimate(&position(&board, &state));
                    assert!(estimate.is_some_and(|estimate| estimate <= exact), "{}", entry.name);
                }
            }
        }
    }
}

/// Follows random pushes and compares, for each child, the estimate kept up from its parent
/// with the one from scratch; and that it drops by at most the one push.
#[test]
fn kept_estimates_equal_fresh_ones_and_are_consistent() {
    let mut rng = Rng::new(2);
    for level in tiny_levels(80) {
        let (board, start) = compile(&level).expect("a tiny level");
        let all = board.all_squares();
        let mut reach = Reach::new(&board);
        for entry in heuristics::ALL {
            let mut kept = (entry.build)(&Aim::goals(&board), &Params::new(entry.params));
            let mut fresh = (entry.build)(&Aim::goals(&board), &Params::new(entry.params));
            let mut position = start.clone();
            for _ in 0..20 {
                let parent = kept.expand(&position);
                assert_eq!(parent, fresh.estimate(&position));
                reach.fill(&board, &position);
                let mut pushes = Vec::new();
                movegen::pushes(&board, &position, &reach, &all, &mut pushes);
                for &push in &pushes {
                    let undo = position.push(&board, push);
                    let moved = position.box_index(board.step(push.from, push.dir));
                    let child = kept.child(&position, moved);
                    if entry.claims.positional {
                        assert_eq!(child, fresh.estimate(&position), "{} in\n{level}", entry.name);
                    }
                    if let (true, Some(parent), Some(child)) =
                        (entry.claims.consistent, parent, child)
                    {
                        assert!(parent <= child + 1, "{} is not consistent", entry.name);
                    }
                    position.unpush(&board, undo);
                }
                let Some(&push) = rng.pick(&pushes) else { break };
                let _ = position.push(&board, push);
            }
        }
    }
}

#[test]
fn detectors_are_sound_and_their_patterns_alone_are_dead() {
    let mut rng = Rng::new(3);
    let mut found = 0;
    for level in tiny_levels(80) {
        let Ok(oracle) = Oracle::new(&level, MOST) else { continue };
        let (board, _) = compile(&level).expect("a tiny level");
        for entry in deadlocks::ALL.iter().filter(|entry| entry.claims.sound) {
            let mut detector = (entry.build)(&board, &Params::new(entry.params));
            for state in oracle.sample(&mut rng, 300) {
                let position = position(&board, &state);
                if detector.check(&position) != Verdict::Dead {
                    continue;
                }
                found += 1;
                assert!(
                    !oracle.is_solvable(&state),
                    "{} calls {state:?} dead in\n{level}",
                    entry.name
                );
                let mut pattern = detector.pattern().to_vec();
                pattern.sort_unstable();
                pattern.dedup();
                assert!(pattern.iter().all(|&square| position.has_box(square)));
                let part = Position::new(&board, &pattern, position.player());
                let alone = Oracle::with_boxes(&level, pattern.len(), MOST).expect("fewer boxes");
                assert!(
                    !alone.is_solvable(&self::state(&board, &part)),
                    "{} blames {pattern:?} of {state:?} in\n{level}",
                    entry.name
                );
            }
        }
    }
    assert!(found > 100, "only {found} deadlocks were met: the test has lost its teeth");
}

/// Every algorithm in every space with every heuristic, with and without pruning.
fn every_spec() -> Vec<String> {
    let mut specs = Vec::new();
    for algorithm in algorithms::ALL {
        for space in SPACES {
            for heuristic in heuristics::ALL {
                for tests in ["[]", "[dead_squares]", "[dead_squares,freeze]"] {
                    specs.push(format!(
                        "{}(space={},h={},deadlocks={tests})",
                        algorithm.name, space.name, heuristic.name
                    ));
                }
            }
        }
    }
    specs
}

#[test]
fn answers_are_right_optimal_where_promised_and_the_same_every_time() {
    let specs = every_spec();
    for (number, level) in tiny_levels(40).enumerate() {
        let Ok(oracle) = Oracle::new(&level, MOST) else { continue };
        let start = State::start(&level);
        let (board, position) = compile(&level).expect("a tiny level");
        // All specs on the drawn levels would take minutes; each meets every sixth level.
        for spec in specs.iter().skip(number % 6).step_by(6) {
            for objective in Objective::ALL {
                let plan = Plan::parse(spec, objective).expect("a spec");
                let guarantee = plan.guarantee(objective);
                let objective = if guarantee == Objective::Any { objective } else { guarantee };
                let (raw, stats, bound) = run(spec, &level, objective);
                match &raw {
                    Raw::Found(pushes) => {
                        let moves = expand(&board, &position, pushes).expect("playable pushes");
                        let score = verify(&level, &moves).expect("a solution").score();
                        let best = oracle.push_optimum(&start).expect("it was solved");
                        let least = oracle.move_optimum(&start).expect("it was solved");
                        let as_promised = match guarantee {
                            Objective::Any => true,
                            Objective::Pushes => score.pushes == best.pushes,
                            Objective::PushesMoves => {
                                (score.pushes, score.moves) == (best.pushes, best.moves)
                            }
                            Objective::Moves => score.moves == least.moves,
                            Objective::MovesPushes => {
                                (score.moves, score.pushes) == (least.moves, least.pushes)
                            }
                        };
                        assert!(as_promised, "{spec} for {objective:?}: {moves} in\n{level}");
                        if guarantee == Objective::Pushes {
                            assert!(bound <= Some(best.pushes));
                        }
                    }
                    Raw::Exhausted => {
                        assert!(
                            !plan.is_complete() || !oracle.is_solvable(&start),
                            "{spec} gives up\n{level}"
                        );
                    }
                    Raw::Stopped(stop) => panic!("{spec} stopped for {stop:?} without a limit"),
                }
                let again = run(spec, &level, objective);
                assert_eq!((&raw, &stats), (&again.0, &again.1), "{spec} differs from itself");
            }
        }
    }
}

#[test]
fn limits_are_kept_to_the_node_and_byte() {
    let level: Level =
        "########\n#      #\n# $ $  #\n#   @  #\n#  ..  #\n########".parse().expect("a level");
    let (board, start) = compile(&level).expect("a tiny level");
    for spec in ["bfs", "ucs", "astar(h=zero)", "greedy(h=zero)", "bfs(space=step)"] {
        let plan = Plan::parse(spec, Objective::Pushes).expect("a spec");
        let run = |budget: Budget| {
            let mut silent = Silent;
            let mut context = Context::new(budget, &mut silent);
            let raw = (plan.algorithm.entry.build)(
                &plan,
                &board,
                &start,
                Objective::Pushes,
                &mut context,
            );
            (raw, context.stats)
        };
        let (_, free) = run(Budget::default());
        assert!(free.expanded > 5, "{spec} needs a larger level");
        let (raw, stats) = run(Budget { nodes: Some(5), ..Budget::default() });
        assert_eq!(raw, Raw::Stopped(hakooshi_search::Stop::Nodes));
        assert_eq!(stats.expanded, 5);
        let (raw, stats) = run(Budget { bytes: Some(1000), ..Budget::default() });
        assert_eq!(raw, Raw::Stopped(hakooshi_search::Stop::Memory));
        assert!(stats.peak_bytes <= 1000);
        let cancelled = Budget::default();
        cancelled.cancel.cancel();
        assert_eq!(run(cancelled).0, Raw::Stopped(hakooshi_search::Stop::Cancelled));
        let now = Budget { time: Some(std::time::Duration::ZERO), ..Budget::default() };
        assert_eq!(run(now).0, Raw::Stopped(hakooshi_search::Stop::Time));
    }
}
