//! `hako lab run`: order, circumstances, resuming after any end.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::time::Duration;

use hakooshi_testkit::Rng;
use serde_json::Value;

use crate::common::{BLIND, Files, ONE, TWO, endless, kill_after, kills, lines, run};

const LEVELS: usize = 20;

/// What each line says of its trial, which must be there once at most.
fn by_trial(text: &str) -> BTreeMap<(u64, String), String> {
    let whole = &text[..text.rfind('\n').map_or(0, |at| at + 1)];
    let mut found = BTreeMap::new();
    for record in lines(whole) {
        let label = record["label"].as_str().expect("a label").to_owned();
        let trial = (record["index"].as_u64().expect("an index"), label);
        let told = format!("{} {} {}", record["status"], record["pushes"], record["ended"]);
        assert_eq!(found.insert(trial.clone(), told), None, "two lines for {trial:?}");
    }
    found
}

#[test]
fn a_killed_run_goes_on_without_repeating_or_losing_a_trial() {
    let files = Files::new();
    let levels = files.put("l.xsb", format!("{ONE}\n{TWO}\n").repeat(LEVELS / 2));
    let mut rng = Rng::new(19);
    let mut killed = 0;
    while killed < kills(20) {
        let out = files.name("out");
        let _ = std::fs::remove_dir_all(&out);
        let mut before = BTreeMap::new();
        for tries in 1.. {
            // Longer and longer, so that the run ends at last.
            let pause = Duration::from_micros(rng.below(6000 * tries) as u64);
            let words = ["lab", "run", &levels, "--engines", "astar,bfs", "--jobs", "2"];
            let more = ["--goal", "pushes", "--out", &out, "--resume"];
            let ended = kill_after(pause, &[&words[..], &more].concat());
            let path = files.path("out/records.jsonl");
            let now = by_trial(&std::fs::read_to_string(&path).unwrap_or_default());
            for (trial, told) in &before {
                assert_eq!(now.get(trial), Some(told), "{trial:?} after {killed} kills");
            }
            before = now;
            if let Some(status) = ended {
                assert_eq!(status.code(), Some(0));
                break;
            }
            killed += 1;
        }
        assert_eq!(before.len(), 2 * LEVELS);
        assert_eq!(std::fs::read_dir(&out).expect("a folder").count(), 1, "only the records");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn two_runs_do_not_write_to_the_same_records() {
    let files = Files::new();
    let (levels, out) = (files.put("l.xsb", endless()), files.name("out"));
    let words = ["lab", "run", &levels, "--engines", "bfs", "--time", "600", "--out", &out];
    let mut first = Command::new(env!("CARGO_BIN_EXE_hako"));
    let mut first = first.args(words).stderr(Stdio::null()).spawn().expect("it starts");
    // The file of records is there once the folder is locked.
    while !files.path("out/records.jsonl").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let second = run(&["lab", "run", &levels, "--out", &out, "--resume"]);
    first.kill().and_then(|()| first.wait()).expect("it ends");
    assert!(second.code == 31 && second.err.contains("another run is writing"), "{}", second.err);
    let words = ["--nodes", "10", "--time", "600", "--resume"];
    let third = run(&[&["lab", "run", &levels, "--out", &out][..], &words].concat());
    assert_eq!(third.code, 0, "the lock went with the process: {}", third.err);
}

#[test]
fn competitors_take_turns_and_lines_say_how_they_were_made() {
    let files = Files::new();
    let levels = files.put("l.xsb", format!("{ONE}\n{TWO}\n{ONE}\n"));
    let suite = "title = \"test\"\ngoal = \"pushes\"\ntime = \"5s\"\nengines = [\"astar\", \"bfs\"]\n\
                 [[sets]]\nname = \"First and last\"\nlevels = \"l.xsb\"\nevery = 2\n\
                 [[sets]]\nname = \"Second\"\nlevels = \"l.xsb:2\"\n";
    let suite = files.put("suite.toml", suite);
    let out = files.name("out");
    let done = run(&["lab", "run", &suite, "--out", &out, "--seed", "3", "--no-pin"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let records = lines(&files.get("out/records.jsonl"));
    let order: Vec<(u64, &str)> = records
        .iter()
        .map(|it| (it["index"].as_u64().expect("an index"), it["label"].as_str().expect("a label")))
        .collect();
    let expected = [(1, "bfs"), (1, "astar"), (3, "astar"), (3, "bfs"), (2, "bfs"), (2, "astar")];
    assert_eq!(order, expected);
    for record in &records {
        assert_eq!((&record["file"], &record["goal"]), (&"l.xsb".into(), &"pushes".into()));
        assert_eq!((&record["limits"]["time_s"], &record["seed"]), (&5.0.into(), &3.into()));
        assert_eq!(
            (&record["limits"]["pinned"], &record["limits"]["jobs"]),
            (&false.into(), &1.into())
        );
        assert_eq!(record["program"]["version"], env!("CARGO_PKG_VERSION"));
        assert!(record["ended"].as_u64() > Some(1_700_000_000));
        // From a checkout both are known, from a package neither.
        let (commit, dirty) = (&record["program"]["commit"], &record["program"]["dirty"]);
        assert_eq!(commit.is_string(), dirty.is_boolean(), "{commit} {dirty}");
    }
    assert_eq!(records[0]["set"], "First and last");
    let again = run(&["lab", "run", &suite, "--out", &out]);
    assert!(again.code == 31 && again.err.contains("--resume"), "{}", again.err);
    let other =
        run(&["lab", "run", &suite, "--out", &out, "--resume", "--time", "6", "--seed", "3"]);
    assert!(other.code == 31 && other.err.contains("--time was 5 s and is 6 s;"), "{}", other.err);
    let all = run(&["lab", "run", &suite, "--out", &out, "--resume", "--seed", "3"]);
    assert!(all.code == 0 && all.err.contains("6 trials done"), "{}", all.err);
    let more =
        run(&["lab", "run", &suite, "--out", &out, "--resume", "--seed=3", "--engines", "bfs,ucs"]);
    assert!(more.code == 0 && more.err.contains("3 trials done"), "{}", more.err);
    assert_eq!(lines(&files.get("out/records.jsonl")).len(), 9);
    let alone = run(&["lab", "run", &suite, &levels, "--out", &out]);
    assert_eq!(alone.code, 31, "{}", alone.err);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_is_done_and_nothing_else() {
    let files = Files::new();
    let levels = files.put("l.xsb", format!("{ONE}\n{}", endless()));
    let out = files.name("out");
    let mut child = Command::new(env!("CARGO_BIN_EXE_hako"))
        .args(["lab", "run", &levels, "--engines", BLIND, "--time", "40", "--memory", "8G"])
        .args(["--out", &out, "-q"])
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let path = files.path("out/records.jsonl");
    for _ in 0..400 {
        std::thread::sleep(Duration::from_millis(50));
        if std::fs::read_to_string(&path).is_ok_and(|text| text.ends_with('\n')) {
            break;
        }
    }
    let number = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &number]).status().expect("kill").success());
    assert_eq!(child.wait().expect("ended").code(), Some(130));
    let records = lines(&files.get("out/records.jsonl"));
    assert_eq!(records.len(), 1, "the trial that was stopped has no line");
    assert_eq!(records[0]["index"], Value::from(1));
}

#[test]
fn missing_levels_and_mistakes_are_told() {
    let files = Files::new();
    let suite = files.put("s.toml", "[[sets]]\nname = \"A\"\nlevels = \"no-such-file.xsb\"\n");
    let out = files.name("out");
    let missing = run(&["lab", "run", &suite, "--out", &out]);
    assert!(missing.code == 33 && missing.err.contains("HAKOOSHI_SHARED"), "{}", missing.err);
    let wrong =
        files.put("w.toml", "time = \"soon\"\n[[sets]]\nname = \"A\"\nlevels = \"small\"\n");
    let wrong = run(&["lab", "run", &wrong, "--out", &out]);
    assert!(wrong.code == 31 && wrong.err.contains("soon"), "{}", wrong.err);
    assert!(!files.path("out").exists());
}

/// The suites of the project are read, whether or not the levels are there.
#[test]
fn every_suite_of_the_project_is_right() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/suites");
    let entries = std::fs::read_dir(&folder).expect("the suites of the checkout");
    let readme = std::fs::read_to_string(folder.join("README.md")).expect("a list");
    let mut count = 0;
    for path in entries.flatten().map(|it| it.path()) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.extension().is_none_or(|it| it != "toml") {
            continue;
        }
        count += 1;
        assert!(readme.contains(&format!("| `{name}` |")), "{name} is not in the list");
        let text = std::fs::read_to_string(&path).expect("read");
        let suite = hakooshi_lab::Experiment::parse(&text);
        let suite = suite.unwrap_or_else(|error| panic!("{name}: {error}"));
        for engine in &suite.engines {
            let made = hakooshi_lab::Contender::new(engine, hakooshi::Objective::Any);
            assert!(made.is_ok(), "{name}: {engine}: {made:?}");
        }
    }
    assert!(count > 5);
    let files = Files::new();
    let (suite, out) = (folder.join("bundled.toml"), files.name("out"));
    let suite = suite.to_str().expect("a plain path");
    let done = run(&["lab", "run", suite, "--engines", "greedy", "--nodes", "50", "--out", &out]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(lines(&files.get("out/records.jsonl")).len() > 20);
}
