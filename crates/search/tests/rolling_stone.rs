//! Rolling Stone, whole and in parts, against brute force on tiny levels: parts that claim to keep
//! optimal solutions keep them together too, and the whole finds a solution wherever there is one.

use hakooshi_board::{compile, expand};
use hakooshi_level::{Level, verify};
use hakooshi_search::spec::{SearchSpec, TEXTBOOK};
use hakooshi_search::{Budget, Context, Objective, Silent, Stop, Task, Turn};
use hakooshi_testkit::fixtures::{FIXTURES, Fixture};
use hakooshi_testkit::strategies::{Shape, random_level};
use hakooshi_testkit::{Oracle, Rng, State};

const MOST: usize = 400_000;
const NODES: u64 = 100_000;

/// The rungs of the ladder with admissible parts only.
const ADMISSIBLE: [&str; 4] = [
    "idastar(space=push,h=matching_rolling_stone,deadlocks=[dead_squares],cache=off,exact=off,\
     inertia=off,order=generated)",
    "idastar(space=push,h=matching_rolling_stone,\
     deadlocks=[dead_squares,table(width=5,height=4)],cache=off,exact=off,order=goal)",
    "idastar(space=push,h=matching_rolling_stone,\
     deadlocks=[dead_squares,table(width=5,height=4)],pruning=[tunnels],cache=off,exact=off,\
     order=goal)",
    "idastar(space=push,h=patterns,deadlocks=[dead_squares,table(width=5,height=4)],\
     pruning=[tunnels],cache=off,exact=off,order=goal)",
];

/// Whole, without restarts, and with restarts so often that every attempt is cut short.
const WHOLE: [&str; 3] = ["rolling-stone", "rolling-stone(restart=0)", "rolling-stone(restart=5)"];

fn levels() -> impl Iterator<Item = Level> {
    let mut rng = Rng::new(13);
    let shape = Shape { max_rows: 5, max_cols: 6, max_boxes: 3, wall_percent: 15 };
    let drawn = FIXTURES.iter().map(Fixture::level);
    drawn.chain((0..150).map(move |_| random_level(&mut rng, shape)))
}

/// The pushes of the solution found; `Ok(None)` if the search is exhausted.
fn solve(spec: &str, level: &Level) -> Result<Option<u32>, Stop> {
    let spec = SearchSpec::parse(spec, Objective::Pushes, &TEXTBOOK).expect("a spec");
    let (board, start) = compile(level).expect("a tiny level");
    let mut silent = Silent;
    let budget = Budget { nodes: Some(NODES), ..Budget::default() };
    let mut context = Context::new(budget, &mut silent);
    let task =
        Task::new(&board, &start).with_objective(Objective::Pushes).with_memory(context.memory());
    let turn = spec.build(&task).turn(u64::MAX, &mut context)?;
    let Turn::Found(pushes) = turn else { return Ok(None) };
    let moves = expand(&board, &start, &pushes).expect("playable pushes");
    Ok(Some(verify(level, &moves).expect("a solution").score().pushes))
}

#[test]
fn admissible_parts_find_the_fewest_pushes() {
    let mut solved = 0;
    for level in levels() {
        let Ok(oracle) = Oracle::new(&level, MOST) else { continue };
        let best = oracle.push_optimum(&State::start(&level)).map(|best| best.pushes);
        for spec in ADMISSIBLE {
            assert_eq!(solve(spec, &level), Ok(best), "{spec} in\n{level}");
        }
        solved += u32::from(best.is_some());
    }
    assert!(solved > 50, "only {solved} levels have a solution");
}

#[test]
fn relaxed_cuts_lose_no_solution() {
    let (mut solved, mut lost) = (0, 0);
    for level in levels() {
        let Ok(oracle) = Oracle::new(&level, MOST) else { continue };
        let is_solvable = oracle.is_solvable(&State::start(&level));
        for spec in WHOLE {
            let found = solve(spec, &level);
            assert_eq!(found.is_ok_and(|it| it.is_some()), is_solvable, "{spec} in\n{level}");
        }
        solved += u32::from(is_solvable);
        let cut = solve("rolling-stone(relax=off,restart=0)", &level);
        lost += u32::from(is_solvable && cut == Ok(None));
    }
    assert!(solved > 50 && lost > 0, "{solved} levels, {lost} lost by the cuts");
}
