//! `hako lab report` and `hako lab compare`: the numbers, computed again by `jq`; size; exit codes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::Command;

use serde_json::{Value, json};

use crate::common::{Files, HOPELESS, ONE, TWO, endless, run};

/// Two runs with different limits; one competitor claims what is not so.
#[cfg(unix)]
fn runs(files: &Files) -> [String; 2] {
    let many = format!("{ONE}\n{TWO}\n{HOPELESS}\n");
    let levels = files.put("mixed.xsb", format!("{many}{}\n", endless()));
    let liar = "name = \"liar\"\ncommand = \"echo R #{level}\"\n";
    let liar = files.put("liar.toml", liar);
    ["1", "2"].map(|time| {
        let out = files.name(&format!("run{time}"));
        let common = ["lab", "run", &levels, "small:1-6", "--time", time, "--nodes", "3000"];
        let more = ["--engines", "astar,greedy,bfs", "--solver", &liar, "--out", &out, "--quiet"];
        let done = run(&[&common[..], &more].concat());
        assert_eq!(done.code, 0, "{}", done.err);
        out
    })
}

/// The rows of a table of the page: the values of the cells as they are, without units.
fn rows(page: &str, section: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let start = page.find(&format!("<section id=\"{section}\"")).expect("a section");
    let table = page[start..].split("</table>").next().expect("a table");
    let (head, body) = table.split_once("<tbody>").expect("a body");
    let text = |cell: &str| cell.split_once('>').map(|it| it.1.to_owned());
    let headings =
        head.split("<th").skip(2).filter_map(|it| text(it.split("</th>").next()?)).collect();
    let row = |row: &str| -> Vec<String> {
        let values = row.split("data-v=\"").skip(1);
        values.filter_map(|it| Some(it.split('"').next()?.to_owned())).collect()
    };
    let rows = body.split("<tr").skip(1).filter(|it| !it.starts_with(" class=\"total\""));
    (headings, rows.map(row).collect())
}

/// The commands for `jq` in a report, by the heading of their tables.
fn commands(markdown: &str) -> BTreeMap<String, String> {
    let (_, part) = markdown.split_once("## The numbers again").expect("commands");
    let pieces: Vec<&str> = part.split("\n```\n").collect();
    let titles = pieces.iter().step_by(2).map(|it| it.trim().trim_end_matches(':'));
    let titles = titles.map(|it| it.rsplit('\n').next().unwrap_or_default().to_owned());
    titles.zip(pieces.iter().skip(1).step_by(2).map(|it| (*it).to_owned())).collect()
}

fn jq(command: &str) -> Vec<Vec<Value>> {
    let done = Command::new("sh").args(["-c", command]).output().expect("a shell");
    assert!(done.status.success(), "{}\n{command}", String::from_utf8_lossy(&done.stderr));
    let text = String::from_utf8(done.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("an array")).collect()
}

/// Whether a cell of the page is the value that `jq` computed.
fn is_same(cell: &str, value: &Value) -> bool {
    match (value.as_f64(), cell.parse::<f64>()) {
        // A cell without a value: the competitor does not count that, or there is nothing to average.
        (_, Err(_)) => cell.is_empty() && (value.is_null() || value.as_f64() == Some(0.0)),
        // Cells have four decimals or more.
        (Some(value), Ok(cell)) => (value - cell).abs() <= (1e-4 * value.abs()).max(5.01e-5),
        (None, Ok(_)) => false,
    }
}

#[cfg(unix)]
#[test]
#[expect(clippy::print_stderr, reason = "the summary repeats what was skipped")]
fn every_number_can_be_computed_by_jq_alone() {
    if Command::new("jq").arg("--version").output().is_err() {
        eprintln!("skipped: no jq to compute the numbers of a report with");
        return;
    }
    let files = Files::new();
    let [one, two] = runs(&files);
    let best = files.name("run1/records.jsonl");
    let [page, text] = ["r.html", "r.md"].map(|name| files.name(name));
    let args = ["lab", "report", &one, &two, "--html", &page, "--md", &text, "--best", &best];
    let done = run(&[&args[..], &["--baseline", "greedy, 2 s"]].concat());
    assert_eq!(done.code, 0, "{}", done.err);
    let (page, text) = (files.get("r.html"), files.get("r.md"));
    let commands = commands(&text);
    assert_eq!(commands.len(), 6, "{commands:?}");
    let mut compared = 0;
    for (title, section) in [
        ("Effort on common levels", "effort"),
        ("Against the baseline", "against"),
        ("Beside the best of the others", "others"),
        ("Length of solutions", "lengths"),
        ("How the trials ended", "ends"),
    ] {
        let (_, rows) = rows(&page, section);
        let computed = jq(&commands[title]);
        assert_eq!((rows.len(), computed.len()), (8, 8), "{title}: {rows:?} {computed:?}");
        for row in &rows {
            let mine =
                computed.iter().find(|it| it[0] == row[0].as_str() && is_same(&row[1], &it[1]));
            let mine = mine.unwrap_or_else(|| panic!("{title}: {row:?} in {computed:?}"));
            for (cell, value) in row[2..].iter().zip(&mine[2..]) {
                assert!(is_same(cell, value), "{title}: {cell} is {value} in {row:?} and {mine:?}");
                compared += 1;
            }
        }
    }
    let (headings, rows) = rows(&page, "coverage");
    for [label, limit, set, solved, levels] in jq(&commands["Levels solved"])
        .into_iter()
        .map(|row| <[Value; 5]>::try_from(row).expect("five values"))
    {
        let heading = format!("{} ({levels})", set.as_str().expect("a name"));
        let column = headings.iter().position(|it| *it == heading).expect("a column") + 1;
        let row = rows.iter().find(|it| label == it[0].as_str() && is_same(&it[1], &limit));
        assert!(is_same(&row.expect("a row")[column - 1], &solved), "{row:?} {column} {solved}");
        compared += 1;
    }
    assert!(compared > 200, "{compared}");
    assert!(text.contains("liar, 1 s: 9 wrong claims"), "{text}");
    let (_, ends) = self::rows(&page, "ends");
    assert!(ends.iter().any(|row| row[0] == "liar" && row[2] == "1" && row[7] == "9"), "{ends:?}");
}

/// Records as of a run on so many levels.
fn synthetic(levels: usize) -> String {
    let mut out = String::new();
    for index in 1..=levels {
        for (place, label) in ["auto", "astar", "bfs"].iter().enumerate() {
            let solved = (index * 7 + place * 3) % (10 - 2 * place) != 0;
            let time = 0.001 * ((index * 37) % 991) as f64 * (place + 1) as f64 + 0.0001;
            let record = json!({
                "file": "synthetic.xsb", "index": index, "id": format!("{index:032x}"),
                "set": if index % 2 == 0 { "even" } else { "odd" }, "label": label, "engine": label,
                "status": if solved { "solved" } else { "unknown" },
                "stop": if solved { Value::Null } else { "time".into() },
                "pushes": solved.then_some(index % 300 + 1), "moves": solved.then_some(index % 900 + 1),
                "lurd": solved.then(|| "lurdLURD".repeat(index % 60 + 1)),
                "expanded": index * (place + 1) * 11, "time_s": time, "boxes": index % 30 + 1,
                "limits": { "time_s": 10.0, "threads": 1, "jobs": 1 },
            });
            let _ = writeln!(out, "{record}");
        }
    }
    out
}

/// A promise of the program about time, with a wide margin; the only one that a test looks at.
#[test]
#[expect(clippy::disallowed_methods, reason = "what takes the time is another process")]
fn a_run_of_three_thousand_levels_is_reported_in_ten_seconds() {
    let files = Files::new();
    let records = files.put("run/records.jsonl", synthetic(3000));
    let folder = files.name("run");
    let outputs = ["r.html", "r.md", "plots"].map(|name| files.name(name));
    let args = [
        "lab",
        "report",
        &folder,
        "--html",
        &outputs[0],
        "--md",
        &outputs[1],
        "--svg",
        &outputs[2],
        "--png",
        &outputs[2],
    ];
    let started = std::time::Instant::now();
    let done = run(&args);
    let taken = started.elapsed();
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(taken.as_secs() < 10, "{taken:?}");
    let page = files.get("r.html");
    assert_eq!(page.matches("data-replay=").count(), 3000, "each level is solved by somebody");
    assert!(files.get("r.md").contains("![Levels solved within a time](plots/cactus-time.svg)"));
    assert!(files.get("plots/scatter-astar.svg").starts_with("<svg"));
    let image = std::fs::read(files.name("plots/scatter-astar.png")).expect("an image");
    assert!(image.starts_with(b"\x89PNG"), "{} bytes", image.len());
    let over = run(&["lab", "report", &folder, "--md", &records]);
    assert_eq!(over.code, 31, "the records are not written over");
}

#[test]
fn runs_are_compared_with_an_exit_code() {
    let files = Files::new();
    let all = synthetic(40);
    files.put("old/records.jsonl", &all);
    // Level 1 is lost by astar, and everything takes half as long again.
    let change = |line: &str| {
        let mut record: Value = serde_json::from_str(line).expect("a record");
        record["time_s"] = json!(record["time_s"].as_f64().expect("a time") * 1.5);
        if record["index"] == 1 && record["label"] == "astar" {
            record["status"] = "unknown".into();
        }
        record.to_string() + "\n"
    };
    files.put("new/records.jsonl", all.lines().map(change).collect::<String>());
    let [old, new] = ["old", "new"].map(|name| files.name(name));
    let worse = run(&["lab", "compare", &old, &new]);
    assert_eq!(worse.code, 1, "{}{}", worse.out, worse.err);
    assert!(worse.out.contains("lost      1: synthetic.xsb:1"), "{}", worse.out);
    assert!(worse.out.contains("noise     1.500 (1.500 to 1.500) in time on"), "{}", worse.out);
    assert!(worse.out.contains("nodes×    1.000"), "{}", worse.out);
    let back = run(&["lab", "compare", &new, &old]);
    assert!(back.code == 0 && back.out.contains("won       1: synthetic.xsb:1"), "{}", back.out);
    let other = run(&["lab", "compare", &old, &new, "--engine", "auto"]);
    assert!(other.code == 0 && !other.out.contains("bfs"), "{}", other.out);
    assert_eq!(run(&["lab", "compare", &old, &new, "--engine", "nobody"]).code, 31);
    assert_eq!(run(&["lab", "compare", &old, &files.name("gone")]).code, 33);
    let text = files.put("text", "hello\n");
    assert_eq!(run(&["lab", "compare", &old, &text]).code, 30);
}
