//! What an earlier run has already written, so that a later one can continue.
//!
//! A line is matched by file and index, in a run of several competitors also by the name of the competitor,
//! and counts only if the level still has the same id. Levels whose search was cancelled or failed are solved again. An incomplete last line is ignored. Continuing in the
//! same file removes both kinds of line.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use hakooshi::{Outcome as Answer, Stop};
use hakooshi_lab::Subject;
use hakooshi_level::LevelId;
use serde::Deserialize;

use crate::claims::{Claims, is_stdout};
use crate::exit::{Failure, Outcome};
use crate::input::Item;
use crate::output::Output;

/// What is needed of a line; it may have been written by another version.
#[derive(Deserialize)]
pub(crate) struct Line {
    pub(crate) file: String,
    pub(crate) index: usize,
    pub(crate) id: Option<String>,
    #[serde(default)]
    pub(crate) status: Answer,
    pub(crate) stop: Option<String>,
    #[serde(default)]
    pub(crate) label: Option<String>,
}

/// How the lines of a command are written.
pub(crate) struct Dialect {
    /// The command, with the format if it matters.
    pub(crate) command: &'static str,
    /// What every file of it begins with, such as the names of columns and the options.
    pub(crate) header: String,
    /// Reads a line.
    pub(crate) parse: fn(&[u8]) -> Result<Line, String>,
    /// Whether each level has a line for each competitor.
    pub(crate) labelled: bool,
}

impl Dialect {
    /// What `hako solve` writes.
    pub(crate) fn solve() -> Self {
        let command = "hako solve --format jsonl";
        Self { command, header: String::new(), parse: json_line, labelled: false }
    }

    /// What `hako lab run` writes.
    pub(crate) fn lab() -> Self {
        Self { command: "hako lab run", labelled: true, ..Self::solve() }
    }
}

/// Reads a line of JSON.
pub(crate) fn json_line(line: &[u8]) -> Result<Line, String> {
    serde_json::from_slice(line).map_err(|error| error.to_string())
}

/// The levels that need not be done again.
#[derive(Debug, Default)]
pub(crate) struct Resume {
    known: HashMap<(String, usize, Option<String>), Option<String>>,
}

impl Resume {
    /// Reads the lines of an earlier run; a file that is not there yet is an empty one.
    pub(crate) fn read(path: &Path, dialect: &Dialect) -> Outcome<Self> {
        Self::parse(dialect.body(&bytes(path)?, path)?, dialect).map_err(|error| error.of(path))
    }

    fn parse(bytes: &[u8], dialect: &Dialect) -> Result<Self, NoLine> {
        let mut known = HashMap::new();
        for line in lines(bytes, dialect) {
            let (record, _) = line?;
            let done = !record.is_void();
            let place = (record.file, record.index, record.label.filter(|_| dialect.labelled));
            if done {
                known.insert(place, record.id);
            } else {
                known.remove(&place);
            }
        }
        Ok(Self { known })
    }

    /// Whether the earlier run has dealt with this very level.
    pub(crate) fn has(&self, item: &Item) -> bool {
        let id = item.level.as_ref().ok().map(|entry| LevelId::of(&entry.level).to_string());
        self.knows(item.file.to_string(), item.index, None, id.as_deref())
    }

    /// Whether it has dealt with this level and this competitor.
    pub(crate) fn has_trial(&self, subject: &Subject, label: &str) -> bool {
        let id = LevelId::of(&subject.level).to_string();
        self.knows(subject.file.clone(), subject.index, Some(label.to_owned()), Some(&id))
    }

    /// The map is asked by owned keys; a lookup per level costs nothing beside a search.
    fn knows(&self, file: String, index: usize, label: Option<String>, id: Option<&str>) -> bool {
        self.known.get(&(file, index, label)).is_some_and(|known| known.as_deref() == id)
    }
}

impl Line {
    /// Whether the level is to be done again: its search was cancelled, or failed before it came
    /// to a report, which has the id.
    fn is_void(&self) -> bool {
        let failed = self.status == Answer::Unknown && self.id.is_none();
        failed || self.stop.as_deref() == Some(Stop::Cancelled.name())
    }
}

impl Dialect {
    /// What follows the header; nothing if not even that was written.
    pub(crate) fn body<'a>(&self, bytes: &'a [u8], path: &Path) -> Outcome<&'a [u8]> {
        let header = self.header.as_bytes();
        match bytes.strip_prefix(header) {
            Some(body) => Ok(body),
            None if header.starts_with(bytes) => Ok(&[]),
            None => Err(Failure::usage(format!(
                "cannot continue {}: it was not written by `{}` of this version with these options",
                path.display(),
                self.command
            ))),
        }
    }
}

/// A line that no run has written.
#[derive(Debug)]
struct NoLine {
    number: usize,
    why: String,
    command: &'static str,
}

impl NoLine {
    fn of(self, path: &Path) -> Failure {
        let Self { number, why, command } = self;
        let message = format!("is not a line that `{command}` writes");
        Failure::input(format!("{}:{number}: this {message}: {why}", path.display()))
    }
}

fn bytes(path: &Path) -> Outcome<Vec<u8>> {
    match fs::read(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        read => read.map_err(|error| cannot_use(path, &error)),
    }
}

/// The records with their text. A last line that lacks more than its end is none: half an
/// object is never an object.
fn lines<'a>(
    bytes: &'a [u8],
    dialect: &Dialect,
) -> impl Iterator<Item = Result<(Line, &'a [u8]), NoLine>> {
    let Dialect { command, parse, .. } = *dialect;
    let first = 1 + dialect.header.lines().count();
    let lines = (first..).zip(bytes.split_inclusive(|&byte| byte == b'\n'));
    lines.filter(|(_, line)| !line.trim_ascii().is_empty()).filter_map(move |(number, line)| {
        match parse(line) {
            Ok(record) => Some(Ok((record, line))),
            Err(_) if !line.ends_with(b"\n") => None,
            Err(why) => Some(Err(NoLine { number, why, command })),
        }
    })
}

/// Makes the file of an earlier run ready to be continued: whole lines only, and none of a level
/// that is done again, which would then have two. Whether the file has its header.
pub(crate) fn repair(path: &Path, dialect: &Dialect) -> Outcome<bool> {
    let old = bytes(path)?;
    let body = dialect.body(&old, path)?;
    let has_header = old.len() >= dialect.header.len();
    let mut kept = Vec::with_capacity(old.len());
    if has_header {
        kept.extend_from_slice(dialect.header.as_bytes());
    }
    for line in lines(body, dialect) {
        let (record, line) = line.map_err(|error| error.of(path))?;
        if !record.is_void() {
            kept.extend_from_slice(line.trim_ascii());
            kept.extend_from_slice(if line.ends_with(b"\r\n") { b"\r\n" } else { b"\n" });
        }
    }
    if kept == old {
        return Ok(has_header);
    }
    if is_stdout(path) {
        // The shell has opened this very file: another in its place would not be written to.
        let file = OpenOptions::new().write(true).open(path);
        let done = file.and_then(|mut file| {
            file.write_all(&kept)?;
            file.set_len(kept.len() as u64)
        });
        done.map_err(|error| cannot_use(path, &error))?;
        return Ok(has_header);
    }
    let mut output = Output::whole(Some(path), &mut Claims::default())?;
    output.write_all(&kept).map_err(|error| cannot_use(path, &error))?;
    output.finish()?;
    Ok(has_header)
}

fn cannot_use(path: &Path, error: &std::io::Error) -> Failure {
    Failure::io(format_args!("cannot resume from {}", path.display()), error)
}

#[cfg(test)]
mod tests {
    use hakooshi::Record;
    use hakooshi_level::formats::Entry;

    use super::*;

    fn line(index: usize, id: &str, stop: Option<Stop>) -> String {
        let record =
            Record { file: "f".into(), index, id: Some(id.into()), stop, ..Record::default() };
        serde_json::to_string(&record).expect("plain data") + "\n"
    }

    #[test]
    fn whole_lines_count_and_a_half_one_does_not() {
        let entry = Entry::new("#####\n#@$.#\n#####".parse().expect("a level"));
        let id = LevelId::of(&entry.level).to_string();
        let last = line(3, &id, None);
        let text = line(1, &id, None)
            + &line(2, &id, Some(Stop::Cancelled))
            + &line(4, "another level", Some(Stop::Time))
            + &last[..last.len() / 2];
        let resume = Resume::parse(text.as_bytes(), &Dialect::solve()).expect("lines");
        let item = |index| Item { file: "f".into(), index, level: Ok(entry.clone()) };
        assert!(resume.has(&item(1)));
        for index in [2, 3, 4, 5] {
            assert!(!resume.has(&item(index)), "{index}");
        }
    }

    #[test]
    fn other_files_are_refused() {
        let error = Resume::parse(b"\n{}\nhello\n", &Dialect::solve()).expect_err("not ours");
        assert!(error.number == 2 || error.number == 3);
    }

    #[test]
    fn a_file_to_be_continued_has_whole_lines_of_what_is_done() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out.jsonl");
        let stopped = line(2, "b", Some(Stop::Cancelled));
        let failed = "{\"file\":\"f\",\"index\":4,\"id\":null,\"status\":\"unknown\"}\n";
        let [first, last] = [line(1, "a", None), line(3, "c", Some(Stop::Time))];
        for (tail, kept) in [(&last[..last.len() / 2], ""), (last.trim_end(), last.as_str())] {
            fs::write(&path, format!("{first}{stopped}{failed}{tail}")).expect("written");
            repair(&path, &Dialect::solve()).expect("repaired");
            assert_eq!(fs::read_to_string(&path).expect("read"), format!("{first}{kept}"));
        }
        repair(&folder.path().join("none"), &Dialect::solve()).expect("nothing to do");
        fs::write(&path, "hello\n").expect("written");
        assert!(
            repair(&path, &Dialect::solve()).is_err(),
            "a file of something else is left alone"
        );
    }
}
