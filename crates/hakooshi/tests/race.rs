//! Engines racing on one level: right answers, shared limits, and a flag that stops them all.

use hakooshi::unstable::{Options, solve};
use hakooshi::{BUNDLED, Engine, Level, Objective, Polish, Report, Status, Stop};
use hakooshi_level::formats::Collection;
use hakooshi_search::{Budget, Silent};

const SPEC: &str = "backward+forward+pincer";
/// The upper box is lost along its wall.
const HOPELESS: &str = "#######\n#  $  #\n#@ $ .#\n#   . #\n#######";

fn race(level: &Level, budget: Budget) -> Report {
    let options =
        Options { engine: Engine::new(SPEC), budget, polish: Polish::Never, ..Options::default() };
    solve(level, &options, &mut Silent).expect("three engines")
}

fn bundled(name: &str) -> Vec<Level> {
    let found = BUNDLED.iter().find(|bundled| bundled.name == name).expect("bundled");
    let (collection, errors) = Collection::read(found.text.as_bytes(), None);
    assert!(errors.is_empty());
    collection.entries.into_iter().map(|entry| entry.level).collect()
}

#[test]
fn every_bundled_level_of_a_collection_is_solved() {
    for level in bundled("medium") {
        let report = race(&level, Budget::default());
        assert!(matches!(report.status, Status::Solved(_)), "{level}");
        assert_eq!(report.engine, "backward+forward+rota(by=nodes,backward*3,forward)");
        assert!(!report.proved && report.stats.expanded > 0);
    }
}

#[test]
fn a_hopeless_level_is_proved_so() {
    let level: Level = HOPELESS.parse().expect("a level");
    let report = race(&level, Budget::default());
    assert_eq!(report.status, Status::Unsolvable);
    assert!(report.proved);
}

#[test]
fn limits_are_shared_and_a_raised_flag_stops_all() {
    let hard = bundled("hard").remove(1);
    let few = race(&hard, Budget { nodes: Some(30), ..Budget::default() });
    assert_eq!(few.status, Status::Unknown(Some(Stop::Nodes)));
    assert!(few.stats.expanded <= 30);
    let cancelled = Budget::default();
    cancelled.cancel.cancel();
    assert_eq!(race(&hard, cancelled).status, Status::Unknown(Some(Stop::Cancelled)));
}

/// The search by plans gives up at once, which proves nothing; the complete one beside it goes
/// on to the proof.
#[test]
fn one_complete_runner_is_enough_for_a_proof() {
    let level: Level = HOPELESS.parse().expect("a level");
    for (engine, status) in [
        ("fess+imagine", Status::Unknown(None)),
        ("fess+backward", Status::Unsolvable),
        ("backward+fess", Status::Unsolvable),
    ] {
        let options = Options { engine: Engine::new(engine), ..Options::default() };
        let report = solve(&level, &options, &mut Silent).expect("runs");
        assert_eq!(report.status, status, "{engine}");
    }
}

#[test]
fn threads_are_part_of_the_default_spec() {
    let chosen = |objective, threads| {
        let spec = Engine::Auto.choose_for(objective, threads).expect("its own text");
        let is_parallel = objective != Objective::Any && threads > 1;
        // The proof and the solutions share the clock of the machine; an optimum is one on every machine.
        assert_eq!(spec.is_repeatable(), !is_parallel, "{spec}");
        spec.to_string()
    };
    assert_eq!(chosen(Objective::Any, 2), "rota(threads=2)");
    assert_eq!(chosen(Objective::Any, 1000), "rota(threads=32)");
    assert_eq!(chosen(Objective::Pushes, 2), "optimal(parallel=on)");
    assert_eq!(chosen(Objective::Pushes, 1), "optimal");
    assert_eq!(chosen(Objective::Any, 1), "rota");
    let wrong = Engine::new("backward+astra").choose(Objective::Any).expect_err("no such engine");
    assert!(wrong.to_string().contains("astra"));
}
