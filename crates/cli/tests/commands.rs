//! `verify`, `convert`, `info`, `list` and `bench` on small files.

use crate::common::{Files, HOPELESS, ONE, TWO, finish, hako, lines, run, three};

#[test]
fn verify_accepts_and_explains() {
    let files = Files::new();
    let file = files.put("l.xsb", TWO);
    for moves in ["rRRlldRR", "rrrlldrr", "RRRLLDRR", "r2R 2ld2R"] {
        let run = run(&["verify", &file, "--moves", moves]);
        assert_eq!(run.code, 0, "{}{}", run.out, run.err);
        let row: Vec<&str> = run.out.lines().last().expect("a row").split_whitespace().collect();
        assert_eq!(row[1..], ["Two", "solved", "8", "4", "2", "2", "2", "4"], "{}", run.out);
    }
    let wrong = run(&["verify", &file, "--moves", "rRRRR"]);
    assert_eq!(wrong.code, 1);
    for part in ["move 5", "row 2, column 6", "blocked by a wall", "  #    +$#\n"] {
        assert!(wrong.out.contains(part), "{part:?} in {}", wrong.out);
    }
    let short = run(&["verify", &file, "--moves", "rRR"]);
    assert_eq!(short.code, 1);
    assert!(short.out.contains("after 3 moves: 1 box is off goal"), "{}", short.out);
    let more = run(&["verify", &file, "--moves", "rRRlldRRl"]);
    assert!(more.code == 0 && more.out.contains("1 move after"), "{}", more.out);
    let beyond = run(&["verify", &file, "--moves", "rRRlldRRd"]);
    assert!(beyond.code == 1 && beyond.out.contains("move 9"), "{}", beyond.out);
    let letters = run(&["verify", &file, "--moves", "rxR"]);
    assert!(letters.code == 1 && letters.out.contains("column 2"), "{}", letters.out);
}

#[test]
fn verify_reads_moves_from_files_and_from_standard_input() {
    let files = Files::new();
    let file = files.put("l.xsb", format!("{ONE}\n{TWO}"));
    let moves = files.put("moves.txt", "R\nrRRlldRR\n");
    assert_eq!(run(&["verify", &file, "--moves", &moves]).code, 0);
    let swapped = files.put("swapped.txt", "rRRlldRR\nR\n");
    let run_swapped = run(&["verify", &file, "--moves", &swapped]);
    assert_eq!(run_swapped.code, 1);
    assert!(run_swapped.out.contains("0 solutions right, 2 wrong"), "{}", run_swapped.out);
    let few = files.put("few.txt", "R\n");
    assert_eq!(run(&["verify", &file, "--moves", &few]).code, 30);
    assert_eq!(run(&["verify", &file, "--moves", "none.txt"]).code, 33);
    let mut piped = hako(&["verify", &format!("{file}:2"), "--moves", "-"]);
    assert_eq!(finish(piped.write_stdin("rRRll\ndRR\n")).code, 0);
    let none = run(&["verify", &file]);
    assert!(none.code == 1 && none.out.contains("no solution"), "{}", none.out);
    let reverse = files.put("r.xsb", "########\n#@$.   #\n########\n");
    assert_eq!(run(&["verify", &reverse, "--moves", "[r]L"]).code, 0);
}

#[test]
fn convert_round_trips() {
    let files = Files::new();
    let file = files.put("l.xsb", format!("{ONE}\n{TWO}"));
    let plain = run(&["convert", &file, "--to", "xsb"]).out;
    for format in ["sok", "rle", "slc", "json"] {
        let there = files.name(&format!("there.{format}"));
        let run_there = run(&["convert", &file, "-o", &there]);
        assert_eq!((run_there.code, run_there.out.as_str()), (0, ""), "{}", run_there.err);
        let back = run(&["convert", &there, "--to", "xsb"]);
        assert_eq!((back.code, &back.out), (0, &plain), "{format}: {}", back.err);
    }
    let boxoban = run(&["convert", &file, "--to", "boxoban"]);
    assert!(boxoban.out.starts_with("; 0\n#####\n"), "{}", boxoban.out);
    let piped = finish(hako(&["convert", "-", "--to", "xsb"]).write_stdin(boxoban.out));
    assert_eq!(piped.code, 0);
}

#[test]
fn convert_writes_what_can_be_read_and_says_what_cannot() {
    let files = Files::new();
    let file = files.put("l.xsb", three());
    let out = files.name("out.sok");
    let run_three = run(&["convert", &file, "-o", &out]);
    assert_eq!(run_three.code, 30);
    assert!(run_three.err.contains("no player") && run_three.err.contains('^'));
    let kept = files.get("out.sok");
    assert!(kept.contains("One") && kept.contains("Two") && !kept.contains("Bad"), "{kept}");

    // What cannot be read at all leaves the old file as it is, and no draft beside it.
    let nothing = files.put("nothing.txt", "words");
    assert_eq!(run(&["convert", &nothing, "-o", &out]).code, 30);
    assert_eq!(files.get("out.sok"), kept);
    let names = std::fs::read_dir(files.folder()).expect("a folder").count();
    assert_eq!(names, 3);

    let goal = files.put("goal.xsb", "#######\n#@$.* #\n#######\n");
    let refused = run(&["convert", &goal, &file, "--to", "boxoban"]);
    assert_eq!(refused.code, 30);
    assert!(refused.err.contains("a box on a goal") && refused.out.contains("#@$.#"));
}

#[test]
fn convert_reads_a_dialect_on_request() {
    let files = Files::new();
    let file = files.put("d.txt", "######\n#$ %*#\n######\n");
    let run_dialect = run(&["convert", &file, "--from", "itba", "--to", "xsb"]);
    assert_eq!(run_dialect.code, 0, "{}", run_dialect.err);
    assert_eq!(run_dialect.out, "######\n#@ $.#\n######\n\n");
    let ambiguous = files.put("a.txt", "#####\n#PXO#\n#####\n");
    let run_ambiguous = run(&["convert", &ambiguous, "--to", "xsb"]);
    assert_eq!(run_ambiguous.code, 30);
    assert!(run_ambiguous.err.contains("--from: sokosolve, ragen"), "{}", run_ambiguous.err);
}

#[test]
fn convert_keeps_floor_that_is_written_as_blanks() {
    let files = Files::new();
    let drawn = ["+++++++\n+* @ X+\n+++++++\n", "+ + + + + + +\n+ * - @ - X +\n+ + + + + + +\n"];
    for text in drawn {
        let file = files.put("l.txt", text);
        let run = run(&["convert", &file, "--to", "xsb"]);
        assert_eq!((run.code, run.out.trim_end()), (0, "#######\n#@ $ .#\n#######"), "{text}");
    }
    let json = r#"{"content": ["WWWWW", "WSBGW", "WWWWW"], "bestSolution": 17}"#;
    let file = files.put("l.json", json);
    let there = run(&["convert", &file, "--format", "sok"]);
    assert!(there.out.contains("bestSolution: 17"), "{}", there.out);
    let file = files.put("l.sok", there.out);
    let back = run(&["convert", &file, "--to", "json"]);
    assert!(back.out.contains("\"bestSolution\": 17"), "{}", back.out);
}

#[test]
fn verdicts_are_records_too() {
    let files = Files::new();
    let file = files.put("l.sok", format!("{TWO}\nSolution\nrRRlldRRl\n\nSolution/Moves\nrRR\n"));
    let json = run(&["verify", &file, "--format", "json"]);
    assert_eq!((json.code, json.err.as_str()), (1, ""));
    let all: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(all.as_array().map(Vec::len), Some(2));
    let metrics =
        ["moves", "pushes", "box_lines", "box_changes", "pushing_sessions", "player_lines"];
    let counts = metrics.map(|name| all[0][name].as_u64().expect("a count"));
    assert_eq!(counts, [8, 4, 2, 2, 2, 4]);
    assert_eq!((&all[0]["solved"], &all[0]["cut"]), (&true.into(), &1.into()));
    assert_eq!((&all[0]["lurd"], &all[0]["game"]), (&"rRRlldRR".into(), &"Solution".into()));
    assert_eq!((&all[1]["solved"], &all[1]["moves"]), (&false.into(), &serde_json::Value::Null));
    assert!(all[1]["error"].as_str().is_some_and(|it| it.contains("1 box is off goal")));
    let csv = run(&["verify", &file, "--format", "csv"]).out;
    let rows: Vec<&str> = csv.lines().collect();
    assert!(rows[0].starts_with("file,index,title,id,game,solved,error,moves,pushes,"), "{csv}");
    assert!(rows.len() == 3 && rows[1].contains(",true,,8,4,2,2,2,4,1,rRRlldRR"), "{csv}");
}

#[test]
fn verify_reads_the_coordinates_that_solve_writes() {
    let files = Files::new();
    let file = files.put("l.xsb", three());
    let out = files.name("out.txt");
    let solved = run(&["solve", &file, "--format", "coordinates", "-o", &out]);
    assert_eq!(solved.code, 30, "one level cannot be read");
    let verified = run(&["verify", &file, "--moves", &out, "--format", "jsonl"]);
    let all = lines(&verified.out);
    assert_eq!((verified.code, all.len()), (30, 2), "{}", verified.err);
    assert!(all.iter().all(|it| it["solved"] == true), "{}", verified.out);
    let one = run(&["verify", &format!("{file}:3"), "--moves", &out]);
    assert!(one.code == 1 && one.out.contains("in the level"), "the first is not the third");
}

#[test]
fn draw_makes_every_kind_of_picture() {
    let files = Files::new();
    let file = files.put("l.xsb", format!("{ONE}\n{TWO}"));
    let two = format!("{file}:2");
    let text = run(&["draw", &two, "--solution", "rRRlldRR", "--after", "3"]);
    assert_eq!((text.code, text.out.as_str()), (0, "########\n#   @* #\n#  $ . #\n########\n"));
    let starts: [(&str, &[u8]); 4] = [
        ("p.svg", b"<svg "),
        ("p.png", b"\x89PNG\r\n"),
        ("p.gif", b"GIF89a"),
        ("p.tex", b"% Needs \\usepackage{tikz}"),
    ];
    for (name, start) in starts {
        let out = files.name(name);
        let run = run(&["draw", &two, "--solution", "rRRlldRR", "-o", &out]);
        assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
        assert!(std::fs::read(&out).expect("a file").starts_with(start), "{name}");
    }
    let cases: &[(&[&str], i32, &str)] = &[
        (&["draw", &file], 31, "expected one level"),
        (&["draw", &two, "-o", "p.bmp"], 31, "--format txt|svg|png|gif|latex"),
        (&["draw", &two, "--format", "gif"], 31, "--solution"),
        (&["draw", &two, "--solution", "uu"], 30, "a wall is in the way"),
        (&["draw", &two, "--solution", "r", "--after", "2"], 31, "the solution has 1 move"),
    ];
    for (args, code, part) in cases {
        let run = run(args);
        assert_eq!(run.code, *code, "{args:?}: {}", run.err);
        assert!(run.err.starts_with("error: ") && run.err.contains(part), "{}", run.err);
    }
}

#[test]
fn info_tells_and_draws() {
    let files = Files::new();
    let file = files.put("l.xsb", format!("{TWO}\n{HOPELESS}"));
    let all = lines(&run(&["info", &file, "--format", "jsonl"]).out);
    assert_eq!((&all[0]["width"], &all[0]["height"]), (&8.into(), &4.into()));
    assert_eq!((&all[0]["boxes"], &all[0]["floors"]), (&2.into(), &12.into()));
    assert_eq!((&all[0]["lower_bound"], &all[0]["unsolvable"]), (&4.into(), &false.into()));
    assert_eq!(all[0]["id"].as_str().map(str::len), Some(32));
    assert_eq!(all[1]["unsolvable"], true);
    assert!(all[1]["hints"][0].as_str().is_some_and(|it| it.contains("dead square")));
    let text = run(&["info", &file]);
    assert_eq!(text.code, 0);
    assert!(text.out.contains("lower bound 4 pushes") && text.out.contains('×'), "{}", text.out);
    assert!(text.out.contains("lower bound none: the level has no solution"), "{}", text.out);
    assert!(!text.out.contains('\x1b'));
    assert!(run(&["info", &file, "--color", "always"]).out.contains('\x1b'));
    let csv = run(&["info", &file, "--format", "csv"]).out;
    assert!(csv.starts_with("file,index,title,") && csv.lines().count() == 3, "{csv}");
}

#[test]
fn list_knows_every_kind() {
    let all = run(&["list"]).out;
    for name in ["tutorial", "astar", "matching", "freeze", "walk", "boxoban", "itba"] {
        assert!(all.contains(name), "{name}");
    }
    let spaces: serde_json::Value =
        serde_json::from_str(&run(&["list", "spaces", "--format", "json"]).out).expect("JSON");
    assert_eq!(spaces[0]["kind"], "space");
    assert_eq!(run(&["list", "colours"]).code, 31);
    assert!(all.contains("\n  optimal ") && all.contains("\n  smt-bv "), "{all}");
    let csv = run(&["list", "--format", "csv"]).out;
    let mut lines = csv.lines();
    assert_eq!(
        lines.next(),
        Some("kind,name,about,claims,reference,parameters,spec,levels,written")
    );
    for kind in ["collection", "planner", "alias", "heuristic", "method", "format"] {
        assert!(csv.contains(&format!("\n{kind},")), "{kind}");
    }
}

#[test]
fn bench_counts_the_same_everywhere() {
    let files = Files::new();
    let file = files.put("l.xsb", ONE);
    let perft = run(&["bench", "perft", &file, "--depth", "1"]);
    assert_eq!(perft.code, 0, "{}", perft.err);
    let push = perft.out.lines().find(|line| line.contains("push")).expect("a line of pushes");
    assert!(push.split_whitespace().nth(3) == Some("1"), "one push, one leaf: {push}");
    let expand = run(&["bench", "expand", "hard:1", "--nodes", "50", "--engine", "bfs"]);
    assert_eq!(expand.code, 0, "{}", expand.err);
    assert!(expand.out.contains("nodes") && expand.out.contains(" 50 "), "{}", expand.out);
}
