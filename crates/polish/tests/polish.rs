//! What polish promises, on tiny levels that the oracle knows all about.

use std::sync::Arc;
use std::time::Duration;

use hakooshi_board::{Board, Position, Push, compile, expand};
use hakooshi_level::{Dir, Level, Score, verify};
use hakooshi_polish::polish;
use hakooshi_search::{Budget, Context, Silent};
use hakooshi_testkit::strategies::{Shape, random_level};
use hakooshi_testkit::{Oracle, Rng, State};

/// A tiny level that can be solved, with moves that solve it after wandering about.
struct Wandering {
    level: Level,
    board: Arc<Board>,
    start: Position,
    pushes: Vec<Push>,
    /// Of the moves as wandered, walks made short.
    given: Score,
    /// Fewest pushes and, with those, fewest moves.
    optimum: (u32, u32),
}

fn wanderings(count: usize) -> Vec<Wandering> {
    let mut rng = Rng::new(11);
    let mut all = Vec::new();
    while all.len() < count {
        let level = random_level(&mut rng, Shape::TINY);
        let Ok(oracle) = Oracle::new(&level, 300_000) else { continue };
        let start = State::start(&level);
        if start.is_solved(&level) || !oracle.is_solvable(&start) {
            continue;
        }
        all.push(wander(&level, &oracle, &mut rng));
    }
    all
}

fn wander(level: &Level, oracle: &Oracle, rng: &mut Rng) -> Wandering {
    let mut state = State::start(level);
    let optimum = oracle.push_optimum(&state).expect("solvable");
    let mut dirs = Vec::new();
    for _ in 0..80 {
        let dir = Dir::ALL[rng.below(4)];
        let step = state.step(level, dir).map(|(next, _)| next);
        if let Some(next) = step.filter(|next| oracle.is_solvable(next) && !next.is_solved(level)) {
            dirs.push(dir);
            state = next;
        }
    }
    let rest = oracle.push_solution(&state).expect("still solvable");
    dirs.extend(rest.bytes().filter_map(Dir::from_letter));
    let (board, start) = compile(level).expect("tiny");
    let pushes = pushes(&board, &start, &dirs);
    let given = score(level, &board, &start, &pushes);
    let optimum = (optimum.pushes, optimum.moves);
    Wandering { level: level.clone(), board, start, pushes, given, optimum }
}

fn pushes(board: &Board, start: &Position, dirs: &[Dir]) -> Vec<Push> {
    let mut position = start.clone();
    let mut pushes = Vec::new();
    for &dir in dirs {
        let next = board.step(position.player(), dir);
        if position.has_box(next) {
            let push = Push { from: next, dir };
            let _ = position.push(board, push);
            pushes.push(push);
        } else {
            position.place_player(next);
        }
    }
    pushes
}

/// The score that the verifier gives.
fn score(level: &Level, board: &Board, start: &Position, pushes: &[Push]) -> Score {
    let moves = expand(board, start, pushes).expect("playable");
    verify(level, &moves).expect("a solution").score()
}

fn polished(it: &Wandering, budget: Budget) -> Score {
    let mut silent = Silent;
    let mut context = Context::new(budget, &mut silent);
    let pushes = polish(&it.board, &it.start, &it.pushes, &mut context);
    score(&it.level, &it.board, &it.start, &pushes)
}

#[test]
fn wandering_is_undone_wherever_the_moves_allow_it() {
    let (mut undone, mut shorter) = (0, 0);
    for it in wanderings(450) {
        let now = polished(&it, Budget::default());
        let level = &it.level;
        assert!(now.pushes <= it.given.pushes && now.moves <= it.given.moves, "in\n{level}");
        assert!((now.pushes, now.moves) >= it.optimum, "below the optimum in\n{level}");
        // At most three boxes, so three astray leave nothing out.
        if it.optimum.1 <= it.given.moves {
            assert_eq!((now.pushes, now.moves), it.optimum, "in\n{level}");
            undone += 1;
        }
        shorter += usize::from(now.pushes < it.given.pushes);
    }
    assert!(undone > 300 && shorter > 50, "{undone} undone, {shorter} shorter");
}

#[test]
fn stopped_anywhere_it_has_a_solution_no_worse_than_given() {
    for it in wanderings(30) {
        let mut last = it.given.pushes;
        for nodes in [0, 1, 5, 20, 100, 1000] {
            let now = polished(&it, Budget { nodes: Some(nodes), ..Budget::default() });
            assert!(now.pushes <= last && now.moves <= it.given.moves, "in\n{}", it.level);
            last = now.pushes;
        }
        let no_time = Budget { time: Some(Duration::ZERO), ..Budget::default() };
        let no_memory = Budget { bytes: Some(0), ..Budget::default() };
        let cancelled = Budget::default();
        cancelled.cancel.cancel();
        for budget in [no_time, no_memory, cancelled] {
            let now = polished(&it, budget);
            assert!(now.pushes <= it.given.pushes && now.moves <= it.given.moves);
        }
    }
}

#[test]
fn what_is_no_solution_comes_back_as_it_is() {
    for it in wanderings(20) {
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let broken: Vec<Push> = it.pushes.iter().rev().skip(1).copied().collect();
        let back = polish(&it.board, &it.start, &broken, &mut context);
        let solves = expand(&it.board, &it.start, &broken)
            .is_some_and(|moves| verify(&it.level, &moves).is_ok());
        assert!(solves || back == broken, "in\n{}", it.level);
    }
}
