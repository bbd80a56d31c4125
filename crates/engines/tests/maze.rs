//! The search of the maze against brute force, on random small levels with a goal room.

use hakooshi_board::{compile, expand};
use hakooshi_engines::REGISTRY;
use hakooshi_level::{Level, verify};
use hakooshi_search::spec::SearchSpec;
use hakooshi_search::{Budget, Context, Cost, Objective, Search, Silent, Stop, Task, Turn};
use hakooshi_testkit::{Oracle, Rng, State};

/// A maze of four by four cells with few walls, boxes off its edge and the player anywhere, and a goal room on its right,
/// with one door or two. Some boxes may stand in the room, and some goals outside.
fn level_with_room(rng: &mut Rng) -> Option<Level> {
    let mut cells = vec![vec![b'#'; 10]; 6];
    for row in &mut cells[1..5] {
        for cell in &mut row[1..5] {
            *cell = if rng.chance(10) { b'#' } else { b' ' };
        }
        row[6..9].fill(b' ');
    }
    for _ in 0..rng.between(1, 2) {
        cells[rng.between(1, 4)][5] = b' ';
    }
    let goals = rng.between(2, 3);
    let is_mixed = rng.chance(25);
    let (inner, maze, room, all) = ((2, 3), (1, 4), (6, 8), (1, 8));
    let boxes = if is_mixed { all } else { inner };
    let both = (0..goals)
        .flat_map(|_| [(b'$', inner, boxes), (b'.', maze, if is_mixed { all } else { room })]);
    for (what, rows, columns) in both.chain([(b'@', maze, maze)]) {
        let (row, col) = (rng.between(rows.0, rows.1), rng.between(columns.0, columns.1));
        if std::mem::replace(&mut cells[row][col], what) != b' ' {
            return None;
        }
    }
    let rows: Vec<String> =
        cells.into_iter().map(|row| String::from_utf8(row).expect("ASCII")).collect();
    rows.join("\n").parse().ok()
}

/// The levels, with what the oracle knows of them.
fn levels(seed: u64, count: usize) -> Vec<(Level, Option<u32>)> {
    let mut rng = Rng::new(seed);
    let mut all = Vec::new();
    while all.len() < count {
        let Some(level) = level_with_room(&mut rng) else { continue };
        let Ok(oracle) = Oracle::new(&level, 300_000) else { continue };
        let best = oracle.pushes(&State::start(&level));
        all.push((level, best));
    }
    all
}

fn built(text: &str, level: &Level, objective: Objective) -> (Task, Box<dyn Search>) {
    let (board, start) = compile(level).expect("small");
    let task = Task::new(&board, &start).with_objective(objective);
    let spec = SearchSpec::parse(text, objective, &REGISTRY).expect("a spec");
    let search = spec.build(&task);
    (task, search)
}

/// Runs it in turns of so many expansions; the end, and the bound.
fn run(text: &str, level: &Level, objective: Objective, turn: u64) -> (Turn, Cost) {
    let (_, mut search) = built(text, level, objective);
    let mut silent = Silent;
    let mut context = Context::new(Budget::default(), &mut silent);
    loop {
        match search.turn(turn, &mut context).expect("no limit") {
            Turn::Paused => {}
            end => return (end, context.bound()),
        }
    }
}

fn pushes_of(level: &Level, end: &Turn) -> Option<u32> {
    let Turn::Found(pushes) = end else {
        assert_eq!(*end, Turn::Exhausted);
        return None;
    };
    let (board, start) = compile(level).expect("small");
    let moves = expand(&board, &start, pushes).expect("it can be played");
    Some(verify(level, &moves).expect("a solution").score().pushes)
}

#[test]
fn what_it_finds_is_the_optimum() {
    let mut solvable = 0;
    for (level, best) in levels(5, 400) {
        for spec in ["maze", "maze(entrances=1)", "maze(entrances=0,effort=0)"] {
            let (end, bound) = run(spec, &level, Objective::Pushes, u64::MAX);
            assert_eq!(pushes_of(&level, &end), best, "{spec}\n{level}");
            assert!(bound.first() <= best.unwrap_or(u32::MAX), "{spec}: {bound:?}\n{level}");
        }
        solvable += usize::from(best.is_some());
    }
    assert!(solvable > 100, "{solvable}");
}

#[test]
fn its_bound_is_one_at_every_moment_and_pauses_change_nothing() {
    for (level, best) in levels(6, 60) {
        let Some(best) = best else { continue };
        let whole = run("maze", &level, Objective::Pushes, u64::MAX);
        let (_, mut search) = built("maze", &level, Objective::Pushes);
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let end = loop {
            assert!(context.bound().first() <= best, "\n{level}");
            match search.turn(1, &mut context).expect("no limit") {
                Turn::Paused => {}
                end => break end,
            }
        };
        assert_eq!(pushes_of(&level, &end), pushes_of(&level, &whole.0));
    }
}

#[test]
fn a_solution_known_is_proved_or_beaten() {
    for (level, best) in levels(7, 60) {
        let Some(best) = best else { continue };
        let (end, _) = run("maze", &level, Objective::Pushes, u64::MAX);
        let Turn::Found(pushes) = end else { panic!("it is solvable") };
        for more in [0, 2, 4] {
            let (_, mut search) = built("maze", &level, Objective::Pushes);
            let mut silent = Silent;
            let mut context = Context::new(Budget::default(), &mut silent);
            // It is recognised by its lack of pushes.
            let known = if more == 0 { pushes.clone() } else { Vec::new() };
            context.offer(Cost::new(best + more, 0), known);
            let end = search.turn(u64::MAX, &mut context).expect("no limit");
            assert_eq!(pushes_of(&level, &end), Some(best), "\n{level}");
        }
    }
}

#[test]
fn whatever_the_objective_it_looks_for_the_fewest_pushes() {
    for (level, best) in levels(8, 40) {
        for objective in Objective::ALL {
            let (end, bound) = run("maze", &level, objective, u64::MAX);
            assert_eq!(pushes_of(&level, &end), best, "{objective:?}\n{level}");
            let most = objective.cost(best.unwrap_or(u32::MAX), best.unwrap_or(u32::MAX));
            assert!(bound <= most, "{objective:?}: {bound:?}\n{level}");
        }
    }
}

#[test]
fn another_process_goes_on() {
    let mut paused = 0;
    for (level, best) in levels(9, 60) {
        let (_, mut search) = built("maze", &level, Objective::Pushes);
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let end = loop {
            match search.turn(4, &mut context).expect("no limit") {
                Turn::Paused => paused += 1,
                end => break end,
            }
            let mut file = Vec::new();
            assert!(search.save(&mut file).expect("a vector"));
            let (_, mut cut) = built("maze", &level, Objective::Pushes);
            assert!(cut.restore(&mut &file[..file.len() - 3]).is_err(), "half a file");
            (_, search) = built("maze", &level, Objective::Pushes);
            search.restore(&mut &file[..]).expect("what was saved");
        };
        assert_eq!(pushes_of(&level, &end), best, "\n{level}");
    }
    assert!(paused > 50, "{paused}");
}

#[test]
fn without_memory_nothing_is_claimed() {
    for (level, best) in levels(10, 12) {
        for granted in 0..30 {
            let (board, start) = compile(&level).expect("small");
            let memory = hakooshi_search::Memory::refusing_after(granted);
            let task = Task::new(&board, &start).with_memory(&memory);
            let task = task.with_objective(Objective::Pushes);
            let spec = SearchSpec::parse("maze", Objective::Pushes, &REGISTRY).expect("a spec");
            let mut silent = Silent;
            let mut context = Context::new(Budget::default(), &mut silent);
            match spec.build(&task).turn(u64::MAX, &mut context) {
                Err(stop) => assert_eq!(stop, Stop::Memory),
                Ok(end) => assert_eq!(pushes_of(&level, &end), best, "\n{level}"),
            }
            assert!(context.bound().first() <= best.unwrap_or(u32::MAX));
        }
    }
}
