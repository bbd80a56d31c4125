//! Files that a command reads and writes: nothing is lost, and nothing is left half done.
#![cfg(unix)]

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{Files, ONE, TWO, lines, run};

/// Every name in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("an entry").file_name();
    let mut names: Vec<_> = entries.map(|it| name(it).to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_file_that_is_read_is_not_written() {
    let files = Files::new();
    let file = files.put("l.xsb", TWO);
    symlink(files.path("l.xsb"), files.path("soft")).expect("a link");
    std::fs::hard_link(files.path("l.xsb"), files.path("hard")).expect("a link");
    let before = names(files.folder());
    for other in [&file, &files.name("./l.xsb"), &files.name("soft"), &files.name("hard")] {
        for command in [
            &["solve", &file, "-o", other][..],
            &["solve", &file, "--format", "jsonl", "-o", other],
            &["solve", &file, "--goal", "pushes", "--proof", other],
            &["convert", &file, "--to", "sok", "-o", other],
            &["encode", &file, "--to", "pddl", "-o", other],
            &["encode", &file, "--to", "pddl", "--domain", other],
            &["trace", &file, "-o", other],
            &["compare", &file, "--engines", "bfs,astar", "-o", other],
            &["ablate", &file, "--engine", "astar", "-o", other],
        ] {
            let refused = run(command);
            assert_eq!(refused.code, 31, "{command:?}: {}", refused.err);
            assert!(refused.err.contains("another name"), "{command:?}: {}", refused.err);
            assert_eq!(files.get("l.xsb"), TWO, "{command:?}");
        }
    }
    assert_eq!(names(files.folder()), before, "no drafts are left");
    let stdin = std::fs::File::open(&file).expect("a file");
    let refused = Command::new(env!("CARGO_BIN_EXE_hako"))
        .args(["solve", "-", "-o", &file])
        .stdin(stdin)
        .status();
    assert_eq!(refused.expect("it runs").code(), Some(31));
    let stdout = std::fs::OpenOptions::new().append(true).open(&file).expect("a file");
    let refused = Command::new(env!("CARGO_BIN_EXE_hako"))
        .args(["convert", &file, "--to", "xsb"])
        .stdout(stdout)
        .status();
    assert_eq!(refused.expect("it runs").code(), Some(31));
    assert_eq!(files.get("l.xsb"), TWO);
}

#[test]
fn two_outputs_have_two_names() {
    let files = Files::new();
    let file = files.put("l.xsb", TWO);
    let out = files.name("out");
    let both = run(&["encode", &file, "--to", "pddl", "--domain", &out, "-o", &out]);
    assert_eq!(both.code, 31, "{}", both.err);
    let formula = files.name("out.cnf");
    let both = run(&["solve", &file, "--goal", "pushes", "--proof", &out, "-o", &formula]);
    assert_eq!(both.code, 31, "{}", both.err);
    assert_eq!(names(files.folder()), ["l.xsb"]);
}

#[test]
fn a_failure_leaves_the_old_file() {
    let files = Files::new();
    let empty = files.put("empty.xsb", "");
    let out = files.put("out", "old");
    for command in [
        &["solve", &empty, "--engine", "nonsense", "-o", &out][..],
        &["trace", &empty, "-o", &out],
        &["encode", &empty, "--to", "pddl", "-o", &out],
        &["convert", &empty, "--to", "sok", "-o", &out],
        &["compare", &empty, "--engines", "bfs,astar", "-o", &out],
    ] {
        assert_ne!(run(command).code, 0, "{command:?}");
        assert_eq!(files.get("out"), "old", "{command:?}");
    }
    assert_eq!(names(files.folder()), ["empty.xsb", "out"]);
}

#[test]
fn devices_are_written_to_and_stay() {
    let files = Files::new();
    let file = files.put("l.xsb", TWO);
    let null = files.name("null");
    symlink("/dev/null", &null).expect("a link");
    for command in ["solve", "convert"] {
        let to = if command == "convert" { &["--to", "sok"][..] } else { &[] };
        assert_eq!(run(&[&[command, &file, "-o", &null], to].concat()).code, 0);
    }
    assert!(std::fs::symlink_metadata(&null).expect("there").is_symlink());
    assert_eq!(run(&["convert", &file, "--to", "sok", "-o", "/dev/full"]).code, 33);
    assert_eq!(run(&["solve", &file, "-o", "/dev/full"]).code, 33);
}

#[test]
fn going_on_in_a_file_by_another_name_goes_on_in_it() {
    let files = Files::new();
    let file = files.put("l.xsb", format!("{ONE}\n{TWO}"));
    let out = files.name("out.jsonl");
    let first = ["solve", &format!("{file}:1"), "--format", "jsonl", "-o", &out];
    assert_eq!(run(&first).code, 0);
    let whole = files.get("out.jsonl");
    symlink(&out, files.path("soft.jsonl")).expect("a link");
    std::fs::hard_link(&out, files.path("hard.jsonl")).expect("a link");
    for (resume, out) in [
        (&out, &files.name("./out.jsonl")),
        (&files.name("soft.jsonl"), &out),
        (&out, &files.name("soft.jsonl")),
        (&out, &files.name("hard.jsonl")),
    ] {
        files.put("out.jsonl", &whole);
        let args = ["solve", &file, "--format", "jsonl", "--resume", resume, "-o", out];
        assert_eq!(run(&args).code, 0);
        let all = files.get("out.jsonl");
        assert!(all.starts_with(&whole) && lines(&all).len() == 2, "{resume} {out}: {all}");
        let table = run(&["solve", &file, "--resume", resume, "-o", out]);
        assert_eq!(table.code, 31, "{}", table.err);
        assert_eq!(files.get("out.jsonl"), all);
    }
}

#[test]
fn a_last_line_without_its_end_is_kept_or_done_again() {
    let files = Files::new();
    let file = files.put("l.xsb", format!("{ONE}\n{TWO}"));
    let out = files.name("out.jsonl");
    let args = ["solve", &file, "--jobs", "1", "--format", "jsonl", "--resume", &out, "-o", &out];
    assert_eq!(run(&args).code, 0);
    let whole = files.get("out.jsonl");
    for cut in 1..4 {
        files.put("out.jsonl", &whole[..whole.len() - cut]);
        assert_eq!(run(&args).code, 0);
        let again = files.get("out.jsonl");
        let places: Vec<_> = lines(&again).iter().map(|line| line["index"].clone()).collect();
        assert_eq!(places, [1, 2], "{cut}");
        assert!(again.ends_with('\n') && (cut > 1 || again == whole), "{cut}");
    }
}

#[test]
fn a_cancelled_level_has_one_line_after_it_is_done() {
    let files = Files::new();
    let file = files.put("l.xsb", format!("{ONE}\n{TWO}"));
    let out = files.name("out.jsonl");
    let args = ["solve", &file, "--jobs", "1", "--format", "jsonl", "--resume", &out, "-o", &out];
    assert_eq!(run(&args).code, 0);
    let all = lines(&files.get("out.jsonl"));
    let mut stopped = all[0].clone();
    (stopped["status"], stopped["stop"]) = ("unknown".into(), "cancelled".into());
    let text = format!("{stopped}\n{}\n", all[1]);
    let places = || {
        let all = lines(&files.get("out.jsonl"));
        all.iter().map(|line| (line["index"].clone(), line["status"].clone())).collect::<Vec<_>>()
    };
    let wanted = [(2.into(), "solved".into()), (1.into(), "solved".into())];
    files.put("out.jsonl", &text);
    assert_eq!(run(&args).code, 0);
    assert_eq!(places(), wanted);
    files.put("out.jsonl", &text);
    let stdout = std::fs::OpenOptions::new().append(true).open(&out).expect("a file");
    let mut appended = Command::new(env!("CARGO_BIN_EXE_hako"));
    appended.args(["solve", &file, "--format", "jsonl", "--resume", &out]).stdout(stdout);
    assert!(appended.status().expect("it runs").success());
    assert_eq!(places(), wanted);
}

/// Runs a command with the shell's redirection.
#[cfg(target_os = "linux")]
fn redirected(args: &str, to: &str) -> std::process::Output {
    let line = format!("{} {args} {to}", env!("CARGO_BIN_EXE_hako"));
    let mut shell = Command::new("sh");
    shell.args(["-c", &line]).stdin(Stdio::null()).output().expect("a shell")
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_cannot_be_written_is_an_error() {
    for args in [
        "solve tutorial:1",
        "solve tutorial:1 --format sok",
        "solve tutorial:1 --format jsonl",
        "convert tutorial --to slc",
        "info tutorial:1",
        "list spaces",
        "exit-codes",
        "help solve",
        "--version",
    ] {
        // In the place of an output that was closed the runtime opens `/dev/null`.
        for to in [">/dev/full", ">>/dev/full", ">&-"] {
            let done = redirected(args, to);
            assert_eq!(done.status.code(), Some(33), "{args} {to}");
            let told = String::from_utf8_lossy(&done.stderr).into_owned();
            assert!(told.contains("cannot write"), "{args} {to}: {told}");
        }
        assert_eq!(redirected(args, ">/dev/null").status.code(), Some(0), "{args}");
        assert_eq!(redirected(args, "1<>/dev/null").status.code(), Some(0), "{args}");
    }
    let files = Files::new();
    let args = format!("solve tutorial:1 --format jsonl -o {}", files.name("out"));
    assert_eq!(redirected(&args, ">&-").status.code(), Some(0), "nothing is to be printed");
}

/// Every command that writes, with room for more and more of it.
#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_fills_at_any_place_loses_no_line_and_leaves_nothing() {
    let files = Files::new();
    let levels = files.put("l.xsb", format!("{ONE}\n{TWO}\n").repeat(4));
    let game = files.put("g.sok", format!("{TWO}\nSolution\nrRlrRlldRR\n"));
    let (first, out) = (format!("{levels}:1"), files.name("out"));
    let inputs = ["g.sok", "l.xsb"];
    let (mut cut, mut whole) = (0, 0);
    for words in [
        &["solve", &levels, "--format", "jsonl", "-o", &out][..],
        &["solve", &levels, "--format", "jsonl", "--resume", &out, "-o", &out],
        &["solve", &levels, "--format", "csv", "-o", &out],
        &["label", &levels, "--what", "both", "-o", &out],
        &["label", &levels, "--what", "both", "--format", "jsonl", "--resume", "-o", &out],
        &["convert", &levels, "--to", "sok", "-o", &out],
        &["info", &levels, "--format", "jsonl", "-o", &out],
        &["trace", &first, "-o", &out],
        &["draw", &first, "--format", "svg", "-o", &out],
        &["improve", &game, "--checkpoint", &out, "--time", "5"],
    ] {
        for blocks in 0..40 {
            let _ = std::fs::remove_file(&out);
            let line = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
            let mut shell = Command::new("sh");
            shell.args(["-c", &line, env!("CARGO_BIN_EXE_hako")]).args(words);
            let done = shell.stdin(Stdio::null()).output().expect("a shell");
            let told = String::from_utf8_lossy(&done.stderr).into_owned();
            let left: Vec<String> =
                names(files.folder()).into_iter().filter(|name| name != "out").collect();
            assert_eq!(left, inputs, "{words:?} with {blocks} blocks");
            if done.status.code() == Some(0) {
                whole += 1;
                break;
            }
            assert_eq!(done.status.code(), Some(33), "{words:?} with {blocks} blocks: {told}");
            assert!(told.contains("cannot write"), "{told}");
            cut += 1;
        }
    }
    assert!(whole == 10 && cut > 20, "{whole} whole, {cut} cut");
}

#[test]
fn notes_that_are_left_out_are_told() {
    let files = Files::new();
    let notes = "words and words\n".repeat((16 << 20) / 16 + 10);
    let file = files.put("l.xsb", format!("{notes}\n{ONE}"));
    let done = run(&["convert", &file, "--to", "xsb", "-o", &files.name("out.xsb")]);
    assert_eq!(done.code, 30);
    assert!(done.err.contains("notes before the first level"), "{}", done.err);
    assert!(files.get("out.xsb").trim_end().ends_with("\n#@$.#\n#####"), "the level is there");
}
