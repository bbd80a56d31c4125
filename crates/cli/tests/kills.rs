//! Runs that are killed at random moments and resumed: nothing is lost or doubled, and the file
//! can always be read. `lab_runs.rs` and `improve.rs` do the same with their runs.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::time::Duration;

use hakooshi_testkit::Rng;
use serde_json::Value;

use crate::common::{Files, ONE, TWO, kill_after, kills, lines, run};

/// Levels of a run.
const LEVELS: usize = 120;

/// The whole lines of a file, which must be records; a last line may have been cut off.
fn whole(text: &str) -> Vec<Value> {
    lines(&text[..text.rfind('\n').map_or(0, |at| at + 1)])
}

/// What each line says of its level, which must be there once at most.
fn by_index(records: &[Value], told: &str) -> BTreeMap<u64, String> {
    let mut found = BTreeMap::new();
    for record in records.iter().filter(|record| record["tool"].is_null()) {
        let index = record["index"].as_u64().expect("an index");
        let told = format!("{} {}", record[told], record["pushes"]);
        assert_eq!(found.insert(index, told), None, "two lines for level {index}");
    }
    found
}

#[test]
fn a_killed_run_goes_on_where_it_was() {
    killed_and_resumed(kills(40), "status", |levels, out| {
        let words = ["solve", levels, "--format", "jsonl", "--goal", "pushes", "--jobs", "2"];
        [&words[..], &["--resume", out, "-o", out]]
            .concat()
            .into_iter()
            .map(str::to_owned)
            .collect()
    });
}

#[test]
fn killed_labelling_goes_on_where_it_was() {
    killed_and_resumed(kills(20), "moves", |levels, out| {
        let words = ["label", levels, "--what", "both", "--format", "jsonl", "--jobs", "2"];
        [&words[..], &["--resume", "-o", out]].concat().into_iter().map(str::to_owned).collect()
    });
}

#[test]
fn a_killed_search_for_an_optimum_goes_on_where_it_was() {
    let files = Files::new();
    let kept = files.name("crate.kept");
    // The fewest pushes are proved too soon to be killed.
    let words = ["solve", "hard:2", "--engine", "optimal(first=0)", "--goal", "pushes,moves"];
    let words = [&words[..], &["--format", "jsonl"]].concat();
    let record = |words: &[&str]| lines(&run(words).out)[0].clone();
    let whole = record(&words);
    assert_eq!(whole["optimal"], true, "{whole}");
    let keep = [&words[..], &["--checkpoint", &kept, "--checkpoint-interval", "20ms"]].concat();
    let mut kills = 0;
    let mut expanded = 0;
    // Each run is given a little more time than the one before.
    for delay in 1.. {
        if kill_after(Duration::from_millis(20 * delay), &keep).is_some() {
            break;
        }
        kills += 1;
        // Stops at once, and says how far the search has come.
        let far = record(&[&keep[..], &["--nodes", "1"]].concat());
        let now = far["expanded"].as_u64().expect("a number");
        assert!(now >= expanded, "{now} after {expanded}");
        expanded = now;
    }
    let end = record(&keep);
    assert_eq!((&end["optimal"], &end["pushes"]), (&whole["optimal"], &whole["pushes"]), "{end}");
    assert!(kills > 0 && expanded > 0, "{kills} kills, {expanded} expanded");
}

/// Kills runs of what `words` say for levels and an output until one comes to its end.
fn killed_and_resumed(kills: usize, told: &str, words: impl Fn(&str, &str) -> Vec<String>) {
    let files = Files::new();
    let text = format!("{ONE}\n{TWO}\n").repeat(LEVELS / 2);
    let levels = files.put("l.xsb", text);
    let mut rng = Rng::new(20);
    let mut killed = 0;
    while killed < kills {
        let out = files.name("out.jsonl");
        let _ = std::fs::remove_file(&out);
        let mut before = BTreeMap::new();
        for tries in 1.. {
            // Longer and longer, so that the run ends at last.
            let pause = Duration::from_micros(rng.below(6000 * tries) as u64);
            let words = words(&levels, &out);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let ended = kill_after(pause, &words);
            let text = std::fs::read_to_string(&out).unwrap_or_default();
            let now = by_index(&whole(&text), told);
            for (index, told) in &before {
                assert_eq!(now.get(index), Some(told), "level {index} after {killed} kills");
            }
            before = now;
            if let Some(status) = ended {
                assert_eq!(status.code(), Some(0));
                break;
            }
            killed += 1;
        }
        assert!(std::fs::read_to_string(&out).expect("written").ends_with('\n'));
        let all: Vec<u64> = before.keys().copied().collect();
        assert_eq!(all, (1..=LEVELS as u64).collect::<Vec<_>>());
        let left = std::fs::read_dir(files.folder()).expect("a folder").count();
        assert_eq!(left, 2, "nothing but the levels and the records");
    }
}
