//! `compare`, `ablate`, `trace`, `bench signature` and the generated documents.

use std::path::Path;

use serde_json::Value;

use crate::common::{Files, HOPELESS, ONE, TWO, lines, run, three};

fn levels(files: &Files) -> String {
    files.put("l.xsb", format!("{ONE}\n{TWO}"))
}

/// The rows of comma-separated values, quotes undone.
fn csv(text: &str) -> Vec<Vec<String>> {
    let row = |line: &str| {
        let (mut fields, mut quoted) = (vec![String::new()], false);
        let mut glyphs = line.chars().peekable();
        while let Some(glyph) = glyphs.next() {
            let field = fields.last_mut().expect("a field");
            match glyph {
                '"' if quoted && glyphs.peek() == Some(&'"') => {
                    field.push('"');
                    glyphs.next();
                }
                '"' => quoted = !quoted,
                ',' if !quoted => fields.push(String::new()),
                _ => field.push(glyph),
            }
        }
        fields
    };
    text.lines().map(row).collect()
}

#[test]
fn compare_writes_the_same_numbers_in_every_form() {
    let files = Files::new();
    let file = levels(&files);
    let engines = "bfs,astar(h=nearest,deadlocks=[dead_squares,freeze])";
    let args =
        |format| ["compare", &file, "--engines", engines, "--format", format].map(str::to_owned);
    let go = |format| {
        let args = args(format);
        let run = run(&args.each_ref().map(String::as_str));
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    let json: Value = serde_json::from_str(&go("json")).expect("JSON");
    assert_eq!((&json["levels"], &json["solved_by_all"]), (&2.into(), &2.into()));
    let trials = json["trials"].as_array().expect("an array");
    assert_eq!(trials.len(), 4);
    assert_eq!((&trials[1]["file"], &trials[1]["index"]), (&"l.xsb".into(), &1.into()));
    let expanded: Vec<u64> = [0, 1]
        .map(|engine| {
            let own = trials.iter().skip(engine).step_by(2);
            own.map(|trial| trial["expanded"].as_u64().expect("a count")).sum()
        })
        .to_vec();
    let rows = csv(&go("csv"));
    assert_eq!(rows.len(), 3, "names and two engines, no totals");
    let column = rows[0].iter().position(|name| name == "expanded").expect("a column");
    assert_eq!(rows[2][0], "astar(h=nearest,deadlocks=[dead_squares,freeze])");
    for (row, expanded) in rows[1..].iter().zip(&expanded) {
        assert_eq!(row.len(), rows[0].len());
        assert_eq!(row[column], expanded.to_string());
    }
    let markdown = go("markdown");
    assert!(markdown.starts_with("| engine | solved |") && markdown.contains("| bfs | 2 | 2 |"));
    let table = go("table");
    assert!(table.contains("all engines") && table.contains("over the 2 that every"), "{table}");
}

#[test]
fn compare_lays_out_levels_and_pivots() {
    let files = Files::new();
    let file = files.put("l.xsb", format!("{ONE}\n{HOPELESS}"));
    let base = ["compare", &file, "--engines", "bfs,greedy", "--format", "csv", "--jobs", "2"];
    let rows = csv(&run(&[&base[..], &["--per-level"]].concat()).out);
    assert_eq!(rows.len(), 5);
    let column = |name: &str| rows[0].iter().position(|it| it == name).expect("a column");
    let field = |row: usize, name: &str| rows[row][column(name)].as_str();
    assert_eq!((field(1, "file"), field(1, "index"), field(1, "label")), ("l.xsb", "1", "bfs"));
    assert_eq!((field(1, "title"), field(1, "status")), ("One", "solved"));
    assert_eq!((field(1, "pushes"), field(1, "moves"), field(1, "optimal")), ("1", "1", "true"));
    assert_eq!((field(4, "label"), field(4, "status")), ("greedy", "unsolvable"));
    assert!(field(1, "id").len() == 32 && field(4, "deadlocks").parse::<u64>().is_ok());
    let rows = csv(&run(&[&base[..], &["--pivot", "expanded,time"]].concat()).out);
    assert_eq!(rows[0], ["level", "attribute", "bfs", "greedy"]);
    assert_eq!(rows[3], ["l.xsb:2", "expanded", "", ""], "not solved, no value");
}

#[test]
fn varieties_and_suites_bring_their_engines() {
    let files = Files::new();
    let file = levels(&files);
    for kind in ["heuristic", "deadlocks", "space", "pruning"] {
        let run = run(&["compare", &file, "--vary", kind, "--format", "csv"]);
        assert_eq!(run.code, 0, "{}", run.err);
        let rows = csv(&run.out);
        assert!(rows.len() > 3, "{kind}: {}", run.out);
        assert!(rows[1..].iter().all(|row| row[1] == "2"), "all solve both: {}", run.out);
    }
    let two = run(&["compare", &file, "--vary", "space", "--engines", "bfs,greedy"]);
    assert!(two.out.contains("bfs space=step") && two.out.contains("greedy space=pull"));
    for (suite, column) in [("sokokids", "no hash table"), ("kth", "DFS"), ("sokobot", "bfs move")]
    {
        let run = run(&["compare", &file, "--suite", suite]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(run.out.contains(column), "{}", run.out);
    }
}

#[test]
fn ablate_tells_what_each_part_is_worth() {
    let files = Files::new();
    let file = levels(&files);
    let off = csv(&run(&["ablate", &file, "--engine", "sokokids", "--format", "csv"]).out);
    let labels: Vec<&str> = off[1..].iter().map(|row| row[0].as_str()).collect();
    assert_eq!(labels[0], "whole");
    for label in
        ["h=zero for manhattan_matching", "without table", "without corners", "without count"]
    {
        assert!(labels.contains(&label), "{labels:?}");
    }
    assert!(off[0].iter().any(|name| name == "solved_difference"));
    let on = run(&["ablate", &file, "--engine", "sokokids", "--cumulative"]);
    let place = |text: &str| on.out.find(text).unwrap_or_else(|| panic!("{text} in {}", on.out));
    assert!(
        place("idastar alone") < place("+ manhattan_matching")
            && place("+ table") < place("+ freeze")
    );
}

#[test]
fn a_walk_joins_situations() {
    let files = Files::new();
    let before = "; Before\n#########\n#   #  .#\n#    $$.#\n####    #\n    #@ ##\n    #####\n";
    let after = "; After\n#########\n#   #  .#\n#    $@.#\n####  $ #\n    #  ##\n    #####\n";
    let both = files.put("both.xsb", format!("{before}\n{after}"));
    assert_eq!(run(&["walk", &both]).out, "U R R U U L D\n");
    assert_eq!(run(&["walk", &both, "--lurd"]).out, "urruulD\n");
    assert_eq!(run(&["walk", &both, "--keys"]).out, "2425-11\n2434-15\n");
    let alone = files.put("alone.xsb", before);
    let one = run(&["walk", &alone]);
    assert!(one.code != 0 && one.err.contains("give two levels"), "{}", one.err);
    let back = run(&["walk", &files.put("after.xsb", after), &alone]);
    assert!(back.code != 0 && back.err.contains("the player cannot do that"), "{}", back.err);
    let info = run(&["info", &alone]).out;
    assert!(info.contains("KTH key     2425-11") && info.contains("8 by pushes"), "{info}");
}

#[test]
fn a_trace_is_a_tree() {
    let files = Files::new();
    let file = files.put("l.xsb", TWO);
    let args = ["trace", &file, "--engine", "idastar(table=off)", "--goal", "pushes"];
    let run_lines = run(&args);
    assert_eq!(run_lines.code, 0, "{}", run_lines.err);
    let all = lines(&run_lines.out);
    assert_eq!(all[0]["event"], "start");
    let last = all.last().expect("an end");
    assert_eq!((&last["event"], &last["status"]), (&"end".into(), &"solved".into()));
    let nodes = &all[1..all.len() - 1];
    for (number, node) in nodes.iter().enumerate() {
        assert_eq!(node["id"], number, "numbers follow one another");
        assert!(node["parent"].is_null() || node["parent"].as_u64() < Some(number as u64));
        for field in ["g", "h", "f", "action", "pruned_by"] {
            assert!(node.get(field).is_some(), "{field} in {node}");
        }
    }
    assert!(nodes.iter().any(|node| node["pruned_by"].is_string()));
    let dot = run(&[&args[..], &["--format", "dot"]].concat());
    assert!(dot.out.starts_with("digraph") && dot.out.contains("n0 -> n1;"), "{}", dot.out);
    let picture = files.name("tree.svg");
    let svg = run(&[&args[..], &["--format", "svg", "-o", &picture]].concat());
    assert_eq!((svg.code, svg.out.as_str()), (0, ""), "{}", svg.err);
    let text = files.get("tree.svg");
    assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
    assert_eq!(text.matches(" rx=\"6\"").count(), nodes.len().min(100));
}

#[test]
fn contradictions_and_slips_are_told() {
    let files = Files::new();
    let file = levels(&files);
    let cases: &[(&[&str], &str)] = &[
        (&["compare", &file], "nothing to compare"),
        (&["compare", &file, "--engines", "astar,astra"], "did you mean astar"),
        (&["compare", &file, "--engines", "astar,"], "expected a name"),
        (&["compare", &file, "--engines", "astar,astar"], "given twice"),
        (&["compare", &file, "--engines", "bfs", "--vary", "heuristic"], "uses no heuristic"),
        (&["compare", &file, "--engines", "bfs", "--suite", "kth"], "cannot be used with"),
        (&["compare", &file, "--suite", "mit"], "possible values"),
        (&["compare", &file, "--engines", "bfs", "--pivot", "colour"], "expected one of expanded"),
        (&["compare", &file, "--engines", "bfs", "--nodes", "0"], "--nodes"),
        (&["compare", &file, "--engines", "bfs", "--memory", "1M"], "at least 21 MB is needed"),
        (&["ablate", &file, "--engine", "bidirectional(space=step)"], "space=push only"),
        (&["trace", &file], "expected one level, found several"),
        (&["trace", &file, "--engine", "pincer"], "does not report single states"),
        (&["trace", &file, "--format", "svg", "--nodes", "5000"], "at most 1000 states"),
        (&["bench", "signature", "--check", "--write"], "cannot be used with"),
        (&["list", "spaces", "--format", "markdown"], "leave out WHAT"),
    ];
    for (args, part) in cases {
        let run = run(args);
        assert_eq!(run.code, 31, "{args:?}: {}{}", run.out, run.err);
        assert!(run.err.contains(part), "{args:?}: {part:?} in {}", run.err);
    }
    let bad = files.put("bad.xsb", three());
    let run_bad = run(&["compare", &bad, "--engines", "bfs,astar", "--format", "json"]);
    assert_eq!(run_bad.code, 30, "the bad level is told, the good ones are compared");
    let json: Value = serde_json::from_str(&run_bad.out).expect("JSON");
    assert_eq!(json["levels"], 2);
}

#[test]
fn solutions_are_printed_as_sokokids_prints_them() {
    let files = Files::new();
    let file = levels(&files);
    let run = run(&["solve", &file, "--goal", "pushes", "--format", "coordinates"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let start = format!("; {file}:1\nCaixa 0: Cb\n\nCaixa 0: Db\n\n; {file}:2\nCaixa 0: Db\n");
    assert!(run.out.starts_with(&start), "{}", run.out);
    assert_eq!(run.out.matches(" , ").count(), 3, "four pushes: {}", run.out);
}

#[test]
fn the_signature_is_checked_against_a_file() {
    let files = Files::new();
    let written = files.name("signature.toml");
    assert_eq!(run(&["bench", "signature", "--write", &written]).code, 0);
    assert_eq!(run(&["bench", "--signature"]).out, files.get("signature.toml"));
    assert_eq!(run(&["bench", "signature", "--check", &written]).code, 0);
    let bent = files.get("signature.toml").replacen("astar = ", "astar = 9", 1);
    let bent = files.put("bent.toml", bent);
    let check = run(&["bench", "signature", "--check", &bent]);
    assert_eq!(check.code, 1);
    assert!(
        check.out.contains("astar: recorded 9") && check.err.contains("bench signature --write")
    );
}

#[test]
fn every_component_is_listed_with_what_it_promises() {
    let list = |what| -> Vec<Value> {
        serde_json::from_str(&run(&["list", what, "--format", "json"]).out).expect("JSON")
    };
    let find = |what, name: &str| {
        list(what).into_iter().find(|line| line["name"] == name).expect("listed")
    };
    let claims = |what, name| find(what, name)["claims"].to_string();
    assert!(claims("algorithms", "astar").contains("optimal"));
    assert!(!claims("algorithms", "greedy").contains("optimal"));
    assert!(claims("heuristics", "matching").contains("admissible"));
    assert!(claims("deadlocks", "freeze").contains("sound"));
    assert!(claims("pruning", "tunnels").contains("keeps optimal"));
    assert!(find("aliases", "sokokids")["spec"].as_str().is_some_and(|it| it.contains("idastar")));
    assert!(
        find("algorithms", "idastar")["reference"].as_str().is_some_and(|it| it.contains("Korf"))
    );
    assert_eq!(list("spaces").len(), 5);
}

#[test]
fn the_document_of_components_is_not_stale() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/components.md");
    let kept = std::fs::read_to_string(path).expect("docs/components.md");
    let now = run(&["list", "--format", "markdown"]).out;
    assert_eq!(kept, now, "run `hako list --format markdown > docs/components.md`");
}
