//! `hako solve` as scripts use it: fields, selections, formats, resuming.

use crate::common::{BAD, Files, HOPELESS, ONE, TWO, finish, hako, lines, run, three};

#[test]
fn a_line_has_every_field_that_is_promised() {
    let files = Files::new();
    let file = files.put("l.xsb", TWO);
    let run = run(&["solve", &file, "--jobs", "1", "--format", "jsonl", "--goal", "pushes"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let line = &lines(&run.out)[0];
    for field in [
        "index",
        "title",
        "file",
        "status",
        "stop",
        "engine",
        "guarantee",
        "proved",
        "lower_bound",
        "lurd",
        "moves",
        "pushes",
        "box_lines",
        "box_changes",
        "pushing_sessions",
        "player_lines",
        "expanded",
        "generated",
        "time_s",
        "peak_memory",
        "id",
        "error",
        "found_by",
        "found_pushes",
        "found_moves",
        "polish_s",
    ] {
        assert!(line.get(field).is_some(), "{field} is missing in {line}");
    }
    assert_eq!(line["index"], 1);
    assert_eq!(line["title"], "Two");
    assert_eq!(line["file"], file.as_str());
    assert_eq!((&line["status"], &line["guarantee"]), (&"solved".into(), &"pushes".into()));
    assert_eq!((&line["proved"], &line["pushes"]), (&true.into(), &4.into()));
    assert_eq!(line["lower_bound"], 4);
    assert!(line["stop"].is_null() && line["error"].is_null());
    assert!(run.err.is_empty(), "nothing is said on a good run: {}", run.err);
}

#[test]
fn a_bad_level_among_good_ones_is_a_line_too() {
    let files = Files::new();
    let file = files.put("l.xsb", three());
    let run = run(&["solve", &file, "--jobs", "1", "--format", "jsonl"]);
    let all = lines(&run.out);
    let states: Vec<_> = all.iter().map(|line| line["status"].as_str().unwrap_or("")).collect();
    assert_eq!(states, ["solved", "invalid", "solved"]);
    assert_eq!((&all[1]["index"], &all[1]["title"]), (&2.into(), &"Bad".into()));
    assert!(all[1]["error"].as_str().is_some_and(|it| it.contains("no player")), "{}", all[1]);
    assert_eq!(run.code, 30);
    assert!(run.err.contains(&format!("{file}:")) && run.err.contains("no player"), "{}", run.err);
}

/// The places that `words` select.
fn selected(words: &[&str]) -> Vec<u64> {
    let mut args = vec!["solve", "--jobs", "1", "--format", "jsonl"];
    args.extend(words);
    let run = run(&args);
    assert_eq!(run.code, 0, "{words:?}: {}", run.err);
    lines(&run.out).iter().map(|line| line["index"].as_u64().expect("a number")).collect()
}

#[test]
fn levels_are_selected_by_number() {
    let files = Files::new();
    let file = files.put("l.xsb", format!("{ONE}\n").repeat(20));
    let with = |selection: &str| format!("{file}:{selection}");
    assert_eq!(selected(&[&with("3")]), [3]);
    assert_eq!(selected(&[&with("2-4,15")]), [2, 3, 4, 15]);
    assert_eq!(selected(&[&with("19-"), &with("1")]), [19, 20, 1]);
    assert_eq!(selected(&[&file]).len(), 20);
}

#[test]
fn a_file_with_a_colon_wins_over_a_selection() {
    let files = Files::new();
    files.put("l", format!("{ONE}\n{TWO}"));
    let odd = files.put("l:2", TWO);
    assert_eq!(selected(&[&odd]), [1]);
    assert_eq!(selected(&[&format!("{odd}:1")]), [1]);
}

#[test]
fn standard_input_and_bundled_collections() {
    let text = format!("{ONE}\n{TWO}");
    for word in ["-", "-:2"] {
        let args = ["solve", word, "--jobs", "1", "--format", "jsonl"];
        let run = finish(hako(&args).write_stdin(text.clone()));
        let all = lines(&run.out);
        assert_eq!((run.code, &all[0]["file"]), (0, &"-".into()));
        assert_eq!(all.last().map(|line| line["index"].clone()), Some(2.into()));
    }
    assert_eq!(selected(&["tutorial:2", "TUTORIAL:1"]), [2, 1]);
}

#[test]
fn moves_alone_are_one_line_for_each_level() {
    let files = Files::new();
    let file = files.put("l.xsb", format!("{ONE}\n{HOPELESS}\n{TWO}"));
    for jobs in ["1", "3"] {
        let run = run(&["solve", &file, "--format", "lurd", "--jobs", jobs]);
        let out: Vec<&str> = run.out.lines().collect();
        assert_eq!((run.code, out.len()), (10, 3), "{}", run.err);
        assert_eq!((out[0], out[1]), ("R", ""));
        assert!(!out[2].is_empty());
    }
}

#[test]
fn sok_is_read_again_with_its_solutions() {
    let files = Files::new();
    let file = files.put("l.xsb", three());
    let out = files.name("out.sok");
    let first = run(&["solve", &file, "--format", "sok", "-o", &out]);
    assert_eq!((first.code, first.out.as_str()), (30, ""));
    let verified = run(&["verify", &out]);
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
    assert!(verified.out.contains("2 solutions right, 0 wrong"), "{}", verified.out);
}

#[test]
fn a_solution_that_the_file_has_is_not_added_again() {
    let files = Files::new();
    let file = files.put("l.sok", format!("{ONE}\nSolution/Moves\nr\n\nSaveGame\n*r\n"));
    let run_one = run(&["solve", &file, "--format", "sok"]);
    assert_eq!(run_one.code, 0, "{}", run_one.err);
    assert_eq!(run_one.out.matches("Solution").count(), 1, "{}", run_one.out);
    assert!(run_one.out.contains("SaveGame"), "{}", run_one.out);
    let file = files.put("two.sok", format!("{TWO}\nSolution\nrlrRRlldRR\n"));
    let run_two = run(&["solve", &file, "--format", "sok", "--goal", "moves"]);
    assert_eq!(run_two.out.matches("\nSolution").count(), 2, "another one: {}", run_two.out);
}

#[test]
fn quiet_leaves_results_and_errors() {
    let files = Files::new();
    let file = files.put("l.xsb", three());
    let run_quiet = run(&["-q", "trace", &format!("{file}:3"), "--nodes", "2"]);
    assert_eq!((run_quiet.code, run_quiet.err.as_str()), (0, ""));
    let noted = run(&["trace", &format!("{file}:3"), "--nodes", "2"]);
    assert!(noted.err.starts_with("note: only the first 2 states"), "{}", noted.err);
    let wrong = run(&["solve", &file, "--quiet", "--format", "lurd"]);
    assert!(wrong.err.starts_with("error: ") && wrong.err.contains("no player"), "{}", wrong.err);
}

#[test]
fn tables_are_plain_when_not_on_a_terminal() {
    for variable in ["", "1"] {
        let run = finish(hako(&["solve", "tutorial"]).env("NO_COLOR", variable));
        assert_eq!(run.code, 0);
        assert!(!run.out.contains('\x1b') && !run.err.contains('\x1b'));
        assert!(run.err.is_empty(), "no progress into a pipe: {}", run.err);
        assert!(run.out.contains("Push the box onto the goal"));
    }
}

#[test]
fn without_arguments_the_bundled_levels_are_solved() {
    let run = run(&[]);
    assert_eq!(run.code, 0, "{}", run.out);
    assert!(run.out.contains("What to try next") && run.out.contains("tutorial:1"));
    assert!(!run.out.contains('\x1b') && run.err.is_empty());
}

#[test]
fn a_killed_run_goes_on_where_it_was() {
    let files = Files::new();
    let file = files.put("l.xsb", format!("{ONE}\n{TWO}\n{BAD}\n{ONE}"));
    let out = files.name("out.jsonl");
    let args = ["solve", &file, "--jobs", "1", "--format", "jsonl", "-o", &out, "--resume", &out];
    assert_eq!(run(&args).code, 30);
    let whole = files.get("out.jsonl");
    assert_eq!(whole.lines().count(), 4);

    // Cut in the middle of the second line.
    let cut = whole.find('\n').expect("a line") + 40;
    files.put("out.jsonl", &whole[..cut]);
    run(&args);
    let again = files.get("out.jsonl");
    let places: Vec<_> = lines(&again).iter().map(|line| line["index"].clone()).collect();
    assert_eq!(places, [1, 2, 3, 4]);
    assert_eq!(again.lines().next(), whole.lines().next());

    // Nothing is left to do.
    assert_eq!(run(&args).code, 0);
    assert_eq!(files.get("out.jsonl"), again);

    // Another level in the place of the second is done again.
    files.put("l.xsb", format!("{ONE}\n{ONE}\n{BAD}\n{ONE}"));
    run(&args);
    assert_eq!(files.get("out.jsonl").lines().count(), 5);
}

#[test]
fn resuming_to_standard_output_skips_what_is_there() {
    let files = Files::new();
    let file = files.put("l.xsb", format!("{ONE}\n{TWO}"));
    let first = run(&["solve", &format!("{file}:1"), "--format", "jsonl"]);
    let half = format!("{}{{\"file\":", first.out);
    let before = files.put("before.jsonl", half);
    let rest = run(&["solve", &file, "--jobs", "1", "--format", "jsonl", "--resume", &before]);
    assert_eq!(lines(&rest.out).len(), 1);
    assert_eq!(lines(&rest.out)[0]["index"], 2);
    let other = files.put("other.txt", "hello\n{}\n");
    assert_eq!(run(&["solve", &file, "--resume", &other]).code, 30);
}

#[test]
#[cfg(unix)]
fn appending_to_the_file_resumed_from_repairs_it() {
    let files = Files::new();
    let file = files.put("l.xsb", format!("{ONE}\n{TWO}"));
    let first = run(&["solve", &format!("{file}:1"), "--format", "jsonl"]).out;
    let out = files.put("out.jsonl", format!("{first}{{\"file\":\"l"));
    let append = std::fs::OpenOptions::new().append(true).open(&out).expect("a file");
    let ended = std::process::Command::new(env!("CARGO_BIN_EXE_hako"))
        .args(["solve", &file, "--jobs", "1", "--format", "jsonl", "--resume", &out])
        .stdout(append)
        .status();
    assert!(ended.is_ok_and(|status| status.success()));
    assert_eq!(lines(&files.get("out.jsonl")).len(), 2);
}

#[test]
fn installed_collections_are_found_by_name() {
    let files = Files::new();
    files.put("own/hakooshi/levels/mine.xsb", ONE);
    files.put("share/games/cavepacker/maps/set0001.sok", ONE);
    files.put("share/games/cavepacker/maps/set0001.sol", "r");
    files.put("share/games/cavepacker/maps/set0002.sok", TWO);
    files.put("share/games/xsok/Sokoban.def", ";WALLS\n# 0 0 0\n\n;LEVEL 1\n#####\n#@$.#\n#####\n");
    let mut list = hako(&["list", "collections", "--format", "json"]);
    list.env("XDG_DATA_HOME", files.path("own")).env("XDG_DATA_DIRS", files.path("share"));
    let all: serde_json::Value = serde_json::from_str(&finish(&mut list).out).expect("JSON");
    let levels = |name: &str| {
        let all = all.as_array().expect("a list");
        all.iter().find(|it| it["name"] == name).map(|it| it["levels"].clone())
    };
    assert_eq!(levels("mine"), Some(1.into()));
    assert_eq!(levels("set"), Some(2.into()));
    assert_eq!(levels("xsok"), Some(1.into()));
    let mut verify = hako(&["verify", "set:1"]);
    assert_eq!(finish(verify.env("XDG_DATA_DIRS", files.path("share"))).code, 0);
}

/// A number of a record.
fn count(line: &serde_json::Value, field: &str) -> u64 {
    line[field].as_u64().unwrap_or_else(|| panic!("{field} is no number in {line}"))
}

#[test]
fn the_usual_engine_polishes_and_is_never_the_worse_for_it() {
    let run = run(&["solve", "medium", "--jobs", "1", "--format", "jsonl"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let all = lines(&run.out);
    for line in &all {
        assert!(count(line, "pushes") <= count(line, "found_pushes"), "{line}");
        assert!(count(line, "moves") <= count(line, "found_moves"), "{line}");
        assert!(line["polish_s"].is_number());
    }
    let shorter = all.iter().filter(|it| count(it, "moves") < count(it, "found_moves")).count();
    assert!(shorter > 0, "no level of {} became shorter", all.len());
}

#[test]
fn polish_is_left_out_when_asked_or_when_an_engine_or_goal_is_named() {
    for words in [&["--no-polish"][..], &["--engine", "backward"], &["--goal", "pushes"]] {
        let run = run(&[&["solve", "medium:1", "--format", "jsonl"], words].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        let line = &lines(&run.out)[0];
        for field in ["found_pushes", "found_moves", "polish_s"] {
            assert!(line.get(field).is_some_and(serde_json::Value::is_null), "{words:?}: {line}");
        }
    }
    let asked = ["solve", "medium:1", "--format", "jsonl", "--engine", "backward"];
    let run = run(&[&asked[..], &["--polish", "1"]].concat());
    assert!(lines(&run.out)[0]["found_pushes"].is_number(), "{}", run.out);
}

#[test]
fn a_table_says_what_polish_has_done() {
    let plain = run(&["solve", "medium", "--no-polish"]);
    assert!(!plain.out.contains("polish"), "{}", plain.out);
    let both = run(&["solve", "medium"]);
    let last = both.out.lines().last().unwrap_or_default();
    assert!(last.contains("; polish saved ") && last.ends_with(" moves"), "{last}");
    let single = (1..=20).map(|at| run(&["solve", &format!("medium:{at}")]));
    let told = single.map(|run| run.out).find(|out| out.contains("polished from ")).expect("one");
    let note = told.lines().find(|line| line.starts_with("polished from ")).expect("a line");
    assert!(note.contains(" to ") && note.matches('/').count() == 3, "{note}");
}

#[test]
fn what_is_piped_in_needs_no_name() {
    let run = finish(hako(&["solve", "--format", "lurd"]).write_stdin("#####\n#@$.#\n#####\n"));
    assert_eq!((run.code, run.out.as_str()), (0, "R\n"), "{}", run.err);
}

#[test]
fn a_goal_that_is_not_proved_in_time_still_has_a_solution_and_a_bound() {
    let args = ["solve", "hard:1", "--goal", "moves", "--nodes", "50000", "--format", "jsonl"];
    let run = run(&args);
    assert_eq!(run.code, 21, "the limit came before the proof: {}", run.err);
    let record: serde_json::Value = serde_json::from_str(&run.out).expect("a record");
    assert_eq!((&record["status"], &record["optimal"]), (&"solved".into(), &false.into()));
    assert_eq!(record["stop"], "nodes");
    let number = |name: &str| record[name].as_f64().expect("a number");
    assert!(number("lower_bound") <= number("moves"));
    let gap = (number("moves") - number("lower_bound")) / number("moves");
    assert!((number("gap") - gap).abs() < 1e-9);
    let table = self::run(&["solve", "hard:1", "--goal", "moves", "--nodes", "50000"]);
    assert!(table.out.contains(" moves, at least "), "{}", table.out);
}
