//! The SMT planners with a real solver, if one is installed, and with false ones.

use std::path::PathBuf;

use hakooshi_level::Level;
use hakooshi_search::{Budget, Context, Silent, Stop, Turn};
use hakooshi_testkit::{Oracle, State};

use crate::common::{plan, plan_by, planner, skipped, tiny_levels, verified, verified_by};

fn is_missing(reason: &str) -> bool {
    reason.starts_with("no SMT solver")
}

/// Whether a solver is there. The run of all tests brings one; by hand, there may be none.
fn solver() -> bool {
    let level: Level = "#####\n#@$.#\n#####".parse().expect("a level");
    match plan("smt-bv", &level, Budget::default()) {
        Ok(Turn::Failed(reason)) if is_missing(&reason) => {
            skipped("no SMT solver is installed (pip install z3-solver)");
            false
        }
        other => {
            assert!(matches!(other, Ok(Turn::Found(_))), "{other:?}");
            true
        }
    }
}

#[test]
fn both_theories_find_the_fewest_moves() {
    if !solver() {
        return;
    }
    let mut tried = 0;
    for level in tiny_levels(11, 40) {
        let Ok(oracle) = Oracle::new(&level, 50_000) else { continue };
        let Some(moves) = oracle.moves(&State::start(&level)).filter(|&it| (2..=7).contains(&it))
        else {
            continue;
        };
        for spec in ["smt-bv", "bankovic-bv", "smt-lia", "bankovic-lia"] {
            assert_eq!(verified(spec, &level).map(|it| it.0), Some(moves), "{spec}\n{level}");
        }
        for spec in ["smt-bv(pushes=on)", "smt-lia(pushes=on)", "bankovic-bv(pushes=on)"] {
            let pushes = verified(spec, &level).map(|it| it.1);
            assert_eq!(pushes, oracle.pushes(&State::start(&level)), "{spec}\n{level}");
        }
        tried += 1;
        if tried == 4 {
            break;
        }
    }
    assert!(tried > 1, "{tried} levels");
}

#[test]
fn no_switch_changes_the_answer() {
    if !solver() {
        return;
    }
    let level: Level = "######\n#@ ###\n# $  #\n#  $.#\n#.   #\n######".parse().expect("a level");
    let oracle = Oracle::new(&level, 50_000).expect("small");
    let moves = oracle.moves(&State::start(&level));
    assert!(moves.is_some());
    for theory in ["smt-bv", "smt-lia"] {
        for switch in ["dead_squares", "dead_pairs", "distances", "walks", "no_return", "bound"] {
            let spec = format!("{theory}({switch}=off)");
            assert_eq!(verified(&spec, &level).map(|it| it.0), moves, "{spec}");
        }
    }
    // Coordinates are slow, so on what takes three moves, but with every other switch on.
    let level: Level = "#######\n#@ $ .#\n#######".parse().expect("a level");
    for spec in ["smt-bv(cells=off)", "smt-lia(cells=off)"] {
        assert_eq!(verified(spec, &level), Some((3, 2)), "{spec}");
    }
}

/// The scripts are SMT-LIB and no solver's own: another one gives the same answers.
#[test]
fn a_second_solver_agrees() {
    let Ok(second) = std::env::var("HAKOOSHI_SECOND_SMT_SOLVER") else {
        skipped("no second SMT solver (HAKOOSHI_SECOND_SMT_SOLVER names one, such as cvc5)");
        return;
    };
    let level: Level = "######\n#@ ###\n# $  #\n#  $.#\n#.   #\n######".parse().expect("a level");
    let oracle = Oracle::new(&level, 50_000).expect("small");
    let start = State::start(&level);
    for spec in ["smt-bv(bound=off)", "smt-lia(bound=off)"] {
        let found = verified_by(Some(&second), spec, &level).map(|it| it.0);
        assert_eq!(found, oracle.moves(&start), "{spec}");
    }
    let found = verified_by(Some(&second), "smt-bv(pushes=on)", &level).map(|it| it.1);
    assert_eq!(found, oracle.pushes(&start));
    let level: Level = "#######\n#@ $ .#\n#######".parse().expect("a level");
    for spec in ["bankovic-bv", "bankovic-lia", "smt-lia(pushes=on)"] {
        assert_eq!(verified_by(Some(&second), spec, &level), Some((3, 2)), "{spec}");
    }
}

#[test]
fn a_formula_too_large_for_memory_is_not_written() {
    let level: Level = "#########\n#@ $   .#\n#########".parse().expect("a level");
    let budget = Budget { bytes: Some(3_000), ..Budget::default() };
    for spec in ["smt-bv", "smt-lia"] {
        match plan(spec, &level, budget.clone()) {
            Ok(Turn::Failed(reason)) if is_missing(&reason) => {
                skipped("no SMT solver is installed");
            }
            turn => assert_eq!(turn, Err(Stop::Memory), "{spec}"),
        }
    }
}

#[cfg(unix)]
fn script(folder: &std::path::Path, name: &str, text: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt as _;
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("a file");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    path
}

#[cfg(unix)]
const FOUR_PUSHES: &str = "#########\n#@ $   .#\n#########";

#[cfg(unix)]
fn with(solver: &std::path::Path, budget: Budget) -> Result<Turn, Stop> {
    let level: Level = FOUR_PUSHES.parse().expect("a level");
    plan_by(Some(&solver.to_string_lossy()), "smt-bv", &level, budget)
}

/// A turn of one node is one length, and each length is asked for once.
#[cfg(unix)]
#[test]
fn a_planner_can_be_paused_between_lengths() {
    let folder = tempfile::tempdir().expect("a folder");
    let asked = folder.path().join("asked");
    let text = format!("grep -o 'plan of [0-9]* moves' >> {}; echo unsat", asked.display());
    let path = script(folder.path(), "denier", &text);
    let level: Level = FOUR_PUSHES.parse().expect("a level");
    let mut silent = Silent;
    let mut context = Context::new(Budget::default(), &mut silent);
    let mut search =
        planner("smt-bv(bound=off,horizon=4)", &level, Some(&path.to_string_lossy()), &context);
    for steps in 1..=3 {
        assert_eq!(search.turn(1, &mut context), Ok(Turn::Paused));
        assert_eq!(context.bound().first(), 5, "its own, of {steps} refuted lengths");
        assert_eq!(context.memory().held(), search.bytes(), "script and solver are gone");
    }
    assert_eq!(search.turn(1, &mut context), Err(Stop::Horizon));
    assert_eq!(search.turn(9, &mut context), Err(Stop::Horizon));
    let asked = std::fs::read_to_string(asked).expect("it was asked");
    let lengths: Vec<&str> = asked.lines().collect();
    assert_eq!(lengths, [1, 2, 3, 4].map(|steps| format!("plan of {steps} moves")));
    drop(search);
    assert_eq!(context.memory().held(), 0);
}

/// The lengths that a solver without a plan is asked for.
#[cfg(unix)]
fn lengths(spec: &str) -> (Result<Turn, Stop>, Vec<u32>) {
    let folder = tempfile::tempdir().expect("a folder");
    let asked = folder.path().join("asked");
    let text = format!(
        "sed -n 's/.*plan of \\([0-9]*\\) moves.*/\\1/p' >> {}; echo unsat",
        asked.display()
    );
    let path = script(folder.path(), "denier", &text);
    let level: Level = FOUR_PUSHES.parse().expect("a level");
    let turn = plan_by(Some(&path.to_string_lossy()), spec, &level, Budget::default());
    let asked = std::fs::read_to_string(asked).unwrap_or_default();
    (turn, asked.lines().map(|line| line.parse().expect("a length")).collect())
}

#[cfg(unix)]
#[test]
fn a_leap_leaves_out_lengths_but_never_the_last() {
    let (turn, asked) = lengths("smt-bv(bound=off,leap=50,horizon=10)");
    assert_eq!(turn, Err(Stop::Horizon));
    assert_eq!(asked, [1, 2, 3, 4, 6, 9, 10]);
    // As far as there can be a plan without a detour.
    let (turn, all) = lengths("smt-bv");
    assert_eq!(turn, Ok(Turn::Exhausted));
    let (turn, leapt) = lengths("smt-bv(leap=100)");
    assert_eq!(turn, Ok(Turn::Exhausted));
    assert!(leapt.len() < all.len() && leapt.last() == all.last(), "{leapt:?} of {all:?}");
    let (turn, asked) = lengths("smt-bv(leap=25,pushes=on)");
    let Ok(Turn::Failed(reason)) = turn else { panic!("{turn:?}") };
    assert!(reason.contains("without pushes=on") && asked.is_empty(), "{reason}");
}

/// The lengths are one, two and four, and the only plan has three moves: it is found with a step back
/// at its end.
#[test]
fn a_leap_finds_plans_between_two_lengths() {
    if !solver() {
        return;
    }
    let level: Level = "#######\n#@ $ .#\n#######".parse().expect("a level");
    for spec in ["smt-bv", "smt-lia", "bankovic-bv", "bankovic-lia"] {
        let spec = format!("{spec}(leap=100,bound=off)");
        assert_eq!(verified(&spec, &level), Some((3, 2)), "{spec}");
    }
}

#[cfg(unix)]
#[test]
fn a_solver_that_misbehaves_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text, told) in [
        ("silent", "exit 0", "said nothing"),
        ("crash", "cat > /dev/null; kill -SEGV $$", "signal: 11"),
        ("nonsense", "cat > /dev/null; echo 42 is the answer", "42 is the answer"),
        ("complains", "echo no licence >&2; exit 3", "no licence"),
        ("unsure", "cat > /dev/null; echo unknown", "does not know"),
        ("liar", "cat > /dev/null; echo sat; echo '((move_1 0))'", "move 1"),
        ("endless", "yes 42", "42"),
        ("endless errors", "yes 42 >&2 & sleep 0.1; kill $!; echo no", "\"no\""),
        ("closes", "echo 42; exec >&- 2>&-; exec sleep 1000", "still runs"),
        ("mute", "cat > /dev/null; echo sat", "move_1"),
        ("garbled", "cat > /dev/null; echo sat; echo '((move_1'", "not closed"),
    ] {
        let path = script(folder.path(), name, text);
        let turn = with(&path, Budget::default());
        let Ok(Turn::Failed(reason)) = turn else { panic!("{name}: {turn:?}") };
        assert!(reason.contains(told) && reason.contains(name), "{name}: {reason}");
    }
}

/// Whether a process ends, or is waiting for its parent, within five seconds.
#[cfg(target_os = "linux")]
fn ends(process: &str) -> bool {
    let stat = std::path::Path::new("/proc").join(process.trim()).join("stat");
    (0..500).any(|_| {
        let state = std::fs::read_to_string(&stat).unwrap_or_default();
        std::thread::sleep(std::time::Duration::from_millis(10));
        state.is_empty() || state.contains(") Z ")
    })
}

/// What a solver leaves behind is gone when it has answered.
#[cfg(target_os = "linux")]
#[test]
fn a_solver_that_answers_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let pid = folder.path().join("pid");
    let text = format!("sleep 1000 >&- 2>&- & echo $! > {}; echo 42", pid.display());
    let path = script(folder.path(), "answers", &text);
    assert!(matches!(with(&path, Budget::default()), Ok(Turn::Failed(_))));
    assert!(ends(&std::fs::read_to_string(pid).expect("it was started")));
}

/// Neither a solver nor a program that it starts may take more than is left.
#[cfg(target_os = "linux")]
#[test]
fn a_solver_is_held_to_the_memory_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = Some(60 << 20);
    // A line without end is kept in memory; by the solver itself, and by its child.
    for (name, text) in [("grows", "exec tail /dev/zero"), ("starts", "tail /dev/zero & wait")] {
        let path = script(folder.path(), name, text);
        let turn = with(&path, Budget { bytes, ..Budget::default() });
        assert_eq!(turn, Err(Stop::Memory), "{name}");
    }
    // An answer is read only as far as it can be one.
    let path = script(folder.path(), "talks", "echo sat; exec yes '((move_1 0))'");
    let time = Some(std::time::Duration::from_secs(60));
    let turn = with(&path, Budget { bytes, time, ..Budget::default() });
    assert!(matches!(turn, Ok(Turn::Failed(_))), "{turn:?}");
}

/// Also if the solver is a script that waits for another program, or has left one behind, or one
/// that has made itself independent.
#[cfg(target_os = "linux")]
#[test]
fn a_solver_that_never_answers_is_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("sleeper", "echo $$ > PID; exec sleep 1000"),
        ("waits", "sleep 1000 & echo $! > PID; wait"),
        ("leaves", "sleep 1000 & echo $! > PID; exit 0"),
        ("escapes", "setsid sh -c 'echo $$ > PID; exec sleep 1000' & sleep 1000"),
    ] {
        let pid = folder.path().join(name).with_extension("pid");
        let path = script(folder.path(), name, &text.replace("PID", &pid.to_string_lossy()));
        let time = Some(std::time::Duration::from_secs(1));
        let turn = with(&path, Budget { time, ..Budget::default() });
        assert_eq!(turn, Err(Stop::Time), "{name}");
        let process = std::fs::read_to_string(pid).expect("it was started");
        assert!(ends(&process), "{name}: process {process} is still there");
    }
}
