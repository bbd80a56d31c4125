//! Checks that every crate can be packaged with all the files it needs.
//!
//! The quick check packages without building and looks for what packaging does not notice: files included
//! from outside the crate, which exist in the checkout but not in the package. The nightly check builds
//! every package.

use std::path::{Component, Path, PathBuf};

use crate::shell::{self, command};
use crate::sources;
use crate::step::Outcome;

/// Crates that are not given to others.
const KEPT: &[&str] =
    &["hakooshi-python", "hakooshi-testkit", "hakooshi-fuzzing", "hakooshi-wasm", "xtask"];

/// Packs every crate and looks at what is included.
pub(crate) fn step() -> Outcome {
    let files = match sources::files() {
        Ok(files) => files,
        Err(message) => return Outcome::Failed(message),
    };
    let strays: Vec<String> = files.iter().flat_map(|(path, text)| strays(path, text)).collect();
    if !strays.is_empty() {
        return Outcome::Failed(strays.join("\n"));
    }
    Outcome::of(pack(&["--no-verify", "--quiet"]))
}

/// Packs every crate and builds it from the package.
pub(crate) fn verify() -> Outcome {
    Outcome::of(pack(&[]))
}

fn pack(more: &[&str]) -> Result<(), String> {
    // A person tries it before committing, too.
    let words = ["package", "--workspace", "--locked", "--allow-dirty"];
    let kept: Vec<&str> = KEPT.iter().flat_map(|name| ["--exclude", name]).collect();
    shell::run(command("cargo", &[&words[..], &kept, more].concat()))
}

/// The files that a source of a library or program includes from outside its crate.
fn strays(path: &Path, text: &str) -> Vec<String> {
    let mut parts = path.components();
    let (crates, name) = (parts.next(), parts.next());
    let inside = Path::new("src");
    let is_source = crates == Some(Component::Normal("crates".as_ref()))
        && (parts.as_path().starts_with(inside) || parts.as_path() == Path::new("build.rs"));
    let Some(name) = name.filter(|_| is_source) else { return Vec::new() };
    let home = Path::new("crates").join(name);
    let folder = path.parent().unwrap_or(path);
    let macros = ["include_str!(\"", "include_bytes!(\"", "include!(\"", "#[path = \""];
    let starts = macros.iter().flat_map(|start| {
        text.match_indices(start).map(move |(at, start)| &text[at + start.len()..])
    });
    starts
        .filter_map(|rest| rest.split('"').next())
        .filter(|file| !resolve(&folder.join(file)).starts_with(&home))
        .map(|file| format!("{}: {file} is outside the crate and its package", path.display()))
        .collect()
}

/// The path without `..`.
fn resolve(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_outside_the_crate_are_found() {
        let path = Path::new("crates/cli/src/a/b.rs");
        let inside = format!("x({}\"../../README.md\"))", "include_str!(");
        let outside = format!("x({}\"../../../../docs/json.md\"))", "include_str!(");
        assert_eq!(strays(path, &inside), [""; 0]);
        assert_eq!(strays(path, &outside).len(), 1);
        assert_eq!(strays(Path::new("crates/cli/tests/b.rs"), &outside), [""; 0]);
        assert_eq!(strays(Path::new("xtask/src/b.rs"), &outside), [""; 0]);
    }
}
