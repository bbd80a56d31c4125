//! Every search of the registry with every goal on small levels, against brute force: what a report
//! calls optimal is, in what was asked for; bounds hold in its unit; what is called unsolvable is.

use hakooshi::unstable::{Options, REGISTRY, solve};
use hakooshi::{Engine, Level, Objective, Polish, Record, Status};
use hakooshi_search::spec::{SPACES, SearchSpec};
use hakooshi_search::{Budget, Silent};
use hakooshi_testkit::fixtures::FIXTURES;
use hakooshi_testkit::strategies::{Shape, random_level};
use hakooshi_testkit::{Oracle, Rng, State};

/// Every search and alias by itself, and those that take a space in each of them. Those that ask an
/// SMT solver take seconds for a formula and have tests of their own.
fn specs() -> Vec<String> {
    let names = REGISTRY.searches().map(|entry| entry.name);
    let names = names.chain(REGISTRY.aliases().map(|alias| alias.name));
    let asks_smt = |name: &&str| name.starts_with("smt-") || name.starts_with("bankovic-");
    let names: Vec<&str> = names.filter(|name| !asks_smt(name)).collect();
    let in_spaces = names
        .iter()
        .flat_map(|name| SPACES.iter().map(move |space| format!("{name}(space={})", space.name)));
    let all = names.iter().map(|&name| name.to_owned()).chain(in_spaces);
    all.filter(|spec| SearchSpec::parse(spec, Objective::Pushes, &REGISTRY).is_ok()).collect()
}

/// What a report says against what the oracle knows.
fn judge(spec: &str, objective: Objective, level: &Level, oracle: &Oracle) -> bool {
    let budget = Budget { nodes: Some(3000), ..Budget::default() };
    let engine = Engine::new(spec);
    let options =
        Options { objective, engine, budget, polish: Polish::Never, ..Options::default() };
    let report = solve(level, &options, &mut Silent).expect("an engine");
    let start = State::start(level);
    let case = || format!("{spec} for {} in\n{level}", objective.name());
    let best = oracle.push_optimum(&start).zip(oracle.move_optimum(&start));
    assert!(report.status != Status::Unsolvable || best.is_none(), "{}", case());
    let Some((few_pushes, few_moves)) = best else { return false };
    let least = if objective.moves_first() { few_moves.moves } else { few_pushes.pushes };
    assert!(report.lower_bound.is_none_or(|bound| bound <= least), "bound: {}", case());
    let record = Record::new(&report);
    assert_eq!(record.optimal, report.is_optimal());
    if let (true, Status::Solved(solution)) = (report.is_optimal(), &report.status) {
        let score = solution.score();
        let is_best = match objective {
            Objective::Any => false,
            Objective::Pushes => score.pushes == few_pushes.pushes,
            Objective::PushesMoves => {
                (score.pushes, score.moves) == (few_pushes.pushes, few_pushes.moves)
            }
            Objective::Moves => score.moves == few_moves.moves,
            Objective::MovesPushes => {
                (score.moves, score.pushes) == (few_moves.moves, few_moves.pushes)
            }
        };
        assert!(is_best, "{}", case());
    }
    report.is_optimal()
}

#[test]
fn optimal_is_said_only_of_what_was_asked_for() {
    let specs = specs();
    assert!(specs.len() > 80, "{} specs", specs.len());
    let mut rng = Rng::new(17);
    let drawn = FIXTURES.iter().map(hakooshi_testkit::fixtures::Fixture::level);
    let random: Vec<Level> = (0..30).map(|_| random_level(&mut rng, Shape::TINY)).collect();
    let mut proved = 0;
    for (number, level) in drawn.chain(random).enumerate() {
        let Ok(oracle) = Oracle::new(&level, 50_000) else { continue };
        // Each level meets every fifth search, with every goal.
        for spec in specs.iter().skip(number % 5).step_by(5) {
            for objective in Objective::ALL {
                proved += usize::from(judge(spec, objective, &level, &oracle));
            }
        }
    }
    assert!(proved > 300, "only {proved} optima were proved");
}

/// Once called optimal though the engine counts something else.
#[test]
fn best_in_something_else_is_not_optimal() {
    let level: Level = "######\n#    #\n# $@ #\n#. $.#\n######".parse().expect("a level");
    for (spec, objective, optimal) in [
        ("bfs(space=step)", Objective::Pushes, false),
        ("bfs(space=step)", Objective::Moves, true),
        ("sokobot-astar", Objective::Moves, false),
        ("astar(space=push)", Objective::Moves, false),
        ("sat", Objective::Moves, false),
        ("sat", Objective::Pushes, true),
        ("astar", Objective::MovesPushes, true),
    ] {
        let engine = Engine::new(spec);
        let options = Options { objective, engine, polish: Polish::Never, ..Options::default() };
        let report = solve(&level, &options, &mut Silent).expect("an engine");
        assert_eq!(report.is_optimal(), optimal, "{spec} for {}", objective.name());
        assert!(spec != "bfs(space=step)" || optimal || report.lower_bound.is_none());
    }
}
