//! The oracle against hand-counted answers and against a forward search that shares nothing
//! with it but the rules.

use std::collections::{BTreeMap, VecDeque};

use hakooshi_level::{Cell, Dir, Level};
use hakooshi_testkit::fixtures::fixture;
use hakooshi_testkit::strategies::{Shape, random_level};
use hakooshi_testkit::{Cost, Oracle, Rng, State, TooLarge, replay};

fn level(text: &str) -> Level {
    text.parse().expect("the level in the test is valid")
}

#[test]
fn two_boxes_side_by_side_can_be_counted_by_hand() {
    let level = level("######\n#@ $.#\n#  $.#\n######\n");
    let oracle = Oracle::new(&level, 10_000).expect("tiny");
    let start = State::start(&level);
    assert_eq!(oracle.push_optimum(&start), Some(Cost { pushes: 2, moves: 5 }));
    assert_eq!(oracle.move_optimum(&start), Some(Cost { pushes: 2, moves: 5 }));
}

#[test]
fn least_pushes_and_least_moves_can_be_different_solutions() {
    let level = fixture("more_pushes_fewer_moves").expect("drawn").level();
    let oracle = Oracle::new(&level, 10_000).expect("tiny");
    let start = State::start(&level);
    assert_eq!(oracle.push_optimum(&start), Some(Cost { pushes: 3, moves: 16 }));
    assert_eq!(oracle.move_optimum(&start), Some(Cost { pushes: 7, moves: 14 }));
}

#[test]
fn a_cornered_box_is_beyond_help_and_fewer_boxes_need_not_fill_the_goals() {
    let level = level("######\n#@   #\n# $$ #\n# .. #\n######\n");
    let one = Oracle::with_boxes(&level, 1, 10_000).expect("tiny");
    let corner = State::new(vec![Cell::new(1, 4)], Cell::new(1, 1));
    assert!(!one.is_solvable(&corner));
    let on_goal = State::new(vec![Cell::new(3, 2)], Cell::new(1, 1));
    assert_eq!(one.pushes(&on_goal), Some(0));
    let none = Oracle::with_boxes(&level, 0, 10_000).expect("tiny");
    assert!(none.states().all(|state| none.moves(&state) == Some(0)));
    assert_eq!(none.states().count(), 12);
}

#[test]
fn limits_are_kept() {
    let level = level("######\n#@ $.#\n#  $.#\n######\n");
    assert_eq!(Oracle::new(&level, 100).err(), Some(TooLarge { cells: 8, boxes: 2, limit: 100 }));
    assert!(Oracle::new(&level, 28 * 8).is_ok());
    assert_eq!(Oracle::with_boxes(&level, 9, 100).map(|all| all.states().count()), Ok(0));
}

#[test]
#[should_panic(expected = "not a state of 1 boxes")]
fn a_question_about_another_number_of_boxes_is_refused() {
    let level = level("#####\n#@$.#\n#####\n");
    let oracle = Oracle::new(&level, 100).expect("tiny");
    oracle.is_solvable(&State::new(vec![], Cell::new(1, 1)));
}

/// Least pushes from every state met going forward from `start`, by repeated relaxation over
/// the recorded edges: as different from Dijkstra backward as can be.
fn forward_truth(level: &Level, start: State) -> BTreeMap<State, (Option<u32>, Option<u32>)> {
    let mut edges: BTreeMap<State, Vec<(State, bool)>> = BTreeMap::new();
    let mut waiting = VecDeque::from([start]);
    while let Some(state) = waiting.pop_front() {
        if edges.contains_key(&state) {
            continue;
        }
        let next: Vec<_> = Dir::ALL.into_iter().filter_map(|dir| state.step(level, dir)).collect();
        waiting.extend(next.iter().map(|(next, _)| next.clone()));
        edges.insert(state, next);
    }
    let solved = |state: &State| state.is_solved(level).then_some(0);
    let mut truth: BTreeMap<State, (Option<u32>, Option<u32>)> =
        edges.keys().map(|state| (state.clone(), (solved(state), solved(state)))).collect();
    loop {
        let mut changed = false;
        for (state, nexts) in &edges {
            let mut best = truth[state];
            for (next, pushed) in nexts {
                let (pushes, moves) = truth[next];
                let longer = (pushes.map(|n| n + u32::from(*pushed)), moves.map(|n| n + 1));
                best.0 = best.0.into_iter().chain(longer.0).min();
                best.1 = best.1.into_iter().chain(longer.1).min();
            }
            changed |= truth.insert(state.clone(), best) != Some(best);
        }
        if !changed {
            return truth;
        }
    }
}

#[test]
fn forward_relaxation_agrees_on_random_levels() {
    let mut solvable = 0;
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let shape = Shape { max_rows: 4, max_cols: 4, max_boxes: 2, wall_percent: 15 };
        let level = random_level(&mut rng, shape);
        let oracle = Oracle::new(&level, 1_000_000).expect("tiny");
        for (state, (pushes, moves)) in forward_truth(&level, State::start(&level)) {
            assert_eq!(oracle.pushes(&state), pushes, "seed {seed} {state:?}\n{level}");
            assert_eq!(oracle.moves(&state), moves, "seed {seed} {state:?}\n{level}");
        }
        solvable += u32::from(oracle.is_solvable(&State::start(&level)));
    }
    assert!((10..55).contains(&solvable), "{solvable} of 60: the sample proves little");
}

#[test]
fn solutions_cost_what_was_promised() {
    for seed in 100..140 {
        let mut rng = Rng::new(seed);
        let shape = Shape { max_rows: 4, max_cols: 5, max_boxes: 3, wall_percent: 10 };
        let level = random_level(&mut rng, shape);
        let oracle = Oracle::new(&level, 1_000_000).expect("tiny");
        let start = State::start(&level);
        let Some(letters) = oracle.push_solution(&start) else {
            assert!(!oracle.is_solvable(&start) && oracle.move_solution(&start).is_none());
            continue;
        };
        let by_pushes = oracle.push_optimum(&start).expect("solvable");
        let by_moves = oracle.move_optimum(&start).expect("solvable");
        assert_eq!(replay(&level, &letters), Ok(by_pushes), "seed {seed}");
        let letters = oracle.move_solution(&start).expect("solvable");
        assert_eq!(replay(&level, &letters), Ok(by_moves), "seed {seed}");
        assert!(by_pushes.pushes <= by_moves.pushes && by_moves.moves <= by_pushes.moves);
    }
}

#[test]
fn samples_are_states_and_follow_the_seed() {
    let level = level("######\n#@ $.#\n#  $.#\n######\n");
    let oracle = Oracle::new(&level, 10_000).expect("tiny");
    let states = oracle.sample(&mut Rng::new(3), 50);
    assert_eq!(states.len(), 50);
    assert!(states.iter().all(|state| oracle.knows(state)));
    assert_eq!(states, oracle.sample(&mut Rng::new(3), 50));
    assert_eq!(oracle.states().count(), 28 * 6);
    assert!(oracle.solvable_states().all(|state| oracle.is_solvable(&state)));
    let full = Oracle::with_boxes(&level, 8, 10_000).expect("tiny");
    assert!(full.sample(&mut Rng::new(3), 5).is_empty(), "no cell is left for the player");
}
