//! The engines against brute force on tiny levels, and their solutions against every sound test.

use std::path::{Path, PathBuf};

use hakooshi_board::{Direction, Push, compile, expand};
use hakooshi_engines::{ALIASES, ALL, REGISTRY};
use hakooshi_level::{Level, verify};
use hakooshi_search::deadlocks::{self, Guard};
use hakooshi_search::spec::{Component, SearchSpec};
use hakooshi_search::{Budget, Context, Objective, Silent, Stop, Task, Turn};
use hakooshi_testkit::fixtures::FIXTURES;
use hakooshi_testkit::strategies::{Shape, random_level};
use hakooshi_testkit::{Oracle, Rng, State};

fn tiny_levels(count: usize) -> impl Iterator<Item = Level> {
    let mut rng = Rng::new(4242);
    let drawn = FIXTURES.iter().map(hakooshi_testkit::fixtures::Fixture::level);
    drawn.chain((0..count).map(move |_| random_level(&mut rng, Shape::TINY)))
}

/// Every engine and every named setting; a race has no default members, so it is given some.
fn specs() -> Vec<SearchSpec> {
    let names = ALL.iter().map(|entry| entry.name).chain(ALIASES.iter().map(|alias| alias.name));
    let names = names.filter(|&name| name != "race").chain(["fess+backward"]);
    names.map(spec).collect()
}

fn spec(text: &str) -> SearchSpec {
    SearchSpec::parse(text, Objective::Any, &REGISTRY).expect("a spec")
}

/// Searches a level for at most `nodes` expansions.
fn run(spec: &SearchSpec, level: &Level, nodes: u64) -> Option<(Task, Vec<Push>)> {
    let (board, start) = compile(level).ok()?;
    let mut silent = Silent;
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    let mut context = Context::new(budget, &mut silent);
    let task = Task::new(&board, &start);
    match spec.build(&task).turn(nodes, &mut context) {
        Ok(Turn::Found(pushes)) => {
            let moves = expand(&board, &start, &pushes).expect("playable");
            verify(level, &moves).expect("a solution");
            Some((task, pushes))
        }
        _ => None,
    }
}

#[test]
fn every_engine_is_right_and_complete() {
    let specs = specs();
    for level in tiny_levels(150) {
        let Ok(oracle) = Oracle::new(&level, 300_000) else { continue };
        let solvable = oracle.is_solvable(&State::start(&level));
        for spec in &specs {
            settles(spec, &level, solvable);
        }
    }
}

fn settles(spec: &SearchSpec, level: &Level, solvable: bool) {
    let (board, start) = compile(level).expect("a tiny level");
    let mut silent = Silent;
    let mut context = Context::new(Budget::default(), &mut silent);
    let mut search = spec.build(&Task::new(&board, &start));
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
        _ => assert!(!solvable || !spec.is_complete(), "{spec} gave up\n{level}"),
    }
}

/// Levels that suit a packing order: a goal room, filled from its far end.
#[test]
fn the_packing_order_fills_a_goal_room_with_few_positions() {
    let text = "############\n#      #...#\n# $ $  #...#\n#  $ $     #\n# $ $  #   #\n#  @   #####\n########";
    let level: Level = text.parse().expect("a level");
    assert!(run(&spec("packing"), &level, 2000).is_some());
}

/// Every solution found is replayed through every sound test, which may refuse none of its
/// positions.
#[test]
fn no_sound_rule_cuts_a_solution() {
    let levels = ["small", "medium", "hard"].map(hakooshi_testkit::collection::bundled);
    let (mut solved, specs) = (0, specs());
    for level in levels.into_iter().flatten().flatten() {
        for spec in &specs {
            let Some((task, pushes)) = run(spec, &level, 3000) else { continue };
            replay(&task, &pushes, &level);
            solved += 1;
        }
    }
    assert!(solved > 200, "only {solved} solutions were replayed");
}

/// The same with levels from `shared/levels`, if there are any.
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
    let specs = specs();
    for file in ["microban_1.xsb", "lts_dev/Holland_81.xsb", "lts_dev/Sasquatch_50.xsb"] {
        let text = std::fs::read_to_string(dir.join("levels").join(file)).expect("a file");
        let levels = hakooshi_testkit::collection::read(&text).expect("levels");
        for level in levels.into_iter().take(30) {
            for spec in &specs {
                if let Some((task, pushes)) = run(spec, &level, 300) {
                    replay(&task, &pushes, &level);
                }
            }
        }
    }
}

fn replay(task: &Task, pushes: &[Push], level: &Level) {
    // The table of triples takes too long to build on boards of this size.
    let sound = deadlocks::ALL.iter().filter(|it| it.claims.sound && it.name != "triples");
    let tests: Vec<_> = sound.map(|entry| Component::new(entry)).collect();
    let mut silent = Silent;
    let mut context = Context::new(Budget::default(), &mut silent);
    let mut guards = Direction::ALL.map(|direction| Guard::new(&tests, task, direction));
    for guard in &mut guards {
        guard.prepare(&mut context).expect("no limit");
        guard.count_expansion();
    }
    let mut position = task.start.clone();
    for &push in pushes {
        let _ = position.push(&task.board, push);
        let to = task.board.step(push.from, push.dir);
        for guard in &mut guards {
            assert_eq!(guard.after_move(&position, to), None, "cut in\n{level}");
            assert_eq!(guard.at_expansion(&position), None, "cut in\n{level}");
        }
    }
}

/// With little memory one search after another is dropped, and nothing is claimed without proof.
#[test]
fn turns_go_on_when_memory_is_short_and_prove_nothing_false() {
    let (rota, mut short) = (spec("rota"), 0);
    for level in hakooshi_testkit::collection::bundled("hard").expect("bundled") {
        let (board, start) = compile(&level).expect("a bundled level");
        for bytes in [20_000, 100_000, 400_000] {
            let mut silent = Silent;
            let budget = Budget { nodes: Some(5000), bytes: Some(bytes), ..Budget::default() };
            let mut context = Context::new(budget, &mut silent);
            let task = Task::new(&board, &start).with_memory(context.memory());
            match rota.build(&task).turn(u64::MAX, &mut context) {
                Ok(Turn::Found(pushes)) => {
                    let moves = expand(&board, &start, &pushes).expect("playable");
                    verify(&level, &moves).expect("a solution");
                }
                Ok(turn) => panic!("{turn:?} of a level that can be solved:\n{level}"),
                Err(stop) => short += usize::from(stop == Stop::Memory),
            }
        }
    }
    assert!(short > 0, "memory was never short");
}
