//! What a report calls optimal is optimal in what was asked for. That all that searches say is true
//! is checked against brute force by the attack (`crates/fuzzing`).

use hakooshi::unstable::{Options, solve};
use hakooshi::{Engine, Level, Objective, Polish};
use hakooshi_search::Silent;

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
