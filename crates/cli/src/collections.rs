//! Collections that have a name: those in the program, the user's own, and those of other
//! games installed on this machine.
//!
//! | where | what |
//! |---|---|
//! | in the program | the files of `crates/hakooshi/levels` |
//! | `$XDG_DATA_HOME/hakooshi/levels`, `$XDG_DATA_DIRS/hakooshi/levels` | level files, each a collection |
//! | `DATA/games/cavepacker/maps` (Debian's cavepacker-data) | one file per level, `xsokoban0001.sok`; the name without the number is the collection, `.sol` beside it the solution |
//! | `DATA/games/xsok/Sokoban.def` (Debian's xsok) | the classic levels after a head of rules |
//!
//! `DATA` is each of `$XDG_DATA_DIRS`. The first collection of a name wins.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use hakooshi::BUNDLED;

use crate::input::Source;

/// A collection that can be asked for by name.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub(crate) name: String,
    /// `bundled`, or the folder or file it lies in.
    pub(crate) origin: String,
    pub(crate) source: Source,
}

/// The collections in the program, the easiest first.
pub(crate) fn bundled() -> Vec<Named> {
    BUNDLED
        .iter()
        .map(|bundled| Named {
            name: bundled.name.to_owned(),
            origin: "bundled".to_owned(),
            source: Source::Text(bundled.text),
        })
        .collect()
}

/// Every collection, bundled ones first.
pub(crate) fn all() -> Vec<Named> {
    let mut found = bundled();
    let mut add = |named: Named| {
        if !found.iter().any(|other| other.name.eq_ignore_ascii_case(&named.name)) {
            found.push(named);
        }
    };
    let (own, shared) = data_folders();
    for folder in own.iter().chain(&shared) {
        level_files(&folder.join("hakooshi/levels")).into_iter().for_each(&mut add);
    }
    for folder in &shared {
        numbered_files(&folder.join("games/cavepacker/maps")).into_iter().for_each(&mut add);
        let rules = folder.join("games/xsok/Sokoban.def");
        if rules.is_file() {
            add(Named {
                name: "xsok".to_owned(),
                origin: rules.display().to_string(),
                source: Source::AfterRules(rules),
            });
        }
    }
    found
}

/// The collection called `name`, whatever the case.
pub(crate) fn find(name: &str) -> Option<Named> {
    all().into_iter().find(|named| named.name.eq_ignore_ascii_case(name))
}

/// The user's folder for data, and the system's, as the XDG convention names them.
fn data_folders() -> (Option<PathBuf>, Vec<PathBuf>) {
    let set = |key: &str| env::var_os(key).filter(|value| !value.is_empty());
    let own = set("XDG_DATA_HOME")
        .map(PathBuf::from)
        .or_else(|| set("HOME").map(|home| Path::new(&home).join(".local/share")));
    let shared = set("XDG_DATA_DIRS").unwrap_or_else(|| "/usr/local/share:/usr/share".into());
    (own, env::split_paths(&shared).collect())
}

/// Each level file of a folder as a collection.
fn level_files(folder: &Path) -> Vec<Named> {
    const ENDINGS: [&str; 7] = ["xsb", "sok", "txt", "slc", "json", "rle", "xml"];
    files(folder, &ENDINGS)
        .into_iter()
        .map(|path| Named {
            name: stem(&path),
            origin: path.display().to_string(),
            source: Source::File(path),
        })
        .collect()
}

/// Files of one level each, gathered by the name before the number.
fn numbered_files(folder: &Path) -> Vec<Named> {
    let mut groups: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in files(folder, &["sok"]) {
        let stem = stem(&path);
        let name = stem.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
        if !name.is_empty() {
            groups.entry(name.to_owned()).or_default().push(path);
        }
    }
    let origin = folder.display().to_string();
    groups
        .into_iter()
        .map(|(name, files)| Named { name, origin: origin.clone(), source: Source::Pieces(files) })
        .collect()
}

/// The files of a folder with one of these endings, sorted; none if there is no folder.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            let ending = path.extension().and_then(|ending| ending.to_str());
            ending.is_some_and(|ending| endings.contains(&ending)) && path.is_file()
        })
        .collect();
    files.sort();
    files
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
