//! Every claim of every registered component against brute force, on drawn and random tiny
//! levels. A new component is under test as soon as it is in its registry.

use std::sync::Arc;

use hakooshi_board::{Board, Position, Reach, View, compile, expand, movegen};
use hakooshi_level::{Level, verify};
use hakooshi_search::deadlocks;
use hakooshi_search::heuristics::{self, Aim};
use hakooshi_search::spec::{Params, SPACES, SearchSpec, TEXTBOOK};
use hakooshi_search::{
    Budget, Context, Event, Node, Objective, Observer, Silent, Stats, Stop, Task, Turn, algorithms,
    pruning,
};
use hakooshi_testkit::fixtures::FIXTURES;
use hakooshi_testkit::generate::{Recipe, make};
use hakooshi_testkit::strategies::{Shape, random_level};
use hakooshi_testkit::{Oracle, Rng, State};

/// States that the oracle may have to hold for one level.
const MOST: usize = 400_000;
/// The node limit of searches that forget states.
const FEW: u64 = 20_000;
/// Each level is run with one spec in this many.
const STRIDE: usize = 11;

fn tiny_levels(count: usize) -> impl Iterator<Item = Level> {
    let mut rng = Rng::new(77);
    let drawn = FIXTURES.iter().map(hakooshi_testkit::fixtures::Fixture::level);
    drawn.chain((0..count).map(move |_| random_level(&mut rng, Shape::TINY)))
}

fn position(board: &Arc<Board>, state: &State) -> Position {
    let boxes: Vec<_> = state.boxes.iter().map(|&cell| board.square_at(cell)).collect();
    Position::new(board, &boxes, board.square_at(state.player))
}

/// Whether a search forgets states, so that it may expand the same ones very often.
fn forgets(spec: &str) -> bool {
    ["table=off", "cache=off", "exact=off", "sma(states"].iter().any(|text| spec.contains(text))
}

/// How a search of the level ended, what it counted, and its bound.
type Outcome = (Result<Turn, Stop>, Stats, u32);

fn run(spec: &str, level: &Level, objective: Objective) -> Outcome {
    let nodes = forgets(spec).then_some(FEW);
    run_within(Budget { nodes, ..Budget::default() }, spec, level, objective, &mut Silent)
}

fn run_within(
    budget: Budget,
    spec: &str,
    level: &Level,
    objective: Objective,
    observer: &mut dyn Observer,
) -> Outcome {
    let spec = SearchSpec::parse(spec, objective, &TEXTBOOK).expect("a spec");
    let (board, start) = compile(level).expect("a tiny level");
    let mut context = Context::new(budget, observer);
    let task = Task::new(&board, &start).with_objective(objective).with_memory(context.memory());
    let turn = spec.build(&task).turn(u64::MAX, &mut context);
    (turn, context.counted(), context.bound().first())
}

#[test]
fn heuristics_are_admissible_and_safe_as_claimed() {
    let mut rng = Rng::new(1);
    for level in tiny_levels(60) {
        let Ok(oracle) = Oracle::new(&level, MOST) else { continue };
        let (board, _) = compile(&level).expect("a tiny level");
        for entry in heuristics::ALL.iter().filter(|entry| entry.claims.safe) {
            let mut heuristic = (entry.build)(&Aim::goals(&board), &Params::new(entry.params));
            for state in oracle.sample(&mut rng, 400) {
                let estimate = heuristic.estimate(&position(&board, &state));
                match (estimate, oracle.pushes(&state)) {
                    (Some(estimate), Some(exact)) => assert!(
                        estimate <= exact || !entry.claims.admissible,
                        "{} estimates {estimate}, exact is {exact}: {state:?} in\n{level}",
                        entry.name
                    ),
                    (None, Some(exact)) => {
                        panic!(
                            "{} calls a position {exact} pushes from solved dead: {state:?}",
                            entry.name
                        )
                    }
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn heuristics_hold_for_fewer_boxes_than_goals() {
    let mut rng = Rng::new(9);
    for level in tiny_levels(40).filter(|level| level.boxes() > 1) {
        let Ok(oracle) = Oracle::with_boxes(&level, level.boxes() - 1, MOST) else { continue };
        let (board, _) = compile(&level).expect("a tiny level");
        for entry in heuristics::ALL.iter().filter(|entry| entry.claims.admissible) {
            let mut heuristic = (entry.build)(&Aim::goals(&board), &Params::new(entry.params));
            for state in oracle.sample(&mut rng, 100) {
                if let Some(exact) = oracle.pushes(&state) {
                    let estimate = heuristic.estimate(&position(&board, &state));
                    assert!(estimate.is_some_and(|estimate| estimate <= exact), "{}", entry.name);
                }
            }
        }
    }
}

/// Shows every state of a level, and its children, to one instance of a heuristic that learns: its
/// estimates stay lower bounds, and what it calls dead is dead.
#[test]
fn what_is_learnt_is_true() {
    let (mut rng, mut learnt) = (Rng::new(3), 0);
    for entry in heuristics::ALL.iter().filter(|entry| entry.claims.learns) {
        for level in tiny_levels(150) {
            let (board, _) = compile(&level).expect("a tiny level");
            let Ok(oracle) = Oracle::new(&level, MOST) else { continue };
            let mut kept = (entry.build)(&Aim::goals(&board), &Params::new(entry.params));
            let mut fresh = (entry.build)(&Aim::goals(&board), &Params::new(entry.params));
            let mut reach = Reach::new(&board);
            for state in oracle.sample(&mut rng, 400) {
                let mut parent = position(&board, &state);
                let exact = oracle.pushes(&state);
                let estimate = kept.expand(&parent);
                assert!(
                    exact.is_none_or(|exact| estimate.is_some_and(|it| it <= exact)),
                    "{level}"
                );
                learnt += u32::from(estimate != fresh.estimate(&parent));
                reach.fill(&board, &parent);
                let mut pushes = Vec::new();
                let view = View::new(&board, &parent, &reach);
                movegen::pushes(view, &board.all_squares(), &mut pushes);
                for push in pushes {
                    let undo = parent.push(&board, push);
                    let moved = parent.box_index(board.step(push.from, push.dir));
                    let _ = kept.study(&parent, moved);
                    parent.unpush(&board, undo);
                }
            }
        }
    }
    assert!(learnt > 100, "{learnt} estimates rose");
}

/// Makes random pushes and checks, for each child, that the estimate updated from its parent equals
/// the one from scratch, and that it falls by at most one.
#[test]
fn updated_estimates_equal_fresh_ones_and_are_consistent() {
    let mut rng = Rng::new(2);
    for level in tiny_levels(80) {
        let (board, start) = compile(&level).expect("a tiny level");
        let all = board.all_squares();
        let mut reach = Reach::new(&board);
        for entry in heuristics::ALL {
            let mut kept = (entry.build)(&Aim::goals(&board), &Params::new(entry.params));
            let mut fresh = (entry.build)(&Aim::goals(&board), &Params::new(entry.params));
            let mut position = start.clone();
            for _ in 0..20 {
                let parent = kept.expand(&position);
                if entry.claims.positional {
                    assert_eq!(parent, fresh.estimate(&position));
                }
                reach.fill(&board, &position);
                let mut pushes = Vec::new();
                movegen::pushes(View::new(&board, &position, &reach), &all, &mut pushes);
                for &push in &pushes {
                    let undo = position.push(&board, push);
                    let moved = position.box_index(board.step(push.from, push.dir));
                    let child = kept.child(&position, moved);
                    if entry.claims.positional {
                        assert_eq!(child, fresh.estimate(&position), "{} in\n{level}", entry.name);
                    }
                    if let (true, Some(parent), Some(child)) =
                        (entry.claims.consistent, parent, child)
                    {
                        assert!(parent <= child + 1, "{} is not consistent", entry.name);
                    }
                    position.unpush(&board, undo);
                }
                let Some(&push) = rng.pick(&pushes) else { break };
                let _ = position.push(&board, push);
            }
        }
    }
}

/// Settings that change what an algorithm does, each tried on its own.
const VARIANTS: &[&str] = &[
    "dfs(limit=8",
    "dfs(inertia=off",
    "astar(inertia=on",
    "wastar(weight=1",
    "iddfs(table=off",
    "iddfs(cache=off",
    "idastar(cache=off,order=goal,entries=1",
    "idastar(order=goal",
    "idastar(order=generated",
    "idastar(relevance=on",
    "idastar(relevance=on,relax=on",
    "idastar(cache=off,restart=20",
    "widastar(cache=off,rise=3,restart=50,relevance=on,relax=on",
    "idastar(h=patterns,cache=off",
    "widastar(h=patterns(shared=on),weight=1",
    "idastar(table=off",
    "idastar(cache=off",
    "idastar(exact=off",
    "idastar(inertia=off",
    "widastar(weight=1.5",
    "widastar(cache=off",
    "sma(states=40",
    "sma(states=200",
    "beam(width=3",
];

/// Every algorithm in every space it supports, with every heuristic it uses, with and without
/// pruning and every sound test; and the variants.
fn every_spec() -> Vec<String> {
    let mut specs = Vec::new();
    for algorithm in algorithms::ALL {
        let claims = algorithm.claims;
        let spaces =
            SPACES.iter().filter(|space| claims.only.is_none_or(|only| only == space.build));
        for space in spaces {
            let asked = if claims.informed { heuristics::ALL.len() } else { 1 };
            for heuristic in &heuristics::ALL[..asked] {
                for tests in ["[]", "[dead_squares]", "[dead_squares,freeze]"] {
                    specs.push(format!(
                        "{}(space={},h={},deadlocks={tests})",
                        algorithm.name, space.name, heuristic.name
                    ));
                }
            }
        }
    }
    // The expensive tests, in either direction, with and without the mask of dead squares, whose
    // squares their tables leave out.
    let sound = deadlocks::ALL.iter().filter(|entry| entry.claims.sound).map(|entry| entry.name);
    let sound = sound.collect::<Vec<_>>().join(",");
    for algorithm in algorithms::ALL {
        let only = algorithm.claims.only;
        for space in SPACES.iter().filter(|space| only.is_none_or(|only| only == space.build)) {
            for mask in ["", "dead_squares,"] {
                let (name, space) = (algorithm.name, space.name);
                specs.push(format!("{name}(space={space},deadlocks=[{mask}{sound}])"));
            }
        }
    }
    for (variant, space) in VARIANTS.iter().flat_map(|v| SPACES.iter().map(move |s| (v, s))) {
        specs.push(format!("{variant},space={})", space.name));
    }
    let rules = pruning::ALL.iter().map(|rule| rule.name);
    for rule in rules.chain(["tunnels,pi_corral"]) {
        for algorithm in ["bfs", "astar", "idastar", "greedy", "idastar(table=off)", "sma"] {
            for space in ["push", "relocation"] {
                let algorithm = algorithm.trim_end_matches(')').replace('(', ",");
                let (name, rest) = algorithm.split_once(',').unwrap_or((&algorithm, "h=matching"));
                specs.push(format!("{name}(space={space},pruning=[{rule}],{rest})"));
            }
        }
    }
    specs
}

#[test]
fn results_are_correct_optimal_where_claimed_and_repeatable() {
    let specs = every_spec();
    let (mut ran, mut stopped) = (0, 0);
    for (number, level) in tiny_levels(40).enumerate() {
        let Ok(oracle) = Oracle::new(&level, MOST) else { continue };
        let start = State::start(&level);
        let (board, position) = compile(&level).expect("a tiny level");
        // All specs on all levels would take minutes; a prime stride gives each level its own.
        for spec in specs.iter().skip(number * 7 % STRIDE).step_by(STRIDE) {
            for objective in Objective::ALL {
                let parsed = SearchSpec::parse(spec, objective, &TEXTBOOK).expect("a spec");
                let guarantee = parsed.guarantee(objective);
                let objective = if guarantee == Objective::Any { objective } else { guarantee };
                let outcome = run(spec, &level, objective);
                ran += 1;
                match &outcome.0 {
                    Ok(Turn::Found(pushes)) => {
                        let moves = expand(&board, &position, pushes).expect("playable pushes");
                        let score = verify(&level, &moves).expect("a solution").score();
                        let best = oracle.push_optimum(&start).expect("it was solved");
                        let least = oracle.move_optimum(&start).expect("it was solved");
                        let as_promised = match guarantee {
                            Objective::Any => true,
                            Objective::Pushes => score.pushes == best.pushes,
                            Objective::PushesMoves => {
                                (score.pushes, score.moves) == (best.pushes, best.moves)
                            }
                            Objective::Moves => score.moves == least.moves,
                            Objective::MovesPushes => {
                                (score.moves, score.pushes) == (least.moves, least.pushes)
                            }
                        };
                        assert!(as_promised, "{spec} for {objective:?}: {moves} in\n{level}");
                        if guarantee == Objective::Pushes {
                            assert!(outcome.2 <= best.pushes);
                        }
                    }
                    Ok(Turn::Exhausted) => {
                        assert!(
                            !parsed.is_complete() || !oracle.is_solvable(&start),
                            "{spec} finds no solution of\n{level}"
                        );
                    }
                    // Searches that forget may expand the same states very often, and so may
                    // deepening with an inadmissible heuristic.
                    Err(stop) => {
                        let may = forgets(spec) || !parsed.heuristic.is_admissible();
                        assert!(may, "{spec} stopped for {stop:?} in\n{level}");
                        stopped += 1;
                    }
                    Ok(turn) => panic!("{spec} ends as {turn:?} in\n{level}"),
                }
                let again = run(spec, &level, objective);
                assert_eq!(outcome, again, "{spec} is not repeatable");
            }
        }
    }
    assert!(stopped * 10 < ran, "{stopped} of {ran} searches proved nothing");
}

/// Memory for a fraction of the states must not change the result.
#[test]
fn little_memory_costs_time_but_not_the_result() {
    let level: Level =
        "#########\n#       #\n# $$  . #\n#  @$   #\n#  . .  #\n#       #\n#########"
            .parse()
            .expect("a level");
    for (spec, bytes) in [
        ("idastar(h=zero,deadlocks=[])", 260_000),
        ("widastar(h=zero,deadlocks=[],inertia=off)", 260_000),
        ("iddfs(deadlocks=[])", 260_000),
        ("sma(h=zero,deadlocks=[])", 250_000),
        ("sma(h=nearest,deadlocks=[],states=100)", usize::MAX),
    ] {
        let budget = Budget { bytes: Some(bytes), ..Budget::default() };
        let (turn, stats, _) = run_within(budget, spec, &level, Objective::Pushes, &mut Silent);
        let rich = spec.replace(",states=100", "");
        let (best, free, _) = run(&rich, &level, Objective::Pushes);
        let (Ok(Turn::Found(pushes)), Ok(Turn::Found(best))) = (&turn, best) else {
            panic!("{spec} says {turn:?}")
        };
        assert_eq!(pushes.len(), best.len(), "{spec}");
        assert!(stats.peak_bytes <= bytes, "{spec}");
        let (more, less) = (stats.expanded, free.expanded);
        assert!(more > less, "{spec} was not short of memory: {more} against {less}");
    }
}

/// An observer of every state.
#[derive(Default)]
struct Listener {
    nodes: Vec<Node>,
    expanded: Vec<u64>,
}

impl Observer for Listener {
    fn on(&mut self, event: &Event) {
        match event {
            Event::Node(node) => self.nodes.push(*node),
            Event::Expanded(id) => self.expanded.push(*id),
            _ => {}
        }
    }

    fn wants_nodes(&self) -> bool {
        true
    }
}

#[test]
fn an_observer_receives_every_state_and_changes_nothing() {
    let level: Level =
        "#######\n#     #\n# $$  #\n# . . #\n#  @  #\n#######".parse().expect("a level");
    for entry in algorithms::ALL {
        for spec in [entry.name.to_owned(), format!("{}(deadlocks=[])", entry.name)] {
            let mut listener = Listener::default();
            let objective = Objective::Pushes;
            let heard = run_within(Budget::default(), &spec, &level, objective, &mut listener);
            assert_eq!(heard, run(&spec, &level, objective), "{spec}");
            let stats = heard.1;
            let Listener { nodes, expanded } = listener;
            assert_eq!(expanded.len() as u64, stats.expanded, "{spec}");
            let children = nodes.iter().filter(|node| node.parent.is_some()).count();
            assert_eq!(children as u64, stats.generated, "{spec}");
            let known = |id: u64| nodes.iter().any(|node| node.id == Some(id));
            assert!(
                expanded.iter().all(|&id| known(id)),
                "{spec} expands a state that it never reported"
            );
            assert!(nodes.iter().filter_map(|node| node.parent).all(known), "{spec}");
        }
    }
}

#[test]
fn node_and_byte_limits_are_exact() {
    let level: Level =
        "########\n#      #\n# $ $  #\n#   @  #\n#  ..  #\n########".parse().expect("a level");
    let all = algorithms::ALL.iter().map(|entry| format!("{}(h=zero)", entry.name));
    for spec in all.chain(["bfs(space=step)".to_owned(), "idastar(h=zero,cache=off)".to_owned()]) {
        let run = |budget: Budget| {
            let outcome = run_within(budget, &spec, &level, Objective::Pushes, &mut Silent);
            (outcome.0, outcome.1)
        };
        let (_, free) = run(Budget::default());
        assert!(free.expanded > 5, "{spec} needs a larger level");
        let (turn, stats) = run(Budget { nodes: Some(5), ..Budget::default() });
        assert_eq!(turn, Err(Stop::Nodes));
        assert_eq!(stats.expanded, 5);
        let (turn, stats) = run(Budget { bytes: Some(1000), ..Budget::default() });
        assert_eq!(turn, Err(Stop::Memory));
        assert!(stats.peak_bytes <= 1000);
        let cancelled = Budget::default();
        cancelled.cancel.cancel();
        assert_eq!(run(cancelled).0, Err(Stop::Cancelled));
        let now = Budget { time: Some(std::time::Duration::ZERO), ..Budget::default() };
        assert_eq!(run(now).0, Err(Stop::Time));
    }
}

/// Rules on generated levels, larger than the oracle's, with more shapes of corrals and tunnels: a
/// rule that claims to keep optimal solutions must not change the fewest pushes.
#[test]
fn rules_keep_optimal_solutions_as_claimed() {
    const RECIPE: Recipe = Recipe {
        size: (7, 8),
        rooms: (1, 4),
        floor: (14, 32),
        boxes: (3, 5),
        pushes: (8, 90),
        changes: 2,
        expanded: (15, 6_000),
        beam: 2_000,
        effort: 20_000,
    };
    let rules = pruning::ALL.iter().filter(|rule| rule.claims.keeps_optimal);
    let names: Vec<&str> = rules.map(|rule| rule.name).collect();
    let together = names.join(",");
    let mut rng = Rng::new(31);
    let (mut seen, mut saved) = (0, 0);
    for made in (0..5_000).filter_map(|_| make(&mut rng, &RECIPE)) {
        let (_, plain, _) = run("astar", &made.level, Objective::Pushes);
        seen += 1;
        for rules in names.iter().copied().chain([together.as_str()]) {
            let spec = format!("astar(pruning=[{rules}])");
            let (turn, pruned, _) = run(&spec, &made.level, Objective::Pushes);
            let pushes =
                if let Ok(Turn::Found(pushes)) = &turn { pushes.len() } else { usize::MAX };
            assert_eq!(pushes, made.solved.pushes as usize, "{rules} in\n{}", made.level);
            saved += plain.expanded.saturating_sub(pruned.expanded);
        }
    }
    assert!(seen > 100 && saved > 10_000, "{seen} levels, {saved} expansions saved");
}
