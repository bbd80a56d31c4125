//! Planners, exports and proofs through the program.

use crate::common::{Files, HOPELESS, TWO, run};

#[test]
fn sat_proves_its_answers() {
    let files = Files::new();
    let (two, hopeless) = (files.put("two.xsb", TWO), files.put("no.xsb", HOPELESS));
    let done = run(&[
        "solve", &two, "--jobs", "1", "--engine", "sat", "--goal", "pushes", "--format", "jsonl",
    ]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(
        done.out.contains("\"proved\":true") && done.out.contains("\"pushes\":4"),
        "{}",
        done.out
    );
    assert_eq!(run(&["solve", &hopeless, "--engine", "sat"]).code, 10);
    let short =
        run(&["solve", &two, "--jobs", "1", "--engine", "sat(horizon=3)", "--format", "jsonl"]);
    assert_eq!(short.code, 11);
    assert!(short.out.contains("\"stop\":\"horizon\""), "{}", short.out);
    assert!(short.out.contains("\"lower_bound\":4"), "{}", short.out);
}

/// A solver that lies must not make a falsehood of the record.
#[cfg(unix)]
#[test]
fn the_word_of_a_solver_is_no_proof() {
    use std::os::unix::fs::PermissionsExt as _;
    let files = Files::new();
    let liar = files.put("liar", "#!/bin/sh\ncat > /dev/null; echo unsat\n");
    std::fs::set_permissions(&liar, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    let level = files.put("l.xsb", "#####\n#@$.#\n#####");
    let args = ["solve", &level, "--engine", "smt-bv", "--smt-solver", &liar, "--format", "jsonl"];
    let done = run(&args);
    assert_eq!(done.code, 11, "{}{}", done.out, done.err);
    assert!(done.out.contains("\"status\":\"unknown\",\"stop\":null"), "{}", done.out);
    assert!(done.out.contains("\"proved\":false"), "{}", done.out);
    let moves = run(&[&args[..], &["--goal", "moves"]].concat());
    assert!(moves.out.contains("\"lower_bound\":1"), "its own: {}", moves.out);
}

#[test]
fn proofs_are_written_for_one_level() {
    let files = Files::new();
    let two = files.put("two.xsb", TWO);
    let proof = files.name("p.lrat");
    let done = run(&["solve", &two, "--goal", "pushes", "--proof", &proof]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.err.contains("3 pushes are not enough"), "{}", done.err);
    assert!(files.get("p.lrat.cnf").contains("p cnf ") && !files.get("p.lrat").is_empty());
    let both = format!("{TWO}\n{TWO}");
    let both = files.put("both.xsb", both);
    assert_eq!(run(&["solve", &both, "--proof", &proof]).code, 31);
    let nowhere = run(&["solve", &two, "--goal", "pushes", "--proof", "/no/such/folder/p"]);
    assert_eq!(nowhere.code, 33, "{}", nowhere.err);
    let drat = files.name("p.drat");
    let done = run(&["solve", &two, "--goal", "pushes", "--proof", &drat]);
    assert!(done.code == 0 && done.err.contains("read back and checked"), "{}", done.err);
    assert!(files.get("p.drat").ends_with("0\n") && !files.path("p.drat.lrat").exists());
    let squeezed = run(&["solve", &two, "--proof", &files.name("p.lrat.gz")]);
    assert_eq!(squeezed.code, 31, "{}", squeezed.err);
}

/// Runs a command in a shell that lets no file grow beyond so many blocks of 512 bytes, which a
/// program feels like a device without room.
#[cfg(target_os = "linux")]
fn cramped(blocks: u32, args: &[&str]) -> (Option<i32>, String) {
    let line = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &line, env!("CARGO_BIN_EXE_hako")]).args(args);
    let done = shell.output().expect("a shell");
    (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
}

#[cfg(target_os = "linux")]
#[test]
fn a_proof_without_room_is_no_proof_and_leaves_nothing() {
    let files = Files::new();
    let level = " #######\n #     #\n #@$   #\n # $####\n##  ###\n#   ..#\n#######\n";
    let level = files.put("l.xsb", level);
    let names = || std::fs::read_dir(files.folder()).expect("a folder").count();
    let (mut cut, mut whole) = (0, 0);
    for name in ["p.lrat", "p.drat"] {
        let proof = files.name(name);
        for shift in 0..14 {
            let args = ["solve", &level, "--goal", "pushes", "--proof", &proof];
            let (code, told) = cramped(1 << shift, &args);
            if code == Some(0) {
                whole += 1;
                assert!(told.contains("refutes"), "{told}");
                std::fs::remove_file(&proof).expect("written");
                std::fs::remove_file(format!("{proof}.cnf")).expect("written");
            } else {
                cut += 1;
                assert_eq!(code, Some(33), "{told}");
                assert!(told.contains("no proof: ") && !told.contains("refutes"), "{told}");
            }
            assert_eq!(names(), 1, "{shift}");
        }
    }
    assert!(cut > 4 && whole > 1, "{cut} {whole}");
    let (code, told) = cramped(1 << 20, &["solve", &level, "--proof", "/dev/full"]);
    assert!(code == Some(33) && !told.contains("refutes"), "{told}");
}

#[test]
fn what_is_encoded_is_decoded() {
    let files = Files::new();
    let two = files.put("two.xsb", TWO);
    let (domain, problem) = (files.name("d.pddl"), files.name("p.pddl"));
    let written = run(&["encode", &two, "--to", "pddl", "--domain", &domain, "-o", &problem]);
    assert_eq!(written.code, 0, "{}", written.err);
    assert!(files.get("d.pddl").contains("sokoban-sequential"));
    assert_eq!(run(&["solve", &problem]).code, 0, "the problem is a level again");
    let plan = "(move p a b dir-right)\n(push-to-nongoal p s a b c dir-right)\n\
                (push-to-goal p s a b c dir-right)\n(move p a b dir-left)\n(move p a b dir-left)\n\
                (move p a b dir-down)\n(push-to-nongoal p s a b c dir-right)\n\
                (push-to-goal p s a b c dir-right)\n";
    let decoded = run(&["decode", &two, &files.put("plan", plan)]);
    assert_eq!((decoded.code, decoded.out.as_str()), (0, "rRRlldRR\n"), "{}", decoded.err);
    let out = files.name("decoded.json");
    let done = run(&["decode", &two, &files.name("plan"), "--format", "json", "-o", &out]);
    let records: serde_json::Value =
        serde_json::from_str(&files.get("decoded.json")).expect("JSON");
    assert_eq!((done.code, &records[0]["pushes"]), (0, &4.into()), "{records}");
    assert_eq!((&records[0]["solved"], &records[0]["lurd"]), (&true.into(), &"rRRlldRR".into()));
    let over = run(&["decode", &two, &files.name("plan"), "-o", &files.name("plan")]);
    assert_eq!(over.code, 31, "{}", over.err);
    let half = run(&["decode", &two, &files.put("half", "(move p a b dir-right)\n")]);
    assert_eq!(half.code, 1, "{}", half.err);
    assert_eq!(run(&["decode", &two, &files.put("none", "unsat\n")]).code, 11);
    assert_eq!(run(&["decode", &two, &files.put("junk", "hello\n")]).code, 30);
    for to in ["smt2-bv", "smt2-lia", "dimacs"] {
        let text = run(&["encode", &two, "--to", to]);
        assert_eq!(text.code, 0, "{}", text.err);
        assert!(text.out.contains("plan of"), "{to}");
    }
    assert_eq!(run(&["encode", &two, "--to", "tptp"]).code, 31);
}

#[test]
fn a_missing_solver_is_told_with_a_remedy() {
    let files = Files::new();
    let two = files.put("two.xsb", TWO);
    let done = run(&["solve", &two, "--engine", "smt-bv", "--smt-solver", "no-such-solver"]);
    assert_eq!(done.code, 34, "{}", done.err);
    assert!(done.err.contains("pip install z3-solver"), "{}", done.err);
}

#[test]
fn planners_are_compared_and_taken_apart() {
    let files = Files::new();
    let two = files.put("two.xsb", TWO);
    let compared = run(&["compare", &two, "--engines", "astar,sat,sat(paths=on)"]);
    assert_eq!(compared.code, 0, "{}", compared.err);
    let taken = run(&["ablate", &two, "--engine", "sat"]);
    assert!(taken.out.contains("without dead_pairs"), "{}", taken.out);
}

/// Killed without a chance to clean up, the program still leaves no solver behind.
#[cfg(target_os = "linux")]
#[test]
fn no_solver_outlives_the_program() {
    use std::os::unix::fs::PermissionsExt as _;
    use std::time::Duration;

    let files = Files::new();
    let two = files.put("two.xsb", TWO);
    let pid = files.path("pid");
    let text = format!("#!/bin/sh\necho $$ > {}\nexec sleep 1000\n", pid.display());
    let solver = files.put("sleeper", text);
    std::fs::set_permissions(&solver, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    let words = ["solve", &two, "--engine", "smt-bv", "--smt-solver", &solver];
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_hako"))
        .args(words)
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("the program");
    let process = (0..500).find_map(|_| {
        std::thread::sleep(Duration::from_millis(20));
        std::fs::read_to_string(&pid).ok().filter(|text| text.ends_with('\n'))
    });
    child.kill().expect("it runs");
    child.wait().expect("it ended");
    let folder = format!("/proc/{}", process.expect("the solver was started").trim());
    let gone = (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        let state = std::fs::read_to_string(format!("{folder}/stat")).unwrap_or_default();
        state.is_empty() || state.contains(") Z ")
    });
    assert!(gone, "{folder} is still there");
}
