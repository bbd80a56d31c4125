//! Every label against the oracle, which shares no code with what is tested.

use std::time::Duration;

use hakooshi::unstable::{Options, solve};
use hakooshi::{Engine, Report, Status};
use hakooshi_label::{Table, TableError, What, label};
use hakooshi_level::{Dir, Level, Moves, Step, after};
use hakooshi_search::{Budget, Cancel, Objective, Silent, Stop};
use hakooshi_testkit::strategies::{Shape, random_level};
use hakooshi_testkit::{Oracle, Rng, State};

/// States of a level that the oracle may have.
const LIMIT: usize = 300_000;

fn levels() -> impl Iterator<Item = (Level, Oracle)> {
    let count = std::env::var("HAKOOSHI_LABELS").ok().and_then(|it| it.parse().ok());
    let mut rng = Rng::new(18);
    let shape = Shape { max_rows: 6, max_cols: 6, max_boxes: 3, wall_percent: 20 };
    std::iter::repeat_with(move || {
        let level = random_level(&mut rng, shape);
        let oracle = Oracle::new(&level, LIMIT).ok()?;
        Some((level, oracle))
    })
    .flatten()
    .take(count.unwrap_or(400))
}

#[test]
fn labels_agree_with_the_oracle() {
    let all: What = "pushes,moves,both,first-actions,cost-to-go".parse().expect("labels");
    let mut solved = 0;
    for (level, oracle) in levels() {
        let start = State::start(&level);
        let label = label(&level, all, &Budget::default()).expect("small");
        let (pushes, moves) = (oracle.push_optimum(&start), oracle.move_optimum(&start));
        assert_eq!(label.solvable, Some(pushes.is_some()), "\n{level}");
        assert_eq!(label.pushes, pushes.map(|it| it.pushes), "\n{level}");
        assert_eq!(label.pushes_moves, pushes.map(|it| it.moves), "\n{level}");
        assert_eq!(label.moves, moves.map(|it| it.moves), "\n{level}");
        assert_eq!(label.moves_pushes, moves.map(|it| it.pushes), "\n{level}");
        // The label is the usual search's; waves must say the same.
        let waves = match by_waves(&level, Objective::Pushes).status {
            Status::Solved(solution) => Some(solution.score().pushes),
            Status::Unsolvable => None,
            Status::Unknown(stop) => panic!("{stop:?}\n{level}"),
        };
        assert_eq!(waves, label.pushes, "\n{level}");
        let mut best = String::new();
        for dir in Dir::ALL {
            let next = start.step(&level, dir).map(|(next, _)| oracle.moves(&next));
            let expected = next.map(|left| left.map_or(-1, u32::cast_signed));
            assert_eq!(label.moves_after[dir.index()], expected, "{dir:?}\n{level}");
            let is_best = next.flatten().is_some_and(|left| Some(left + 1) == label.moves);
            best.extend(is_best.then_some(char::from(dir.letter())));
        }
        assert_eq!(label.first_moves, pushes.map(|_| best), "\n{level}");
        let first = pushes.map(|it| first_pushes(&level, &oracle, &start, it.pushes));
        let mut words: Option<Vec<String>> =
            label.first_pushes.map(|it| it.split_whitespace().map(str::to_owned).collect());
        if let Some(words) = &mut words {
            words.sort();
        }
        assert_eq!(words, first, "\n{level}");
        assert_eq!(label.stop, None);
        solved += usize::from(pushes.is_some());
    }
    assert!(solved > 50, "{solved} solvable levels are too few to mean anything");
}

/// Every push that can be reached and leaves one push less, found by playing.
fn first_pushes(level: &Level, oracle: &Oracle, start: &State, best: u32) -> Vec<String> {
    let mut found = Vec::new();
    for player in start.reach(level) {
        let stood = State::new(start.boxes.clone(), player);
        for dir in Dir::ALL {
            let Some((next, true)) = stood.step(level, dir) else { continue };
            if oracle.pushes(&next).is_some_and(|left| left + 1 == best) {
                let letter = char::from(dir.letter()).to_ascii_uppercase();
                found.push(format!("{}:{}{letter}", next.player.row, next.player.col));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn tables_have_the_cost_of_every_position() {
    for (level, oracle) in levels().take(150) {
        let table = Table::new(&level, LIMIT, &Cancel::new()).expect("small");
        for state in oracle.states() {
            let (boxes, player) = (&state.boxes, state.player);
            let pushes = table.pushes(boxes, player).map(u32::from);
            let moves = table.moves(boxes, player).map(u32::from);
            assert_eq!((pushes, moves), (oracle.pushes(&state), oracle.moves(&state)), "\n{level}");
            for dir in Dir::ALL {
                let after = state.step(&level, dir).and_then(|(next, _)| oracle.moves(&next));
                assert_eq!(table.moves_after(boxes, player, dir).map(u32::from), after);
                let is_first = moves.is_some_and(|it| it > 0) && after.map(|it| it + 1) == moves;
                assert_eq!(table.first_moves(boxes, player).contains(&dir), is_first);
                // A step that pushes a box is a push of the player who stands behind it.
                if let Some((next, true)) = state.step(&level, dir) {
                    let after = table.pushes_after(boxes, next.player, dir).map(u32::from);
                    assert_eq!(after, oracle.pushes(&next), "\n{level}");
                }
            }
        }
        let start = State::start(&level);
        assert_eq!(table.moves(&[], start.player), None, "too few boxes");
        assert_eq!(table.moves(&start.boxes, start.boxes[0]), None, "the player on a box");
    }
}

#[test]
fn a_table_can_be_cancelled() {
    let (level, _) = levels().next().expect("a level");
    let raised = Cancel::new();
    raised.cancel();
    assert!(matches!(Table::new(&level, LIMIT, &raised), Err(TableError::Cancelled)));
    let table = Table::new(&level, LIMIT, &Cancel::new()).expect("small");
    assert_eq!(table.compute_pushes(&raised), Err(TableError::Cancelled));
    assert_eq!(table.compute_pushes(&Cancel::new()), Ok(()));
    // What is known needs no time.
    assert_eq!(table.compute_pushes(&raised), Ok(()));
}

fn by_search(level: &Level, engine: &str, objective: Objective) -> Report {
    let options = Options { objective, engine: Engine::new(engine), ..Options::default() };
    solve(level, &options, &mut Silent).expect("an answer")
}

fn by_waves(level: &Level, objective: Objective) -> Report {
    by_search(level, "waves", objective)
}

/// A* and the waves, on levels as they are used.
#[test]
fn generated_levels_agree_with_a_star() {
    let recipe = hakooshi_env::Recipe::default();
    for index in 0..25 {
        let level = hakooshi_env::generate::level(&recipe, 5, index).expect("a level");
        let pairs = [
            (Objective::Pushes, Objective::Pushes),
            (Objective::PushesMoves, Objective::PushesMoves),
            (Objective::Moves, Objective::MovesPushes),
        ];
        for (ours, theirs) in pairs {
            let Status::Solved(solution) = by_waves(&level, ours).status else {
                panic!("unsolved:\n{level}")
            };
            let report = by_search(&level, "astar", theirs);
            assert!(report.is_optimal());
            let best = report.solution().expect("a solution").score();
            let score = solution.score();
            match ours {
                Objective::Pushes => assert_eq!(score.pushes, best.pushes),
                _ => {
                    assert_eq!((score.pushes, score.moves), (best.pushes, best.moves), "\n{level}");
                }
            }
        }
    }
}

#[test]
fn limits_leave_labels_unknown() {
    let level = hakooshi_env::generate::level(&hakooshi_env::Recipe::default(), 5, 1);
    let level = level.expect("a level");
    let what: What = "both,first-actions,cost-to-go".parse().expect("labels");
    let cancel = Cancel::new();
    cancel.cancel();
    for (budget, stop) in [
        (Budget { nodes: Some(2), ..Budget::default() }, Stop::Nodes),
        (Budget { time: Some(Duration::ZERO), ..Budget::default() }, Stop::Time),
        (Budget { cancel, ..Budget::default() }, Stop::Cancelled),
    ] {
        let label = label(&level, what, &budget).expect("a label");
        assert_eq!((label.pushes, label.moves, label.first_moves), (None, None, None));
        assert_eq!((label.solvable, label.stop), (None, Some(stop)));
    }
}

#[test]
fn a_level_too_large_for_waves_is_labelled_too() {
    let row = "#                                        #\n";
    let wall = "##########################################\n";
    let text = format!("{wall}{row}#   $  @           .                      #\n{row}{wall}");
    let level: Level = text.parse().expect("a level");
    let label = label(&level, "both".parse().expect("a label"), &Budget::default());
    let label = label.expect("a label");
    assert_eq!((label.pushes, label.moves), (Some(15), Some(15 + 6)));
    let left = after(&level, &Moves::from_iter([Step { dir: Dir::Left, push: false }]));
    assert!(left.is_ok() && Table::new(&level, usize::MAX, &Cancel::new()).is_err());
}
