//! The SMT planners with a real solver, if one is installed, and with false ones.

mod common;

use std::path::PathBuf;

use hakooshi_level::Level;
use hakooshi_plan::{PlanError, Planner};
use hakooshi_search::{Budget, Context, Raw, Silent, Stop};
use hakooshi_testkit::{Oracle, State};

use common::{numbered, plan, skipped, tiny_levels, verified};

/// Whether a solver is there. The run of all tests brings one; by hand, there may be none.
fn solver() -> bool {
    let level: Level = "#####\n#@$.#\n#####".parse().expect("a level");
    match plan("smt-bv", &level, Budget::default()) {
        Err(PlanError::NoSolver(_)) => {
            skipped("no SMT solver is installed (pip install z3-solver)");
            false
        }
        other => {
            assert!(matches!(other, Ok(Raw::Found(_))), "{other:?}");
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

#[cfg(unix)]
fn script(folder: &std::path::Path, name: &str, text: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt as _;
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("a file");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    path
}

#[cfg(unix)]
fn with(solver: &std::path::Path, budget: Budget) -> Result<Raw, PlanError> {
    let level: Level = "#########\n#@ $   .#\n#########".parse().expect("a level");
    let (board, start) = numbered(&level);
    let mut planner = Planner::parse("smt-bv").expect("a planner").expect("a spec");
    planner.solver = Some(solver.to_string_lossy().into_owned());
    let mut silent = Silent;
    planner.run(&board, &start, &mut Context::new(budget, &mut silent))
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
        ("mute", "cat > /dev/null; echo sat", "move_1"),
        ("garbled", "cat > /dev/null; echo sat; echo '((move_1'", "not closed"),
    ] {
        let path = script(folder.path(), name, text);
        let error = with(&path, Budget::default()).expect_err("it misbehaves").to_string();
        assert!(error.contains(told) && error.contains(name), "{name}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn a_solver_that_never_answers_is_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let pid = folder.path().join("pid");
    let text = format!("echo $$ > {}; exec sleep 1000", pid.display());
    let path = script(folder.path(), "sleeper", &text);
    let time = Some(std::time::Duration::from_millis(300));
    let raw = with(&path, Budget { time, ..Budget::default() });
    assert_eq!(raw, Ok(Raw::Stopped(Stop::Time)));
    let process = std::fs::read_to_string(pid).expect("it was started");
    let alive = std::path::Path::new("/proc").join(process.trim()).exists();
    assert!(!alive, "process {process} is still there");
}
