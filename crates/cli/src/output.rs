//! Output to standard output or a file. A file that is read is never written, and an old file is kept until
//! there is something to replace it.
//!
//! Text written at once replaces the old file when it is complete. Results that come one by one are each
//! passed to the system in one piece, so a killed run loses nothing that was written. A closed pipe is
//! distinguished from a full disk.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::claims::Claims;
use crate::draft::{Draft, cannot_write};
use crate::exit::{Failure, Outcome};

/// Standard output, or a file.
#[derive(Debug)]
pub(crate) struct Output {
    path: Option<PathBuf>,
    to: To,
}

#[derive(Debug)]
enum To {
    Stdout(io::Stdout),
    /// Standard output that was closed when the program started: every write fails.
    Closed,
    /// A file written in its place.
    File(InPlace),
    /// One that replaces another at the end.
    Draft(Draft, File),
}

#[derive(Debug)]
struct InPlace {
    path: PathBuf,
    file: File,
    /// The old content is still there, and is to go.
    is_old: bool,
    /// There was no file, and nothing has been written yet.
    is_new: bool,
}

impl Output {
    pub(crate) fn stdout() -> Self {
        let to = if hakooshi_startup::is_stdout_closed() {
            To::Closed
        } else {
            To::Stdout(io::stdout())
        };
        Self { path: None, to }
    }

    /// The file at `path`, which is replaced when all has been written; standard output
    /// without a path.
    pub(crate) fn whole(path: Option<&Path>, claims: &mut Claims) -> Outcome<Self> {
        let Some(path) = path else { return Ok(Self::stdout()) };
        claims.write(path)?;
        match Draft::create(path)? {
            Some((draft, file)) => {
                Ok(Self { path: Some(path.to_owned()), to: To::Draft(draft, file) })
            }
            None => Self::in_place(path, false),
        }
    }

    /// The file at `path` for results one by one: the first of them takes the place of the old
    /// content. Standard output without a path.
    pub(crate) fn stream(path: Option<&Path>, claims: &mut Claims) -> Outcome<Self> {
        let Some(path) = path else { return Ok(Self::stdout()) };
        claims.write(path)?;
        Self::in_place(path, false)
    }

    /// The file at `path`, to be continued.
    pub(crate) fn append(path: &Path, claims: &mut Claims) -> Outcome<Self> {
        claims.write(path)?;
        Self::in_place(path, true)
    }

    fn in_place(path: &Path, append: bool) -> Outcome<Self> {
        let is_new = fs::symlink_metadata(path).is_err();
        let mut options = OpenOptions::new();
        options.create(true).append(append).write(true).truncate(false);
        let file = options.open(path).map_err(|error| cannot_write(path, &error))?;
        let regular = file.metadata().is_ok_and(|it| it.is_file());
        let path = path.to_owned();
        let place = InPlace { path: path.clone(), file, is_old: !append && regular, is_new };
        Ok(Self { path: Some(path), to: To::File(place) })
    }

    /// Whether this is standard output.
    pub(crate) fn is_stdout(&self) -> bool {
        self.path.is_none()
    }

    /// Writes `text` in one piece and flushes it.
    pub(crate) fn put(&mut self, text: &str) -> Outcome<()> {
        let done = self.write_all(text.as_bytes()).and_then(|()| self.flush());
        done.map_err(|error| self.failure(&error))
    }

    /// Ends the output: what was written is on the device, and a draft takes its place.
    pub(crate) fn finish(mut self) -> Outcome<()> {
        let done = self.flush().and_then(|()| match &mut self.to {
            To::File(place) => place.end(),
            To::Stdout(_) | To::Closed | To::Draft(..) => Ok(()),
        });
        done.map_err(|error| self.failure(&error))?;
        match self.to {
            To::Draft(draft, _) => draft.commit(),
            To::Stdout(_) | To::Closed | To::File(_) => Ok(()),
        }
    }

    /// What a failed write means.
    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        match &self.path {
            None if error.kind() == io::ErrorKind::BrokenPipe => Failure::Closed,
            None => Failure::io("cannot write to standard output", error),
            Some(path) => cannot_write(path, error),
        }
    }
}

/// The error of standard output that was closed from the start.
fn closed() -> io::Error {
    io::Error::other("it is closed")
}

impl InPlace {
    /// Removes the old content, if that has not been done.
    fn clear(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.is_old) {
            self.file.set_len(0)?;
        }
        self.is_new = false;
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        self.clear()?;
        // Only of a file is there anything to wait for.
        if self.file.metadata()?.is_file() { self.file.sync_all() } else { Ok(()) }
    }
}

impl Drop for InPlace {
    fn drop(&mut self) {
        if self.is_new {
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.to {
            To::Stdout(stdout) => stdout.write(bytes),
            To::Closed => Err(closed()),
            To::File(place) => place.clear().and_then(|()| place.file.write(bytes)),
            To::Draft(_, file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            To::Stdout(stdout) => stdout.flush(),
            To::Closed => Err(closed()),
            To::File(place) => place.file.flush(),
            To::Draft(_, file) => file.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_file_stands_until_something_is_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out");
        let get = || fs::read_to_string(&path).ok();
        let stream = || Output::stream(Some(&path), &mut Claims::default()).expect("opened");
        drop(stream());
        assert_eq!(get(), None, "nothing came of it");
        stream().put("long text").expect("written");
        drop(stream());
        assert_eq!(get().as_deref(), Some("long text"));
        let mut output = stream();
        output.put("a").and_then(|()| output.put("b")).expect("written");
        assert_eq!(get().as_deref(), Some("ab"));
        stream().finish().expect("no results are a result");
        assert_eq!(get().as_deref(), Some(""));
    }

    #[test]
    fn a_whole_text_appears_at_the_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out");
        let mut output = Output::whole(Some(&path), &mut Claims::default()).expect("opened");
        output.put("text").expect("written");
        assert!(!path.exists());
        output.finish().expect("done");
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some("text"));
    }
}
