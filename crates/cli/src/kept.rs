//! The file in which a search is kept, so that it can go on after a kill.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hakooshi::unstable::{Keep, Keeper};

use crate::draft::Draft;
use crate::exit::Failure;

/// A file that is always complete: what was kept last, or what was kept before.
#[derive(Debug)]
struct KeptFile {
    path: PathBuf,
}

/// Keeps a search in the file at `path`.
pub(crate) fn keeper(path: &Path, interval: Duration) -> Keeper {
    Keeper { place: Arc::new(Mutex::new(KeptFile { path: path.to_owned() })), interval }
}

impl KeptFile {
    fn error(&self, error: &dyn std::fmt::Display) -> io::Error {
        io::Error::other(format!("{}: {error}", self.path.display()))
    }

    fn failed(&self, failure: Failure) -> io::Error {
        match failure {
            Failure::Told(_, message) => io::Error::other(message),
            Failure::Closed => self.error(&"closed"),
        }
    }
}

impl Keep for KeptFile {
    fn kept(&mut self) -> io::Result<Option<Box<dyn Read>>> {
        match File::open(&self.path) {
            Ok(file) => Ok(Some(Box::new(BufReader::with_capacity(1 << 20, file)))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.error(&error)),
        }
    }

    fn keep(
        &mut self,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<bool>,
    ) -> io::Result<()> {
        let draft = Draft::create(&self.path).map_err(|failure| self.failed(failure))?;
        let Some((draft, file)) = draft else {
            return Err(self.error(&"not a file that can be replaced"));
        };
        let mut out = BufWriter::with_capacity(1 << 20, file);
        let is_whole = write(&mut out)?;
        out.flush()?;
        drop(out);
        if is_whole { draft.commit().map_err(|failure| self.failed(failure)) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_whole_takes_the_place_of_what_was_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut file = KeptFile { path: folder.path().join("kept") };
        assert!(file.kept().expect("nothing yet").is_none());
        file.keep(&mut |out| out.write_all(b"first").map(|()| true)).expect("kept");
        file.keep(&mut |out| out.write_all(b"half").map(|()| false)).expect("not kept");
        assert!(file.keep(&mut |_| Err(ErrorKind::StorageFull.into())).is_err());
        let mut text = String::new();
        let mut kept = file.kept().expect("there").expect("there");
        kept.read_to_string(&mut text).expect("text");
        assert_eq!(text, "first");
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
}
