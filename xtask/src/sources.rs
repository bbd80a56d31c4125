//! What no file of the repository may contain: loose ends, paths of the machine it was written on,
//! and links to files that do not exist; and tests that nothing runs. Files are those that git tracks
//! or would add; without git, all but `target`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::shell;
use crate::step::Outcome;

/// Words that must not appear, put together here so that this file does not hold them.
const FORBIDDEN: &[(&str, &str)] = &[
    (concat!("TO", "DO"), "a loose end"),
    (concat!("FIX", "ME"), "a loose end"),
    (concat!("to", "do!("), "a loose end"),
    (concat!("unimple", "mented!("), "a loose end"),
    (concat!("db", "g!("), "left over from debugging"),
    (concat!("/wo", "rk/"), "a path of one machine"),
    (concat!("/ro", "ot/"), "a path of one machine"),
    (concat!("/ho", "me/"), "a path of one machine"),
];

/// Reads every file.
pub(crate) fn step() -> Outcome {
    match files() {
        Ok(files) => {
            let exists = |path: &Path| shell::root().join(path).exists();
            let each = files.iter().flat_map(|(path, text)| {
                faults(path, text).into_iter().chain(broken_links(path, text, exists))
            });
            Outcome::of_faults(&each.chain(unlisted_tests(&files)).collect::<Vec<_>>())
        }
        Err(message) => Outcome::Failed(message),
    }
}

/// The text files of the repository, by path from its root.
pub(crate) fn files() -> Result<Vec<(PathBuf, String)>, String> {
    let words = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
    let mut paths = Vec::new();
    if let Ok(list) = shell::output(shell::command("git", &words)) {
        paths.extend(list.split('\0').filter(|it| !it.is_empty()).map(PathBuf::from));
    } else {
        walk(&shell::root(), Path::new(""), &mut paths).map_err(|error| error.to_string())?;
    }
    paths.sort();
    // A file that is not text, or was deleted but not yet from the index, has nothing to say.
    let read =
        |path: PathBuf| fs::read_to_string(shell::root().join(&path)).ok().map(|text| (path, text));
    let files: Vec<_> = paths.into_iter().filter_map(read).collect();
    if files.is_empty() { Err("no files found".to_owned()) } else { Ok(files) }
}

fn walk(root: &Path, below: &Path, out: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(root.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        if entry.file_type()?.is_file() {
            out.push(path);
        } else if entry.file_type()?.is_dir() && !is_skipped(&entry.file_name()) {
            walk(root, &path, out)?;
        }
    }
    Ok(())
}

fn is_skipped(folder: &std::ffi::OsStr) -> bool {
    folder == "target" || folder == ".git"
}

fn faults(path: &Path, text: &str) -> Vec<String> {
    let is_rust = path.extension().is_some_and(|it| it == "rs");
    let mut faults = Vec::new();
    if is_rust && !text.starts_with("//!") {
        faults.push(format!("{}:1: does not open by saying what it is (//!)", path.display()));
    }
    for (line, number) in text.lines().zip(1..) {
        for (word, what) in FORBIDDEN.iter().filter(|(word, _)| holds(line, word)) {
            faults.push(format!("{}:{number}: {what}: {word}", path.display()));
        }
    }
    faults
}

/// The links of a document to files that are not there.
fn broken_links(path: &Path, text: &str, exists: impl Fn(&Path) -> bool) -> Vec<String> {
    if path.extension().is_none_or(|it| it != "md") {
        return Vec::new();
    }
    let folder = path.parent().unwrap_or(path);
    let mut faults = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        for (at, start) in line.match_indices("](") {
            let link = line[at + start.len()..].split(')').next().unwrap_or_default();
            let file = link.split('#').next().unwrap_or_default();
            if !file.is_empty() && !file.contains("://") && !exists(&folder.join(file)) {
                faults.push(format!("{}:{number}: {link} does not exist", path.display()));
            }
        }
    }
    faults
}

/// The files of integration tests that the crate's `tests/all.rs` leaves out, so that cargo does not
/// compile them.
fn unlisted_tests(files: &[(PathBuf, String)]) -> Vec<String> {
    let lists = files.iter().filter(|(path, _)| path.ends_with("tests/all.rs"));
    let left_out = lists.flat_map(|(list, text)| {
        let beside = files.iter().filter(move |(path, _)| path.parent() == list.parent());
        beside.filter_map(move |(path, _)| {
            let name = path.file_name()?.to_str()?.strip_suffix(".rs")?;
            let is_listed = name == "all" || text.lines().any(|it| it == format!("mod {name};"));
            (!is_listed).then(|| format!("{}: not in {}", path.display(), list.display()))
        })
    });
    left_out.collect()
}

/// Whether `word` stands in the line and is not merely the end of a longer one.
fn holds(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        before.is_none_or(|glyph| !glyph.is_alphanumeric() && glyph != '_' && glyph != '.')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loose_ends_and_paths_are_found() {
        let text = format!("//! A file.\n// {}: later\nlet x = 1;\n", FORBIDDEN[0].0);
        assert_eq!(faults(Path::new("a.rs"), &text).len(), 1);
        assert!(faults(Path::new("a.rs"), &text)[0].starts_with("a.rs:2: a loose end"));
        let path = format!("see {}somewhere", FORBIDDEN[5].0);
        assert_eq!(faults(Path::new("a.md"), &path).len(), 1);
        assert_eq!(faults(Path::new("a.md"), "crates/work/src and network/x"), [""; 0]);
        assert_eq!(faults(Path::new("a.rs"), "fn f() {}").len(), 1, "no opening");
    }

    #[test]
    fn links_lead_to_files() {
        let text = "[a](b.md#c), [d](#e)\n![f](g.png) [h](https://i) [j](../k.md)";
        let exists =
            |path: &Path| path == Path::new("docs/b.md") || path == Path::new("docs/../k.md");
        let faults = broken_links(Path::new("docs/a.md"), text, exists);
        assert_eq!(faults, ["docs/a.md:2: g.png does not exist"]);
        assert_eq!(broken_links(Path::new("a.rs"), text, exists), [""; 0]);
    }

    #[test]
    fn every_file_of_tests_is_listed() {
        let file = |path: &str, text: &str| (PathBuf::from(path), text.to_owned());
        let files = [
            file("a/tests/all.rs", "//! Tests.\n\nmod one;\n"),
            file("a/tests/kept.txt", ""),
            file("a/tests/one.rs", ""),
            file("a/tests/other.rs", ""),
            file("b/tests/alone.rs", ""),
        ];
        assert_eq!(unlisted_tests(&files), ["a/tests/other.rs: not in a/tests/all.rs"]);
    }

    #[test]
    fn this_repository_is_seen() {
        let files = files().expect("a repository");
        assert!(files.iter().any(|(path, _)| path == Path::new("xtask/src/sources.rs")));
        assert!(files.iter().all(|(path, _)| !path.starts_with("target")));
    }
}
