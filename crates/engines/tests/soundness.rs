//! The sound rules of the engines against brute force on tiny levels.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hakooshi_board::analysis::{Distances, UNREACHABLE, live_squares};
use hakooshi_board::{Board, Position, Push, compile, expand};
use hakooshi_engines::battery::{Battery, Origin};
use hakooshi_engines::dead_sets::{DeadSets, Play};
use hakooshi_engines::{Case, EngineEntry, Turn};
use hakooshi_level::{Level, verify};
use hakooshi_search::deadlocks::{self, Verdict};
use hakooshi_search::spec::Params;
use hakooshi_search::{Budget, Context, Silent};
use hakooshi_testkit::fixtures::FIXTURES;
use hakooshi_testkit::perft::push_children;
use hakooshi_testkit::strategies::{Shape, random_level};
use hakooshi_testkit::{Oracle, Rng, State};

fn tiny_levels(count: usize) -> impl Iterator<Item = Level> {
    let mut rng = Rng::new(4242);
    let drawn = FIXTURES.iter().map(hakooshi_testkit::fixtures::Fixture::level);
    drawn.chain((0..count).map(move |_| random_level(&mut rng, Shape::TINY)))
}

fn position(board: &Arc<Board>, state: &State) -> Position {
    let boxes: Vec<_> = state.boxes.iter().map(|&cell| board.square_at(cell)).collect();
    Position::new(board, &boxes, board.square_at(state.player))
}

fn calls_dead(sets: &DeadSets, position: &Position) -> bool {
    position.boxes().iter().any(|&square| sets.is_dead_after(position, square))
}

#[test]
fn no_solvable_state_has_a_dead_set() {
    let mut rng = Rng::new(5);
    let mut found = 0;
    for level in tiny_levels(80) {
        let Ok(oracle) = Oracle::new(&level, 300_000) else { continue };
        let (board, start) = compile(&level).expect("a tiny level");
        let live = live_squares(&board);
        let sets = DeadSets::new(&board, &start, Play::Forward, &live, true);
        for state in oracle.sample(&mut rng, 400) {
            let position = position(&board, &state);
            if !position.boxes().iter().all(|&square| live.contains(square)) {
                continue;
            }
            let dead = calls_dead(&sets, &position);
            assert!(!dead || !oracle.is_solvable(&state), "{state:?} in\n{level}");
            found += usize::from(dead);
            // Two or three boxes are all there is: the tables then say all there is to say.
            if (2..=3).contains(&state.boxes.len()) {
                assert_eq!(dead, !oracle.is_solvable(&state), "{state:?} in\n{level}");
            }
        }
    }
    assert!(found > 100, "only {found} dead states were met");
}

#[test]
fn no_solvable_state_is_refused_by_the_battery() {
    let mut rng = Rng::new(6);
    let mut refused = std::collections::BTreeMap::<&str, usize>::new();
    for level in tiny_levels(150) {
        let Ok(oracle) = Oracle::new(&level, 300_000) else { continue };
        let (board, _) = compile(&level).expect("a tiny level");
        let mut battery = Battery::new(&board);
        for state in oracle.sample(&mut rng, 300) {
            let position = position(&board, &state);
            if let Some(test) = battery.refuses(&position) {
                assert!(!oracle.is_solvable(&state), "{test}: {state:?} in\n{level}");
                *refused.entry(test).or_default() += 1;
            }
        }
    }
    for test in ["bipartite", "finish", "corral"] {
        assert!(refused.get(test).is_some_and(|&count| count > 10), "{test}: {refused:?}");
    }
}

/// Every state that pushes can reach from the start, one player square per region.
fn reachable(level: &Level, most: usize) -> Option<BTreeSet<State>> {
    let normal = |state: State| {
        let first = state.reach(level).into_iter().next();
        first.map_or_else(|| state.clone(), |player| state.with_player(player))
    };
    let mut seen = BTreeSet::from([normal(State::start(level))]);
    let mut stack: Vec<State> = seen.iter().cloned().collect();
    while let Some(state) = stack.pop() {
        for child in push_children(level, &state) {
            let child = normal(child);
            if seen.insert(child.clone()) {
                stack.push(child);
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(seen)
}

#[test]
fn no_state_reachable_from_the_start_is_cut_backwards() {
    for level in tiny_levels(60) {
        let Some(states) = reachable(&level, 20_000) else { continue };
        let (board, start) = compile(&level).expect("a tiny level");
        let from = Distances::from_nearest(&board, start.boxes());
        let mut onto = board.empty_set();
        onto.extend(board.squares().filter(|&square| from.least(0, square) != UNREACHABLE));
        let sets = DeadSets::new(&board, &start, Play::Backward, &onto, true);
        let mut origin = Origin::new(&board, &start, &onto);
        for state in &states {
            let position = position(&board, state);
            assert!(position.boxes().iter().all(|&square| onto.contains(square)));
            assert!(!calls_dead(&sets, &position), "{state:?} in\n{level}");
            assert!(!origin.is_out_of_reach(&position), "{state:?} in\n{level}");
        }
    }
}

#[test]
fn states_that_cannot_have_come_from_the_start_are_found() {
    let mut rng = Rng::new(7);
    let mut found = 0;
    for level in tiny_levels(60) {
        let Ok(oracle) = Oracle::new(&level, 300_000) else { continue };
        let (board, start) = compile(&level).expect("a tiny level");
        let mut origin = Origin::new(&board, &start, &board.all_squares());
        let states = oracle.sample(&mut rng, 100);
        let positions = states.iter().map(|state| position(&board, state));
        found += positions.filter(|position| origin.is_out_of_reach(position)).count();
    }
    assert!(found > 100, "only {found} were found");
}

#[test]
fn every_engine_is_right_and_complete() {
    for level in tiny_levels(150) {
        let Ok(oracle) = Oracle::new(&level, 300_000) else { continue };
        let solvable = oracle.is_solvable(&State::start(&level));
        for entry in hakooshi_engines::ALL {
            settles(entry, &level, solvable);
        }
    }
}

fn settles(entry: &EngineEntry, level: &Level, solvable: bool) {
    let (board, start) = compile(level).expect("a tiny level");
    let mut silent = Silent;
    let mut context = Context::new(Budget::default(), &mut silent);
    let mut search = (entry.build)(&Case::new(&board, &start));
    let turn = loop {
        // Short turns, so that pausing is tested too.
        match search.turn(7, &mut context).expect("no limit") {
            Turn::Paused => {}
            other => break other,
        }
    };
    match turn {
        Turn::Found(pushes) => {
            let moves = expand(&board, &start, &pushes).expect("playable");
            verify(level, &moves).expect("a solution");
            assert!(solvable);
        }
        _ => assert!(!solvable || !entry.claims.complete, "{} gave up\n{level}", entry.name),
    }
}

/// Levels that the packing order is made for: a goal room, filled from its far end.
#[test]
fn the_packing_order_fills_a_goal_room_with_few_positions() {
    let text = "############\n#      #...#\n# $ $  #...#\n#  $ $     #\n# $ $  #   #\n#  @   #####\n########";
    let level: Level = text.parse().expect("a level");
    let (board, start) = compile(&level).expect("a small level");
    let mut silent = Silent;
    let budget = Budget { nodes: Some(2000), ..Budget::default() };
    let mut context = Context::new(budget, &mut silent);
    let mut search = hakooshi_engines::Packing::new(&Case::new(&board, &start));
    let turn = hakooshi_engines::Search::turn(&mut search, 2000, &mut context);
    let Ok(Turn::Found(pushes)) = turn else { panic!("{turn:?}") };
    let moves = expand(&board, &start, &pushes).expect("playable");
    verify(&level, &moves).expect("a solution");
}

/// Every solution found is replayed through every sound rule: none of its positions may be
/// cut.
#[test]
fn no_sound_rule_cuts_a_solution() {
    let levels = ["small", "medium", "hard"].map(hakooshi_testkit::collection::bundled);
    let mut solved = 0;
    for level in levels.into_iter().flatten().flatten() {
        let (board, start) = compile(&level).expect("a bundled level");
        for entry in hakooshi_engines::ALL {
            let mut silent = Silent;
            let budget = Budget { nodes: Some(3000), ..Budget::default() };
            let mut context = Context::new(budget, &mut silent);
            let turn = (entry.build)(&Case::new(&board, &start)).turn(3000, &mut context);
            let Ok(Turn::Found(pushes)) = turn else { continue };
            let moves = expand(&board, &start, &pushes).expect("playable");
            verify(&level, &moves).expect("a solution");
            replay(&board, &start, &pushes, &level);
            solved += 1;
        }
    }
    assert!(solved > 200, "only {solved} solutions were replayed");
}

/// The same with levels of others, where these are at hand.
#[test]
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn no_sound_rule_cuts_a_solution_of_a_shared_level() {
    let named = std::env::var_os("HAKOOSHI_SHARED").map(PathBuf::from);
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3);
    let beside = above.map(|above| above.join("shared"));
    let dirs = [named, beside];
    let Some(dir) = dirs.into_iter().flatten().find(|dir| dir.join("levels").is_dir()) else {
        eprintln!("skipped: no shared/levels; set HAKOOSHI_SHARED to try");
        return;
    };
    for file in ["microban_1.xsb", "lts_dev/Holland_81.xsb", "lts_dev/Sasquatch_50.xsb"] {
        let text = std::fs::read_to_string(dir.join("levels").join(file)).expect("a file");
        let levels = hakooshi_testkit::collection::read(&text).expect("levels");
        for level in levels.into_iter().take(30) {
            let Ok((board, start)) = compile(&level) else { continue };
            for entry in hakooshi_engines::ALL {
                let mut silent = Silent;
                let budget = Budget { nodes: Some(300), ..Budget::default() };
                let mut context = Context::new(budget, &mut silent);
                let turn = (entry.build)(&Case::new(&board, &start)).turn(300, &mut context);
                if let Ok(Turn::Found(pushes)) = turn {
                    replay(&board, &start, &pushes, &level);
                }
            }
        }
    }
}

fn replay(board: &Arc<Board>, start: &Position, pushes: &[Push], level: &Level) {
    let live = live_squares(board);
    let sets = DeadSets::new(board, start, Play::Forward, &live, false);
    let mut battery = Battery::new(board);
    let mut origin = Origin::new(board, start, &board.all_squares());
    let sound = deadlocks::ALL.iter().filter(|entry| entry.claims.sound);
    let mut detectors: Vec<_> =
        sound.map(|entry| (entry.name, (entry.build)(board, &Params::new(entry.params)))).collect();
    let mut position = start.clone();
    for &push in pushes {
        let _ = position.push(board, push);
        let to = board.step(push.from, push.dir);
        assert!(!calls_dead(&sets, &position), "cut by dead sets in\n{level}");
        assert_eq!(battery.refuses(&position), None, "refused in\n{level}");
        assert!(!origin.is_out_of_reach(&position), "cannot have come about in\n{level}");
        for (name, detector) in &mut detectors {
            let verdict = detector.check_after(&position, to);
            assert_eq!(verdict, Verdict::Unknown, "{name} in\n{level}");
        }
    }
}

/// With next to no memory one search after another makes room, and nothing is claimed that
/// was not shown.
#[test]
fn turns_go_on_when_memory_is_short_and_prove_nothing_false() {
    let rota = hakooshi_engines::ALL[0];
    let mut short = 0;
    for level in hakooshi_testkit::collection::bundled("hard").expect("bundled") {
        let (board, start) = compile(&level).expect("a bundled level");
        for bytes in [20_000, 100_000, 400_000] {
            let mut silent = Silent;
            let budget = Budget { nodes: Some(5000), bytes: Some(bytes), ..Budget::default() };
            let mut context = Context::new(budget, &mut silent);
            match (rota.build)(&Case::new(&board, &start)).turn(u64::MAX, &mut context) {
                Ok(Turn::Found(pushes)) => {
                    let moves = expand(&board, &start, &pushes).expect("playable");
                    verify(&level, &moves).expect("a solution");
                }
                Ok(turn) => panic!("{turn:?} of a level that can be solved:\n{level}"),
                Err(stop) => short += usize::from(stop == hakooshi_search::Stop::Memory),
            }
        }
    }
    assert!(short > 0, "memory was never short");
}
