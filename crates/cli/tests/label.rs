//! `hako label` as a user runs it.

use std::collections::BTreeSet;

use crate::common::{BAD, Files, HOPELESS, ONE, TWO, lines, run};

fn levels(files: &Files) -> String {
    files.put("l.xsb", format!("{ONE}\n{TWO}\n{HOPELESS}\n"))
}

#[test]
fn labels_are_proved_optima() {
    let files = Files::new();
    let levels = levels(&files);
    let what = "both,first-actions,cost-to-go";
    let done = run(&["label", &levels, "--what", what, "--format", "jsonl", "--jobs", "1"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let rows = lines(&done.out);
    assert_eq!(rows[0]["what"], "solvable,both,first-actions,cost-to-go");
    assert_eq!(rows[0]["version"], env!("CARGO_PKG_VERSION"));
    let one = &rows[1];
    assert_eq!(
        (&one["index"], &one["solvable"], &one["pushes"]),
        (&1.into(), &true.into(), &1.into())
    );
    assert_eq!((&one["first_moves"], &one["first_pushes"]), (&"r".into(), &"1:2R".into()));
    assert_eq!((&one["moves_after_right"], &one["moves_after_up"]), (&0.into(), &().into()));
    let two = &rows[2];
    assert_eq!((&two["pushes"], &two["moves"]), (&4.into(), &8.into()), "{two}");
    let hopeless = &rows[3];
    assert_eq!((&hopeless["solvable"], &hopeless["moves"]), (&false.into(), &().into()));
    assert_eq!(hopeless["moves_after_left"], -1, "{hopeless}");
    assert_eq!(rows.len(), 4);
}

#[test]
fn shards_together_are_the_whole_and_every_format_resumes() {
    let files = Files::new();
    let text = format!("{ONE}\n{TWO}\n").repeat(7);
    let levels = files.put("l.xsb", text);
    let mut seen = BTreeSet::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let done = run(&["label", &levels, "--format", "jsonl", "--shard", shard]);
        for row in &lines(&done.out)[1..] {
            assert!(seen.insert(row["index"].as_u64()), "{row} twice");
        }
    }
    assert_eq!(seen.len(), 14);
    for form in ["csv", "jsonl"] {
        let out = files.name(form);
        let label =
            || run(&["label", &levels, "--format", form, "-o", &out, "--resume", "--jobs", "1"]);
        assert_eq!(label().code, 0);
        let whole = files.get(form);
        // As if killed: within a row, after one, within the header.
        for end in [whole.len() - 3, whole.len() / 2, 20, 0] {
            std::fs::write(&out, &whole[..end]).expect("written");
            assert_eq!(label().code, 0);
            assert_eq!(files.get(form), whole, "{form} from {end}");
        }
        let other =
            run(&["label", &levels, "--what", "moves", "--format", form, "-o", &out, "--resume"]);
        assert_eq!(other.code, 31, "other options: {}", other.err);
    }
}

#[test]
fn parquet_is_packed_at_the_end_and_resumes() {
    let files = Files::new();
    let levels = files.put("l.xsb", format!("{ONE}\n{TWO}\n").repeat(7));
    let (rows, out) = (files.name("rows.jsonl"), files.name("l.parquet"));
    let part = files.name("l.parquet.part");
    assert_eq!(run(&["label", &levels, "--format", "jsonl", "-o", &rows, "--jobs", "1"]).code, 0);
    let label = |levels: &str| {
        let words = ["--format", "parquet", "-o", &out, "--resume", "--jobs", "1"];
        run(&[&["label", levels], &words[..]].concat())
    };
    assert_eq!(label(&levels).code, 0);
    let whole = std::fs::read(&out).expect("packed");
    assert!(whole.starts_with(b"PAR1") && whole.ends_with(b"PAR1"));
    assert!(!std::path::Path::new(&part).exists());
    // As if killed: within a row, after one, within the header, and after everything.
    let text = files.get("rows.jsonl");
    for end in [text.len() - 3, text.len() / 2, 20, 0, text.len()] {
        std::fs::remove_file(&out).expect("removed");
        std::fs::write(&part, &text[..end]).expect("written");
        assert_eq!(label(&levels).code, 0);
        assert!(std::fs::read(&out).is_ok_and(|out| out == whole), "from {end}");
    }
    // A whole file is continued too: with more levels.
    let more = format!("{ONE}\n{TWO}\n").repeat(9);
    let done = label(&files.put("l.xsb", more));
    assert!(done.code == 0 && done.err.contains("4 levels labelled"), "{}", done.err);
    assert!(std::fs::read(&out).is_ok_and(|out| out.len() > whole.len() / 2 && out != whole));
    std::fs::write(&out, "no Parquet").expect("written");
    assert_eq!(label(&levels).code, 30);
    assert_eq!(files.get("l.parquet"), "no Parquet");
    let nowhere = run(&["label", &levels, "--format", "parquet"]);
    assert!(nowhere.code == 31 && nowhere.err.contains("-o"), "{}", nowhere.err);
}

#[test]
fn what_cannot_be_labelled_is_told() {
    let files = Files::new();
    let levels = files.put("l.xsb", format!("{ONE}\n{BAD}\n{TWO}\n"));
    let done = run(&["label", &levels, "--format", "csv", "--jobs", "1"]);
    assert_eq!(done.code, 30);
    assert!(done.err.contains("no player"), "{}", done.err);
    let rows: Vec<&str> = done.out.lines().collect();
    assert_eq!(rows.len(), 4, "a comment, names, two levels");
    assert!(rows[1].starts_with("file,index,id,solvable,pushes") && rows[3].contains(",3,"));
    assert_eq!(run(&["label", &levels, "--what", "pulls"]).code, 31);
    assert_eq!(run(&["label", &levels, "--shard", "3/2"]).code, 31);
    assert_eq!(run(&["label", &levels, "--resume"]).code, 31, "nothing to continue");
    let limited = run(&["label", &levels, "--nodes", "1", "--what", "moves", "--jobs", "1"]);
    assert!(limited.out.contains("nodes"), "{}", limited.out);
}
