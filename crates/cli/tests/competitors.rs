//! Other programs as competitors: small fake solvers that answer rightly, wrongly, late, not at all, or
//! start more than themselves. Each claim must be judged, and nothing may be left running.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt as _;

use serde_json::Value;

use crate::common::{Files, ONE, TWO, lines, run};

/// A script that can be run, and an adapter for it.
fn fake(files: &Files, name: &str, script: &str, answer: &str) -> String {
    let path = files.put(&format!("bin/{name}"), format!("#!/bin/sh\n{script}\n"));
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    let text = format!(
        "name = \"{name}\"\ncommand = [\"{path}\", \"{{level}}\", \"{{output}}\"]\nown_folder = true\n\
         answer = {answer}\n"
    );
    files.put(&format!("{name}.toml"), text)
}

/// The records of fake solvers on one level, by name.
fn records(files: &Files, solvers: &[String], more: &[&str]) -> Vec<Value> {
    let (level, out) = (files.put("l.xsb", ONE), files.name("out"));
    let mut args = vec!["lab", "run", &level, "--out", &out];
    args.extend(solvers.iter().flat_map(|solver| ["--solver", solver]));
    args.extend(more);
    let run = run(&args);
    assert_eq!(run.code, 0, "{}", run.err);
    lines(&files.get("out/records.jsonl"))
}

fn of<'a>(records: &'a [Value], label: &str) -> &'a Value {
    records.iter().find(|record| record["label"] == label).expect("a record")
}

const LURD: &str = "{ form = \"lurd\" }";

#[test]
fn right_answers_count_in_every_form() {
    let files = Files::new();
    let sok = "cp \"$1\" \"$2\"; printf '\\nSolution\\nR\\n' >> \"$2\"";
    let json = "echo starting; echo '{\"lurd\": \"R\"}'";
    let solvers = [
        fake(&files, "plain", "echo banner; echo R; echo done", LURD),
        fake(&files, "prefix", "echo L; echo 'SOLUTION R'", "{ prefix = \"SOLUTION\" }"),
        fake(&files, "sok", sok, "{ form = \"sok\", from = \"output\" }"),
        fake(&files, "json", json, "{ form = \"json\", field = \"lurd\" }"),
        fake(&files, "file", "echo r > found.txt", "{ from = \"found.txt\" }"),
        fake(&files, "noisy", "yes lurdlurdx | head -c 40000000; echo R", LURD),
    ];
    let records = records(&files, &solvers, &["--time", "20"]);
    for name in ["plain", "prefix", "sok", "json", "file", "noisy"] {
        let record = of(&records, name);
        assert_eq!(
            (&record["status"], &record["lurd"]),
            (&"solved".into(), &"R".into()),
            "{record}"
        );
        assert_eq!((&record["pushes"], &record["error"]), (&1.into(), &Value::Null));
    }
    let machine = &of(&records, "plain")["machine"];
    assert!(machine["cores"].as_u64() > Some(0) && machine["system"].is_string(), "{machine}");
}

#[test]
fn wrong_late_crashed_and_senseless_answers_are_told_apart() {
    let files = Files::new();
    let solvers = [
        fake(&files, "wrong", "echo L", LURD),
        fake(&files, "short", "echo r; echo l", "{ form = \"last\" }"),
        fake(&files, "late", "sleep 60; echo R", LURD),
        fake(&files, "crash", "echo 'no such luck' >&2; kill -SEGV $$", LURD),
        fake(&files, "code", "echo Traceback >&2; echo 'KeyError: 3' >&2; exit 3", LURD),
        fake(&files, "nonsense", "echo colourless green ideas", LURD),
        fake(&files, "binary", "head -c 3000 /dev/urandom", LURD),
        fake(&files, "silent", "true", LURD),
    ];
    let records = records(&files, &solvers, &["--time", "1"]);
    let told = |label: &str| {
        let record = of(&records, label);
        assert_eq!(
            (&record["status"], &record["lurd"]),
            (&"unknown".into(), &Value::Null),
            "{record}"
        );
        let text = |field: &str| record[field].as_str().unwrap_or_default().to_owned();
        (text("error_kind"), text("stop"), text("error"))
    };
    for label in ["wrong", "short"] {
        let (kind, _, error) = told(label);
        assert!(kind == "wrong" && error.contains("no solution"), "{kind}: {error}");
    }
    let (kind, stop, _) = told("late");
    assert_eq!((kind.as_str(), stop.as_str()), ("", "time"));
    let late = of(&records, "late")["time_s"].as_f64().expect("a time");
    assert!((1.0..30.0).contains(&late), "{late}");
    let (kind, _, error) = told("crash");
    assert!(kind == "solver" && error.contains("signal: 11"), "{error}");
    let (kind, _, error) = told("code");
    assert!(kind == "solver" && error.contains("KeyError: 3"), "{error}");
    for label in ["nonsense", "silent", "binary"] {
        let (kind, stop, error) = told(label);
        assert!(kind.is_empty() && stop.is_empty() && error.contains("no solution"), "{error}");
    }
}

/// Whether a process that was started with these words runs.
fn runs(words: &str) -> bool {
    let folders = std::fs::read_dir("/proc").expect("a list of processes").flatten();
    let lines = folders.filter_map(|it| std::fs::read(it.path().join("cmdline")).ok());
    let words = words.replace(' ', "\0");
    lines.into_iter().any(|line| String::from_utf8_lossy(&line).contains(&words))
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_that_a_solver_starts_is_left() {
    let files = Files::new();
    let solvers = [
        fake(&files, "forks", "sleep 98761 & sleep 98762 & echo R", LURD),
        fake(&files, "leaves", "setsid sleep 98763 & echo R", LURD),
        fake(
            &files,
            "late",
            "(trap '' TERM; sleep 98764) & setsid sleep 98765 & sleep 98766",
            LURD,
        ),
    ];
    let records = records(&files, &solvers, &["--time", "1"]);
    for label in ["forks", "leaves"] {
        let record = of(&records, label);
        assert_eq!(record["status"], "solved", "{record}");
        assert!(record["time_s"].as_f64() < Some(1.0), "children are not waited for: {record}");
    }
    assert_eq!(of(&records, "late")["stop"], "time");
    for number in 98761..=98766 {
        assert!(!runs(&format!("sleep {number}")), "sleep {number} still runs");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_limited_for_a_solver_and_all_it_starts() {
    let files = Files::new();
    // tail keeps a whole line, here in a process of its own.
    let hog = "head -c 400000000 /dev/zero | tail -c 399999999 | wc -c; echo R";
    let stray =
        "setsid sh -c 'head -c 400000000 /dev/zero | tail -c 399999999 | wc -c' & wait; echo R";
    let solvers = [fake(&files, "hog", hog, LURD), fake(&files, "stray", stray, LURD)];
    let records = records(&files, &solvers, &["--time", "20", "--memory", "150M"]);
    for label in ["hog", "stray"] {
        let record = of(&records, label);
        // Either the limit on one process ends tail, or the sum ends everything.
        let peak = record["peak_memory"].as_u64().expect("a size");
        assert!(peak < 250_000_000, "{record}");
    }
}

#[test]
fn hako_itself_can_be_another_program() {
    let files = Files::new();
    let hako = env!("CARGO_BIN_EXE_hako");
    let adapter = run(&["lab", "adapters", "hako"])
        .out
        .replace("\"hako\", \"solve\"", &format!("\"{hako}\", \"solve\""));
    let adapter = files.put("hako.toml", adapter);
    let (levels, out) = (files.put("l.xsb", format!("{ONE}\n{TWO}")), files.name("out"));
    let done =
        run(&["lab", "run", &levels, "--engines", "auto", "--solver", &adapter, "--out", &out]);
    assert_eq!(done.code, 0, "{}", done.err);
    let records = lines(&files.get("out/records.jsonl"));
    assert_eq!(records.len(), 4);
    assert!(records.iter().all(|record| record["status"] == "solved"), "{records:?}");
    let missing = run(&["lab", "run", &levels, "--solver", "festival", "--out", &files.name("x")]);
    assert!(
        missing.code == 31 && missing.err.contains("no program \"festival\""),
        "{}",
        missing.err
    );
    let unknown = run(&["lab", "run", &levels, "--solver", "nobody", "--out", &files.name("x")]);
    assert!(unknown.code == 31 && unknown.err.contains("generic"), "{}", unknown.err);
}

#[test]
fn students_are_graded() {
    let files = Files::new();
    let levels = files.put("l.xsb", format!("{ONE}\n{TWO}"));
    let hako = env!("CARGO_BIN_EXE_hako");
    let good = format!("good={hako} solve - --format lurd");
    let (csv, report) = (files.name("g.csv"), files.name("g.md"));
    let mut args = vec!["grade", &levels, "--time", "5", "--solver", &good];
    let all = run(&args);
    assert_eq!(all.code, 0, "{}{}", all.out, all.err);
    args.extend(["--csv", &csv, "--report", &report, "--time", "2"]);
    args.retain(|word| *word != "5");
    args.remove(2);
    args.extend(["--solver", "one=echo thinking; echo r", "--solver", "slow=sleep 50", "--solver"]);
    args.extend(["broken=echo oops >&2; exit 2", "--solver", "mute=cat > /dev/null"]);
    let some = run(&args);
    assert_eq!(some.code, 1, "{}{}", some.out, some.err);
    let rows = files.get("g.csv");
    assert_eq!(rows.lines().count(), 11, "{rows}");
    for row in [
        "good,l.xsb:1,One,solved,1,1,",
        "one,l.xsb:1,One,solved,1,1,",
        "one,l.xsb:2,Two,wrong,,,",
        "slow,l.xsb:1,One,too slow,,,",
        "broken,l.xsb:1,One,failed,,,",
        "mute,l.xsb:1,One,no answer,,,",
    ] {
        assert!(rows.contains(row), "{row} in {rows}");
    }
    let report = files.get("g.md");
    assert!(report.contains("| one | 2 | 1 | 1 | 0 | 0 | 0 | 0 |"), "{report}");
    assert!(report.contains("off goal") && report.contains("Limits: 2.0 s and 1.0 GB"), "{report}");
    // A level on standard input is the bare board.
    let board = run(&["grade", &levels, "--solver", "a=head -1 | grep -q '^#####' && echo r"]);
    assert!(board.out.contains("solved"), "{}", board.out);
    assert_eq!(run(&["grade", &levels, "--solver", ""]).code, 31);
}
