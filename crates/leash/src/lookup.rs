//! Programs by name.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// The program with this path, or with this name on the search path.
pub fn find(name: &str) -> Option<PathBuf> {
    if name.contains(MAIN_SEPARATOR) {
        return Some(PathBuf::from(name)).filter(|path| is_program(path));
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|path| is_program(path))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file() || path.with_extension("exe").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_programs_are_found() {
        assert_eq!(find("no-such-program"), None);
        assert_eq!(find("/"), None, "a folder is no program");
        #[cfg(unix)]
        assert!(find("sh").is_some() && find("/bin/sh").is_some() && find("/etc/passwd").is_none());
    }
}
