//! The program as a process: signals, closed pipes, memory.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::common::{BLIND, Files, ONE, endless, lines};

fn spawn(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_hako"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts")
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

#[test]
fn an_interrupt_tells_what_is_known_and_returns_130() {
    let files = Files::new();
    let file = files.put("l.xsb", format!("{ONE}\n{}\n{ONE}", endless()));
    for name in ["-INT", "-TERM"] {
        let args =
            ["solve", &file, "--jobs", "1", "--format", "jsonl", "--engine", BLIND, "--time", "0"];
        let mut child = spawn(&args);
        // The first level has been told: the second is running, or about to.
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        let mut first = String::new();
        out.read_line(&mut first).expect("a line");
        std::thread::sleep(Duration::from_millis(300));
        signal(&child, name);
        let rest: String = out.lines().map(|line| line.expect("text") + "\n").collect();
        assert_eq!(child.wait().expect("ended").code(), Some(130), "{name}");
        let rest = lines(&rest);
        assert_eq!(rest.len(), 1, "{rest:?}");
        assert_eq!(
            (&rest[0]["status"], &rest[0]["stop"]),
            (&"unknown".into(), &"cancelled".into())
        );
    }
}

/// Whether this process, and so its children, ignores the signal of a closed terminal.
#[cfg(target_os = "linux")]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").expect("there");
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).expect("a mask");
    mask.trim().ends_with(['1', '3', '5', '7', '9', 'b', 'd', 'f'])
}

/// Says what was not done; the summary of the test run repeats it.
#[cfg(target_os = "linux")]
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn skipped(what: &str) {
    eprintln!("skipped: {what}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_closed_terminal_loses_no_table() {
    if ignores_hangup() {
        skipped("the tests themselves run under nohup");
        return;
    }
    let files = Files::new();
    let file = files.put("l.xsb", format!("{ONE}\n{}\n{ONE}", endless()));
    let out = files.name("table");
    let args = ["solve", &file, "--jobs", "1", "--engine", BLIND, "--time", "0", "-o", &out];
    let child = spawn(&args);
    std::thread::sleep(Duration::from_millis(700));
    signal(&child, "-HUP");
    let ended = child.wait_with_output().expect("ended");
    assert_eq!(ended.status.code(), Some(130));
    let table = files.get("table");
    assert!(table.contains("interrupted") && table.contains("1 of 2 levels"), "{table}");

    let held = Command::new("nohup")
        .args([env!("CARGO_BIN_EXE_hako"), "solve", &file, "--engine", BLIND, "--time", "1500ms"])
        .args(["--jobs", "1", "-o", &out])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("nohup");
    std::thread::sleep(Duration::from_millis(700));
    signal(&held, "-HUP");
    assert_eq!(held.wait_with_output().expect("ended").status.code(), Some(20));
}

#[test]
fn an_interrupt_leaves_no_draft() {
    let files = Files::new();
    let file = files.put("l.xsb", endless());
    let out = files.name("out.jsonl");
    for name in ["-INT", "-TERM"] {
        let args = ["trace", &file, "--engine", BLIND, "--nodes", "4000000000", "-o", &out];
        let child = spawn(&args);
        std::thread::sleep(Duration::from_millis(500));
        assert_eq!(std::fs::read_dir(files.folder()).expect("a folder").count(), 2, "a draft");
        signal(&child, name);
        assert_eq!(child.wait_with_output().expect("ended").status.code(), Some(130));
        assert_eq!(std::fs::read_dir(files.folder()).expect("a folder").count(), 1);
    }
}

/// Nothing that a solver has started outlives the program, which can do nothing about a SIGKILL.
#[test]
#[cfg(target_os = "linux")]
fn a_killed_program_leaves_no_solver_behind() {
    use std::os::unix::fs::PermissionsExt as _;
    let files = Files::new();
    let level = files.put("l.xsb", ONE);
    let (solver, pids) = (files.path("wrapper"), files.path("pids"));
    let text = "#!/bin/sh\nsleep 1000 & echo $$ $! >> PIDS; \
                setsid sh -c 'echo $$ >> PIDS; exec sleep 1000' & wait\n";
    std::fs::write(&solver, text.replace("PIDS", &pids.to_string_lossy())).expect("written");
    std::fs::set_permissions(&solver, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    let solver = solver.to_string_lossy();
    let args = ["solve", &level, "--engine", "smt-bv", "--smt-solver", &solver, "--time", "0"];
    let mut child = spawn(&args);
    let started = || std::fs::read_to_string(&pids).unwrap_or_default();
    while started().split_whitespace().count() < 3 {
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
    for process in started().split_whitespace() {
        let stat = format!("/proc/{process}/stat");
        let gone = (0..1000).any(|_| {
            let state = std::fs::read_to_string(&stat).unwrap_or_default();
            std::thread::sleep(Duration::from_millis(10));
            state.is_empty() || state.contains(") Z ")
        });
        assert!(gone, "process {process} is still there");
    }
}

#[test]
fn an_interrupt_while_waiting_for_input_ends_the_program() {
    let mut child = spawn(&["solve", "-"]);
    // Held open: waiting for the child would close it, and the end of the input is an answer.
    let stdin = child.stdin.take();
    std::thread::sleep(Duration::from_millis(500));
    signal(&child, "-INT");
    assert_eq!(child.wait().expect("ended").code(), Some(130));
    drop(stdin);
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let files = Files::new();
    let many = files.put("l.xsb", format!("{ONE}\n").repeat(5000));
    for args in [
        &["solve", &many, "--jobs", "1", "--format", "jsonl"][..],
        &["info", &many],
        &["convert", &many, "--to", "sok"],
        &["solve", &many, "--format", "sok"],
    ] {
        let mut child = spawn(args);
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        out.read_line(&mut String::new()).expect("a line");
        drop(out);
        let output = child.wait_with_output().expect("ended");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

/// The most memory the process has occupied so far.
#[cfg(target_os = "linux")]
fn peak(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

#[test]
#[cfg(target_os = "linux")]
fn the_memory_limit_is_kept() {
    let files = Files::new();
    let file = files.put("l.xsb", endless());
    for (jobs, levels) in [("1", &[&file][..]), ("2", &[&file, &file])] {
        let mut args = vec!["solve", "--format", "jsonl", "--engine", BLIND, "--time", "0"];
        args.extend(["--memory", "50M", "--jobs", jobs]);
        args.extend(levels.iter().map(|file| file.as_str()));
        let mut child = spawn(&args);
        let mut most = 0;
        let status = loop {
            most = most.max(peak(&child).unwrap_or(0));
            if let Some(status) = child.try_wait().expect("asked") {
                break status;
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(status.code(), Some(22));
        let output = child.wait_with_output().expect("ended");
        for line in lines(&String::from_utf8_lossy(&output.stdout)) {
            assert_eq!(line["stop"], "memory");
            assert!(line["peak_memory"].as_u64().is_some_and(|peak| peak > 1_000_000), "{line}");
        }
        assert!((10_000_000..55_000_000).contains(&most), "{most} bytes with {jobs} jobs");
    }
}
