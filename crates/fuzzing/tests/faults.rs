//! Faults on purpose: every search of the registry with an account that refuses the n-th request,
//! with a flag that is raised at the n-th look and with a clock that jumps then, for every n. What it says is true all the same,
//! and nothing is held afterwards.

use std::cell::Cell;
use std::time::Duration;

use hakooshi::unstable::REGISTRY;
use hakooshi::{Level, Objective};
use hakooshi_board::{compile, expand};
use hakooshi_level::verify;
use hakooshi_search::spec::SearchSpec;
use hakooshi_search::{Budget, Cancel, Context, Memory, Silent, Stop, Task, Turn};
use hakooshi_testkit::{Oracle, State};

/// Small enough for every n, and large enough that everything has to grow; the last has no
/// solution.
const LEVELS: [&str; 3] = [
    "#######\n#@ $ .#\n#######\n",
    "#######\n#     #\n# $@$ #\n#. # .#\n#######\n",
    "#######\n#   # #\n# $@$ #\n#. #.##\n#######\n",
];

/// The searches, without those that ask an SMT solver or use threads.
fn specs() -> Vec<SearchSpec> {
    let outside = |name: &str| name.starts_with("smt-") || name == "race";
    let names = REGISTRY.searches().map(|entry| entry.name).filter(|name| !outside(name));
    let more = [
        "astar(space=pull)",
        "astar(deadlocks=[dead_squares,freeze,pairs(after=1),triples(after=1),finish,corral])",
        "bidirectional",
        "idastar(space=step)",
        "sma(states=20)",
        "rota(by=nodes,backward,forward,astar)",
    ];
    let parse = |text| SearchSpec::parse(text, Objective::Pushes, &REGISTRY).expect("a spec");
    names.chain(more).map(parse).collect()
}

struct Case {
    level: Level,
    pushes: Option<u32>,
}

fn cases() -> Vec<Case> {
    let case = |text: &str| {
        let level: Level = text.parse().expect("a level");
        let pushes = Oracle::new(&level, 100_000).expect("small").pushes(&State::start(&level));
        Case { level, pushes }
    };
    LEVELS.map(case).into()
}

/// Enough for most searches to end.
fn few() -> Budget {
    Budget { nodes: Some(400), ..Budget::default() }
}

/// Runs a search and checks what it says; it is asked again after it was stopped, as portfolios do.
fn run(case: &Case, spec: &SearchSpec, memory: &Memory, budget: Budget) -> Option<Stop> {
    let (board, start) = compile(&case.level).expect("small");
    let mut silent = Silent;
    let mut context = Context::with_memory(budget, memory, &mut silent);
    let objective = Objective::Pushes;
    let task = Task::new(&board, &start).with_objective(objective).with_memory(memory);
    let mut search = spec.build(&task);
    let mut stopped = None;
    for _ in 0..2 {
        match search.turn(u64::MAX, &mut context) {
            Ok(Turn::Found(pushes)) => {
                let moves = expand(&board, &start, &pushes).expect("playable");
                let found = verify(&case.level, &moves).expect("a solution").score().pushes;
                let least = case.pushes.expect("there is no solution");
                assert!(found >= least, "{spec}\n{}", case.level);
                // A search that lost a state may have lost the best solution.
                let optimal = stopped.is_none() && spec.guarantee(objective) == objective;
                assert!(!optimal || found == least, "{spec}: {found}\n{}", case.level);
                return stopped;
            }
            Ok(Turn::Exhausted) => {
                let proof = stopped.is_none() && spec.is_complete();
                assert!(!proof || case.pushes.is_none(), "{spec}\n{}", case.level);
                return stopped;
            }
            Ok(Turn::Failed(reason)) => panic!("{spec}: {reason}"),
            Ok(Turn::Paused) => return stopped,
            Err(stop) => stopped = stopped.or(Some(stop)),
        }
    }
    stopped
}

#[test]
fn a_request_that_is_refused_makes_nothing_false() {
    let mut refused = 0;
    for case in cases() {
        for spec in specs() {
            for granted in 0..400 {
                let memory = Memory::refusing_after(granted);
                let stopped = run(&case, &spec, &memory, few());
                assert_eq!(memory.held(), 0, "{spec} keeps memory\n{}", case.level);
                assert!(!matches!(stopped, Some(Stop::Cancelled | Stop::Time)), "{spec}");
                if memory.will_refuse() {
                    break;
                }
                refused += 1;
            }
        }
    }
    assert!(refused > 150, "only {refused} refusals");
}

#[test]
fn a_flag_raised_at_any_look_ends_the_search() {
    let mut raised = 0;
    for case in cases() {
        for spec in specs() {
            for looks in 0..60 {
                let (memory, cancel) = (Memory::default(), Cancel::after_looks(looks));
                match run(&case, &spec, &memory, Budget { cancel, ..few() }) {
                    Some(Stop::Cancelled) => raised += 1,
                    None | Some(Stop::Nodes) => break,
                    Some(stop) => panic!("{spec}: {stop:?}"),
                }
                assert_eq!(memory.held(), 0, "{spec}");
            }
        }
    }
    assert!(raised > 100, "only {raised} searches were cancelled");
}

thread_local! {
    /// Readings of the clock until it jumps.
    static READINGS: Cell<u32> = const { Cell::new(0) };
}

/// A clock that stands still and then jumps ahead by a day.
fn jumping() -> Duration {
    let left = READINGS.get();
    READINGS.set(left.saturating_sub(1));
    if left == 0 { Duration::from_secs(86_400) } else { Duration::ZERO }
}

#[test]
fn a_clock_that_jumps_at_any_look_ends_the_search() {
    let mut jumped = 0;
    for case in cases() {
        for spec in specs() {
            for readings in 1..60 {
                READINGS.set(readings);
                let memory = Memory::default();
                let time = Some(Duration::from_secs(3600));
                match run(&case, &spec, &memory, Budget { time, clock: jumping, ..few() }) {
                    Some(Stop::Time) => jumped += 1,
                    None | Some(Stop::Nodes) => break,
                    Some(stop) => panic!("{spec}: {stop:?}"),
                }
                assert_eq!(memory.held(), 0, "{spec}");
            }
        }
    }
    assert!(jumped > 100, "only {jumped} searches were stopped");
}
