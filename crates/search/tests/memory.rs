//! Memory-bounded A* with room for a handful of states, against brute force: it may run out of
//! memory or nodes, but its results must be correct.

use hakooshi_board::{compile, expand};
use hakooshi_level::{Level, verify};
use hakooshi_search::spec::{SPACES, SearchSpec, TEXTBOOK};
use hakooshi_search::{Budget, Context, Objective, Silent, Stop, Task, Turn};
use hakooshi_testkit::strategies::{Shape, random_level};
use hakooshi_testkit::{Oracle, Rng, State};

/// States that the oracle may have to hold for one level.
const MOST: usize = 100_000;
/// Rooms in which some searches must forget many states.
const WIDE: Shape = Shape { max_rows: 5, max_cols: 6, max_boxes: 4, wall_percent: 12 };
/// Positions that one search may expand.
const NODES: u64 = 1_500;
const STATES: [usize; 7] = [5, 6, 8, 10, 20, 50, 300];
const HEURISTICS: [&str; 5] = ["zero", "nearest", "manhattan_matching", "matching", "kth"];

/// How many searches found a solution, proved that there is none, and stopped.
#[derive(Debug, Default)]
struct Tally {
    found: u32,
    refuted: u32,
    gave_up: u32,
}

/// Runs `spec` on a level and compares its result with the oracle.
fn judge(oracle: &Oracle, spec: &str, objective: Objective, nodes: u64, tally: &mut Tally) {
    let level = oracle.level();
    let search = SearchSpec::parse(spec, objective, &TEXTBOOK).expect("a spec");
    let guarantee = search.guarantee(objective);
    let objective = if guarantee == Objective::Any { objective } else { guarantee };
    let (board, start) = compile(level).expect("a tiny level");
    let mut silent = Silent;
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    let mut context = Context::new(budget, &mut silent);
    let task = Task::new(&board, &start).with_objective(objective).with_memory(context.memory());
    let ended = search.build(&task).turn(u64::MAX, &mut context);
    let state = State::start(level);
    // The optimum in the terms of the objective.
    let truth = oracle.push_optimum(&state).zip(oracle.move_optimum(&state));
    let least = truth.map(|(few_pushes, few_moves)| match objective {
        Objective::Any | Objective::Pushes => objective.cost(few_pushes.pushes, 0),
        Objective::PushesMoves => objective.cost(few_pushes.pushes, few_pushes.moves),
        Objective::Moves => objective.cost(0, few_moves.moves),
        Objective::MovesPushes => objective.cost(few_moves.pushes, few_moves.moves),
    });
    let case = || format!("{spec} for {objective:?} in\n{level}");
    match ended {
        Ok(Turn::Found(pushes)) => {
            tally.found += 1;
            let moves = expand(&board, &start, &pushes).expect("playable pushes");
            let score = verify(level, &moves).expect("a solution").score();
            let cost = objective.cost(score.pushes, score.moves);
            assert!(guarantee == Objective::Any || Some(cost) == least, "{cost:?}: {}", case());
        }
        Ok(Turn::Exhausted) => {
            tally.refuted += 1;
            assert!(!search.is_complete() || least.is_none(), "unsolvable: {}", case());
        }
        Ok(other) => panic!("{other:?}: {}", case()),
        Err(stop) => {
            tally.gave_up += 1;
            assert!(matches!(stop, Stop::Nodes | Stop::Memory), "{stop:?}: {}", case());
        }
    }
    let bound = context.bound();
    assert!(least.is_none_or(|least| bound <= least), "bound {bound:?}: {}", case());
}

/// Levels on which forgotten roots, or outdated values, once led to wrong results.
const ONCE_FALSE: [(&str, &str, Objective, &str); 3] = [
    (
        "pull",
        "zero",
        Objective::Pushes,
        "\
#########
# ##### #
#@####  #
#$#### *#
# ####  #
#. *    #
#########",
    ),
    (
        "pull",
        "matching",
        Objective::Pushes,
        "\
######
##@  #
## $ #
###$.#
#  ..#
# $ ##
#   ##
######",
    ),
    (
        "step",
        "nearest",
        Objective::PushesMoves,
        "\
######
#@  .#
# *$ #
#.$ $#
#   .#
######",
    ),
];

#[test]
fn levels_that_once_gave_wrong_results() {
    for (space, heuristic, objective, text) in ONCE_FALSE {
        let level: Level = text.parse().expect("a level");
        let oracle = Oracle::new(&level, usize::MAX).expect("a tiny level");
        let mut tally = Tally::default();
        for states in STATES {
            let spec = format!("sma(space={space},h={heuristic},states={states})");
            judge(&oracle, &spec, objective, 50_000, &mut tally);
        }
        assert!(tally.found > 0, "{tally:?} in\n{level}");
    }
}

#[test]
fn results_with_few_states_are_correct() {
    let mut rng = Rng::new(55);
    let mut tally = Tally::default();
    for number in 0..1200 {
        let level = random_level(&mut rng, WIDE);
        let Ok(oracle) = Oracle::new(&level, MOST) else { continue };
        // Most random levels have no solution or an easy one; one in five of these is enough.
        let pushes = oracle.pushes(&State::start(&level));
        if number % 5 > 0 && pushes.is_none_or(|pushes| pushes < 6) {
            continue;
        }
        for (at, space) in SPACES.iter().enumerate() {
            for (nth, states) in STATES.into_iter().enumerate() {
                let h = HEURISTICS[(number + at + nth) % HEURISTICS.len()];
                let tests = ["", ",deadlocks=[]"][(number / 5 + nth) % 2];
                let spec = format!("sma(space={},h={h},states={states}{tests})", space.name);
                let objective = Objective::ALL[(number / 7 + nth) % Objective::ALL.len()];
                judge(&oracle, &spec, objective, NODES, &mut tally);
            }
        }
    }
    let Tally { found, refuted, gave_up } = tally;
    assert!(found > gave_up / 4 && refuted > 100, "{tally:?}");
}
