//! Promises checked in the sources: no unsafe code except in the crates named here, and no threads, clocks,
//! files or processes in the crates that search a board, so that they run in a browser.

use std::path::{Path, PathBuf};

use crate::sources;
use crate::step::Outcome;

/// Crates that may hold unsafe code, and why.
const UNSAFE: &[(&str, &str)] =
    &[("startup", "denies it; the macro for code before `main` expands to an unsafe attribute")];

/// Crates that run anywhere.
const ANYWHERE: &[&str] = &["level", "board", "search"];

/// What is not everywhere, and the one file that may name it.
const NOT_EVERYWHERE: &[(&str, &str)] = &[
    ("std::thread", ""),
    ("Instant", "crates/search/src/clock.rs"),
    ("SystemTime", ""),
    ("std::fs", ""),
    ("std::process", ""),
    ("std::net", ""),
    ("std::env", ""),
];

/// Reads the sources.
pub(crate) fn step() -> Outcome {
    match sources::files() {
        Ok(files) => Outcome::of_faults(&faults(&files)),
        Err(message) => Outcome::Failed(message),
    }
}

fn faults(files: &[(PathBuf, String)]) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, text) in files {
        let parts: Vec<&str> = path.iter().filter_map(|part| part.to_str()).collect();
        let ["crates", name, "src", rest @ ..] = &parts[..] else { continue };
        let is_root = matches!(rest, ["lib.rs" | "main.rs"]);
        let may = UNSAFE.iter().any(|(known, _)| known == name);
        if is_root && !may && !text.contains("\n#![forbid(unsafe_code)]") {
            faults.push(format!("{}: does not forbid unsafe code", path.display()));
        }
        if ANYWHERE.contains(name) {
            faults.extend(named(path, text));
        }
    }
    faults
}

/// Names of what is not everywhere, above the tests.
fn named(path: &Path, text: &str) -> Vec<String> {
    let code = text.lines().zip(1..).take_while(|(line, _)| !line.starts_with("#[cfg(test)]"));
    code.filter(|(line, _)| !line.trim_start().starts_with("//"))
        .flat_map(|(line, number)| {
            let bad = NOT_EVERYWHERE
                .iter()
                .filter(move |(word, home)| path != Path::new(home) && line.contains(word));
            bad.map(move |(word, _)| format!("{}:{number}: {word}", path.display()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_promises_are_found() {
        let file = |path: &str, text: &str| (PathBuf::from(path), text.to_owned());
        let good = "//! A crate.\n#![forbid(unsafe_code)]\n";
        let files = [
            file("crates/level/src/lib.rs", good),
            file("crates/board/src/lib.rs", "//! A crate.\n"),
            file("crates/cli/src/other.rs", "use std::thread;"),
            file(
                "crates/search/src/a.rs",
                "// std::thread\nuse std::thread;\n#[cfg(test)]\nstd::fs",
            ),
            file("crates/search/src/clock.rs", "use std::time::Instant;"),
        ];
        let expected = [
            "crates/board/src/lib.rs: does not forbid unsafe code",
            "crates/search/src/a.rs:2: std::thread",
        ];
        assert_eq!(faults(&files), expected);
    }
}
