//! The SAT planner against the truth about tiny levels, with every switch off in turn.

mod common;

use hakooshi_board::expand;
use hakooshi_level::formats::Collection;
use hakooshi_level::{Level, verify};
use hakooshi_search::{Budget, Raw, Stop};
use hakooshi_testkit::{Oracle, State, TooLarge};

use common::{numbered, plan, tiny_levels, verified};

/// Fewest pushes by the oracle; `None` if there is no solution.
fn truth(level: &Level) -> Result<Option<u32>, TooLarge> {
    let oracle = Oracle::new(level, 200_000)?;
    Ok(oracle.pushes(&State::start(level)))
}

#[test]
fn plans_have_the_fewest_pushes_and_unsolvable_is_proved() {
    let (mut solved, mut refuted) = (0, 0);
    for level in tiny_levels(99, 60) {
        let Ok(pushes) = truth(&level) else { continue };
        let raw = plan("sat(horizon=60)", &level, Budget::default()).expect("no failure");
        match (pushes, raw) {
            (Some(_), Raw::Found(_)) => {
                assert_eq!(verified("sat", &level).map(|it| it.1), pushes, "{level}");
                solved += 1;
            }
            (None, Raw::Exhausted) => refuted += 1,
            // "No plan up to 60": never more than is known.
            (None, Raw::Stopped(Stop::Horizon)) => {}
            (truth, raw) => panic!("{truth:?} but {raw:?} on\n{level}"),
        }
    }
    assert!(solved > 20 && refuted > 5, "{solved} solved, {refuted} refuted");
}

#[test]
fn no_switch_changes_the_answer() {
    for spec in [
        "sat(dead_pairs=off)",
        "sat(distances=off)",
        "sat(excess=off)",
        "sat(paths=on)",
        "sat(dead_pairs=off,distances=off,excess=off)",
    ] {
        for level in tiny_levels(7, 12) {
            if let Ok(Some(pushes)) = truth(&level) {
                assert_eq!(verified(spec, &level).map(|it| it.1), Some(pushes), "{spec}\n{level}");
            }
        }
    }
}

#[test]
fn steps_of_several_pushes_make_real_plans() {
    for level in tiny_levels(31, 20) {
        if let Ok(Some(pushes)) = truth(&level) {
            let found = verified("sat(parallel=on)", &level).map(|it| it.1);
            assert!(found.is_some_and(|found| found >= pushes), "{found:?} for {pushes}\n{level}");
        }
    }
}

/// Rooms of up to five boxes and plans of up to forty pushes, as far as a few conflicts go.
#[test]
fn steps_of_several_pushes_solve_whole_rooms() {
    let text = include_bytes!("../../../levels/bundled/small.xsb");
    let (rooms, errors) = Collection::read(text, None);
    assert!(errors.is_empty(), "{errors:?}");
    let few = Budget { nodes: Some(2_000), ..Budget::default() };
    let mut solved = 0;
    for level in rooms.entries.iter().map(|entry| &entry.level) {
        let raw = plan("sat(parallel=on)", level, few.clone()).expect("no failure");
        let Raw::Found(pushes) = raw else { continue };
        let (board, start) = numbered(level);
        let moves = expand(&board, &start, &pushes).expect("pushes that can be made");
        let several = verify(level, &moves).expect("a solution").score().pushes;
        if let Ok(Raw::Found(fewest)) = plan("sat", level, few.clone()) {
            assert!(fewest.len() <= several as usize, "{} of {several}\n{level}", fewest.len());
        }
        solved += 1;
    }
    assert!(solved >= 12, "{solved} rooms");
}

#[test]
fn limits_end_the_search() {
    // Eight boxes in a hall: far beyond a handful of conflicts.
    let level: Level = "############\n#..        #\n#.. $ $ $  #\n#..  $ $   #\n#.. $ $ $  #\n\
                        #     @    #\n############"
        .parse()
        .expect("a level");
    let bare = "sat(dead_pairs=off,distances=off,excess=off)";
    let stopped = |budget| plan(bare, &level, budget).expect("no failure");
    let few = Budget { nodes: Some(20), ..Budget::default() };
    assert_eq!(stopped(few), Raw::Stopped(Stop::Nodes));
    let little = Budget { bytes: Some(100_000), ..Budget::default() };
    assert_eq!(stopped(little), Raw::Stopped(Stop::Memory));
    let cancelled = Budget::default();
    cancelled.cancel.cancel();
    assert_eq!(stopped(cancelled), Raw::Stopped(Stop::Cancelled));
    let now = Budget { time: Some(std::time::Duration::ZERO), ..Budget::default() };
    assert_eq!(stopped(now), Raw::Stopped(Stop::Time));
}

#[test]
fn a_horizon_is_kept() {
    let level: Level = "#########\n#@ $   .#\n#########".parse().expect("a level");
    let raw = plan("sat(horizon=3)", &level, Budget::default()).expect("no failure");
    assert_eq!(raw, Raw::Stopped(Stop::Horizon));
    assert_eq!(verified("sat(horizon=4)", &level), Some((5, 4)));
}
