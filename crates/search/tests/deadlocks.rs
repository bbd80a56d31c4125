//! Every deadlock test, in every direction that it claims, against brute force on drawn and random
//! tiny levels. Forward a state is dead if no pushes solve it; backward, if none lead to it from
//! the start. A new test is covered as soon as it is in its registry.

use std::collections::BTreeMap;
use std::sync::Arc;

use hakooshi_board::{Board, Direction, Position, Square, compile};
use hakooshi_level::{Cell, Level};
use hakooshi_search::deadlocks::{self, Detector, DetectorEntry, Guard, Verdict};
use hakooshi_search::spec::{Component, Params};
use hakooshi_search::{Budget, Context, Silent, Task};
use hakooshi_testkit::fixtures::FIXTURES;
use hakooshi_testkit::strategies::{Shape, random_level};
use hakooshi_testkit::{Oracle, Reachable, Rng, State};

/// States that the oracle may have to hold for one level.
const MOST: usize = 400_000;
/// States that may be reached from the start.
const MOST_REACHED: usize = 20_000;
/// States tried of each level.
const SAMPLE: usize = 300;
/// States tried of those that a test must not call dead.
const MOST_LIVING: usize = 2000;

fn tiny_levels(count: usize) -> impl Iterator<Item = Level> {
    let mut rng = Rng::new(4242);
    let drawn = FIXTURES.iter().map(hakooshi_testkit::fixtures::Fixture::level);
    drawn.chain((0..count).map(move |_| random_level(&mut rng, Shape::TINY)))
}

/// Every sound test with every direction that it claims.
fn sound() -> impl Iterator<Item = (&'static DetectorEntry, Direction)> {
    let sound = deadlocks::ALL.iter().filter(|entry| entry.claims.sound);
    sound
        .flat_map(|entry| entry.claims.directions.iter().map(move |&direction| (*entry, direction)))
}

fn position(board: &Arc<Board>, state: &State) -> Position {
    let boxes: Vec<_> = state.boxes.iter().map(|&cell| board.square_at(cell)).collect();
    Position::new(board, &boxes, board.square_at(state.player))
}

/// A test with its tables built.
fn ready(entry: &DetectorEntry, task: &Task, direction: Direction) -> Box<dyn Detector> {
    let mut test = (entry.build)(task, direction, &Params::new(entry.params));
    let mut silent = Silent;
    test.prepare(&mut Context::new(Budget::default(), &mut silent)).expect("no limit");
    test.count_expansion();
    test
}

/// The proofs that a test finds for the whole position, and after each box as if it had just been
/// moved.
fn proofs(test: &mut dyn Detector, board: &Board, position: &Position) -> Vec<Vec<Square>> {
    let mut found = Vec::new();
    let mut note = |verdict: Verdict<'_>| {
        if let Verdict::Dead(pattern) = verdict {
            let mut pattern = pattern.to_vec();
            pattern.sort_unstable();
            pattern.dedup();
            assert!(!pattern.is_empty() && pattern.iter().all(|&at| position.has_box(at)));
            found.push(pattern);
        }
    };
    note(test.check(position, &mut board.empty_set()));
    for &moved in position.boxes() {
        note(test.check_after(position, moved));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The truth about a level and about any number of its boxes.
struct Truth {
    level: Level,
    solved: BTreeMap<usize, Oracle>,
    reached: BTreeMap<usize, Option<Reachable>>,
}

impl Truth {
    fn new(level: &Level) -> Self {
        Self { level: level.clone(), solved: BTreeMap::new(), reached: BTreeMap::new() }
    }

    /// Every state that this many boxes of the start can be pushed to with the others removed;
    /// `None` if there are too many.
    fn reached(&mut self, boxes: usize) -> Option<&Reachable> {
        let level = &self.level;
        let reached = self.reached.entry(boxes).or_insert_with(|| {
            let start = State::start(level);
            let from = subsets(&start.boxes, boxes);
            let from = from.into_iter().map(|boxes| State::new(boxes, start.player));
            Reachable::new(level, from, MOST_REACHED)
        });
        reached.as_ref()
    }

    /// Whether these boxes are dead; `None` if unknown.
    fn is_dead(&mut self, direction: Direction, state: &State) -> Option<bool> {
        let boxes = state.boxes.len();
        match direction {
            Direction::Forward => {
                let Self { level, solved, .. } = self;
                let oracle = solved.entry(boxes).or_insert_with(|| {
                    Oracle::with_boxes(level, boxes, MOST).expect("fewer boxes than the level")
                });
                Some(!oracle.is_solvable(state))
            }
            Direction::Backward => Some(!self.reached(boxes)?.contains(state)),
        }
    }

    /// Some states that are not dead: forward solvable ones, backward ones that can be reached.
    fn not_dead(&mut self, oracle: &Oracle, direction: Direction) -> Vec<State> {
        let states: Vec<State> = match direction {
            Direction::Forward => oracle.solvable_states().collect(),
            Direction::Backward => {
                let reached = self.reached(self.level.boxes());
                reached.into_iter().flat_map(Reachable::states).cloned().collect()
            }
        };
        let every = states.len().div_ceil(MOST_LIVING).max(1);
        states.into_iter().step_by(every).collect()
    }
}

/// Every subset of `cells` of this size.
fn subsets(cells: &[Cell], size: usize) -> Vec<Vec<Cell>> {
    let chosen = |bits: u32| {
        let cells = cells.iter().enumerate();
        cells.filter(|(at, _)| bits >> at & 1 == 1).map(|(_, &cell)| cell).collect()
    };
    let all = 0..1u32 << cells.len();
    all.filter(|bits| bits.count_ones() as usize == size).map(chosen).collect()
}

#[test]
fn tests_are_sound_and_the_boxes_they_name_are_dead_alone() {
    let mut rng = Rng::new(3);
    let mut found = BTreeMap::new();
    for level in tiny_levels(80) {
        let Ok(oracle) = Oracle::new(&level, MOST) else { continue };
        let (board, start) = compile(&level).expect("a tiny level");
        let task = Task::new(&board, &start);
        let mut truth = Truth::new(&level);
        for (entry, direction) in sound() {
            let name = entry.name;
            let mut test = ready(entry, &task, direction);
            for state in truth.not_dead(&oracle, direction) {
                let position = position(&board, &state);
                let is_live = |&square: &Square| task.live(direction).contains(square);
                assert!(position.boxes().iter().all(is_live), "{state:?} in\n{level}");
                let dead = !proofs(&mut *test, &board, &position).is_empty();
                assert!(!dead, "{name} {direction:?} calls {state:?} dead in\n{level}");
            }
            for state in oracle.sample(&mut rng, SAMPLE) {
                for pattern in proofs(&mut *test, &board, &position(&board, &state)) {
                    let cells = pattern.iter().map(|&square| board.cell(square)).collect();
                    let alone = State::new(cells, state.player);
                    for state in [&state, &alone] {
                        let lost = truth.is_dead(direction, state);
                        let place = format!("{name} {direction:?} blames {state:?} in\n{level}");
                        assert_ne!(lost, Some(false), "{place}");
                    }
                    *found.entry((name, format!("{direction:?}"))).or_insert(0) += 1;
                }
            }
        }
    }
    assert_eq!(found.len(), sound().count(), "some test finds nothing: {found:?}");
    assert!(found.values().all(|&count| count >= 20), "too few deadlocks found: {found:?}");
}

/// On levels with two or three boxes the tables decide every state.
#[test]
fn tables_are_exact_for_levels_of_two_and_three_boxes() {
    let mut rng = Rng::new(5);
    let entries = ["pairs", "triples"].map(|name| {
        *deadlocks::ALL.iter().find(|entry| entry.name == name).expect("a test of that name")
    });
    let mut found = BTreeMap::new();
    let levels = tiny_levels(100).filter(|level| (2..=3).contains(&level.boxes()));
    for level in levels {
        let Ok(oracle) = Oracle::new(&level, MOST) else { continue };
        let (board, start) = compile(&level).expect("a tiny level");
        let task = Task::new(&board, &start);
        let mut truth = Truth::new(&level);
        for direction in Direction::ALL {
            let mut tests = entries.map(|entry| ready(entry, &task, direction));
            for state in oracle.sample(&mut rng, SAMPLE) {
                let position = position(&board, &state);
                // Boxes on other squares are left to the mask of dead squares.
                if !position.boxes().iter().all(|&at| task.live(direction).contains(at)) {
                    continue;
                }
                let Some(lost) = truth.is_dead(direction, &state) else { continue };
                let sizes = tests.iter_mut().flat_map(|test| {
                    proofs(&mut **test, &board, &position).into_iter().map(|proof| proof.len())
                });
                let least = sizes.min();
                assert_eq!(least.is_some(), lost, "{direction:?}, {state:?} in\n{level}");
                *found.entry((format!("{direction:?}"), least)).or_insert(0) += 1;
            }
        }
    }
    // Both directions, and in each: nothing found, a pair, a triple.
    assert!(found.len() == 6 && found.values().all(|&count| count > 10), "{found:?}");
}

/// A search runs all its tests through one guard, in which each may pass fixed boxes on to the
/// next.
#[test]
fn all_tests_together_are_sound() {
    let mut rng = Rng::new(6);
    let mut found = BTreeMap::new();
    for level in tiny_levels(150) {
        let Ok(oracle) = Oracle::new(&level, MOST) else { continue };
        let (board, start) = compile(&level).expect("a tiny level");
        let task = Task::new(&board, &start);
        let mut truth = Truth::new(&level);
        let sound = deadlocks::ALL.iter().filter(|entry| entry.claims.sound);
        let tests: Vec<_> = sound.map(|entry| Component::new(entry)).collect();
        for direction in Direction::ALL {
            let mut guard = Guard::new(&tests, &task, direction);
            let mut silent = Silent;
            guard.prepare(&mut Context::new(Budget::default(), &mut silent)).expect("no limit");
            guard.count_expansion();
            let living = truth.not_dead(&oracle, direction);
            for state in living.into_iter().chain(oracle.sample(&mut rng, SAMPLE)) {
                let position = position(&board, &state);
                let boxes = position.boxes().iter();
                let mut dead: Vec<_> =
                    boxes.filter_map(|&moved| guard.after_move(&position, moved)).collect();
                dead.extend(guard.at_expansion(&position));
                for test in dead {
                    let lost = truth.is_dead(direction, &state);
                    assert_ne!(lost, Some(false), "{test} {direction:?}: {state:?} in\n{level}");
                    *found.entry(test).or_insert(0) += 1;
                }
            }
        }
    }
    for test in ["bipartite", "finish", "corral", "origin"] {
        assert!(found.get(test).is_some_and(|&count| count > 10), "{test}: {found:?}");
    }
}

/// With fewer boxes than goals no test may require every goal to be filled.
#[test]
fn tests_are_sound_for_fewer_boxes_than_goals() {
    let mut found = 0;
    for level in tiny_levels(80).filter(|level| level.boxes() > 1) {
        let Ok(oracle) = Oracle::with_boxes(&level, level.boxes() - 1, MOST) else { continue };
        let (board, start) = compile(&level).expect("a tiny level");
        let task = Task::new(&board, &start);
        let states: Vec<State> = oracle.states().collect();
        for (entry, direction) in sound().filter(|&(_, it)| it == Direction::Forward) {
            let mut test = ready(entry, &task, direction);
            for state in states.iter().step_by(states.len().div_ceil(MOST_LIVING)) {
                let dead = !proofs(&mut *test, &board, &position(&board, state)).is_empty();
                let called_dead = dead && oracle.is_solvable(state);
                assert!(!called_dead, "{} calls {state:?} dead in\n{level}", entry.name);
                found += u32::from(dead);
            }
        }
    }
    assert!(found > 10_000, "only {found} deadlocks occurred");
}
