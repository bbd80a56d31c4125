//! What users can depend on, as a list: it grows only on purpose. The list has every name exported at the
//! root and every public function and field of the types defined in this crate; what is re-exported from
//! below is listed by its name. `UPDATE=1 cargo test -p hakooshi --test all surface` writes it.

use std::fs;
use std::path::Path;

use hakooshi::{
    Analysis, Cancel, Collection, Engine, Level, Options, Progress, Record, Report, SolveError,
};

/// The names of `pub use` in the root, and `pub mod`.
fn exports(root: &str) -> Vec<String> {
    let code: Vec<&str> =
        root.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join(" ");
    let mut names = Vec::new();
    for statement in code.split(';').map(str::trim) {
        if let Some(name) = statement.strip_prefix("pub mod ") {
            names.push(format!("mod {name}"));
        } else if let Some(path) = statement.strip_prefix("pub use ") {
            let last = match path.split_once('{') {
                Some((_, group)) => group.trim_end_matches('}'),
                None => path.rsplit("::").next().unwrap_or(path),
            };
            let plain = |name: &str| name.rsplit(" as ").next().unwrap_or(name).trim().to_owned();
            names.extend(last.split(',').map(plain).filter(|name| !name.is_empty()));
        }
    }
    names
}

/// The public functions and fields of a file, above its tests.
fn members(file: &str, text: &str) -> Vec<String> {
    let code = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]"));
    let lines = code.map(str::trim).filter_map(|line| line.strip_prefix("pub "));
    let name = |line: &str| -> String {
        line.chars().take_while(|it| it.is_alphanumeric() || "_ ".contains(*it)).collect()
    };
    lines.map(|line| format!("{file}: {}", name(line).trim())).collect()
}

fn surface() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect(name);
    let mut lines = exports(&read("lib.rs"));
    for file in ["analyse", "bundled", "engine", "options", "polish", "record", "report"] {
        lines.extend(members(file, &read(&format!("{file}.rs"))));
    }
    lines.sort();
    lines.dedup();
    lines.join("\n") + "\n"
}

#[test]
fn the_surface_is_what_the_list_says() {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/surface.txt");
    let now = surface();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&list, &now).expect("the list can be written");
    }
    let listed = fs::read_to_string(&list).unwrap_or_default();
    let missing = |from: &str, all: &str| -> Vec<String> {
        let lacks = |line: &&str| !all.lines().any(|other| other == *line);
        from.lines().filter(lacks).map(str::to_owned).collect()
    };
    assert_eq!(missing(&now, &listed), [""; 0], "new; meant? UPDATE=1 adds it to the list");
    assert_eq!(missing(&listed, &now), [""; 0], "gone: a breaking change");
    assert!(exports("pub use a::{B, C as D};\npub mod e;\nuse x::Y;").eq(&["B", "D", "mod e"]));
}

#[test]
fn everything_can_be_sent_and_shared() {
    fn check<T: Send + Sync>() {}
    check::<Analysis>();
    check::<Cancel>();
    check::<Collection>();
    check::<Engine>();
    check::<Level>();
    check::<Options>();
    check::<Progress>();
    check::<Record>();
    check::<Report>();
    check::<SolveError>();
}

#[test]
fn engines_and_objectives_are_refused_at_once() {
    assert!("astar(h=matching)".parse::<Engine>().is_ok());
    let wrong = "astra".parse::<Engine>().expect_err("no such engine");
    assert!(wrong.to_string().contains("astra"), "{wrong}");
    let wrong = "steps".parse::<hakooshi::Objective>().expect_err("no such objective");
    assert!(wrong.to_string().contains("moves,pushes"), "{wrong}");
}
