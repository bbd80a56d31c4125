//! The engines against brute force on tiny levels, and their solutions against every sound test.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hakooshi_board::{Board, Direction, Position, Push, compile, expand};
use hakooshi_engines::{Case, EngineEntry, Turn};
use hakooshi_level::{Level, verify};
use hakooshi_search::deadlocks::{self, Guard};
use hakooshi_search::spec::Component;
use hakooshi_search::{Budget, Context, Silent, Task};
use hakooshi_testkit::fixtures::FIXTURES;
use hakooshi_testkit::strategies::{Shape, random_level};
use hakooshi_testkit::{Oracle, Rng, State};

fn tiny_levels(count: usize) -> impl Iterator<Item = Level> {
    let mut rng = Rng::new(4242);
    let drawn = FIXTURES.iter().map(hakooshi_testkit::fixtures::Fixture::level);
    drawn.chain((0..count).map(move |_| random_level(&mut rng, Shape::TINY)))
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
    let task = Task::new(board, start);
    // The table of triples takes long on boards of this size.
    let sound = deadlocks::ALL.iter().filter(|it| it.claims.sound && it.name != "triples");
    let tests: Vec<_> = sound.map(|entry| Component::new(entry)).collect();
    let mut silent = Silent;
    let mut context = Context::new(Budget::default(), &mut silent);
    let mut guards = Direction::ALL.map(|direction| Guard::new(&tests, &task, direction));
    for guard in &mut guards {
        guard.prepare(&mut context).expect("no limit");
        guard.count();
    }
    let mut position = start.clone();
    for &push in pushes {
        let _ = position.push(board, push);
        let to = board.step(push.from, push.dir);
        for guard in &mut guards {
            assert_eq!(guard.after_move(&position, to), None, "cut in\n{level}");
            assert_eq!(guard.at_expansion(&position), None, "cut in\n{level}");
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
