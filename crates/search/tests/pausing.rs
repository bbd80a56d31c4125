//! A search paused after every expansion takes the same course as one that runs without pause: the
//! same result, counters and bound, for every algorithm in every space.

use hakooshi_board::compile;
use hakooshi_level::Level;
use hakooshi_search::spec::{SPACES, SearchSpec, TEXTBOOK};
use hakooshi_search::{Budget, Context, Cost, Objective, Silent, Stats, Stop, Task, Turn};
use hakooshi_testkit::Rng;
use hakooshi_testkit::fixtures::FIXTURES;
use hakooshi_testkit::strategies::{Shape, random_level};

/// The node limit: some of the variants forget states and may run very long.
const FEW: u64 = 1500;

/// Bytes that lists may grow by in one expansion before they are accounted for in the next.
const SLACK: usize = 1024;

/// Settings that exercise other parts of an algorithm.
const VARIANTS: &[&str] = &[
    "dfs(limit=8",
    "iddfs(cache=off",
    "idastar(table=off",
    "idastar(exact=off",
    "widastar(cache=off",
    "sma(states=40",
    "beam(width=3",
    "astar(deadlocks=[dead_squares,freeze,pairs(after=3),triples(after=5),finish,corral,origin]",
];

/// How a search in turns of `nodes` expansions ended, and how many turns it took.
type Outcome = (Result<Turn, Stop>, Stats, Cost);

fn run(spec: &SearchSpec, level: &Level, budget: Budget, nodes: u64) -> (Outcome, u64) {
    let (board, start) = compile(level).expect("a tiny level");
    let mut silent = Silent;
    let mut context = Context::new(budget, &mut silent);
    let task =
        Task::new(&board, &start).with_objective(Objective::Pushes).with_memory(context.memory());
    let mut search = spec.build(&task);
    let mut turns = 1;
    let mut turn = search.turn(nodes, &mut context);
    while turn == Ok(Turn::Paused) {
        assert!(context.stats.expanded <= turns * nodes, "{spec} does not pause");
        let held = context.memory().held() + SLACK;
        assert!(search.bytes() <= held, "{spec} holds memory that it never reserved");
        turns += 1;
        turn = search.turn(nodes, &mut context);
    }
    ((turn, context.counted(), context.bound()), turns)
}

/// Compares both ways of running a search, and counts the turns.
fn compare(spec: &str, level: &Level, budget: &Budget) -> u64 {
    let spec = SearchSpec::parse(spec, Objective::Pushes, &TEXTBOOK).expect("a spec");
    let (whole, turns) = run(&spec, level, budget.clone(), u64::MAX);
    assert_eq!(turns, 1, "{spec}");
    let (paused, turns) = run(&spec, level, budget.clone(), 1);
    assert_eq!(paused, whole, "{spec} in\n{level}");
    turns
}

fn every_spec() -> Vec<String> {
    let mut specs = Vec::new();
    for entry in TEXTBOOK.searches() {
        let only = entry.claims.only;
        for space in SPACES.iter().filter(|space| only.is_none_or(|only| only == space.build)) {
            let variants = VARIANTS.iter().filter(|it| it.starts_with(&format!("{}(", entry.name)));
            specs.push(format!("{}(space={})", entry.name, space.name));
            specs.extend(variants.map(|variant| format!("{variant},space={})", space.name)));
        }
    }
    specs
}

#[test]
fn a_pause_changes_nothing() {
    let mut rng = Rng::new(12);
    let drawn = FIXTURES.iter().map(hakooshi_testkit::fixtures::Fixture::level);
    let random: Vec<Level> = (0..12).map(|_| random_level(&mut rng, Shape::TINY)).collect();
    let specs = every_spec();
    let budget = Budget { nodes: Some(FEW), ..Budget::default() };
    let mut turns = 0;
    for level in drawn.chain(random) {
        for spec in &specs {
            turns += compare(spec, &level, &budget);
        }
    }
    assert!(turns > 100_000, "only {turns} turns");
}

/// When memory runs out a search changes its method or stops; paused it does so at the same point.
#[test]
fn a_pause_changes_nothing_when_memory_is_short() {
    let level: Level =
        "#########\n#       #\n# $$  . #\n#  @$   #\n#  . .  #\n#       #\n#########"
            .parse()
            .expect("a level");
    for entry in TEXTBOOK.searches() {
        let spec = format!("{}(h=zero,deadlocks=[])", entry.name);
        for bytes in [300_000, 400_000, 1_000_000] {
            let budget = Budget { bytes: Some(bytes), nodes: Some(60_000), ..Budget::default() };
            compare(&spec, &level, &budget);
        }
    }
}
