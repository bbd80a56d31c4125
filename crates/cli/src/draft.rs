//! A file that appears under its name only when it is complete. Until then it is a draft beside it; if the
//! program is interrupted, the draft is removed. A process that is killed cannot do that: the next one that
//! writes the same file does.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::exit::{Failure, Outcome};
use crate::interrupt;

/// The drafts that are lying about, for [`abandon`].
static DRAFTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file in the making.
#[derive(Debug)]
pub(crate) struct Draft {
    /// As the user calls it.
    name: PathBuf,
    /// What is replaced: where `name` leads to, if it is a link.
    target: PathBuf,
    /// Those of the file that is replaced.
    permissions: Option<Permissions>,
    path: PathBuf,
}

impl Draft {
    /// Begins a file to be called `name`. `None` if something stands there that cannot be
    /// replaced, only written to: a device, a pipe, a link that leads nowhere.
    pub(crate) fn create(name: &Path) -> Outcome<Option<(Self, File)>> {
        interrupt::tidy();
        Self::begin(name).map_err(|error| cannot_write(name, &error))
    }

    /// A file for a while, in the system's folder for such, which goes when this does.
    #[cfg(all(feature = "sat", feature = "web"))]
    pub(crate) fn temporary(name: &str) -> io::Result<Self> {
        let made = Self::begin(&std::env::temp_dir().join(name))?;
        made.map(|(draft, _)| draft).ok_or_else(|| io::ErrorKind::AlreadyExists.into())
    }

    fn begin(name: &Path) -> io::Result<Option<(Self, File)>> {
        let (target, permissions) = match fs::metadata(name) {
            Ok(old) if old.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(old) if old.is_file() => {
                // Replacing needs leave of the folder only; a file that is kept from being
                // written is not to be replaced either.
                OpenOptions::new().write(true).open(name)?;
                (name.canonicalize()?, Some(old.permissions()))
            }
            Ok(_) => return Ok(None),
            Err(_) if fs::symlink_metadata(name).is_ok() => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::NotFound => (name.to_owned(), None),
            Err(error) => return Err(error),
        };
        let Some(last) = target.file_name() else { return Err(io::ErrorKind::NotFound.into()) };
        sweep(&target, last);
        let beside = |number: usize| {
            let mut path = last.to_owned();
            path.push(format!(".{}-{number}.tmp", std::process::id()));
            target.with_file_name(path)
        };
        // Held until the draft is listed, lest the program be ended in between.
        let mut drafts = DRAFTS.lock().unwrap_or_else(PoisonError::into_inner);
        for path in (0..).map(beside) {
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                // Left by a process of the same number that was killed.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(file) => {
                    drafts.push(path.clone());
                    let name = name.to_owned();
                    return Ok(Some((Self { name, target, permissions, path }, file)));
                }
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// As the user calls it.
    pub(crate) fn name(&self) -> &Path {
        &self.name
    }

    /// Where to write until it is complete.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Puts the file in its place, once all of it has reached the device.
    pub(crate) fn commit(self) -> Outcome<()> {
        let done = OpenOptions::new()
            .write(true)
            .open(&self.path)
            .and_then(|file| file.sync_all())
            .and_then(|()| match &self.permissions {
                Some(permissions) => fs::set_permissions(&self.path, permissions.clone()),
                None => Ok(()),
            })
            .and_then(|()| fs::rename(&self.path, &self.target));
        done.map_err(|error| cannot_write(&self.name, &error))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let mut drafts = DRAFTS.lock().unwrap_or_else(PoisonError::into_inner);
        drafts.retain(|other| *other != self.path);
        // After a commit there is nothing under this name.
        let _ = fs::remove_file(&self.path);
    }
}

/// Removes every draft and prevents new ones: for the end of the process.
pub(crate) fn abandon() {
    let drafts = DRAFTS.lock().unwrap_or_else(PoisonError::into_inner);
    for path in drafts.iter() {
        let _ = fs::remove_file(path);
    }
    std::mem::forget(drafts);
}

pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::io(format_args!("cannot write {}", path.display()), error)
}

/// Removes drafts of `target` whose processes are no more. Only Linux tells which are.
fn sweep(target: &Path, last: &OsStr) {
    let (Some(folder), Some(last)) = (target.parent(), last.to_str()) else { return };
    let processes = Path::new("/proc");
    if !processes.join("self").exists() {
        return;
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| process_of(name, last));
        if process.is_some_and(|number| !processes.join(number.to_string()).exists()) {
            // Somebody else may have done it.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The number of the process that wrote a draft of `last`, if `name` is that of one.
fn process_of(name: &str, last: &str) -> Option<u32> {
    let middle = name.strip_prefix(last)?.strip_prefix('.')?.strip_suffix(".tmp")?;
    let (process, number) = middle.split_once('-')?;
    number.parse::<usize>().ok()?;
    process.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn names(folder: &Path) -> usize {
        fs::read_dir(folder).expect("a folder").count()
    }

    #[test]
    fn a_file_is_replaced_whole_or_not_at_all() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out");
        fs::write(&path, "old").expect("written");
        for commit in [false, true] {
            let (draft, mut file) = Draft::create(&path).expect("made").expect("a file");
            file.write_all(b"new").expect("written");
            assert_eq!(fs::read(&path).expect("there"), b"old");
            if commit {
                draft.commit().expect("done");
            }
        }
        assert_eq!(fs::read(&path).expect("there"), b"new");
        assert_eq!(names(folder.path()), 1);
    }

    #[test]
    #[cfg(unix)]
    fn links_devices_and_modes_stay_what_they_are() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let [path, link] = ["out", "link"].map(|name| folder.path().join(name));
        fs::write(&path, "old").expect("written");
        fs::set_permissions(&path, Permissions::from_mode(0o640)).expect("set");
        std::os::unix::fs::symlink(&path, &link).expect("a link");
        let (draft, _) = Draft::create(&link).expect("made").expect("a file");
        draft.commit().expect("done");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        let new = fs::metadata(&path).expect("there");
        assert_eq!((new.len(), new.permissions().mode() & 0o777), (0, 0o640));
        assert!(Draft::create(Path::new("/dev/null")).expect("no error").is_none());
        assert!(Draft::create(folder.path()).is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn drafts_of_killed_processes_are_swept() {
        let folder = tempfile::tempdir().expect("a folder");
        let put = |name: String| {
            fs::write(folder.path().join(&name), "").expect("written");
            name
        };
        // No process has a number as large as the first two.
        let gone = [put("out.4000000001-0.tmp".into()), put("out.4000000002-7.tmp".into())];
        let kept = [
            put(format!("out.{}-9.tmp", std::process::id())),
            put("out.txt.4000000001-0.tmp".into()),
            put("out.4000000001.tmp".into()),
        ];
        let draft = Draft::create(&folder.path().join("out")).expect("opened").expect("a file");
        drop(draft);
        let is_there = |name: &String| folder.path().join(name).exists();
        assert!(!gone.iter().any(is_there) && kept.iter().all(is_there));
    }
}
