//! The programs of the documents on the levels of the documents: SokoKids on the 61 Kids levels, KTH
//! on the boards of the course's server. The levels are not part of the project: they are read from
//! `shared/levels` beside the workspace, or from the folder that `HAKOOSHI_SHARED` names; without
//! them the tests are skipped with a message.
#![expect(clippy::print_stderr, reason = "a test that skips says so")]

use std::path::{Path, PathBuf};

use hakooshi_board::{compile, expand};
use hakooshi_level::{Level, verify};
use hakooshi_search::spec::{SearchSpec, TEXTBOOK};
use hakooshi_search::{Budget, Context, Objective, Silent, Stats, Task, Turn};
use hakooshi_testkit::collection;

/// The levels of a shared file; says so if there is none.
fn shared(file: &str) -> Option<Vec<Level>> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|it| it.join("shared"));
    let named = std::env::var_os("HAKOOSHI_SHARED").map(PathBuf::from);
    let mut folders = named.into_iter().chain(beside);
    let text = folders.find_map(|it| std::fs::read_to_string(it.join("levels").join(file)).ok());
    if text.is_none() {
        eprintln!("skipped: no shared levels found (set HAKOOSHI_SHARED)");
    }
    Some(collection::read(&text?).expect("levels"))
}

/// The pushes of a verified solution, and the counters of the search.
fn solve(spec: &str, level: &Level) -> (u32, Stats) {
    let parsed = SearchSpec::parse(spec, Objective::Pushes, &TEXTBOOK).expect("a spec");
    let (board, start) = compile(level).expect("a small level");
    let mut silent = Silent;
    let mut context = Context::new(Budget::default(), &mut silent);
    let task = Task::new(&board, &start).with_objective(Objective::Pushes);
    let turn = parsed.build(&task).turn(u64::MAX, &mut context);
    let Ok(Turn::Found(pushes)) = turn else { panic!("{spec} does not solve\n{level}") };
    let moves = expand(&board, &start, &pushes).expect("playable pushes");
    (verify(level, &moves).expect("a solution").score().pushes, context.stats)
}

#[test]
fn sokokids_keeps_about_as_many_states_as_the_report() {
    let Some(levels) = shared("kids_61.xsb") else { return };
    assert_eq!(levels.len(), 61);
    let mut stored = Vec::new();
    for (number, level) in levels.iter().enumerate() {
        let (pushes, stats) = solve("sokokids", level);
        stored.push(stats.stored);
        assert_eq!(solve("astar(pruning=[pi_corral])", level).0, pushes, "level {}", number + 1);
        let loose = solve("sokokids(h=manhattan_matching_count,pruning=[pi_corral])", level).0;
        let boxes = u32::try_from(level.boxes()).expect("a few");
        assert!((pushes..=pushes + boxes).contains(&loose), "level {}", number + 1);
        // The largest have hundreds of thousands of states.
        if ![57, 58, 61].contains(&(number + 1)) {
            for spec in ["bfs", "iddfs", "astar", "bidirectional", "sma", "idastar(space=pull)"] {
                assert_eq!(solve(spec, level).0, pushes, "{spec}, level {}", number + 1);
            }
        }
    }
    // 444,603 in the report, 76,644 of them for level 58.
    assert!((400_000..550_000).contains(&stored.iter().sum::<u64>()), "{stored:?}");
    assert!((70_000..80_000).contains(&stored[57]), "{stored:?}");
}

#[test]
fn each_column_of_sokokids_leaves_out_what_it_says_and_nothing_else() {
    // A box beside a bare wall: only the corners and walls say that it is lost there.
    let open: Level =
        "#######\n#     #\n# $ $ #\n#  @  #\n#. .  #\n#######".parse().expect("a level");
    let stored = |spec: &str| solve(spec, &open).1.stored;
    let everything = stored("sokokids");
    assert!(stored("sokokids(deadlocks=[freeze(dead_squares=off)])") > everything);
    assert!(stored("sokokids(duplicates=on)") > everything);
    let stats = solve("sokokids(deadlocks=[freeze(dead_squares=off)])", &open).1;
    assert!(stats.deadlocks.iter().all(|(test, _)| *test == "freeze"), "{stats:?}");
    assert_eq!(solve("sokokids(duplicates=on)", &open).1.duplicates, 0);
}

#[test]
fn the_program_of_kth_solves_the_boards_it_claims() {
    // Solved by two pushes that leave the player in the door, before two boxes on their goals.
    let behind_a_door: Level =
        "#########\n#  #    #\n#@$ .*  #\n#  #    #\n#########".parse().expect("a level");
    for spec in ["kth-astar", "kth-dfs"] {
        assert_eq!(solve(spec, &behind_a_door).0, 2, "{spec}");
    }
    let Some(levels) = shared("kth_2010_server_136.xsb") else { return };
    for level in &levels[..60] {
        let (_, stats) = solve("kth-astar", level);
        assert!(stats.expanded < 2_000_000, "{level}\n{}", stats.expanded);
    }
}
