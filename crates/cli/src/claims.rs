//! The files that a command reads and writes, so that no output destroys an input or another output. Files
//! are compared by identity, not by name: `./a`, a link to `a` and `a` are the same file.

use std::fs;
use std::path::{Path, PathBuf};

use crate::exit::{Failure, Outcome};

/// The files of one command so far.
#[derive(Debug, Default)]
pub(crate) struct Claims {
    read: Vec<PathBuf>,
    written: Vec<PathBuf>,
    stdin: bool,
}

impl Claims {
    /// Notes that `path` is read.
    pub(crate) fn read(&mut self, path: &Path) {
        self.read.push(path.to_owned());
    }

    /// Notes what other claims note.
    pub(crate) fn also(&mut self, other: Self) {
        self.read.extend(other.read);
        self.written.extend(other.written);
        self.stdin |= other.stdin;
    }

    /// Notes that standard input is read.
    pub(crate) fn read_stdin(&mut self) {
        self.stdin = true;
    }

    /// Notes that `path` is written, unless that would destroy what is read or written already.
    pub(crate) fn write(&mut self, path: &Path) -> Outcome<()> {
        let name = path.display();
        if let Some(input) = self.read.iter().find(|input| is_same(input, path)) {
            let other = (input.as_path() != path).then(|| format!(" (as {})", input.display()));
            let also = other.unwrap_or_default();
            return Err(Failure::usage(format!(
                "cannot write {name}: this run reads it{also}; give the output another name"
            )));
        }
        if self.stdin && is_stream(&std::io::stdin(), path) {
            return Err(Failure::usage(format!(
                "cannot write {name}: it is standard input; give the output another name"
            )));
        }
        if self.written.iter().any(|output| is_same(output, path)) {
            return Err(Failure::usage(format!(
                "cannot write {name} twice: give each output a name of its own"
            )));
        }
        self.written.push(path.to_owned());
        Ok(())
    }

    /// Fails if standard output is appended to a file that is read, which would then never end.
    pub(crate) fn check_stdout(&self) -> Outcome<()> {
        let Some(input) = self.read.iter().find(|input| is_stdout(input)) else { return Ok(()) };
        Err(Failure::usage(format!(
            "standard output is {}, which this run reads; send it to another file",
            input.display()
        )))
    }
}

/// Whether both names mean one file. A device is no file: it may be read and written. A file
/// that is not there yet is known by its folder and its name.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    match (identity(one), identity(other)) {
        (Some(one), Some(other)) => one == other,
        (None, None) => to_be(one).is_some_and(|one| to_be(other) == Some(one)),
        _ => false,
    }
}

/// Whether standard output goes to this file, as in `--resume out.jsonl >> out.jsonl`.
pub(crate) fn is_stdout(path: &Path) -> bool {
    is_stream(&std::io::stdout(), path)
}

/// Where a file that does not exist would be made.
fn to_be(path: &Path) -> Option<PathBuf> {
    if fs::metadata(path).is_ok() {
        return None;
    }
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(folder.canonicalize().ok()?.join(path.file_name()?))
}

#[cfg(unix)]
type Identity = (u64, u64);

/// Device and number of a regular file.
#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    numbers(&fs::metadata(path).ok()?)
}

#[cfg(unix)]
fn numbers(metadata: &fs::Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    metadata.is_file().then(|| (metadata.dev(), metadata.ino()))
}

/// Whether a standard stream is this file.
#[cfg(unix)]
fn is_stream(stream: &impl std::os::fd::AsFd, path: &Path) -> bool {
    let file = stream.as_fd().try_clone_to_owned().map(fs::File::from);
    let stream = file.and_then(|file| file.metadata()).ok().and_then(|it| numbers(&it));
    stream.is_some() && stream == identity(path)
}

#[cfg(not(unix))]
type Identity = PathBuf;

/// The one path of a regular file; hard links are not seen through.
#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    path.is_file().then(|| path.canonicalize().ok())?
}

#[cfg(not(unix))]
fn is_stream<T>(_: &T, _: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_one_file_are_seen_through() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a"), "text").expect("written");
        fs::write(at("b"), "text").expect("written");
        assert!(is_same(&at("a"), &at("./a")) && !is_same(&at("a"), &at("b")));
        assert!(is_same(&at("new"), &at("./new")) && !is_same(&at("new"), &at("newer")));
        assert!(!is_same(&at("a"), &at("new")));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(at("a"), at("soft")).expect("a link");
            fs::hard_link(at("a"), at("hard")).expect("a link");
            assert!(is_same(&at("a"), &at("soft")) && is_same(&at("hard"), &at("soft")));
            assert!(!is_same(Path::new("/dev/null"), Path::new("/dev/null")));
        }
    }

    #[test]
    fn outputs_keep_off_inputs_and_each_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("in"), "text").expect("written");
        let mut claims = Claims::default();
        claims.read(&at("in"));
        assert!(claims.write(&at("./in")).is_err());
        assert!(claims.write(&at("out")).is_ok());
        assert!(claims.write(&at("./out")).is_err());
        assert!(claims.write(&at("other")).is_ok() && claims.check_stdout().is_ok());
    }
}
