//! Dependencies between the folders of a crate: a board does not use its move generators, a heuristic no
//! algorithm. The table lists what each module must not use; the check reads every `crate::` path outside
//! tests.

use std::path::Path;

use crate::sources;
use crate::step::Outcome;

/// Crate, module (or `*` for every module that has no row of its own), and the modules it must
/// not use.
const CLOSED: &[(&str, &str, &[&str])] = &[
    ("level", "formats", &[]),
    ("level", "*", &["formats"]),
    ("board", "analysis", &[]),
    ("board", "lazy_tables", &["movegen"]),
    ("board", "movegen", &["analysis"]),
    ("board", "*", &["analysis", "movegen"]),
    ("engines", "scenes", &["fess", "imagine", "packing", "play", "race", "rota", "value"]),
    ("engines", "play", &["fess", "imagine", "packing", "race", "rota", "value"]),
    ("engines", "fess", &["imagine", "packing", "race", "rota", "value"]),
    ("engines", "imagine", &["fess", "packing", "race", "rota", "value"]),
    ("engines", "value", &["fess", "imagine", "packing", "race", "rota"]),
    ("engines", "packing", &["fess", "imagine", "scenes", "play", "race", "rota", "value"]),
    ("engines", "*", &["beams", "fess", "imagine", "packing", "value", "scenes", "play"]),
    ("search", "algorithms", &["frontier"]),
    ("search", "spec", &["space", "store", "open", "frontier"]),
    ("search", "heuristics", &["algorithms", "deadlocks", "space", "store", "open", "frontier"]),
    ("search", "deadlocks", &["algorithms", "heuristics", "space", "store", "open", "frontier"]),
    // A fill order is kept only if no deadlock test refuses it.
    ("search", "pruning", &["algorithms", "heuristics", "store", "open", "frontier"]),
    ("search", "open", &["algorithms", "heuristics", "deadlocks", "space", "spec", "frontier"]),
    (
        "search",
        "frontier",
        &["algorithms", "heuristics", "deadlocks", "space", "spec", "store", "open"],
    ),
    // A task holds the tables and the frontier that its searches share.
    ("search", "task", &["algorithms", "heuristics", "space", "spec", "store", "open"]),
    ("search", "*", &["algorithms", "heuristics", "deadlocks", "spec", "frontier"]),
];

/// Reads every source file of the crates in the table.
pub(crate) fn step() -> Outcome {
    let files = match sources::files() {
        Ok(files) => files,
        Err(message) => return Outcome::Failed(message),
    };
    let mut faults = Vec::new();
    for (path, text) in &files {
        let parts: Vec<&str> = path.iter().filter_map(|part| part.to_str()).collect();
        if let ["crates", name, "src", module, ..] = parts[..] {
            check(name, module.trim_end_matches(".rs"), path, text, &mut faults);
        }
    }
    Outcome::of_faults(&faults)
}

fn closed_to(name: &str, module: &str) -> &'static [&'static str] {
    // The root lists the modules and re-exports from them.
    if module == "lib" || module == "main" {
        return &[];
    }
    let row = |wanted: &str| CLOSED.iter().find(|row| row.0 == name && row.1 == wanted);
    row(module).or_else(|| row("*")).map_or(&[], |row| row.2)
}

fn check(name: &str, module: &str, path: &Path, text: &str, faults: &mut Vec<String>) {
    let closed = closed_to(name, module);
    for used in modules_used(text) {
        if closed.contains(&used.as_str()) {
            faults.push(format!("{}: {module} must not use {used}", path.display()));
        }
    }
}

/// The first part of every `crate::` path above the tests: in `crate::{a::B, c}`, `a` and `c`.
fn modules_used(text: &str) -> Vec<String> {
    let code: Vec<&str> = text
        .lines()
        .take_while(|line| !line.starts_with("#[cfg(test)]"))
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect();
    let code = code.join("\n");
    let word = |text: &str| -> String {
        text.trim_start().chars().take_while(|it| it.is_alphanumeric() || *it == '_').collect()
    };
    let mut used = Vec::new();
    for (at, start) in code.match_indices("crate::") {
        let rest = &code[at + start.len()..];
        match rest.strip_prefix('{') {
            Some(group) => used.extend(members(group).into_iter().map(word)),
            None => used.push(word(rest)),
        }
    }
    // After the last comma of a group there is nothing.
    used.retain(|module| !module.is_empty());
    used
}

/// The members of a group whose opening brace has been read.
fn members(group: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, glyph) in group.char_indices() {
        match glyph {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '}' | ',' if depth == 0 => {
                found.push(&group[start..at]);
                start = at + 1;
                if glyph == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found_wherever_they_stand() {
        let text = "//! crate::in_a_comment\nuse crate::one::Two;\nuse crate::{\n    three::{Four, five},\n    \
                    six,\n};\nfn f() { crate::seven(); }\n#[cfg(test)]\nuse crate::tests_only;";
        assert_eq!(modules_used(text), ["one", "three", "six", "seven"]);
    }

    #[test]
    fn what_is_closed_is_reported() {
        let mut faults = Vec::new();
        let path = Path::new("a.rs");
        check("board", "position", path, "use crate::{Square, movegen::pushes};", &mut faults);
        check("board", "analysis", path, "use crate::movegen::pushes;", &mut faults);
        check("board", "lib", path, "pub use crate::analysis;", &mut faults);
        check("elsewhere", "x", path, "use crate::analysis;", &mut faults);
        assert_eq!(faults, ["a.rs: position must not use movegen"]);
    }
}
