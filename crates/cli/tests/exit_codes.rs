//! Every code of `exit-codes.md`, and what is said beside it.

use crate::common::{BAD, BLIND, Files, HOPELESS, ONE, TWO, endless, finish, hako, run};

/// Runs `solve` on a file with this text.
fn solve(text: &str, more: &[&str]) -> i32 {
    let files = Files::new();
    let file = files.put("l.xsb", text);
    let mut args = vec!["solve", file.as_str()];
    args.extend(more);
    run(&args).code
}

#[test]
fn solved_and_unsolvable() {
    assert_eq!(solve(ONE, &[]), 0);
    assert_eq!(solve(HOPELESS, &[]), 10);
    assert_eq!(solve(&format!("{ONE}\n{HOPELESS}\n{TWO}"), &[]), 10);
}

#[test]
fn a_level_too_large_for_the_engines() {
    let mut rows = vec![format!("#{}#", " ".repeat(300)); 300];
    rows[0] = "#".repeat(302);
    rows[5].replace_range(5..8, "@$.");
    rows.push("#".repeat(302));
    assert_eq!(solve(&rows.join("\n"), &[]), 11);
}

#[test]
fn limits() {
    let endless = endless();
    assert_eq!(solve(&endless, &["--engine", BLIND, "--time", "200ms"]), 20);
    assert_eq!(solve(&endless, &["--engine", BLIND, "--nodes", "100"]), 21);
    let mixed = format!("{HOPELESS}\n{endless}");
    assert_eq!(solve(&mixed, &["--engine", BLIND, "--nodes", "100"]), 21, "the largest counts");
}

#[test]
fn bad_input() {
    assert_eq!(solve(BAD, &[]), 30);
    assert_eq!(solve("", &[]), 30);
    assert_eq!(solve("only words\n", &[]), 30);
    assert_eq!(solve("\0\x01\x02\x03binary", &[]), 30);
    assert_eq!(run(&["solve", "tutorial:999"]).code, 30);
    assert_eq!(run(&["solve", "tutorial:0"]).code, 30);
    assert_eq!(run(&["solve", "tutorial:5-2"]).code, 30);
}

#[test]
fn bad_usage_comes_with_a_hint() {
    for (args, hint) in [
        (&["solve", "tutorial", "--engine", "astra"][..], "did you mean astar"),
        (&["solve", "tutorial", "--goal", "fame"], "possible values"),
        (&["solve", "tutorial", "--memry"], "--memory"),
        (&["solve", "tutorial", "--time", "soon"], "not a time"),
        (&["solve", "tutorial", "--memory", "2X"], "not a size"),
        (&["solve", "tutorial", "--memory", "1M"], "at least"),
        (&["solve", "tutorial", "--jobs", "2000"], "--jobs"),
        (&["solve", "small:1", "--checkpoint", "kept"], "it needs --goal"),
        (
            &["solve", "small:1", "--goal", "pushes", "--engine", "bfs", "--checkpoint", "kept"],
            "bfs cannot be kept",
        ),
        (&["solve", "-:1", "-:2"], "only once"),
        (&["solve", "-x"], "unexpected argument '-x'"),
        (&["slove"], "solve"),
        (&["solve", "-", "-"], "only once"),
        (&["convert", "tutorial"], "--to"),
        (&["convert", "tutorial", "--to", "itba"], "possible values"),
    ] {
        let run = run(args);
        assert_eq!(run.code, 31, "{args:?}: {}", run.err);
        assert!(run.err.contains(hint), "{args:?}: {}", run.err);
        assert_eq!(run.out, "", "{args:?}");
    }
}

#[test]
fn files_that_are_not_there_or_no_files() {
    let files = Files::new();
    files.put("levels.xsb", ONE);
    let run_in = |word: &str| finish(hako(&["solve", word]).current_dir(files.folder()));
    let missing = run_in("level.xsb");
    assert_eq!(missing.code, 33);
    assert!(missing.err.contains("did you mean levels.xsb"), "{}", missing.err);
    assert!(run_in("tutorail:3").err.contains("did you mean tutorial"));
    for (word, selection) in [("levels.xsb:1:2", "1:2"), ("tutorial:x", "x")] {
        let wrong = run_in(word);
        let told = format!("{word}: {selection:?} selects no levels");
        assert!(wrong.code == 30 && wrong.err.contains(&told), "{}", wrong.err);
    }
    let folder = run_in(".");
    assert_eq!(folder.code, 33);
    assert!(folder.err.contains("is a directory"), "{}", folder.err);
    assert_eq!(run(&["solve", "tutorial:1", "-o", "/nowhere/out"]).code, 33);
    assert_eq!(run(&["convert", "tutorial", "--to", "sok", "-o", "/nowhere/out"]).code, 33);
}

#[test]
fn the_document_is_the_help() {
    let shown = run(&["exit-codes"]);
    assert_eq!(shown.code, 0);
    assert!(shown.out.contains("\n   22  `--memory`\n") && shown.out.contains("\n  130  "));
    assert!(run(&["help", "exit-codes"]).out.contains("--memory"));
}
