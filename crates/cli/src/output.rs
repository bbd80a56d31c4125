//! Where data goes: standard output or a file. Every record is handed to the system in one
//! piece, so that a killed run loses nothing that was written; a reader that has gone away
//! is told apart from a full disk.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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
    File(File),
}

impl Output {
    pub(crate) fn stdout() -> Self {
        Self { path: None, to: To::Stdout(io::stdout()) }
    }

    /// The file at `path`, emptied; standard output without a path.
    pub(crate) fn create(path: Option<&Path>) -> Outcome<Self> {
        let Some(path) = path else { return Ok(Self::stdout()) };
        Self::open(path, OpenOptions::new().write(true).create(true).truncate(true))
    }

    /// The file at `path`, to be continued.
    pub(crate) fn append(path: &Path) -> Outcome<Self> {
        Self::open(path, OpenOptions::new().append(true).create(true))
    }

    fn open(path: &Path, options: &OpenOptions) -> Outcome<Self> {
        let file = options.open(path).map_err(|error| {
            Failure::io(format_args!("cannot write {}", path.display()), &error)
        })?;
        Ok(Self { path: Some(path.to_owned()), to: To::File(file) })
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

    /// What a failed write means.
    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        match &self.path {
            None if error.kind() == io::ErrorKind::BrokenPipe => Failure::Closed,
            None => Failure::io("cannot write to standard output", error),
            Some(path) => Failure::io(format_args!("cannot write {}", path.display()), error),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.to {
            To::Stdout(stdout) => stdout.write(bytes),
            To::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            To::Stdout(stdout) => stdout.flush(),
            To::File(file) => file.flush(),
        }
    }
}

/// A file that appears under its name only when it is complete. Dropped before that, it
/// leaves nothing behind.
#[derive(Debug)]
pub(crate) struct Atomic {
    path: PathBuf,
    draft: PathBuf,
    file: io::BufWriter<File>,
}

impl Atomic {
    pub(crate) fn create(path: &Path) -> Outcome<Self> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.tmp", std::process::id()));
        let draft = path.with_file_name(name);
        let failed =
            |error: &io::Error| Failure::io(format_args!("cannot write {}", path.display()), error);
        if path.is_dir() {
            return Err(failed(&io::ErrorKind::IsADirectory.into()));
        }
        let file = File::create(&draft).map_err(|error| failed(&error))?;
        Ok(Self { path: path.to_owned(), draft, file: io::BufWriter::new(file) })
    }

    /// Puts the file in its place.
    pub(crate) fn commit(mut self) -> Outcome<()> {
        let done = self
            .file
            .flush()
            .and_then(|()| self.file.get_ref().sync_all())
            .and_then(|()| fs::rename(&self.draft, &self.path));
        done.map_err(|error| {
            Failure::io(format_args!("cannot write {}", self.path.display()), &error)
        })
    }
}

impl Drop for Atomic {
    fn drop(&mut self) {
        // After a commit there is nothing under this name.
        let _ = fs::remove_file(&self.draft);
    }
}

impl Write for Atomic {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
