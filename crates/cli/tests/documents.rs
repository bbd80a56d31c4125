//! Help texts and documents say what the program does: snapshots of every help, and every command
//! that a document names.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{Files, HOPELESS, TWO, finish, hako, lines, run};

/// Set to write the files of `tests/kept` instead of comparing with them.
const WRITE: &str = "HAKO_WRITE_KEPT";

/// Compares each text with the file of its name, or writes the files.
fn compare_with_kept(all: impl IntoIterator<Item = (String, String)>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept");
    let mut wrong = Vec::new();
    for (name, text) in all {
        let path = folder.join(&name);
        if std::env::var_os(WRITE).is_some() {
            std::fs::write(&path, text).expect("written");
        } else if std::fs::read_to_string(&path).ok().as_deref() != Some(text.as_str()) {
            wrong.push(name);
        }
    }
    assert!(
        wrong.is_empty(),
        "{} changed; read the difference, and if it is intended, keep it: \
         {WRITE}=1 cargo test -p hakooshi-cli --test all documents",
        wrong.join(", ")
    );
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The names below `Commands:` in a help text.
fn commands_in(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// Every command and what its help says; commands below another as `bench perft`.
fn helps() -> Vec<(String, String)> {
    let mut helps = Vec::new();
    for name in commands_in(&run(&["--help"]).out) {
        let help = run(&["help", &name]).out;
        for below in commands_in(&help) {
            helps.push((format!("{name} {below}"), run(&["help", &name, &below]).out));
        }
        helps.push((name, help));
    }
    assert!(helps.len() > 14, "{helps:?}");
    helps
}

#[test]
#[cfg(feature = "web")]
fn help_is_as_kept() {
    let all = helps().into_iter().chain([("hako".to_owned(), run(&["--help"]).out)]);
    compare_with_kept(
        all.map(|(name, help)| (format!("help-{}.txt", name.replace(' ', "-")), help)),
    );
}

/// Scripts rely on names, order and meaning of the fields.
#[test]
fn a_record_is_as_kept() {
    let files = Files::new();
    files.put("l.xsb", format!("{TWO}\n{HOPELESS}"));
    let args = ["solve", "l.xsb", "--jobs=1", "--engine=astar", "--goal=pushes", "--format"];
    let go = |format: &str| {
        let run = finish(hako(&[&args[..], &[format]].concat()).current_dir(files.folder()));
        assert_eq!(run.code, 10, "{}", run.err);
        run.out
    };
    let mut records = lines(&go("jsonl"));
    for record in &mut records {
        // What no two runs have in common.
        for field in ["time_s", "peak_memory", "bytes_per_state"] {
            assert!(record[field].is_number() || record[field].is_null(), "{record}");
            record[field] = "measured".into();
        }
    }
    let records = serde_json::to_string_pretty(&records).expect("JSON") + "\n";
    let names = go("csv").lines().next().expect("names").replace(',', "\n") + "\n";
    compare_with_kept([
        ("record.json".to_owned(), records),
        ("record-fields.txt".to_owned(), names),
    ]);
}

#[test]
fn every_command_has_help_with_examples() {
    for (name, help) in helps() {
        // A document, and parts of a command whose help has them.
        if name == "exit-codes" || name.contains(' ') {
            continue;
        }
        assert!(help.contains("Examples:\n"), "{name}");
    }
    assert!(run(&["--version"]).out.starts_with("hako "));
    assert!(run(&["completions", "bash"]).out.contains("_hako"));
}

/// What stands in blocks of code, and between backticks elsewhere.
fn code(markdown: &str) -> (Vec<String>, Vec<String>) {
    let (mut blocks, mut inline, mut is_block) = (Vec::new(), Vec::new(), false);
    for line in markdown.lines() {
        if line.starts_with("```") {
            is_block = !is_block;
        } else if is_block {
            blocks.push(line.to_owned());
        } else {
            inline.extend(line.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    (blocks, inline)
}

/// A call of the program in a line: from `hako` to what is no longer part of it.
fn calls(line: &str) -> Vec<String> {
    let starts = line.match_indices("hako ").map(|(at, _)| at);
    let starts = starts.filter(|&at| {
        line[..at].chars().next_back().is_none_or(|before| matches!(before, ' ' | '`' | '('))
    });
    let call = |at: usize| {
        let ends = ["  ", " | ", "; ", " # ", "`"];
        let rest = &line[at..];
        let end = ends.iter().filter_map(|it| rest.find(it)).min().unwrap_or(rest.len());
        rest[..end].trim_end().to_owned()
    };
    starts.map(call).collect()
}

#[test]
fn every_option_that_is_written_down_exists() {
    let helps = helps();
    let docs = std::fs::read_dir(root().join("docs")).expect("a folder");
    let docs = docs.filter_map(|file| Some(file.ok()?.path()));
    let docs = docs.filter(|path| path.extension().is_some_and(|it| it == "md"));
    let names = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root().join(name));
    let mut texts: Vec<(String, String)> = helps.clone();
    texts.extend(names.into_iter().chain(docs).map(|path| {
        let text = std::fs::read_to_string(&path).expect("a document");
        (path.display().to_string(), text)
    }));
    let mut seen = 0;
    for (place, text) in &texts {
        let (blocks, inline) = code(text);
        let is_help = helps.iter().any(|(name, _)| name == place);
        // The examples of a help text are indented, its sentences are not.
        let examples = text.lines().filter(|line| line.starts_with("  "));
        let lines = if is_help { examples.map(str::to_owned).collect() } else { blocks };
        for call in lines.iter().chain(&inline).flat_map(|line| calls(line)) {
            let mut words = call.split_whitespace().skip(1);
            let Some(name) = words.next().filter(|it| it.chars().all(|c| c.is_ascii_lowercase()))
            else {
                continue;
            };
            if name == "help" {
                continue;
            }
            let known = helps.iter().filter(|(it, _)| it.split(' ').next() == Some(name));
            let help: String = known.map(|(_, help)| help.as_str()).collect();
            assert!(!help.is_empty(), "{place}: {call}: there is no command {name}");
            for word in words.filter(|it| it.starts_with("--")) {
                let option = word.split(['=', ']', ')', ',']).next().unwrap_or_default();
                assert!(help.contains(option), "{place}: {call}: {name} has no {option}");
                seen += 1;
            }
        }
    }
    assert!(seen > 60, "only {seen} options were found");
}

#[test]
#[cfg(unix)]
fn the_commands_of_the_readme_run() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("README.md");
    let files = Files::new();
    let levels = std::fs::read(root().join("crates/hakooshi/levels/small.xsb")).expect("bundled");
    files.put("levels.xsb", levels);
    let program = Path::new(env!("CARGO_BIN_EXE_hako"));
    let mut path = program.parent().expect("a folder").as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let (blocks, inline) = code(&readme);
    // A picture has walls before the command on its line. Between backticks only what names a
    // file is a command to run; the rest is an outline.
    let blocks = blocks.iter().filter_map(|line| {
        let at = line.find("hako ")?;
        line[..at].trim_matches(['#', ' ']).is_empty().then(|| &line[at..])
    });
    let inline = inline.iter().map(String::as_str).filter(|it| it.starts_with("hako "));
    let calls = blocks.chain(inline.filter(|it| it.contains("FILE")));
    let is_outline = |call: &str| {
        let is_place = |word: &str| word.chars().all(|c| c.is_ascii_uppercase());
        call.split_whitespace().any(is_place)
    };
    let mut count = 0;
    for call in calls {
        let call = call.split("  ").next().unwrap_or_default().replace("FILE", "levels.xsb");
        // The server runs until it is stopped, and has tests of its own.
        if call.starts_with("hako web") || is_outline(&call) || call.contains("--proof") {
            continue;
        }
        let ended = Command::new("sh")
            .args(["-c", &call])
            .current_dir(files.folder())
            .env("PATH", &path)
            .env("XDG_DATA_HOME", "/nowhere")
            .env("XDG_DATA_DIRS", "/nowhere")
            .output()
            .expect("a shell");
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success(), "{call}: {said}");
        assert!(said.is_empty(), "{call}: {said}");
        count += 1;
    }
    assert!(count > 5, "only {count} commands were found");
}
