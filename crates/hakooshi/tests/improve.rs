//! What improving promises, whatever the ranking, the methods and the moment it is stopped.

use hakooshi::unstable::{ImproveOptions, Improvement, Options, improve, improve_front, solve};
use hakooshi::{BUNDLED, Cancel, Level, Metric, Ranking, Status, VerifiedSolution, verify};
use hakooshi_polish::methods;
use hakooshi_search::Budget;

const HALL: &str = "#########\n#       #\n#@$   . #\n#   $ . #\n#       #\n#########";

fn solution(level: &Level, moves: &str) -> VerifiedSolution {
    verify(level, &moves.parse().expect("moves")).expect("a solution")
}

fn options(ranking: &str) -> ImproveOptions {
    ImproveOptions {
        ranking: ranking.parse().expect("a ranking"),
        budget: Budget { nodes: Some(200_000), bytes: Some(64 << 20), ..Budget::default() },
        ..ImproveOptions::default()
    }
}

/// Bundled levels with solutions as the engine finds them.
fn solved(count: usize) -> Vec<(Level, VerifiedSolution)> {
    // The first by difficulty have little to improve.
    let mut bundled = BUNDLED.to_vec();
    bundled.sort_by_key(|bundled| bundled.name);
    let levels = bundled.iter().map(|bundled| bundled.text).flat_map(|text| {
        hakooshi_level::formats::Reader::new(text.as_bytes(), None).filter_map(Result::ok)
    });
    let solved = levels.filter_map(|entry| {
        let polish = hakooshi::Polish::Never;
        let budget = Budget { nodes: Some(20_000), ..Budget::default() };
        let options = Options { budget, polish, ..Options::default() };
        let report = solve(&entry.level, &options, &mut hakooshi_search::Silent).ok()?;
        let Status::Solved(solution) = report.status else { return None };
        Some((entry.level, solution))
    });
    solved.take(count).collect()
}

#[test]
fn every_metric_is_improved_and_reported_step_by_step() {
    for (level, given) in solved(12) {
        for metric in Metric::ALL {
            let mut last = given.score();
            let ranking = Ranking::new(&[metric]);
            let improved = improve(&level, &given, &options(metric.name()), |step| {
                assert_eq!(step.before, last, "steps follow one another");
                assert!(ranking.is_better(&step.solution.score(), &last));
                last = step.solution.score();
            });
            let improved = improved.expect("a small level");
            assert_eq!(improved.solution.score(), last);
            assert!(improved.bound.is_none_or(|bound| bound <= last.get(metric)));
            assert!(last.get(metric) <= given.score().get(metric), "{metric:?} in\n{level}");
        }
    }
}

#[test]
fn small_levels_are_proved_optimal_as_the_exact_search_says() {
    for (level, given) in solved(12) {
        for objective in [hakooshi::Objective::PushesMoves, hakooshi::Objective::MovesPushes] {
            let budget = Budget { nodes: Some(60_000), ..Budget::default() };
            let exact = Options { objective, budget, ..Options::default() };
            let report =
                solve(&level, &exact, &mut hakooshi_search::Silent).expect("a small level");
            let (true, Status::Solved(best)) = (report.is_optimal(), report.status) else {
                continue;
            };
            let all = ImproveOptions { budget: Budget::default(), ..options(objective.name()) };
            let improved = improve(&level, &given, &all, |_| {}).expect("a small level");
            let score = improved.solution.score();
            let expected = (best.score().moves, best.score().pushes);
            assert_eq!((score.moves, score.pushes), expected, "{} in\n{level}", objective.name());
            assert!(improved.proved && improved.stop.is_none());
        }
    }
}

#[test]
fn a_cancelled_run_keeps_what_it_has_and_threads_agree() {
    let level: Level = HALL.parse().expect("a level");
    let given = solution(&level, "RurDlddrUluRRRlldRR");
    let cancel = Cancel::new();
    cancel.cancel();
    let budget = Budget { cancel, ..Budget::default() };
    let stopped = improve(&level, &given, &ImproveOptions { budget, ..options("moves") }, |_| {});
    let stopped = stopped.expect("a small level");
    assert!(stopped.solution.score().moves <= given.score().moves);
    let threads = ImproveOptions { threads: 2, ..options("moves,pushes") };
    let improved = improve(&level, &given, &threads, |_| {}).expect("a small level");
    assert_eq!(improved.solution.moves().to_string(), "RRRRlldRR");
}

#[test]
fn a_part_of_the_solution_can_be_improved_alone() {
    let level: Level = HALL.parse().expect("a level");
    let given = solution(&level, "RurDlddrUluRRRlldRR");
    for method in ["vicinity", "window"] {
        let method = methods::by_name(method).expect("a method");
        let part =
            ImproveOptions { moves: Some(11..19), methods: vec![method], ..options("moves") };
        let kept = improve(&level, &given, &part, |_| {}).expect("a small level");
        let pushes: String =
            kept.solution.moves().as_str().chars().filter(char::is_ascii_uppercase).collect();
        assert!(pushes.starts_with("RDU"), "{pushes}");
        let part = ImproveOptions { moves: Some(0..14), ..part };
        let better = improve(&level, &given, &part, |_| {}).expect("a small level");
        assert_eq!(better.solution.moves().to_string(), "RRRRlldRR");
    }
}

/// The ends are what exact search says: 72 moves with 27 pushes, 25 pushes with 82 moves.
#[test]
fn the_front_reaches_from_fewest_moves_to_fewest_pushes() {
    let medium = BUNDLED.iter().find(|bundled| bundled.name == "medium").expect("bundled");
    let mut levels = hakooshi_level::formats::Reader::new(medium.text.as_bytes(), None);
    let level = levels.nth(8).expect("a ninth level").expect("readable").level;
    let report = solve(&level, &Options::default(), &mut hakooshi_search::Silent).expect("small");
    let Status::Solved(given) = report.status else { panic!("the level can be solved") };
    let endless = ImproveOptions { budget: Budget::default(), ..options("moves") };
    let front = improve_front(&level, &given, &endless, &mut |_: &Improvement<'_>| {});
    let front = front.expect("a small level");
    let points: Vec<(u32, u32)> =
        front.points().iter().map(|it| (it.score().moves, it.score().pushes)).collect();
    assert_eq!((points.first(), points.last()), (Some(&(72, 27)), Some(&(82, 25))));
    assert!(points.is_sorted_by(|a, b| a.0 < b.0 && a.1 > b.1), "{points:?}");
}
