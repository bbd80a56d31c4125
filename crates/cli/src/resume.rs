//! What an earlier run has already written, so that a later one can go on from there.
//!
//! A line is found again by file and place, and believed if the level still has the same id.
//! A level whose search was cancelled is done again. A last line that was cut off when the run
//! was killed is ignored; continuing in the same file replaces it.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::path::Path;

use hakooshi::Stop;
use hakooshi::level::LevelId;
use serde::Deserialize;

use crate::exit::{Failure, Outcome};
use crate::input::Item;

/// What is needed of a line; it may have been written by another version.
#[derive(Deserialize)]
struct Line {
    file: String,
    index: usize,
    id: Option<String>,
    stop: Option<String>,
}

/// The levels that need not be done again.
#[derive(Debug, Default)]
pub(crate) struct Resume {
    known: HashMap<(String, usize), Option<String>>,
}

impl Resume {
    /// Reads the lines of an earlier run; a file that is not there yet is an empty one.
    pub(crate) fn read(path: &Path) -> Outcome<Self> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(cannot_use(path, &error)),
        };
        Self::parse(&bytes).map_err(|(line, why)| {
            let message = "is not a line that `hako solve --format jsonl` writes";
            Failure::input(format!("{}:{line}: this {message}: {why}", path.display()))
        })
    }

    fn parse(bytes: &[u8]) -> Result<Self, (usize, String)> {
        let mut known = HashMap::new();
        for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
            if line.trim_ascii().is_empty() {
                continue;
            }
            match serde_json::from_slice::<Line>(line) {
                Ok(record) => {
                    let place = (record.file, record.index);
                    if record.stop.as_deref() == Some(Stop::Cancelled.name()) {
                        known.remove(&place);
                    } else {
                        known.insert(place, record.id);
                    }
                }
                Err(_) if !line.ends_with(b"\n") => {}
                Err(error) => return Err((number, error.to_string())),
            }
        }
        Ok(Self { known })
    }

    /// Whether the earlier run has dealt with this very level.
    pub(crate) fn has(&self, item: &Item) -> bool {
        // The map is asked by owned keys; a lookup per level costs nothing beside a search.
        let Some(id) = self.known.get(&(item.file.to_string(), item.index)) else { return false };
        let now = item.level.as_ref().ok().map(|entry| LevelId::of(&entry.level).to_string());
        *id == now
    }
}

/// Cuts off a last line that has no end, so that the next one does not join it.
pub(crate) fn drop_half_line(path: &Path) -> Outcome<()> {
    let Ok(bytes) = fs::read(path) else { return Ok(()) };
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    if whole == bytes.len() {
        return Ok(());
    }
    let cut = OpenOptions::new().write(true).open(path).and_then(|it| it.set_len(whole as u64));
    cut.map_err(|error| cannot_use(path, &error))
}

/// Whether standard output goes on in this file, as in `--resume out.jsonl >> out.jsonl`.
#[cfg(unix)]
pub(crate) fn is_stdout(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let file = |path: &Path| fs::metadata(path).map(|it| (it.dev(), it.ino())).ok();
    let stdout = file(Path::new("/dev/stdout"));
    stdout.is_some() && stdout == file(path)
}

#[cfg(not(unix))]
pub(crate) fn is_stdout(_: &Path) -> bool {
    false
}

fn cannot_use(path: &Path, error: &std::io::Error) -> Failure {
    Failure::io(format_args!("cannot resume from {}", path.display()), error)
}

#[cfg(test)]
mod tests {
    use hakooshi::Record;
    use hakooshi::level::formats::Entry;

    use super::*;

    fn line(index: usize, id: &str, stop: Option<&str>) -> String {
        let record = Record {
            file: "f".into(),
            index,
            id: Some(id.into()),
            stop: stop.map(str::to_owned),
            ..Record::default()
        };
        serde_json::to_string(&record).expect("plain data") + "\n"
    }

    #[test]
    fn whole_lines_count_and_a_half_one_does_not() {
        let entry = Entry::new("#####\n#@$.#\n#####".parse().expect("a level"));
        let id = LevelId::of(&entry.level).to_string();
        let last = line(3, &id, None);
        let text = line(1, &id, None)
            + &line(2, &id, Some("cancelled"))
            + &line(4, "another level", Some("time"))
            + &last[..last.len() / 2];
        let resume = Resume::parse(text.as_bytes()).expect("lines");
        let item = |index| Item { file: "f".into(), index, level: Ok(entry.clone()) };
        assert!(resume.has(&item(1)));
        for index in [2, 3, 4, 5] {
            assert!(!resume.has(&item(index)), "{index}");
        }
    }

    #[test]
    fn other_files_are_refused() {
        let (line, _) = Resume::parse(b"\n{}\nhello\n").expect_err("not ours");
        assert!(line == 2 || line == 3);
    }

    #[test]
    fn a_half_line_is_cut_off() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        fs::write(file.path(), "{}\n{\"a\":").expect("written");
        drop_half_line(file.path()).expect("cut");
        assert_eq!(fs::read(file.path()).expect("read"), b"{}\n");
    }
}
