//! The SAT planner against the truth about tiny levels, with every switch off in turn.
#![cfg(feature = "sat")]

use hakooshi_board::expand;
use hakooshi_level::formats::Collection;
use hakooshi_level::{Level, verify};
use hakooshi_search::{Budget, Context, Silent, Stats, Stop, Turn};
use hakooshi_testkit::{Oracle, State, TooLarge};

use crate::common::{numbered, plan, planner, tiny_levels, verified};

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
        let turn = plan("sat(horizon=60)", &level, Budget::default());
        match (pushes, turn) {
            (Some(_), Ok(Turn::Found(_))) => {
                assert_eq!(verified("sat", &level).map(|it| it.1), pushes, "{level}");
                solved += 1;
            }
            (None, Ok(Turn::Exhausted)) => refuted += 1,
            // "No plan up to 60": never more than is known.
            (None, Err(Stop::Horizon)) => {}
            (truth, turn) => panic!("{truth:?} but {turn:?} on\n{level}"),
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

/// Rooms of up to five boxes, with solutions of up to forty pushes.
fn rooms() -> Vec<Level> {
    let text = include_bytes!("../../hakooshi/levels/small.xsb");
    let (rooms, errors) = Collection::read(text, None);
    assert!(errors.is_empty(), "{errors:?}");
    rooms.entries.into_iter().map(|entry| entry.level).collect()
}

/// As far as a few conflicts go.
fn few() -> Budget {
    Budget { nodes: Some(2_000), ..Budget::default() }
}

#[test]
fn steps_of_several_pushes_solve_whole_rooms() {
    let mut solved = 0;
    for level in &rooms() {
        let Ok(Turn::Found(pushes)) = plan("sat(parallel=on)", level, few()) else { continue };
        let (board, start) = numbered(level);
        let moves = expand(&board, &start, &pushes).expect("pushes that can be made");
        let several = verify(level, &moves).expect("a solution").score().pushes;
        if let Ok(Turn::Found(fewest)) = plan("sat", level, few()) {
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
    let stopped = |budget| plan(bare, &level, budget);
    let few = Budget { nodes: Some(20), ..Budget::default() };
    assert_eq!(stopped(few), Err(Stop::Nodes));
    let little = Budget { bytes: Some(100_000), ..Budget::default() };
    assert_eq!(stopped(little), Err(Stop::Memory));
    let cancelled = Budget::default();
    cancelled.cancel.cancel();
    assert_eq!(stopped(cancelled), Err(Stop::Cancelled));
    let now = Budget { time: Some(std::time::Duration::ZERO), ..Budget::default() };
    assert_eq!(stopped(now), Err(Stop::Time));
}

/// Paused after every question, a planner finds what it finds in one go, asks no more, and holds
/// its memory until it is dropped.
#[test]
fn pauses_between_questions_change_nothing() {
    let mut paused = 0;
    for spec in ["sat(horizon=40)", "sat(paths=on,horizon=40)", "sat(parallel=on,horizon=40)"] {
        for level in tiny_levels(23, 12) {
            let (mut one, mut other) = (Silent, Silent);
            let mut whole = Context::new(Budget::default(), &mut one);
            let expected = planner(spec, &level, None, &whole).turn(u64::MAX, &mut whole);
            let mut context = Context::new(Budget::default(), &mut other);
            let mut search = planner(spec, &level, None, &context);
            let found = loop {
                match search.turn(1, &mut context) {
                    Ok(Turn::Paused) => paused += 1,
                    end => break end,
                }
                assert!(search.bytes() > 0 && context.memory().held() == search.bytes());
            };
            assert_eq!(found, expected, "{spec}\n{level}");
            // The solver's memory is measured while it works, and so by chance.
            let counted = |context: &Context<'_>| Stats { peak_bytes: 0, ..context.counted() };
            assert_eq!(counted(&context), counted(&whole), "{spec}\n{level}");
            assert_eq!(context.bound(), whole.bound(), "{spec}\n{level}");
            drop(search);
            assert_eq!(context.memory().held(), 0);
        }
    }
    assert!(paused > 50, "{paused} pauses");
}

/// A limit met within a question loses nothing: the plan still has the fewest pushes.
#[test]
fn a_planner_goes_on_after_a_limit() {
    let mut limits = 0;
    for level in rooms().into_iter().take(6) {
        let Ok(Turn::Found(fewest)) = plan("sat", &level, few()) else { continue };
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let mut search = planner("sat", &level, None, &context);
        let found = loop {
            // None or a few conflicts more each time, wherever that ends the turn.
            let nodes = Some(context.stats.expanded + limits % 2 * 20);
            context.limit(Budget { nodes, ..Budget::default() });
            match search.turn(u64::MAX, &mut context) {
                Err(Stop::Nodes) => limits += 1,
                end => break end,
            }
        };
        let Ok(Turn::Found(pushes)) = found else { panic!("{found:?} on\n{level}") };
        let (board, start) = numbered(&level);
        let moves = expand(&board, &start, &pushes).expect("pushes that can be made");
        assert!(verify(&level, &moves).is_ok(), "{level}");
        assert_eq!(pushes.len(), fewest.len(), "{level}");
    }
    assert!(limits > 5, "{limits} limits");
}

#[test]
fn a_horizon_is_kept() {
    let level: Level = "#########\n#@ $   .#\n#########".parse().expect("a level");
    assert_eq!(plan("sat(horizon=3)", &level, Budget::default()), Err(Stop::Horizon));
    assert_eq!(verified("sat(horizon=4)", &level), Some((5, 4)));
}
