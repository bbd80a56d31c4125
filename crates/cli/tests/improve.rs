//! `hako improve`: what goes in, what comes out, and what a kill leaves behind.

use std::fs;
use std::time::Duration;

use hakooshi_testkit::Rng;

use crate::common::{Files, TWO, hako, kill_after, kills, lines, run};

/// Solutions that wander.
const LONG: &str = "rRllrRlldRRlrllurrd\n";

const HALL: &str = "Hall\n#########\n#       #\n#@$   . #\n#   $ . #\n#       #\n#########\n";
const HALL_LONG: &str = "RurDlddrUluRRRlldRR";

#[test]
fn solutions_are_taken_from_every_form_and_written_in_every_form() {
    let files = Files::new();
    let level = files.put("hall.xsb", HALL);
    let moves = files.put("hall.lurd", HALL_LONG);
    let best = "RRRRlldRR";
    let from_lurd = run(&["improve", &level, "--solutions", &moves, "--format", "lurd"]);
    assert_eq!((from_lurd.code, from_lurd.out.trim()), (0, best));
    assert!(from_lurd.err.contains("moves") && from_lurd.err.contains("hall.xsb:1"));
    let sok = files.put("hall.sok", format!("{HALL}\nSolution\n{HALL_LONG}\n"));
    let inside = run(&["improve", &sok, "--format", "jsonl", "--goal", "lines,moves"]);
    let line = &lines(&inside.out)[0];
    assert_eq!(
        (line["lurd"].as_str(), line["ranking"].as_str()),
        (Some(best), Some("lines,moves"))
    );
    assert_eq!((line["box_lines"].as_u64(), line["found_moves"].as_u64()), (Some(2), Some(19)));
    let jsonl = files.put("out.jsonl", &inside.out);
    let better = run(&["improve", &level, "--solutions", &jsonl, "--format", "sok"]);
    let written = files.put("better.sok", &better.out);
    assert_eq!(run(&["verify", &written]).code, 0, "{}", better.out);
    let table = run(&["improve", &sok]);
    assert!(table.out.contains("19 → 9") && table.out.contains("fewest moves"), "{}", table.out);
    let pasted = hako(&["improve", &level, "--solutions", "-", "--format", "lurd"])
        .write_stdin("RurD lddrUlu\n3R lldRR\n")
        .output()
        .expect("the binary runs");
    assert_eq!(String::from_utf8_lossy(&pasted.stdout).trim(), best);
}

#[test]
fn a_level_without_a_solution_is_solved_first() {
    let files = Files::new();
    let level = files.put("two.xsb", TWO);
    let improved = run(&["improve", &level, "--format", "lurd", "--goal", "pushes,moves"]);
    assert_eq!((improved.code, improved.out.trim()), (0, "rRRlldRR"));
    assert!(improved.err.contains("solved"));
}

#[test]
fn wrong_solutions_goals_and_methods_are_told() {
    let files = Files::new();
    let level = files.put("hall.xsb", HALL);
    let wrong = files.put("wrong.lurd", LONG);
    let left_out = run(&["improve", &level, "--solutions", &wrong, "--format", "lurd"]);
    assert!(left_out.err.contains("left out"), "{}", left_out.err);
    assert_eq!((left_out.code, left_out.out.trim()), (30, "RRRRlldRR"), "solved instead");
    for bad in [["--goal", "steps"], ["--methods", "magic"], ["--part", "9-2"]] {
        let told = run(&["improve", &level, bad[0], bad[1]]);
        assert_eq!(told.code, 31, "{bad:?}");
    }
    let none = run(&["improve", &level, "--solutions", "missing.lurd"]);
    assert_eq!(none.code, 33);
}

#[test]
fn a_run_killed_at_any_time_goes_on_and_never_loses_a_solution() {
    let files = Files::new();
    let level = files.put("hall.xsb", HALL);
    let moves = files.put("hall.lurd", HALL_LONG);
    let checkpoint = files.name("run.checkpoint");
    let args = ["improve", &level, "--solutions", &moves, "--checkpoint", &checkpoint];
    let goal = ["--goal", "player-lines,moves"];
    let mut rng = Rng::new(17);
    let mut least = usize::MAX;
    for killed in 0..kills(20) {
        // Now and then from the beginning.
        if killed % 8 == 0 {
            let _ = fs::remove_file(&checkpoint);
            least = usize::MAX;
        }
        let words = [&args[..], &goal, &["--time", "30"]].concat();
        kill_after(Duration::from_micros(rng.below(60_000) as u64), &words);
        for line in lines(&fs::read_to_string(&checkpoint).unwrap_or_default()) {
            let lurd = line["lurd"].as_str().expect("moves");
            assert_eq!(run(&["verify", &level, "--moves", lurd]).code, 0);
            assert!(lurd.len() <= least, "{lurd} after {killed} kills");
            least = lurd.len();
        }
    }
    let end = run(&[&args[..], &goal, &["--format", "jsonl"]].concat());
    let line = &lines(&end.out)[0];
    assert!(line["moves"].as_u64().is_some_and(|moves| moves <= least as u64), "{}", end.out);
    if cfg!(target_os = "linux") {
        let left = fs::read_dir(files.folder()).expect("a folder").count();
        assert_eq!(left, 3, "drafts of killed runs are gone");
    }
}

#[test]
fn the_front_is_written_in_every_form_and_drawn() {
    let files = Files::new();
    let plot = files.name("front.svg");
    let args = ["improve", "medium:9", "--pareto", "--time", "4"];
    let table = run(&[&args[..], &["--plot", &plot]].concat());
    assert!(table.out.contains("72") && table.out.contains("82"), "{}", table.out);
    assert!(files.get("front.svg").contains("72/27"));
    let jsonl = run(&[&args[..], &["--format", "jsonl"]].concat());
    let points = lines(&jsonl.out);
    assert_eq!((points[0]["moves"].as_u64(), points[0]["pushes"].as_u64()), (Some(72), Some(27)));
    assert_eq!(run(&["improve", "medium:9", "--plot", &plot]).code, 31, "without --pareto");
    assert!(run(&["list", "methods"]).out.contains("vicinity"));
}
