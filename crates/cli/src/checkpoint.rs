//! The state of an improving run in a file that is always complete, so that an interrupted run can
//! continue.
//!
//! One JSON object per level and goal. The file is written as a draft and renamed, so a kill leaves the old
//! one or the new one. Solutions are verified when they are read; invalid lines are ignored.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::draft::Draft;
use crate::exit::{Failure, Outcome};

/// What is known of one level.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Saved {
    /// The level's id.
    pub(crate) id: String,
    /// The metrics in order.
    pub(crate) goal: String,
    /// The best solution.
    pub(crate) lurd: String,
    /// The level of effort reached.
    pub(crate) level: u32,
    /// Seconds of work so far.
    pub(crate) time_s: f64,
    /// Whether nothing is left to try.
    pub(crate) done: bool,
}

/// The file.
#[derive(Debug)]
pub(crate) struct Checkpoint {
    path: PathBuf,
    saved: BTreeMap<(String, String), Saved>,
}

impl Checkpoint {
    /// Reads what an earlier run has left; a file that is not there yet is an empty one.
    pub(crate) fn open(path: &Path) -> Outcome<Self> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => {
                return Err(Failure::io(format_args!("cannot read {}", path.display()), &error));
            }
        };
        let mut saved = BTreeMap::new();
        for line in bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            let line: Saved = serde_json::from_slice(line).map_err(|error| {
                let path = path.display();
                Failure::input(format!("{path} is not a checkpoint of `hako improve`: {error}"))
            })?;
            saved.insert((line.id.clone(), line.goal.clone()), line);
        }
        Ok(Self { path: path.to_owned(), saved })
    }

    /// What is known of a level.
    pub(crate) fn get(&self, id: &str, goal: &str) -> Option<&Saved> {
        self.saved.get(&(id.to_owned(), goal.to_owned()))
    }

    /// Keeps what is now known of a level.
    pub(crate) fn put(&mut self, saved: Saved) -> Outcome<()> {
        self.saved.insert((saved.id.clone(), saved.goal.clone()), saved);
        let mut text = String::new();
        for saved in self.saved.values() {
            let line = serde_json::to_string(saved);
            text += &line.map_err(|error| Failure::input(error.to_string()))?;
            text.push('\n');
        }
        let cannot_write =
            |error| Failure::io(format_args!("cannot write {}", self.path.display()), &error);
        match Draft::create(&self.path)? {
            Some((draft, mut file)) => {
                file.write_all(text.as_bytes()).map_err(cannot_write)?;
                drop(file);
                draft.commit()
            }
            None => fs::write(&self.path, text).map_err(cannot_write),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_found_by_level_and_goal() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("checkpoint");
        let saved = Saved { id: "a".into(), goal: "moves".into(), level: 3, ..Saved::default() };
        let mut checkpoint = Checkpoint::open(&path).expect("empty");
        checkpoint.put(saved.clone()).expect("written");
        checkpoint.put(Saved { goal: "pushes".into(), ..saved.clone() }).expect("written");
        let again = Checkpoint::open(&path).expect("readable");
        assert_eq!(again.get("a", "moves"), Some(&saved));
        assert_eq!((again.saved.len(), again.get("b", "moves")), (2, None));
        fs::write(&path, "levels\n").expect("written");
        assert!(Checkpoint::open(&path).is_err(), "another file is not overwritten");
    }
}
