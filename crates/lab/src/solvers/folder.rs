//! A folder for one attempt, gone afterwards.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, fs, io, process};

static NEXT: AtomicU64 = AtomicU64::new(0);

/// A folder that is removed when dropped.
#[derive(Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    /// A new folder among the temporary files, for this user only.
    pub(super) fn create() -> io::Result<Self> {
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = env::temp_dir().join(format!("hakooshi-{}-{number}", process::id()));
            match builder().create(&path) {
                // Left by a process of the same number that was killed.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(()) => return Ok(Self(path)),
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is left to the system.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(unix)]
fn builder() -> fs::DirBuilder {
    use std::os::unix::fs::DirBuilderExt as _;
    let mut builder = fs::DirBuilder::new();
    builder.mode(0o700);
    builder
}

#[cfg(not(unix))]
fn builder() -> fs::DirBuilder {
    fs::DirBuilder::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_new_and_go() {
        let [one, two] = [(); 2].map(|()| Folder::create().expect("made"));
        assert_ne!(one.path(), two.path());
        fs::write(one.path().join("file"), "text").expect("written");
        let path = one.path().to_owned();
        drop(one);
        assert!(!path.exists() && two.path().is_dir());
    }
}
