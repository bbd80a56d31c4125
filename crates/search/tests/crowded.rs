//! Deadlock tests and heuristics in small crowded rooms: more boxes than other random levels have,
//! so that patterns of five and six boxes occur. Each test must find some deadlocks.

use hakooshi_board::{Direction, Position, compile};
use hakooshi_level::Level;
use hakooshi_search::deadlocks::{self, Detector, DetectorEntry, Explainer, Verdict};
use hakooshi_search::heuristics::{self, Aim, Heuristic};
use hakooshi_search::spec::Params;
use hakooshi_search::{Budget, Context, Silent, Task};
use hakooshi_testkit::strategies::{Shape, random_level};
use hakooshi_testkit::{Oracle, Rng, State};

const MOST: usize = 1_500_000;
const CROWDED: Shape = Shape { max_rows: 4, max_cols: 5, max_boxes: 6, wall_percent: 10 };

#[test]
fn every_sound_test_finds_deadlocks_and_no_others() {
    let mut rng = Rng::new(8);
    let forward = Direction::Forward;
    let sound = deadlocks::ALL.iter().filter(|entry| entry.claims.sound);
    let sound: Vec<_> = sound.filter(|entry| entry.claims.directions.contains(&forward)).collect();
    let mut found = vec![0; sound.len()];
    for _ in 0..120 {
        let level = random_level(&mut rng, CROWDED);
        let Ok(oracle) = Oracle::new(&level, MOST) else { continue };
        let (board, start) = compile(&level).expect("a tiny level");
        let task = Task::new(&board, &start);
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let mut explainer = Explainer::new(&board, &start);
        let mut alone: Vec<Option<Oracle>> = (0..=level.boxes()).map(|_| None).collect();
        let build = |entry: &&&DetectorEntry| {
            let mut test = (entry.build)(&task, forward, &Params::new(entry.params));
            test.prepare(&mut context).expect("no limit");
            test.count_expansion();
            test
        };
        let mut tests: Vec<_> = sound.iter().map(build).collect();
        for state in oracle.sample(&mut rng, 3000) {
            let boxes: Vec<_> = state.boxes.iter().map(|&cell| board.square_at(cell)).collect();
            let position = Position::new(&board, &boxes, board.square_at(state.player));
            let solvable = oracle.is_solvable(&state);
            for ((test, entry), found) in tests.iter_mut().zip(&sound).zip(&mut found) {
                if let Verdict::Dead(pattern) = test.check(&position, &mut board.empty_set()) {
                    assert!(!solvable, "{} calls {state:?} dead in\n{level}", entry.name);
                    *found += 1;
                    let mut pattern: Vec<_> =
                        pattern.iter().map(|&square| board.cell(square)).collect();
                    pattern.sort_unstable();
                    pattern.dedup();
                    let truth = alone[pattern.len()].get_or_insert_with(|| {
                        Oracle::with_boxes(&level, pattern.len(), MOST).expect("fewer boxes")
                    });
                    let part = State::new(pattern, state.player);
                    assert!(
                        !truth.is_solvable(&part),
                        "{} blames {part:?} in\n{level}",
                        entry.name
                    );
                }
            }
            assert!(!solvable || explainer.explain(&position).is_none());
        }
    }
    for (entry, found) in sound.iter().zip(found) {
        assert!(found >= 20, "{} found only {found} deadlocks", entry.name);
    }
}

/// Rooms whose goals lie in line, so that adjacent boxes are in conflict.
const IN_LINE: [&str; 4] = [
    "########\n#      #\n#      #\n#@ $$..#\n#      #\n#      #\n########",
    "#######\n#  @  #\n#     #\n#  $  #\n#  $  #\n#  .  #\n#  .  #\n#######",
    "########\n#      #\n#      #\n#@$$$  #\n#   ...#\n#      #\n########",
    "########\n#   ####\n#      #\n#@$$ ..#\n#  #   #\n#  #####\n########",
];

#[test]
fn estimates_hold_where_boxes_are_in_each_others_way() {
    let mut rng = Rng::new(10);
    let drawn = IN_LINE.map(|text| text.parse::<Level>().expect("a level"));
    let random: Vec<Level> = (0..40).map(|_| random_level(&mut rng, CROWDED)).collect();
    let mut raised = 0;
    for level in drawn.into_iter().chain(random) {
        let Ok(oracle) = Oracle::new(&level, MOST) else { continue };
        let (board, _) = compile(&level).expect("a tiny level");
        let aim = Aim::goals(&board);
        let mut plain = heuristics::Matching::new(&aim);
        let admissible = heuristics::ALL.iter().filter(|entry| entry.claims.admissible);
        let mut estimates: Vec<_> = admissible
            .map(|entry| (entry.name, (entry.build)(&aim, &Params::new(entry.params))))
            .collect();
        for state in oracle.sample(&mut rng, 4000) {
            let Some(exact) = oracle.pushes(&state) else { continue };
            let boxes: Vec<_> = state.boxes.iter().map(|&cell| board.square_at(cell)).collect();
            let position = Position::new(&board, &boxes, board.square_at(state.player));
            let matching = plain.estimate(&position);
            for (name, heuristic) in &mut estimates {
                let estimate = heuristic.estimate(&position);
                let holds = estimate.is_some_and(|estimate| estimate <= exact);
                assert!(
                    holds,
                    "{name} estimates {estimate:?}, exact is {exact}: {state:?} in\n{level}"
                );
                raised += u32::from(*name == "matching_linear" && estimate > matching);
            }
        }
    }
    assert!(raised > 50, "only {raised} linear conflicts occurred");
}

#[test]
fn windows_of_every_size_are_sound() {
    let mut rng = Rng::new(9);
    for _ in 0..15 {
        let level = random_level(&mut rng, CROWDED);
        let Ok(oracle) = Oracle::new(&level, MOST) else { continue };
        let (board, _) = compile(&level).expect("a tiny level");
        let states = oracle.sample(&mut rng, 500);
        for (width, height) in [(2, 2), (3, 2), (4, 3), (5, 2), (5, 4)] {
            let mut test = deadlocks::Table::new(&board, width, height);
            for state in &states {
                let boxes: Vec<_> = state.boxes.iter().map(|&cell| board.square_at(cell)).collect();
                let position = Position::new(&board, &boxes, board.square_at(state.player));
                let dead = test.check(&position, &mut board.empty_set()).is_dead();
                assert!(
                    !dead || !oracle.is_solvable(state),
                    "a window of {width}x{height} calls {state:?} dead in\n{level}"
                );
            }
        }
    }
}
